"""A board of Conway's Game of Life after a number of steps.

Q: This is a board of Conway's Game of Life: 1 is a living cell, 0 a dead one. In each step all
   cells change at the same time, by how many of the eight cells around them (above, below, beside
   and diagonally) are alive: a living cell with 2 or 3 living neighbours stays alive, any other
   living cell dies, and a dead cell with exactly 3 living neighbours becomes alive. All cells
   outside the board are dead at all times. What is the board after 1 step?
   0 1 0
   0 1 0
   0 1 0
A: 0 0 0
   1 1 1
   0 0 0
"""

import itertools
import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import grid_draft, lines, written
from ponder.generators.algorithmic._life import RULES, World
from ponder.generators.registry import require
from ponder.task import Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How large the board is and how many steps are made."""

    rows: int
    """Rows of the board, 4 to 20."""
    columns: int
    """Columns of the board, 4 to 20."""
    steps: int
    """Steps, 1 to 10."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("rows", self.rows, 4, 20)
        require("columns", self.columns, 4, 20)
        require("steps", self.steps, 1, 10)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """In turn one more column and one more row; one more step every fourth level."""
        return cls(rows=4 + level // 2, columns=4 + (level + 1) // 2, steps=1 + level // 4)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a board that is new after every step, and not empty in the end."""
    world = World(knobs.rows, knobs.columns, wraps=rng.random() < 0.5)
    boards: list[int] = []
    while len(set(boards)) <= knobs.steps or not boards[-1]:
        boards = [world.draw(rng)]
        for _ in range(knobs.steps):
            boards.append(world.after(boards[-1]))

    def finish() -> Draft:
        steps = list[str]()
        for number, (before, after) in enumerate(itertools.pairwise(boards), 1):
            steps += [f"Step {number}, living neighbours:", *lines(world.neighbours(before))]
            steps += [f"Step {number}, board:", *lines(world.grid(after))]
        made = "1 step" if knobs.steps == 1 else f"{knobs.steps} steps"
        first, result = world.grid(boards[0]), world.grid(boards[-1])
        return grid_draft(
            f"{RULES} {world.edges} What is the board after {made}?\n{written(first)}",
            result,
            steps[: -len(result)],
            complexity=knobs.steps * world.rows * world.columns,
        )

    return Sketch(key=f"game_of_life {world} {boards[0]}", finish=finish)


def chance(level: int) -> float:
    """A board is right as a whole or not at all, and is neither empty nor what it was."""
    return 0.01
