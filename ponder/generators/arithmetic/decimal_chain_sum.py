"""A chain of additions and subtractions of decimal numbers, some with more places than others.

Q: What is 4.75 - 6.2 + 0.308?
A: -1.142
"""

import random
from dataclasses import dataclass

from ponder.generators.arithmetic._decimals import write
from ponder.generators.registry import require
from ponder.task import Checker, Draft


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
    total = _number(rng, knobs)
    shown = chain = write(total, knobs.places)
    steps = []
    for _ in range(knobs.terms - 1):
        units, sign = _number(rng, knobs), rng.choice("+-")
        number = write(units, knobs.places)
        total = total + units if sign == "+" else total - units
        chain += f" {sign} {number}"
        result = write(total, knobs.places)
        steps.append(f"{shown} {sign} {number} = {result}")
        shown = result
    return Draft(
        question=f"What is {chain}?",
        answer_format="Give the exact value as a decimal number.",
        answer=shown,
        checker=Checker("decimal", {"tolerance": "0"}),
        steps=tuple(steps),
        complexity=knobs.terms,
    )


def chance(level: int) -> float:
    """Totals are spread over hundredths at least, and no number given is the total but by luck."""
    return 0.01
