"""A product of two whole numbers, worked out by the places of the longer one.

Q: What is 347 * 6?
A: 2082
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How long the two factors are."""

    long: int
    """Digits of the factor that is taken apart, 1 to 40."""
    short: int
    """Digits of the other factor, 1 to 40."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("long", self.long, 1, 40)
        require("short", self.short, 1, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more digit a level, in turn; from level 3 on the two differ by one at most."""
        if level <= 2:
            return cls(long=3, short=level)
        return cls(long=level // 2 + 2, short=(level + 1) // 2 + 1)


def _number(rng: random.Random, digits: int) -> int:
    return rng.randrange(max(10 ** (digits - 1), 2), 10**digits)


def _steps(left: int, right: int) -> list[str]:
    """Multiplies `right` by each place of `left`, largest first, then adds the parts up."""
    digits = str(left)
    places = [int(d) * 10**i for i, d in enumerate(reversed(digits)) if d != "0"][::-1]
    parts = [place * right for place in places]
    lines = [f"{place} * {right} = {part}" for place, part in zip(places, parts, strict=True)]
    total = parts[0]
    for part in parts[1:]:
        lines.append(f"{total} + {part} = {total + part}")
        total += part
    return lines


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the factors and the order to give them in."""
    left, right = _number(rng, knobs.long), _number(rng, knobs.short)
    first, second = rng.sample((left, right), 2)

    def finish() -> Draft:
        return Draft(
            question=f"What is {first} * {second}?",
            answer_format="Give an integer.",
            answer=str(left * right),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(left, right)),
            complexity=knobs.long * knobs.short,
        )

    return Sketch(f"{min(left, right)} * {max(left, right)}", finish)


def chance(level: int) -> float:
    """The likeliest product is rare, and no product equals a number in the question."""
    return 0.01
