"""The greatest common divisor of two numbers that need a known number of Euclid's divisions.

Q: What is the greatest common divisor of 84 and 36?
A: 12
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many divisions Euclid's algorithm takes and how large the divisor may be."""

    divisions: int
    """Divisions until the remainder is zero, 2 to 60."""
    largest: int
    """The largest common divisor, 2 to 1,000,000; each up to it is equally likely."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("divisions", self.divisions, 2, 60)
        require("largest", self.largest, 2, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more division a level."""
        return cls(divisions=level + 1, largest=100)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Builds the two numbers from the divisor upward, by Euclid's algorithm run backward."""
    divisor = rng.randint(1, knobs.largest)
    larger, smaller = divisor, 0
    for division in range(knobs.divisions):
        # The last quotient is above one, or the division before it would have ended the chain.
        quotient = rng.randint(1 if division else 2, 10)
        larger, smaller = quotient * larger + smaller, larger
    first, second = rng.sample((larger, smaller), 2)

    def finish() -> Draft:
        return Draft(
            question=f"What is the greatest common divisor of {first} and {second}?",
            answer_format="Give an integer.",
            answer=str(divisor),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(larger, smaller)),
            complexity=knobs.divisions,
        )

    return Sketch(f"gcd {smaller} {larger}", finish)


def _steps(larger: int, smaller: int) -> Iterator[str]:
    """Divides by the remainder until there is none (Euclid)."""
    while smaller:
        quotient, rest = divmod(larger, smaller)
        yield f"{quotient} * {smaller} + {rest} = {larger}"
        larger, smaller = smaller, rest
    yield f"greatest common divisor: {larger}"


def chance(level: int) -> float:
    """Every divisor from 1 to 100 is equally likely, and none is a number in the question."""
    return 0.01
