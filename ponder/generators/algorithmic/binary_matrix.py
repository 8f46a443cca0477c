"""The distance of every cell of a matrix of zeros and ones to the nearest zero.

Q: One move leads from a cell of this matrix to the one above, below, to the left or to the right.
   Replace every number by the fewest moves that lead from its cell to a cell with a 0; at a 0
   these are 0.
   1 1 1
   0 1 1
A: 1 2 3
   0 1 2
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import Grid, grid_draft, lines, written
from ponder.generators.registry import require
from ponder.task import Draft, Sketch

_FAR = 10**6
"""Stands for a distance to nothing."""


@dataclass(frozen=True)
class Knobs:
    """How large the matrix is."""

    size: int
    """Columns of the matrix, 5 to 24; there may be one row more or less, and there are about as
    many zeros."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("size", self.size, 5, 24)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row and column a level; zeros grow rarer, and distances longer."""
        return cls(size=level + 4)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a few zeros so that some cell is two moves away, or the matrix were its own answer."""
    columns = knobs.size
    rows = columns + rng.randint(-1, 1)
    distances: Grid = []
    while max(map(max, distances), default=0) < 2:
        zeros = frozenset(rng.sample(range(rows * columns), columns + rng.randint(-1, 3)))
        cells = [0 if cell in zeros else _FAR for cell in range(rows * columns)]
        half = _swept([cells[start : start + columns] for start in range(0, len(cells), columns)])
        distances = _backwards(_swept(_backwards(half)))
    grid = [[min(distance, 1) for distance in row] for row in distances]

    def finish() -> Draft:
        back = (f"Row {rows - n}: {row}" for n, row in enumerate(reversed(lines(distances))))
        return grid_draft(
            "One move leads from a cell of this matrix to the one above, below, to the left or to "
            "the right. Replace every number by the fewest moves that lead from its cell to a cell "
            f"with a 0; at a 0 these are 0.\n{written(grid)}",
            distances,
            (
                "By moves up and left alone (- where none leads to a 0):",
                *(" ".join(str(n) if n < _FAR else "-" for n in row) for row in half),
                "By all moves, from the last row up:",
                *back,
                "So, from the first row down:",
            ),
            complexity=knobs.size,
        )

    return Sketch(key=f"binary_matrix {grid}", finish=finish)


def _swept(bounds: Grid) -> Grid:
    """Lowers each bound to one more than what is known above it and to its left.

    Done once from each end, this gives the exact distances (Rosenfeld and Pfaltz, 1966).
    """
    swept, above = [], [_FAR] * len(bounds[0])
    for row in bounds:
        left, known = _FAR, []
        for bound, up in zip(row, above, strict=True):
            left = (left if left < up else up) + 1
            left = left if left < bound else bound
            known.append(left)
        swept.append(above := known)
    return swept


def _backwards(grid: Grid) -> Grid:
    return [row[::-1] for row in reversed(grid)]


def chance(level: int) -> float:
    """A matrix is right as a whole or not at all, and never its own answer."""
    return 0.01
