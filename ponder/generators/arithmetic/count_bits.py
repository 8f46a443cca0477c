"""How many ones, or zeros, a whole number has in binary; every count is equally likely.

Q: Written in binary without leading zeros, how many ones does 42 have?
A: 3
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_BITS = {f"{nibble:x}": f"{nibble:04b}" for nibble in range(16)}


@dataclass(frozen=True)
class Knobs:
    """How long the number is."""

    bits: int
    """Binary digits of the number, 16 to 400."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("bits", self.bits, 16, 400)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Five more bits a level."""
        return cls(bits=15 + 5 * level)


def _number(rng: random.Random, bits: int) -> int:
    """Draws how many ones there are, then where; the first digit is always one."""
    ones = rng.randint(3, bits - 3)
    return sum([1 << place for place in rng.sample(range(bits - 1), ones - 1)], 1 << (bits - 1))


def _hexadecimal(number: int) -> list[str]:
    """Divides by 16 until nothing is left."""
    lines, rest = [], number
    while rest:
        lines.append(f"{rest} = 16 * {rest // 16} + {rest % 16}")
        rest //= 16
    return [*lines, f"in base 16: {number:x}"]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the number, what is counted, and how the number is written."""
    number = _number(rng, knobs.bits)
    digit = rng.choice(("one", "zero"))
    decimal = rng.random() < 0.5
    return Sketch(f"bits {number}", lambda: _finish(number, digit, decimal, knobs.bits))


def _finish(number: int, digit: str, decimal: bool, bits: int) -> Draft:
    shown = str(number) if decimal else f"{number:#x}"
    counted = "1" if digit == "one" else "0"
    return Draft(
        question=f"Written in binary without leading zeros, how many {digit}s does {shown} have?",
        answer_format="Give an integer.",
        answer=str(f"{number:b}".count(counted)),
        checker=Checker("integer"),
        steps=Lines(lambda: _steps(number, counted, decimal)),
        complexity=bits,
    )


def _steps(number: int, counted: str, decimal: bool) -> list[str]:
    """Counts digit by digit of base 16."""
    steps, total = _hexadecimal(number) if decimal else [], 0
    for place, nibble in enumerate(f"{number:x}"):
        written = _BITS[nibble] if place else _BITS[nibble].lstrip("0")
        count = written.count(counted)
        steps.append(f"{nibble} is {written}: {total} + {count} = {total + count}")
        total += count
    return steps


def chance(level: int) -> float:
    """The count is anything from 3 to three less than there are bits, each equally likely."""
    return 1 / (10 + 5 * level)
