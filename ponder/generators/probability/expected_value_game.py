"""A wheel that may be spun again instead of taking the number shown: the best expected number.

Q: A wheel shows 3, 8 or 13, each equally likely. You may spin it up to 2 times: after each spin but
the last you take the number shown or spin again, and the last number must be taken. What is the
expected number taken under the best strategy?
A: 29/3
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.registry import require
from ponder.task import Checker, Draft

PRIMES = (3, 5, 7, 11, 13, 17)
"""Numbers on the wheel, level by level; a mean over a prime number seldom cancels."""


@dataclass(frozen=True)
class Knobs:
    """How many numbers the wheel has, and how often it may be spun."""

    numbers: int
    """Numbers on the wheel, 2 to 20."""
    spins: int
    """Spins, 2 to 16."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("numbers", self.numbers, 2, 20)
        require("spins", self.spins, 2, 16)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more spin every other level, and more numbers every fourth."""
        return cls(numbers=PRIMES[level // 4], spins=2 + (level - 1) // 2)


def _valued(numbers: list[int], spins: int) -> tuple[Fraction, list[str]]:
    """Works back from the last spin: a number is kept if it is above what spinning again gives."""
    value = Fraction(sum(numbers), len(numbers))
    lines = [f"1 spin left: ({' + '.join(map(str, numbers))}) / {len(numbers)} = {value}"]
    for left in range(2, spins + 1):
        kept = [number for number in numbers if number > value]
        again = len(numbers) - len(kept)
        total = again * value + sum(kept)
        line = f"({again} * {value} + {' + '.join(map(str, kept))}) / {len(numbers)}"
        value = total / len(numbers)
        lines.append(f"{left} spins left: {line} = {value}")
    return value, lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the numbers on the wheel."""
    numbers = sorted(rng.sample(range(1, 61), knobs.numbers))
    answer, steps = _valued(numbers, knobs.spins)
    *others, last = numbers
    return Draft(
        question=(
            f"A wheel shows {', '.join(map(str, others))} or {last}, each equally likely. You may "
            f"spin it up to {knobs.spins} times: after each spin but the last you take the number "
            "shown or spin again, and the last number must be taken. What is the expected number "
            "taken under the best strategy?"
        ),
        answer_format="Give an integer or an exact fraction.",
        answer=str(answer),
        checker=Checker("rational"),
        steps=tuple(steps),
        complexity=knobs.numbers * knobs.spins,
    )


def chance(level: int) -> float:
    """Every value is rare."""
    return 0.02
