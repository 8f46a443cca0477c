"""What the questions of probability share: lists in words, and fractions between 0 and 1."""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import gcd


def listed(items: Sequence[str]) -> str:
    """Joins items as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def fraction(part: int, whole: int) -> str:
    """Writes a fraction in lowest terms.

    >>> fraction(4, 6), fraction(6, 3)
    ('2/3', '2')
    """
    common = gcd(part, whole)
    return str(part // common) if whole == common else f"{part // common}/{whole // common}"


def proper_fraction(rng: random.Random, largest: int) -> Fraction:
    """Draws a fraction between 0 and 1 whose denominator is at most `largest`."""
    below = rng.randint(2, largest)
    return Fraction(rng.randint(1, below - 1), below)
