"""The largest number or the average of every block of a matrix.

Q: Cut this matrix into blocks of 2 rows and 3 columns that do not overlap, starting at the top
   left corner. Replace every block by the largest number in it, so that one row of blocks becomes
   one row of numbers.
   4 19 22 7 30 8
   15 6 1 12 9 28
   3 3 27 16 40 2
   5 11 20 31 1 6
A: 22 30
   27 40
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import grid_draft, written
from ponder.generators.registry import require
from ponder.task import Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many blocks there are and how large they are."""

    across: int
    """Blocks in a row of blocks, 2 to 12."""
    down: int
    """Blocks in a column of blocks, 2 to 12."""
    side: int
    """The most rows or columns of a block, 2 to 4; the fewest are 2."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("across", self.across, 2, 12)
        require("down", self.down, 2, 12)
        require("side", self.side, 2, 4)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row and one more column of blocks, in turn."""
        return cls(across=(level + 4) // 2, down=(level + 3) // 2, side=3)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the blocks and puts them together."""
    height, width = rng.randint(2, knobs.side), rng.randint(2, knobs.side)
    average = rng.random() < 0.5
    blocks = [
        [_block(rng, height * width, average) for _ in range(knobs.across)]
        for _ in range(knobs.down)
    ]
    matrix = [
        [number for block in band for number in block[start : start + width]]
        for band in blocks
        for start in range(0, height * width, width)
    ]

    def steps() -> list[str]:
        return [
            f"Block {row},{column}: {_told(block, average)}"
            for row, band in enumerate(blocks, 1)
            for column, block in enumerate(band, 1)
        ]

    def finish() -> Draft:
        asked = "average of its numbers (a whole number)" if average else "largest number in it"
        return grid_draft(
            f"Cut this matrix into blocks of {height} rows and {width} columns that do not "
            "overlap, starting at the top left corner. Replace every block by the "
            f"{asked}, so that one row of blocks becomes one row of numbers.\n{written(matrix)}",
            [[_pooled(block, average) for block in band] for band in blocks],
            Lines(steps),
            complexity=len(matrix) * len(matrix[0]),
        )

    return Sketch(key=f"pool {average} {height} {width} {matrix}", finish=finish)


def _pooled(block: list[int], average: bool) -> int:
    """Gives the number that replaces a block."""
    return sum(block) // len(block) if average else max(block)


def _told(block: list[int], average: bool) -> str:
    """Says how that number is found."""
    number = _pooled(block, average)
    if not average:
        return f"{' '.join(map(str, block))}, largest {number}"
    total = sum(block)
    return f"{' + '.join(map(str, block))} = {total}, {total}/{len(block)} = {number}"


def _block(rng: random.Random, size: int, whole: bool) -> list[int]:
    """Draws the numbers of a block; their average is a whole number if it has to be."""
    numbers = rng.choices(range(100), k=size)
    over = sum(numbers) % size if whole else 0
    place = rng.randrange(size)
    numbers[place] += -over if numbers[place] >= over else size - over
    return numbers


def chance(level: int) -> float:
    """A matrix is right as a whole or not at all."""
    return 0.01
