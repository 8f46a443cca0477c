"""The points at which expressions are compared numerically: their sizes and their signs."""

import itertools
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import comb

COMPLEX_POINTS = 2
"""So many points count even where values are not real."""
# In this order, so that every second and every third are spread as well.
_SIZES = tuple(
    Fraction(size)
    for size in (
        *("0.3", "1.5", "0.05", "0.88", "3.3", "2.2"),
        *("60", "7", "4.4", "5.3", "12", "400"),
    )
)


_STEPS = (Fraction(30_000), Fraction(70_000_000))
"""Where `x/99` and `x/100` are apart even when they are rounded to integers."""


def points(names: Collection[str], *, rounded: bool = False) -> range:
    """The points at which expressions with these variables are compared.

    Args:
        names: The variables.
        rounded: Whether the expressions round to integers, which takes large sizes as well.
    """
    if not names:
        return range(1)
    rows = _rows(len(names))
    columns = len(_sizes(rows)) + (len(_STEPS) if rounded else 0)
    return range(COMPLEX_POINTS + rows * columns)


@lru_cache(maxsize=64)
def _rows(count: int) -> int:
    """Gives how many rows of signs cover all pairs of so many variables."""
    return next(rows for rows in itertools.count(2, 2) if comb(rows - 1, rows // 2) >= count)


@lru_cache(maxsize=64)
def _negative(count: int) -> tuple[tuple[int, ...], ...]:
    """Gives for each of so many variables the rows in which it is negative.

    These are different halves of the rows, none of which holds the first row: so any two have a
    row in common, each has one that the other lacks, and the first row is in neither.
    """
    rows = _rows(count)
    return tuple(itertools.islice(itertools.combinations(range(1, rows), rows // 2), count))


def _sizes(rows: int) -> tuple[Fraction, ...]:
    """Gives the sizes that variables take in each of so many rows; the fewer, the more rows."""
    return _SIZES[:: rows // 2] or _SIZES[:1]


@lru_cache(maxsize=4096)
def coordinate(seed: bytes, name: str, place: int, count: int, point: int) -> Fraction:
    """Gives the value at a point of the variable at a place in the alphabet of all.

    At the first two points it is between 1/4 and 5/8; at others a size and up to an eighth more.
    """
    digest = blake2b(f"number {point}:{name}".encode(), digest_size=8, key=seed).digest()
    chance = Fraction(int.from_bytes(digest, "big"), 2**64)
    if point < COMPLEX_POINTS:
        return Fraction(1, 4) + chance * Fraction(3, 8)
    rows = _rows(count)
    column, row = divmod(point - COMPLEX_POINTS, rows)
    size = (_sizes(rows) + _STEPS)[column] * (1 + chance / 8)
    return -size if row in _negative(count)[place] else size
