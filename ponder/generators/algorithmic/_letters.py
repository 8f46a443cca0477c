"""Letters whose names are decoration: texts up to a change of letters."""

import string


def naming(text: str) -> dict[int, str]:
    """A table for `str.translate` that calls letters a, b, c, ... in the order they first come."""
    order = "".join(dict.fromkeys(filter(str.isalpha, text)))
    return {ord(letter): name for letter, name in zip(order, string.ascii_lowercase, strict=False)}


def renamed(text: str) -> str:
    """The pattern of a text: two have the same if one is the other with its letters renamed.

    >>> renamed("paper"), renamed("title")
    ('abacd', 'abacd')
    """
    return text.translate(naming(text))
