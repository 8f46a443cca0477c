"""How many ones, or zeros, a whole number has in binary; every count is equally likely.

Q: Written in binary without leading zeros, how many ones does 42 have?
A: 3
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft


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
    return (1 << (bits - 1)) + sum(1 << place for place in rng.sample(range(bits - 1), ones - 1))


def _hexadecimal(number: int) -> list[str]:
    """Divides by 16 until nothing is left."""
    lines, rest = [], number
    while rest:
        lines.append(f"{rest} = 16 * {rest // 16} + {rest % 16}")
        rest //= 16
    return [*lines, f"in base 16: {number:x}"]


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the number, how it is written, and what is counted."""
    number = _number(rng, knobs.bits)
    digit = rng.choice(("one", "zero"))
    shown, steps = f"{number:#x}", list[str]()
    if rng.random() < 0.5:
        shown, steps = str(number), _hexadecimal(number)
    total = 0
    for place, nibble in enumerate(f"{number:x}"):
        written = f"{int(nibble, 16):b}" if place == 0 else f"{int(nibble, 16):04b}"
        count = written.count("1" if digit == "one" else "0")
        steps.append(f"{nibble} is {written}: {total} + {count} = {total + count}")
        total += count
    return Draft(
        question=f"Written in binary without leading zeros, how many {digit}s does {shown} have?",
        answer_format="Give an integer.",
        answer=str(total),
        checker=Checker("integer"),
        steps=tuple(steps),
        complexity=knobs.bits,
        key=f"bits {number}",
    )


def chance(level: int) -> float:
    """The count is anything from 3 to three less than there are bits, each equally likely."""
    return 1 / (10 + 5 * level)
