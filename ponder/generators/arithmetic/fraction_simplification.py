"""A fraction to bring to lowest terms by cancelling small primes; it can always be cancelled.

Q: Write the fraction 30/84 in lowest terms.
A: 5/14
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines

PRIMES = (2, 3, 5, 7, 11)


@dataclass(frozen=True)
class Knobs:
    """How much there is to cancel and how large the lowest terms are."""

    cancellations: int
    """Primes to cancel, counted with repetition, 1 to 40."""
    largest: int
    """The largest number in the lowest terms, 10 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("cancellations", self.cancellations, 1, 40)
        require("largest", self.largest, 10, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more prime to cancel a level, and larger terms."""
        return cls(cancellations=level + 1, largest=40 + 10 * level)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the lowest terms and multiplies both by primes."""
    top, bottom = 1, 1
    while math.gcd(top, bottom) > 1 or bottom == 1:
        top, bottom = rng.randint(1, knobs.largest), rng.randint(2, knobs.largest)
    primes = sorted(rng.choices(PRIMES, k=knobs.cancellations))
    factor = math.prod(primes)
    return Draft(
        question=f"Write the fraction {top * factor}/{bottom * factor} in lowest terms.",
        answer_format="Give the fraction as numerator/denominator.",
        answer=f"{top}/{bottom}",
        checker=Checker("rational", {"lowest_terms": True}),
        steps=Lines(lambda: _steps(top * factor, bottom * factor, primes)),
        complexity=knobs.cancellations,
    )


def _steps(numerator: int, denominator: int, primes: list[int]) -> Iterator[str]:
    """Cancels one prime after the other."""
    for prime in primes:
        yield f"{numerator} / {prime} = {numerator // prime}"
        yield f"{denominator} / {prime} = {denominator // prime}"
        numerator, denominator = numerator // prime, denominator // prime
    yield f"{numerator}/{denominator}"


def chance(level: int) -> float:
    """No fraction in lowest terms is likely, and the given one is never in lowest terms."""
    return 0.01
