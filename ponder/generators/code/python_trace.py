"""What a small Python program prints.

Q: What does this Python program print?
   a = 5
   b = 2
   xs = [7, 1]
   for i in range(3):
       a -= i * 2
       if b % 2 == 0:
           b += a
       xs[i % 2] += b
   print(xs)
A: [21, 8]
"""

import random
from dataclasses import dataclass

from ponder.generators.code._programs import Block, Memory, lines, run
from ponder.generators.code._snippets import ITEMS, program
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How much the program does."""

    variables: int
    """Variables that the loop changes, 2 to 6."""
    rounds: int
    """Rounds of the loop, 2 to 20."""
    branches: int
    """Statements of the loop that depend on a condition, 0 to 6."""
    lists: bool
    """Whether there is a list, which then is printed."""
    loops: int
    """Loops, 1 to 3: one, one more inside it, and one more after it."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("variables", self.variables, 2, 6)
        require("rounds", self.rounds, 2, 20)
        require("branches", self.branches, 0, 6)
        require("loops", self.loops, 1, 3)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Another round or two, variable, condition or loop, one after the other."""
        return cls(
            variables=2 + level // 4 - level // 8,
            rounds=3 + level // 2,
            branches=min(level // 3, 3),
            lists=level >= 5,
            loops=1 + (level >= 7) + (level >= 9),
        )


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a loop in which each variable depends on the one before it."""
    names = "abcdef"[: knobs.variables]
    memory = Memory({name: rng.randint(1, 9) for name in names}, {})
    if knobs.lists:
        memory.lists["xs"] = [rng.randint(1, 9) for _ in range(ITEMS)]
    block = program(
        rng,
        names,
        rounds=knobs.rounds,
        branches=knobs.branches,
        lists=knobs.lists,
        loops=knobs.loops,
    )
    asked = "xs" if knobs.lists else names[-1]
    begin = [f"{name} = {value}" for part in memory for name, value in part.items()]
    text = "\n".join([*begin, *lines(block), f"print({asked})"])
    return Sketch(
        key=f"python {' '.join(text.split())}",
        finish=lambda: _finish(text, block, memory, asked),
    )


def _finish(text: str, block: Block, memory: Memory, asked: str) -> Draft:
    end = Memory(dict(memory.numbers), {name: [*items] for name, items in memory.lists.items()})
    steps: list[str] = []
    run(block, end, steps)
    printed = str(end.lists[asked] if end.lists else end.numbers[asked])
    return Draft(
        question=f"What does this Python program print?\n{text}",
        answer_format="Give it as it is printed.",
        answer=printed,
        checker=Checker("sequence" if end.lists else "integer"),
        steps=(*steps, f"It prints {printed}"),
        complexity=len(steps),
    )


def chance(level: int) -> float:
    """Small numbers are likelier than others, and lists differ."""
    return 0.08 if level < 5 else 0.02
