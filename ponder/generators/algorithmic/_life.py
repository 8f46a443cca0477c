"""Conway's Game of Life on boards that end at their edges or wrap around."""

import functools
import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import Grid

RULES = (
    "This is a board of Conway's Game of Life: 1 is a living cell, 0 a dead one. In each step all "
    "cells change at the same time, by how many of the eight cells around them (above, below, "
    "beside and diagonally) are alive: a living cell with 2 or 3 living neighbours stays alive, "
    "any other living cell dies, and a dead cell with exactly 3 living neighbours becomes alive."
)


@dataclass(frozen=True)
class World:
    """Where the game is played; a board is an integer, its top left cell the highest bit.

    All cells are then counted at once: three planes of bits say how many there are in threes of
    neighbours, and planes are added like digits.
    """

    rows: int
    columns: int
    wraps: bool

    @functools.cached_property
    def _masks(self) -> tuple[int, int, int]:
        """The left column, the right column, and every cell."""
        right = sum(1 << row * self.columns for row in range(self.rows))
        return right << self.columns - 1, right, (1 << self.rows * self.columns) - 1

    @property
    def edges(self) -> str:
        """What a question says of the edges."""
        if not self.wraps:
            return "All cells outside the board are dead at all times."
        return (
            "The board wraps around like a torus: the first column comes after the last one, and "
            "the first row after the last one."
        )

    def draw(self, rng: random.Random) -> int:
        """Draws a board on which three of eight cells live."""
        cells = self.rows * self.columns
        return rng.getrandbits(cells) & (rng.getrandbits(cells) | rng.getrandbits(cells))

    def after(self, board: int) -> int:
        """Makes one step."""
        ones, twos, others, fours = self._planes(board)
        three = ones & (twos ^ others) & ~fours
        four = ~ones & (twos & others & ~fours | ~(twos | others) & fours)
        return three | board & four  # the cell itself is among those counted

    def grid(self, board: int) -> Grid:
        """The cells as rows of numbers."""
        text = f"{board:0{self.rows * self.columns}b}"
        return [
            list(map(int, text[start : start + self.columns]))
            for start in range(0, len(text), self.columns)
        ]

    def neighbours(self, board: int) -> Grid:
        """Counts the living neighbours of every cell."""
        grids = [self.grid(plane) for plane in (*self._planes(board), board)]
        return [
            [a + 2 * b + 2 * c + 4 * d - own for a, b, c, d, own in zip(*rows, strict=True)]
            for rows in zip(*grids, strict=True)
        ]

    def _planes(self, board: int) -> tuple[int, int, int, int]:
        """Counts the living among each cell and its neighbours: ones, twos, more twos, fours."""
        left, right, _ = self._masks
        far = self.columns - 1
        from_left, from_right = (board & ~right) >> 1, (board & ~left) << 1
        if self.wraps:
            from_left |= (board & right) << far
            from_right |= (board & left) >> far
        ones, twos = _added(from_left, board, from_right)
        low, carried = _added(self._from_above(ones), ones, self._from_below(ones))
        middle, high = _added(self._from_above(twos), twos, self._from_below(twos))
        return low, carried, middle, high

    def _from_above(self, plane: int) -> int:
        _, _, full = self._masks
        far = (self.rows - 1) * self.columns
        return plane >> self.columns | (plane << far & full if self.wraps else 0)

    def _from_below(self, plane: int) -> int:
        _, _, full = self._masks
        far = (self.rows - 1) * self.columns
        return plane << self.columns & full | (plane >> far if self.wraps else 0)


def _added(a: int, b: int, c: int) -> tuple[int, int]:
    """Adds three bits in every place: the sum's ones and its twos."""
    either = a ^ b
    return either ^ c, a & b | either & c
