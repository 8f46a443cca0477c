"""How many primes an interval holds.

Q: How many prime numbers are there from 90 to 110, both included?
A: 5
"""

import functools
import operator
import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd, isqrt, sqrt

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_MOST = 10_000


@dataclass(frozen=True)
class Knobs:
    """Where the interval lies and how long it is."""

    largest: int
    """The largest start, 100 to 9,000."""
    width: int
    """The least distance from its start to its end, 10 to 300; the most is three times that."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("largest", self.largest, 100, 9_000)
        require("width", self.width, 10, 300)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Longer intervals among larger numbers."""
        return cls(largest=400 * level, width=5 * level + 5)


@functools.cache
def _factors() -> list[int]:
    """The least prime factor of every number up to the largest end."""
    least = list(range(_MOST + 1))
    for prime in range(2, isqrt(_MOST) + 1):
        if least[prime] == prime:
            for multiple in range(prime * prime, _MOST + 1, prime):
                least[multiple] = min(least[multiple], prime)
    return least


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws an interval; its length varies, so that no count is likely."""
    start = rng.randint(10, knobs.largest)
    end = start + rng.randint(knobs.width, 3 * knobs.width)

    def finish() -> Draft:
        interval = range(start, end + 1)
        primes = sum(map(operator.eq, _factors()[start : end + 1], interval))
        return Draft(
            question=f"How many prime numbers are there from {start} to {end}, both included?",
            answer_format="Give an integer.",
            answer=str(primes),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(interval)),
            complexity=end - start,
        )

    return Sketch(key=f"primes from {start} to {end}", finish=finish)


def _steps(interval: range) -> Iterator[str]:
    """Factors what is left without the multiples of 2, 3 and 5, and counts the primes."""
    least, count = _factors(), 0
    yield "Without multiples of 2, 3 and 5:"
    for number in interval:
        if gcd(number, 30) == 1:
            if least[number] == number:
                count += 1
                yield f"{number} is prime ({count})"
            else:
                yield f"{number} = {least[number]} * {number // least[number]}"
    yield f"Primes: {count}"


def chance(level: int) -> float:
    """The likeliest count, as measured; longer intervals have more."""
    return 0.29 / sqrt(level)
