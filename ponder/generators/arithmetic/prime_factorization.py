"""The prime factors of a number, found by trying one prime after another; it is never a prime.

Q: What are the prime factors of 364, each as often as it divides the number?
A: 2, 2, 7, 13
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.arithmetic._primes import primes_to
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many prime factors there are and how many primes have to be tried."""

    small: int
    """Prime factors up to `tried`, 2 to 40; there is one more, below the square of `tried`."""
    tried: int
    """The largest prime that may have to be tried, 13 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("small", self.small, 2, 40)
        require("tried", self.tried, 13, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """A fifth more numbers to try a level, beyond the calibrated band a tenth; more factors."""
        tried = round(20 * 1.2 ** min(level - 1, 9) * 1.1 ** max(0, level - 10))
        return cls(small=3 + level // 3, tried=tried)


def _steps(number: int, tried: int, answer: str) -> Iterator[str]:
    """Finds the prime factors in ascending order, by trying one prime after another."""
    for prime in primes_to(tried):
        while number % prime == 0 and number > prime:
            yield f"{number} / {prime} = {number // prime}"
            number //= prime
        if prime * prime > number:
            break
        yield f"{number} = {number // prime} * {prime} + {number % prime}"
    yield f"{number} is a prime"
    yield f"the prime factors: {answer}"


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the prime factors and multiplies them."""
    few = primes_to(knobs.tried)
    factors = [rng.choice(primes_to(knobs.tried**2))]
    factors += [rng.choice(few) for _ in range(knobs.small)]
    number = math.prod(factors)
    question = f"What are the prime factors of {number}, each as often as it divides the number?"

    def finish() -> Draft:
        answer = ", ".join(map(str, sorted(factors)))
        return Draft(
            question=question,
            answer_format="Give the primes, separated by commas, such as 2, 2, 7.",
            answer=answer,
            checker=Checker("multiset", {"of": "integer"}),
            steps=Lines(lambda: _steps(number, knobs.tried, answer)),
            complexity=knobs.tried,
        )

    return Sketch(question, finish)


def chance(level: int) -> float:
    """No number is much likelier than another."""
    return 0.01
