"""The number that a small program leaves on a stack.

Q: A stack machine starts with an empty stack and runs these instructions from left to right:
   push 7, dup, push 3, sub, swap, mul
   push n puts n on top. add, sub and mul take the two top numbers off, first b and then a, and put
   a + b, a - b or a * b on top. dup puts a copy of the top number on top. swap exchanges the two
   top numbers. Which number is on top at the end?
A: 28
"""

import random
from dataclasses import dataclass

from ponder.generators.code._stacks import ARITHMETIC, MEANING, run, sensible
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How long the program is and what it is made of."""

    length: int
    """Instructions, 5 to 100."""
    depth: int
    """Numbers that lie on the stack at most, 2 to 9."""
    moves: int
    """How many of dup, swap, over, drop and rot there are, 1 to 5."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("length", self.length, 5, 100)
        require("depth", self.depth, 2, 9)
        require("moves", self.moves, 1, len(MEANING))

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two more instructions a level; a deeper stack and other ones now and then."""
        return cls(length=2 * level + 5, depth=min(3 + level // 4, 7), moves=min(2 + level // 3, 5))


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws instructions that leave one number, so that none of those pushed was idle."""
    moves = list(MEANING)[: knobs.moves]
    stack: list[int] = []
    program, steps = list[str](), []
    for left in reversed(range(knobs.length)):
        before = program[-1].partition(" ")[0] if program else ""
        name = _chosen(rng, moves if left else [], stack, before, knobs.depth, left)
        program.append(f"push {rng.randint(2, 12)}" if name == "push" else name)
        steps.append(run(program[-1], stack))
    meanings = [ARITHMETIC, *(MEANING[name] for name in moves if name in program)]
    return Draft(
        question=(
            "A stack machine starts with an empty stack and runs these instructions from left to "
            f"right:\n{', '.join(program)}\n{' '.join(meanings)} "
            "Which number is on top at the end?"
        ),
        answer_format="Give an integer.",
        answer=str(stack[-1]),
        checker=Checker("integer"),
        steps=(*steps, f"On top: {stack[-1]}"),
        complexity=knobs.length,
    )


def _chosen(
    rng: random.Random, moves: list[str], stack: list[int], before: str, depth: int, left: int
) -> str:
    """Draws the name of the next instruction, with so many left after it to take numbers off."""
    height, least, most = len(stack), 2 if left == 1 else 1, min(depth, left + 1)
    if height == 0 or (height < most and rng.random() < 0.4):
        return "push"
    if fits := list(sensible(moves, stack, before, least, most)):
        return rng.choice(fits)
    return "push" if height < most else "add" if height > least else "swap"


def chance(level: int) -> float:
    """Small numbers are likelier than others."""
    return 0.06
