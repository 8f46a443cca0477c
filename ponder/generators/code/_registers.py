"""The register machine: its instructions, how they are written, and a run of them.

A program whose only jumps back are those of `close_loop` halts if nothing in a loop raises its
counter, for a counter of n allows n rounds at most.
"""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ponder.generators.code._machines import worked

NAMES = "ABCDEFGH"


class Change(NamedTuple):
    """Adds to a register, subtracts from it or sets it; the sign is `+`, `-` or none."""

    register: str
    sign: str
    value: int | str

    def __str__(self) -> str:
        """Writes it."""
        return f"{self.register} {self.sign}= {self.value}"


class Jump(NamedTuple):
    """Goes to an instruction, counted from 1, if a register is above or below a value."""

    register: str
    sign: str
    value: int | str
    target: int

    def __str__(self) -> str:
        """Writes it."""
        return f"if {self.register} {self.sign} {self.value} go to {self.target}"


Program = list[Change | Jump]


def round_of_loop(rng: random.Random, names: str, body: int, guards: int, inner: int) -> Program:
    """Draws what a loop counted by the first register does in a round.

    Each register depends on the one before it and none on a later one, so that none grows fast.

    Args:
        rng: All randomness comes from it.
        names: The counter, and the registers that are worked with.
        body: Changes in a round.
        guards: Further changes, each with a jump over it.
        inner: Rounds of a loop of one change at the end, with a counter of its own; 0 for none.
    """
    chain = [Change(name, rng.choice("+-"), before) for before, name in pairwise(names)][::-1]
    chain[-1] = chain[-1]._replace(value=rng.randint(1, 9))
    changes = [*chain, *(_change(rng, names) for _ in range(body))][:body]
    rng.shuffle(changes)
    code: Program = [*changes]
    for place in sorted(rng.sample(range(body + 1), min(guards, body + 1))):
        at = place + len(code) - len(changes)
        jump = Jump(rng.choice(names[1:]), rng.choice("<>"), rng.randint(3, 30), target=at + 3)
        code[at:at] = [jump, _change(rng, names)]
    if inner:
        counter, start = NAMES[len(names)], len(code) + 2
        code += [Change(counter, "", inner), _change(rng, names)]
        close_loop(code, start, counter)
    return code


def _change(rng: random.Random, names: str) -> Change:
    """Changes a register by a number or by one before it."""
    register = rng.randrange(1, len(names))
    value = rng.randint(1, 9) if rng.random() < 0.4 else names[rng.randrange(register)]
    return Change(names[register], rng.choice("++-"), value)


def close_loop(code: Program, start: int, counter: str, by: int = 1) -> None:
    """Repeats the instructions from `start` on while a counter, lowered each round, is above 0."""
    code += [Change(counter, "-", by), Jump(counter, ">", 0, start)]


def run(program: Sequence[Change | Jump], registers: dict[str, int]) -> list[str]:
    """Runs a program, which changes the registers; gives a line for every instruction met."""
    steps, at = [], 1
    while at <= len(program):
        instruction = program[at - 1]
        value = instruction.value
        right = registers[value] if isinstance(value, str) else value
        left = registers[instruction.register]
        here = f"{at}: "
        at += 1
        if isinstance(instruction, Jump):
            if left > right if instruction.sign == ">" else left < right:
                at = instruction.target
                steps.append(f"{here}{left} {instruction.sign} {right}, go to {at}")
            else:
                steps.append(f"{here}{left} {instruction.sign} {right} is false")
        elif instruction.sign:
            registers[instruction.register], line = worked(left, instruction.sign, right)
            steps.append(f"{here}{instruction.register} = {line}")
        else:
            registers[instruction.register] = right
            steps.append(f"{here}{instruction.register} = {right}")
    return steps
