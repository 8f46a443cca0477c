"""An expression of hexadecimal and decimal numbers with bitwise and ordinary operations.

Q: What is (0x2f & 29) << 2? Answer in hexadecimal.
A: 0x34
"""

import random
from dataclasses import dataclass
from typing import NamedTuple

from ponder.generators.arithmetic._bits import LEAST, combine, place_values, shift, working
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_NOTE = "Here & is bitwise and, | bitwise or, ^ bitwise exclusive or, << and >> are shifts of bits."


@dataclass(frozen=True)
class Knobs:
    """How many operations there are and how long the numbers are."""

    operations: int
    """Operations, 1 to 40."""
    bits: int
    """Bits of the longest number given, 6 to 14; every value on the way has 16 at most."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("operations", self.operations, 1, 40)
        require("bits", self.bits, 6, 14)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more operation a level; a bit more every two."""
        return cls(operations=level + 1, bits=min(6 + level // 2, 14))


class Term(NamedTuple):
    """A value, how it is written, and a key without idle order or base."""

    value: int
    text: str
    key: str


Operation = tuple[int, str, int, int]
"""Left side, sign, right side and result; a number given in hexadecimal has no sign."""


def _number(rng: random.Random, knobs: Knobs, done: list[Operation]) -> Term:
    value = rng.randrange(LEAST, 1 << rng.randint(5, knobs.bits))
    if rng.random() < 0.5:
        return Term(value, str(value), str(value))
    done.append((value, "", 0, value))
    return Term(value, f"0x{value:x}", str(value))


def _grow(rng: random.Random, operations: int, knobs: Knobs, done: list[Operation]) -> Term:
    if operations == 0:
        return _number(rng, knobs, done)
    before = rng.randrange(operations)
    left = _grow(rng, before, knobs, done)
    shown = f"({left.text})" if before else left.text
    if before == operations - 1 and rng.random() < 0.4:
        sign, far, result = shift(rng, left.value)
        done.append((left.value, sign, far, result))
        return Term(result, f"{shown} {sign} {far}", f"({left.key}{sign}{far})")
    right = _grow(rng, operations - 1 - before, knobs, done)
    sign, result = combine(rng, left.value, right.value)
    done.append((left.value, sign, right.value, result))
    text = f"({right.text})" if before < operations - 1 else right.text
    keys = (left.key, right.key)
    if sign != "-":
        keys = min(keys), max(keys)
    return Term(result, f"{shown} {sign} {text}", f"({keys[0]}{sign}{keys[1]})")


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Grows an expression and asks for its value in one of the two bases."""
    done: list[Operation] = []
    term = _grow(rng, knobs.operations, knobs, done)
    base = rng.choice(("hexadecimal", "decimal"))

    def finish() -> Draft:
        hexadecimal = base == "hexadecimal"
        return Draft(
            question=f"What is {term.text}? Answer in {base}.\n{_NOTE}",
            answer_format="Give a hexadecimal number with 0x in front, such as 0x1f."
            if hexadecimal
            else "Give an integer.",
            answer=f"0x{term.value:x}" if hexadecimal else str(term.value),
            checker=Checker("text") if hexadecimal else Checker("integer"),
            steps=Lines(lambda: _steps(done, hexadecimal)),
            complexity=knobs.operations,
        )

    return Sketch(term.key, finish)


def _steps(done: list[Operation], hexadecimal: bool) -> list[str]:
    """Works out one operation after the other, and writes the last result as asked."""
    lines, result = [], 0
    for left, sign, right, result in done:
        if sign:
            lines += working(left, sign, right, result)
        else:
            lines.append(f"0x{result:x}{_places(result)} = {result}")
    return lines + [f"{result}{_places(result)}: 0x{result:x}"] * hexadecimal


def _places(value: int) -> str:
    return f" = {place_values(value)}" if value > 15 else ""


def chance(level: int) -> float:
    """The likeliest value is rare."""
    return 0.02
