"""Every limit of the verifiers, in one place.

A verdict must come quickly whatever the text, so each size is checked before the work that it
would cause. Past a limit the verdict is 0 and its reason names the limit.
"""

RESPONSE_CHARACTERS = 200_000
"""After the reasoning, only so many characters from the end of a response are read."""

ANSWER_CHARACTERS = 20_000
"""The longest answer that is judged."""

UNWRAPPINGS = 8
"""How many layers of markup around an answer are removed."""

DIGITS = 1_000
"""Digits of one written number; CPython itself refuses to read more than 4,300."""

SCIENTIFIC_EXPONENT = 500
"""The largest power of ten, either way, of a number in scientific notation."""

BITS = 4_096
"""Size of a numerator or a denominator; more than `DIGITS` digits need."""

EXPONENT = 10_000
"""The largest exponent of a power, either way."""

ROOT_INDEX = 64
"""The largest index of a root."""

NESTING = 32
"""Depth of brackets, exponents, fractions and roots inside one another."""

NODES = 5_000
"""Tokens of one expression, and so nodes of its tree."""

DEGREE = 1_000
"""The largest total degree of a polynomial."""

COEFFICIENT_OPERATIONS = 20_000
"""Coefficient operations spent on expanding one polynomial."""
