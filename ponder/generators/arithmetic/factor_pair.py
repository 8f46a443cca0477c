"""A number to write as a product of two primes, found by trying one divisor after another.

Q: Write 391 as a product of two whole numbers greater than 1.
A: 17 * 23
"""

import random
from bisect import bisect_right
from dataclasses import dataclass

from ponder.generators.arithmetic._primes import primes_to
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_LARGEST = 100_000


@dataclass(frozen=True)
class Knobs:
    """How large the two primes are."""

    smaller: int
    """The smaller prime is at most this, 5 to 100,000; it is what has to be searched for."""
    larger: int
    """The larger prime is at most this, `smaller` to 100,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("smaller", self.smaller, 5, _LARGEST)
        require("larger", self.larger, self.smaller, _LARGEST, smaller=self.smaller)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """A quarter more divisors to try a level; beyond the calibrated band a tenth."""
        smaller = round(100 * 1.3 ** min(level - 1, 9) * 1.1 ** max(0, level - 10))
        return cls(smaller=smaller, larger=3_000 + 20 * smaller)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the smaller prime, from the upper two thirds of its range, then the larger one."""
    few, all_primes = primes_to(knobs.smaller), primes_to(knobs.larger)
    first = rng.choice(few[len(few) // 3 :])
    second = rng.choice(all_primes[bisect_right(all_primes, first) - 1 :])
    target = first * second
    tried = few[: bisect_right(few, first) - 1]
    left, right = rng.sample((first, second), 2)
    return Draft(
        question=f"Write {target} as a product of two whole numbers greater than 1.",
        answer_format="Give the product, such as 3 * 5.",
        answer=f"{left} * {right}",
        checker=Checker("expression", {"use_all": True}),
        facts={"numbers": [first, second], "target": target},
        steps=(
            *(f"{target // prime} * {prime} + {target % prime} = {target}" for prime in tried),
            f"{target} = {left} * {right}",
        ),
        complexity=len(few),
    )


def chance(level: int) -> float:
    """No divisor is much likelier than another."""
    return 0.05
