"""Sudoku grids of 4x4, 6x6 and 9x9 cells, numbered row by row, and single deductions on them."""

import functools
import random
from collections.abc import Callable

BOX_ROWS = {4: 2, 6: 2, 9: 3}
"""The height of a box by the size of the grid; its width is the size over the height."""

Grid = list[int]
Cells = tuple[int, ...]


@functools.cache
def _units(size: int) -> tuple[tuple[Cells, Cells, Cells], ...]:
    """The row, the column and the box of each cell."""
    height, width = BOX_ROWS[size], size // BOX_ROWS[size]
    cells = [divmod(cell, size) for cell in range(size * size)]

    def same(place: tuple[int, int], part: Callable[[int, int], object]) -> Cells:
        return tuple(i for i, other in enumerate(cells) if part(*other) == part(*place))

    return tuple(
        (
            same(place, lambda row, _: row),
            same(place, lambda _, column: column),
            same(place, lambda row, column: (row // height, column // width)),
        )
        for place in cells
    )


@functools.cache
def _peers(size: int) -> tuple[Cells, ...]:
    """The cells that share a unit with each cell."""
    return tuple(
        tuple(sorted({*row, *column, *box} - {cell}))
        for cell, (row, column, box) in enumerate(_units(size))
    )


def _seen(grid: Grid, cell: int, size: int) -> set[int]:
    return {grid[peer] for peer in _peers(size)[cell]} - {0}


def reason_for(grid: Grid, cell: int, digit: int, size: int) -> str | None:
    """Says which single deduction puts `digit` into an empty cell, if one does."""
    if len(_seen(grid, cell, size)) == size - 1:
        return f"only {digit} fits"
    for name, unit in zip(("row", "column", "box"), _units(size)[cell], strict=True):
        if all(grid[c] or c == cell or digit in _seen(grid, c, size) for c in unit):
            return f"{digit} fits nowhere else in its {name}"
    return None


def full_grid(rng: random.Random, size: int) -> Grid:
    """Fills a grid at random, always going on where the fewest digits fit."""
    grid = [0] * (size * size)
    free = {cell: set(range(1, size + 1)) for cell in range(size * size)}

    def fill() -> bool:
        if not free:
            return True
        cell = min(free, key=lambda c: len(free[c]))
        digits = free.pop(cell)
        for digit in rng.sample(sorted(digits), len(digits)):
            hit = [p for p in _peers(size)[cell] if p in free and digit in free[p]]
            for peer in hit:
                free[peer].remove(digit)
            grid[cell] = digit
            if fill():
                return True
            for peer in hit:
                free[peer].add(digit)
        grid[cell] = 0
        free[cell] = digits
        return False

    fill()
    return grid
