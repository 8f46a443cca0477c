"""Names for the things of a question, in order: A to Z, then AA to BZ."""

import string

_LETTERS = string.ascii_uppercase
LABELS = (*_LETTERS, *(first + second for first in "AB" for second in _LETTERS))
