"""A chain of additions and subtractions whose running total never drops below zero.

Q: What is 8 + 3 - 5 + 9?
A: 15
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines


@dataclass(frozen=True)
class Knobs:
    """How long the chain is and how large its numbers."""

    terms: int
    """Numbers in the chain, 2 to 100."""
    largest: int
    """The largest number, 2 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 2, 100)
        require("largest", self.largest, 2, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level; the numbers grow beyond the calibrated band only."""
        return cls(terms=level + 3, largest=9 if level <= 10 else 10 * level)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws a chain and folds it from the left."""
    total = rng.randint(1, knobs.largest)
    numbers, chain = [total], str(total)
    for _ in range(knobs.terms - 1):
        number = rng.randint(1, knobs.largest)
        sign = rng.choice("+-") if number <= total else "+"
        chain += f" {sign} {number}"
        numbers.append(number if sign == "+" else -number)
        total += numbers[-1]
    return Draft(
        question=f"What is {chain}?",
        answer_format="Give an integer.",
        answer=str(total),
        checker=Checker("integer"),
        steps=Lines(lambda: _steps(numbers)),
        complexity=knobs.terms,
    )


def _steps(numbers: list[int]) -> Iterator[str]:
    """Adds up from the left; a number that is taken away is negative."""
    totals = accumulate(numbers)
    for (total, result), number in zip(pairwise(totals), numbers[1:], strict=True):
        yield f"{total} {'+' if number > 0 else '-'} {abs(number)} = {result}"


def chance(level: int) -> float:
    """The likeliest total is still rare."""
    return 0.08 if level <= 2 else 0.06
