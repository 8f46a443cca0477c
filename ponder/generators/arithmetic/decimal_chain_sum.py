"""A chain of additions and subtractions of decimal numbers, some with more places than others.

Q: What is 4.75 - 6.2 + 0.308?
A: -1.142
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ponder.generators.arithmetic._decimals import write
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines


@dataclass(frozen=True)
class Knobs:
    """How long the chain is and how its numbers are written."""

    terms: int
    """Numbers in the chain, 2 to 100."""
    places: int
    """The most decimal places, 1 to 12; each number has one at least."""
    largest: int
    """Every number lies below this, 2 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 2, 100)
        require("places", self.places, 1, 12)
        require("largest", self.largest, 2, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level; more places and larger numbers every few levels."""
        return cls(terms=level + 2, places=2 + level // 4, largest=10 * level)


def _number(rng: random.Random, knobs: Knobs) -> int:
    """Draws a number in units of the last place, whose own last place is not zero."""
    places = rng.randint(1, knobs.places)
    unit: int = 10 ** (knobs.places - places)
    tenths = rng.randrange(knobs.largest * 10 ** (places - 1))
    return (10 * tenths + rng.randint(1, 9)) * unit


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws a chain and folds it from the left."""
    numbers = [_number(rng, knobs)]
    chain = write(numbers[0], knobs.places)
    for _ in range(knobs.terms - 1):
        units, sign = _number(rng, knobs), rng.choice("+-")
        chain += f" {sign} {write(units, knobs.places)}"
        numbers.append(units if sign == "+" else -units)
    return Draft(
        question=f"What is {chain}?",
        answer_format="Give the exact value as a decimal number.",
        answer=write(sum(numbers), knobs.places),
        checker=Checker("decimal", {"tolerance": "0"}),
        steps=Lines(lambda: _steps(numbers, knobs.places)),
        complexity=knobs.terms,
    )


def _steps(numbers: list[int], places: int) -> Iterator[str]:
    """Adds up from the left; a number that is taken away is negative."""
    totals = [write(total, places) for total in accumulate(numbers)]
    for (total, result), units in zip(pairwise(totals), numbers[1:], strict=True):
        yield f"{total} {'+' if units > 0 else '-'} {write(abs(units), places)} = {result}"


def chance(level: int) -> float:
    """Totals are spread over hundredths at least, and no number given is the total but by luck."""
    return 0.01
