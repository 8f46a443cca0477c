"""Letters whose names are decoration: texts up to a change of letters."""

import string


def naming(text: str) -> dict[int, int]:
    """A table for `str.translate` that calls letters a, b, c, ... in the order they first come."""
    order = "".join(filter(str.isalpha, dict.fromkeys(text)))
    return str.maketrans(order, string.ascii_lowercase[: len(order)])


def renamed(text: str) -> str:
    """The pattern of a text: two have the same if one is the other with its letters renamed.

    >>> renamed("paper"), renamed("title")
    ('abacd', 'abacd')
    """
    return text.translate(naming(text))
