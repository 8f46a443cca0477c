"""A sudoku of 4x4, 6x6 or 9x9 cells that single deductions solve.

Q: Fill the grid so that every row, every column and every box of 2 rows by 2 columns holds each
   digit from 1 to 4 once. A dot is an empty cell; the boxes start at the top left corner.
   1 . 3 4
   3 4 . 2
   . 1 4 3
   4 3 2 .
A: [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]
"""

import random
from dataclasses import dataclass

from ponder.generators.games._sudoku import BOX_ROWS, full_grid, reason_for
from ponder.generators.registry import require
from ponder.quoting import quoted
from ponder.task import Checker, Draft

_MOST_BLANKS = {4: 10, 6: 24, 9: 48}
_BLANKS = (4, 5, 6, 8, 10, 12, 14, 17, 20, 24)


@dataclass(frozen=True)
class Knobs:
    """How large the grid is, and how much of it is empty."""

    size: int
    """Rows, columns and digits: 4, 6 or 9."""
    blanks: int
    """Empty cells, 4 to 10, 24 or 48 for the three sizes."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        if self.size not in _MOST_BLANKS:
            raise ValueError(
                f"knob 'size' must be one of {[*_MOST_BLANKS]}, got {quoted(self.size)}"
            )
        require("blanks", self.blanks, 4, _MOST_BLANKS[self.size], size=self.size)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """More empty cells a level; 6x6 from level 6, 9x9 beyond the calibrated band."""
        if level > 10:
            return cls(size=9, blanks=2 * level + 6)
        return cls(size=4 if level <= 5 else 6, blanks=_BLANKS[level - 1])


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Empties a full grid cell by cell, each only if the rest still settles it by one deduction.

    Filling the cells again in the opposite order is then a solution without a guess, so that it
    is also the only one.
    """
    size, steps = knobs.size, list[str]()
    while len(steps) < knobs.blanks:
        full = full_grid(rng, size)
        grid, steps = list(full), []
        for cell in rng.sample(range(size * size), size * size):
            grid[cell] = 0
            reason = reason_for(grid, cell, full[cell], size)
            if reason is None:
                grid[cell] = full[cell]
            else:
                steps.append(f"Row {cell // size + 1}, column {cell % size + 1}: {reason}.")
            if len(steps) == knobs.blanks:
                break
    names: dict[int, str] = {0: "."}
    canonical = "".join(names.setdefault(digit, str(len(names))) for digit in grid)
    rows = [" ".join(str(d or ".") for d in grid[i : i + size]) for i in range(0, len(grid), size)]
    answer = str([full[i : i + size] for i in range(0, len(full), size)]).replace(" ", "")
    height = BOX_ROWS[size]
    return Draft(
        question="\n".join(
            [
                f"Fill the grid so that every row, every column and every box of {height} rows by "
                f"{size // height} columns holds each digit from 1 to {size} once. A dot is an "
                "empty cell; the boxes start at the top left corner.",
                *rows,
            ]
        ),
        answer_format="Give the full grid as a list of rows, like [[1,2,...],[3,4,...],...].",
        answer=answer,
        checker=Checker("grid", {"rows": size, "columns": size}),
        steps=(*reversed(steps), answer),
        complexity=knobs.blanks,
        key=f"mini_sudoku {canonical}",
    )


def chance(level: int) -> float:
    """A full grid is right as a whole or not at all."""
    return 0.01
