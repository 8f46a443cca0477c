"""The numbers of a matrix in the order of a spiral, from any corner, either way round.

Q: Walk over this matrix in a spiral. Start in the bottom left corner and go right. Whenever the
   next cell would lie outside the matrix or has been visited, turn 90 degrees counter-clockwise.
   Stop when every cell has been visited. List the numbers in the order of the visits.
   1 2 3
   4 5 6
   7 8 9
A: 7, 8, 9, 6, 3, 2, 1, 4, 5
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import folded, random_grid, transposed, turned, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_CORNERS = ("top left", "bottom left", "bottom right", "top right")
"""The corner that comes to the top left by so many quarter turns clockwise."""
_WAYS = ("right", "down", "left", "up")


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
    """Draws a matrix, a corner and a way round; turns it so that the walk starts along its top."""
    grid = random_grid(rng, knobs.size + rng.randint(-1, 1), knobs.size, range(10))
    quarters, clockwise = rng.randrange(4), rng.random() < 0.5
    seen = turned(grid, quarters) if clockwise else transposed(turned(grid, quarters))
    first, turn = (-quarters, 1) if clockwise else (1 - quarters, -1)
    turning = "clockwise" if clockwise else "counter-clockwise"

    def steps(runs: list[str]) -> list[str]:
        ways = [_WAYS[(first + turn * number) % 4] for number in range(len(runs))]
        return [f"{way.capitalize()}: {run}" for way, run in zip(ways, runs, strict=True)]

    def finish() -> Draft:
        runs = [", ".join(map(str, run)) for run in _spiral(seen)]
        answer = ", ".join(runs)
        return Draft(
            question=f"Walk over this matrix in a spiral. Start in the {_CORNERS[quarters]} corner "
            f"and go {_WAYS[first % 4]}. Whenever the next cell would lie outside the matrix or "
            f"has been visited, turn 90 degrees {turning}. Stop when every cell has been visited. "
            f"List the numbers in the order of the visits.\n{written(grid)}",
            answer_format="Give the numbers, separated by commas.",
            answer=answer,
            checker=Checker("sequence", {"of": "integer"}),
            steps=Lines(lambda: [*steps(runs), *folded(answer)]),
            complexity=knobs.size,
        )

    return Sketch(key=f"spiral {seen}", finish=finish)


def _spiral(grid: list[list[int]]) -> list[list[int]]:
    """Takes off the top row, turns the rest so that its right side is on top, and goes on."""
    runs = []
    while grid:
        runs.append(grid[0])
        grid = turned(grid[1:], 3)
    return runs


def chance(level: int) -> float:
    """A list is right as a whole or not at all, and no spiral follows the rows."""
    return 0.01
