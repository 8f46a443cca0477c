"""Grids of numbers: how they are drawn, turned, written and judged."""

import random
from collections.abc import Iterator, Sequence

from ponder.task import Checker, Draft, Lines

Grid = list[list[int]]

FORMAT = "Give the rows from top to bottom, one a line, with spaces between the numbers."
_LINE = 180
"""Characters of a line of steps, under the 200 that are allowed."""


def random_grid(rng: random.Random, rows: int, columns: int, numbers: range) -> Grid:
    """Draws every number alike and on its own."""
    return [rng.choices(numbers, k=columns) for _ in range(rows)]


def transposed(grid: Grid) -> Grid:
    """Row i becomes column i."""
    return [list(column) for column in zip(*grid, strict=True)]


def turned(grid: Grid, quarters: int) -> Grid:
    """Rotates by quarter turns clockwise.

    >>> turned([[1, 2], [3, 4]], 1)
    [[3, 1], [4, 2]]
    """
    match quarters % 4:
        case 1:
            return transposed(grid[::-1])
        case 2:
            return [row[::-1] for row in reversed(grid)]
        case 3:
            return transposed(grid)[::-1]
    return grid


def lines(grid: Grid) -> list[str]:
    """Writes each row with spaces between its numbers."""
    return [" ".join(map(str, row)) for row in grid]


def written(grid: Grid) -> str:
    r"""Writes the rows one a line.

    >>> written([[1, 12], [0, 3]])
    '1 12\n0 3'
    """
    return "\n".join(lines(grid))


def folded(text: str) -> Iterator[str]:
    """Breaks a long text at spaces into lines that steps may have."""
    while len(text) > _LINE:
        cut = text.rindex(" ", 0, _LINE)
        yield text[:cut]
        text = text[cut + 1 :]
    yield text


def grid_draft(question: str, result: Grid, steps: Sequence[str], *, complexity: int) -> Draft:
    """Makes the draft of a question whose answer is a grid; the grid ends the steps too."""
    answer = lines(result)
    return Draft(
        question=question,
        answer_format=FORMAT,
        answer="\n".join(answer),
        checker=Checker("grid", {"rows": len(result), "columns": len(result[0])}),
        steps=Lines(lambda: (*steps, *answer)),
        complexity=complexity,
    )
