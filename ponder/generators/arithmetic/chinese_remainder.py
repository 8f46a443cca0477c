"""The smallest number that leaves given remainders, one congruence joined to the others at a time.

Q: What is the smallest positive whole number that leaves remainder 2 when divided by 5 and
remainder 4 when divided by 7?
A: 32
"""

import math
import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many remainders are given and how large the divisors are."""

    divisors: int
    """Divisors, no two of which share a factor, 2 to 25."""
    largest: int
    """The largest divisor, 12 to 10,000, and at least ten times the number of them."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("divisors", self.divisors, 2, 25)
        require(
            "largest", self.largest, max(12, 10 * self.divisors), 10_000, divisors=self.divisors
        )

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more divisor every two levels, and larger ones."""
        return cls(divisors=2 + level // 2, largest=20 + 10 * level)


def _divisors(rng: random.Random, knobs: Knobs) -> list[int]:
    """Draws divisors that share no factor; those below the bound that are primes suffice."""
    found, product = list[int](), 1
    while len(found) < knobs.divisors:
        divisor = rng.randint(3, knobs.largest)
        if math.gcd(divisor, product) == 1:
            found.append(divisor)
            product *= divisor
    return found


def _join(number: int, product: int, divisor: int, remainder: int) -> tuple[int, list[str]]:
    """Adds the multiple of `product` that brings about one more remainder; gives the working."""
    step, gap = product % divisor, (remainder - number) % divisor
    inverse = pow(step, -1, divisor)
    times = gap * inverse % divisor
    joined = number + product * times
    return joined, [
        f"{number} + {product} * t must leave {remainder} when divided by {divisor}",
        f"{product} = {product // divisor} * {divisor} + {step}",
        f"{remainder} - {number} = {(remainder - number) // divisor} * {divisor} + {gap}",
        f"{step} * {inverse} = {step * inverse // divisor} * {divisor} + 1",
        f"t: {gap} * {inverse} = {gap * inverse // divisor} * {divisor} + {times}",
        f"{number} + {product} * {times} = {joined}",
    ]


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the divisors and the number, which is no smaller than any of them."""
    divisors = _divisors(rng, knobs)
    answer = rng.randint(max(divisors), math.prod(divisors) - 1)
    given = [(answer % divisor, divisor) for divisor in divisors]
    number, product = given[0]
    steps = list[str]()
    for remainder, divisor in given[1:]:
        number, lines = _join(number, product, divisor, remainder)
        product *= divisor
        steps += lines
    told = [f"remainder {remainder} when divided by {divisor}" for remainder, divisor in given]
    return Draft(
        question="What is the smallest positive whole number that leaves "
        f"{', '.join(told[:-1])} and {told[-1]}?",
        answer_format="Give an integer.",
        answer=str(answer),
        checker=Checker("integer"),
        steps=tuple(steps),
        complexity=knobs.divisors * knobs.largest,
        key=f"remainders {sorted(given)}",
    )


def chance(level: int) -> float:
    """Every number below the product of the divisors is equally likely."""
    return 0.02
