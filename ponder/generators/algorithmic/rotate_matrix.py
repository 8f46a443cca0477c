"""A matrix rotated by a multiple of 90 degrees.

Q: Rotate this matrix by 450 degrees clockwise:
   1 2 3
   4 5 6
A: 4 1
   5 2
   6 3
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import (
    Grid,
    grid_draft,
    lines,
    random_grid,
    turned,
    written,
)
from ponder.generators.registry import require
from ponder.task import Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How large the matrix is."""

    size: int
    """Columns of the matrix, 3 to 30; there may be one row more or less."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("size", self.size, 3, 30)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row and column a level."""
        return cls(size=level + 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a matrix and an angle that leaves it turned."""
    grid = random_grid(rng, knobs.size + rng.randint(-1, 1), knobs.size, range(10))
    quarters = rng.choice((1, 2, 3, 5, 6, 7))
    clockwise = rng.random() < 0.5
    net = (quarters if clockwise else -quarters) % 4
    way = "clockwise" if clockwise else "counter-clockwise"

    def finish() -> Draft:
        result = turned(grid, net)
        return grid_draft(
            f"Rotate this matrix by {90 * quarters} degrees {way}:\n{written(grid)}",
            result,
            Lines(lambda: [f"Quarter turns clockwise: {net}", *_rows(result, net)]),
            complexity=knobs.size,
        )

    return Sketch(key=f"rotate {net} {grid}", finish=finish)


def _rows(result: Grid, net: int) -> list[str]:
    """Tells where each row of the result stands in the matrix."""
    steps = []
    for number, row in enumerate(lines(result), 1):
        source = {
            1: f"column {number} from bottom to top",
            2: f"row {len(result) + 1 - number} from right to left",
            3: f"column {len(result) + 1 - number} from top to bottom",
        }[net]
        steps.append(f"Row {number} is {source}: {row}")
    return steps


def chance(level: int) -> float:
    """A matrix is right as a whole or not at all; no turn leaves it as it was."""
    return 0.01
