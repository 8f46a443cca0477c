"""A matrix after a sequence of rotations, mirrorings, removals and other changes.

Q: Do the following with this matrix, one after the other, each with the result of the one before.
   Rows are counted from the top and columns from the left, starting with 1.
   1 2 3
   4 5 6
   7 8 9
   1. Remove row 2.
   2. Rotate the matrix by 90 degrees clockwise.
   What is the matrix then?
A: 7 1
   8 2
   9 3
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic import _grids
from ponder.generators.algorithmic._grids import Grid, transposed
from ponder.generators.registry import require
from ponder.task import Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How large the matrix is and how often it is changed."""

    size: int
    """Rows of the matrix in the beginning, 3 to 16; there may be one column more or less."""
    changes: int
    """Changes, 2 to 20."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("size", self.size, 3, 16)
        require("changes", self.changes, 2, 20)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """In turn one more change, and one more row and column."""
        return cls(size=3 + (level - 1) // 2, changes=2 + level // 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Changes a matrix at random until it differs from what it was."""
    grid = _grids.random_grid(rng, knobs.size, knobs.size + rng.randint(-1, 1), range(10))
    result = grid
    while result == grid:
        result, told = grid, list[tuple[str, Grid]]()
        for _ in range(knobs.changes):
            text, result = rng.choice(_CHANGES)(rng, result)
            told.append((text, result))

    def steps() -> list[str]:
        lines = list[str]()
        for number, (text, after) in enumerate(told, 1):
            lines += [f"{number}. {text}:", *_grids.lines(after)]
        return lines[: -len(result)]

    def finish() -> Draft:
        listed = "\n".join([f"{number}. {text}." for number, (text, _) in enumerate(told, 1)])
        return _grids.grid_draft(
            "Do the following with this matrix, one after the other, each with the result of the "
            "one before. Rows are counted from the top and columns from the left, starting with 1."
            f"\n{_grids.written(grid)}\n{listed}\nWhat is the matrix then?",
            result,
            Lines(steps),
            complexity=knobs.changes * knobs.size**2,
        )

    return Sketch(key=f"manipulate {[text for text, _ in told]} {grid}", finish=finish)


def _rotate(rng: random.Random, grid: Grid) -> tuple[str, Grid]:
    quarters = rng.randint(1, 3)
    angle = ("90 degrees clockwise", "180 degrees", "90 degrees counter-clockwise")[quarters - 1]
    return f"Rotate the matrix by {angle}", _grids.turned(grid, quarters)


def _transpose(rng: random.Random, grid: Grid) -> tuple[str, Grid]:
    return "Transpose the matrix: row 1 becomes column 1, and so on", transposed(grid)


def _replace(rng: random.Random, grid: Grid) -> tuple[str, Grid]:
    old = rng.choice(rng.choice(grid))
    new = (old + rng.randint(1, 9)) % 10
    return f"Replace every {old} by {new}", [[new if n == old else n for n in r] for r in grid]


def _reorder(rng: random.Random, grid: Grid) -> tuple[str, Grid]:
    """Changes the order or the number of the rows, or of the columns."""
    if rng.random() < 0.5:
        return _reorder_rows(rng, grid, "row", "above the first")
    text, result = _reorder_rows(rng, transposed(grid), "column", "to the left of the first")
    return text, transposed(result)


def _reorder_rows(rng: random.Random, grid: Grid, line: str, front: str) -> tuple[str, Grid]:
    first, second = sorted(rng.sample(range(len(grid)), 2))
    kind = rng.choice(("reverse", "swap", "move", "remove", "remove"))
    if kind == "remove" and len(grid) > 2:
        return f"Remove {line} {first + 1}", grid[:first] + grid[first + 1 :]
    if kind == "move":
        return f"Move the last {line} {front}", grid[-1:] + grid[:-1]
    if kind == "swap":
        order = list(grid)
        order[first], order[second] = grid[second], grid[first]
        return f"Swap {line}s {first + 1} and {second + 1}", order
    return f"Reverse the order of the {line}s", grid[::-1]


_CHANGES = (_rotate, _transpose, _replace, _reorder, _reorder, _reorder)


def chance(level: int) -> float:
    """A matrix is right as a whole or not at all, and never what it was."""
    return 0.01
