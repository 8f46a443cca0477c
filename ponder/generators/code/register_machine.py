"""What a register holds when a machine with a loop stops.

Q: A machine has the registers A = 2, B = 5, C = 1. It runs these instructions in order, but for
   jumps, and stops after the last:
   1. B += 3
   2. if B > 9 go to 4
   3. C -= B
   4. C += A
   5. A -= 1
   6. if A > 0 go to 1
   Here += adds the number on the right to the register on the left, -= subtracts it, and = puts it
   in place of what was there; numbers may fall below 0. What does C hold in the end?
A: -4
"""

import random
from dataclasses import dataclass

from ponder.generators.code._registers import NAMES, Program, close_loop, round_of_loop, run
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How long the loop is and how often it is run through."""

    registers: int
    """Registers that are worked with, 2 to 6; a loop has another, which counts."""
    body: int
    """Changes in each round, 1 to 12."""
    guards: int
    """Further changes that are jumped over at times, 0 to 12."""
    rounds: int
    """Rounds of the loop, 1 to 20."""
    inner: int
    """Rounds of a loop of one change inside that loop, 0 to 5; 0 for none."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("registers", self.registers, 2, 6)
        require("body", self.body, 1, 12)
        require("guards", self.guards, 0, 12)
        require("rounds", self.rounds, 1, 20)
        require("inner", self.inner, 0, 5)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Some 5 more instructions are run a level; from level 7 on a loop lies in the loop."""
        registers = 2 + (level + 1) // 6
        if level >= 7:
            guards, inner, rounds = 1 + level // 10, level // 7 + 1, (level + 1) // 2
            return cls(registers, registers + level // 8, guards, rounds, inner)
        body, guards = registers + level // 4, min(level // 3, 1)
        return cls(registers, body, guards, -(-(4 * level + 9) // (body + 2 * guards + 2)), 0)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a loop, counted by A, that makes each register depend on those before it."""
    names = NAMES[: knobs.registers + 1]
    by = rng.randint(1, 3)
    code = round_of_loop(rng, names, knobs.body, knobs.guards, knobs.inner)
    close_loop(code, 1, "A", by)
    registers = {name: rng.randint(0, 9) for name in names}
    registers["A"] = by * knobs.rounds - rng.randrange(by)
    if knobs.inner:
        registers[NAMES[len(names)]] = 0
    start = ", ".join(f"{name} = {value}" for name, value in registers.items())
    program = "\n".join(f"{number}. {line}" for number, line in enumerate(code, 1))
    text = (
        f"A machine has the registers {start}. It runs these instructions in order, but for "
        f"jumps, and stops after the last:\n{program}\n"
        "Here += adds the number on the right to the register on the left, -= subtracts it, "
        "and = puts it in place of what was there; numbers may fall below 0. "
        f"What does {names[-1]} hold in the end?"
    )
    return Sketch(
        key=f"registers {start} {' '.join(program.split())}",
        finish=lambda: _finish(text, code, registers, names[-1]),
    )


def _finish(question: str, code: Program, registers: dict[str, int], asked: str) -> Draft:
    end = dict(registers)
    steps = run(code, end)
    return Draft(
        question=question,
        answer_format="Give an integer.",
        answer=str(end[asked]),
        checker=Checker("integer"),
        steps=(*steps, f"In the end {asked} holds {end[asked]}"),
        complexity=len(steps),
    )


def chance(level: int) -> float:
    """Small numbers are likelier than others."""
    return 0.06
