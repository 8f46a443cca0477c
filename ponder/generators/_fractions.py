"""Fractions as text."""

from math import gcd


def fraction(part: int, whole: int) -> str:
    """Writes a fraction in lowest terms.

    >>> fraction(4, 6), fraction(6, 3)
    ('2/3', '2')
    """
    common = gcd(part, whole)
    return str(part // common) if whole == common else f"{part // common}/{whole // common}"
