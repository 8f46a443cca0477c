"""When a board of Conway's Game of Life comes to rest, if it does so soon.

Q: This is a board of Conway's Game of Life: 1 is a living cell, 0 a dead one. In each step all
   cells change at the same time, by how many of the eight cells around them (above, below, beside
   and diagonally) are alive: a living cell with 2 or 3 living neighbours stays alive, any other
   living cell dies, and a dead cell with exactly 3 living neighbours becomes alive. All cells
   outside the board are dead at all times. A board is at rest if a step changes none of its cells;
   an empty board is at rest too. After how many steps is this board at rest for the first time?
   Answer -1 if that takes more than 3 steps or never happens.
   0 0 0 0
   0 0 1 0
   0 1 1 0
   0 0 0 0
A: 1
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import lines, written
from ponder.generators.algorithmic._life import RULES, World
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

_SKIPPED = 2
"""The most steps that a board may be followed before it is shown."""
_TRIES = 500
"""Boards after which one is taken that comes to rest at another time than was wanted."""


@dataclass(frozen=True)
class Knobs:
    """How large the board is and how many steps it is followed."""

    size: int
    """Rows of the board, 4 to 12; there may be one column more."""
    within: int
    """The largest number of steps that is an answer, 2 to 25."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("size", self.size, 4, 12)
        require("within", self.within, 2, 25)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more step a level; a larger board at levels 5 and 10."""
        return cls(size=4 + min(level // 5, 2), within=3 + level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the answer, all being equally likely, and a board that has it."""
    world = World(knobs.size, knobs.size + rng.randint(0, 1), wraps=rng.random() < 0.5)
    wanted = rng.choice((-1, *range(1, knobs.within + 1)))
    start = _board(rng, world, wanted, knobs.within)

    def finish() -> Draft:
        boards = _followed(world, start, knobs.within)
        answer = len(boards) - 1 if len(boards) <= knobs.within + 1 else -1
        steps = list[str]()
        for number, board in enumerate(boards[1:], 1):
            steps += [f"Step {number}:", *lines(world.grid(board))]
        last = f"Step {len(boards)} would change nothing"
        if answer < 0:
            last = f"Step {len(boards) - 1} changed the board"
        return Draft(
            question=f"{RULES} {world.edges} A board is at rest if a step changes none of its "
            "cells; an empty board is at rest too. After how many steps is this board at rest for "
            f"the first time? Answer -1 if that takes more than {knobs.within} steps or never "
            f"happens.\n{written(world.grid(start))}",
            answer_format="Give an integer.",
            answer=str(answer),
            checker=Checker("integer"),
            steps=(*steps, f"{last}: {answer}"),
            complexity=knobs.within * world.rows * world.columns,
        )

    return Sketch(key=f"halting {world} {start}", finish=finish)


def _board(rng: random.Random, world: World, wanted: int, within: int) -> int:
    """Draws boards until one, or what becomes of it in a step or two, has the answer."""
    for _ in range(_TRIES):
        boards = _followed(world, world.draw(rng), within + _SKIPPED)
        rest = len(boards) - 1
        skipped = rest - wanted if wanted > 0 else rng.randint(0, _SKIPPED)
        if (rest > within + _SKIPPED) == (wanted < 0) and 0 <= skipped <= _SKIPPED:
            return boards[skipped]
    return boards[0]


def _followed(world: World, board: int, steps: int) -> list[int]:
    """Gives the boards up to the one at rest, or up to one step more than `steps`."""
    boards = [board]
    while len(boards) <= steps + 1:
        after = world.after(boards[-1])
        if after == boards[-1]:
            break
        boards.append(after)
    return boards


def chance(level: int) -> float:
    """All answers are equally likely."""
    return 1 / (4 + level) + 0.01
