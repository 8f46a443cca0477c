"""What the questions of probability share: lists in words, and how a fraction is drawn."""

import random
from collections.abc import Sequence
from fractions import Fraction


def listed(items: Sequence[str]) -> str:
    """Joins items as in a sentence.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def proper_fraction(rng: random.Random, largest: int) -> Fraction:
    """Draws a fraction between 0 and 1 whose denominator is at most `largest`."""
    below = rng.randint(2, largest)
    return Fraction(rng.randint(1, below - 1), below)
