"""The least common multiple of two or more numbers, by way of their greatest common divisors.

Q: What is the least common multiple of 12, 18 and 10?
A: 180
"""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are and how large."""

    numbers: int
    """Numbers, 2 to 12."""
    part: int
    """The largest part; every number is a product of two parts, 8 to 10,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("numbers", self.numbers, 2, 12)
        require("part", self.part, 8, 10_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Larger parts each level, and one more number every three levels."""
        return cls(numbers=2 + level // 3, part=24 + 4 * level)


def _numbers(rng: random.Random, knobs: Knobs) -> list[int]:
    """Draws numbers of which each shares a part with the next; none is the multiple sought."""
    while True:
        parts = [rng.randint(2, knobs.part) for _ in range(knobs.numbers + 1)]
        numbers = [left * right for left, right in itertools.pairwise(parts)]
        if math.lcm(*numbers) not in numbers and len(set(numbers)) == knobs.numbers:
            rng.shuffle(numbers)
            return numbers


def _joined(left: int, right: int) -> list[str]:
    """Works out the least common multiple of two numbers by Euclid's algorithm."""
    larger, smaller = max(left, right), min(left, right)
    lines = []
    while smaller:
        quotient, rest = divmod(larger, smaller)
        lines.append(f"{larger} = {quotient} * {smaller} + {rest}")
        larger, smaller = smaller, rest
    return [*lines, f"{left} / {larger} * {right} = {left // larger * right}"]


def _steps(numbers: list[int]) -> Iterator[str]:
    """Joins one number after the other to those before."""
    multiples = itertools.accumulate(numbers, math.lcm)
    for multiple, number in zip(multiples, numbers[1:], strict=False):
        yield from _joined(multiple, number)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the numbers, to be joined one after the other."""
    numbers = _numbers(rng, knobs)

    def finish() -> Draft:
        told = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
        return Draft(
            question=f"What is the least common multiple of {told}?",
            answer_format="Give an integer.",
            answer=str(math.lcm(*numbers)),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(numbers)),
            complexity=knobs.numbers * knobs.part,
        )

    return Sketch(f"lcm {sorted(numbers)}", finish)


def chance(level: int) -> float:
    """The likeliest multiple, such as 60, is rare, and no given number is the multiple."""
    return 0.02
