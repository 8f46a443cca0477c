"""A list of distinct numbers to sort, upward or downward; never given in the wanted order.

Q: Sort these numbers in ascending order, from the smallest to the largest: 8, -31, 55, 12
A: -31, 8, 12, 55
"""

import bisect
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algorithmic._decimals import written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_ORDERS = {
    "ascending": "ascending order, from the smallest to the largest",
    "descending": "descending order, from the largest to the smallest",
}


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are and how finely they are written."""

    size: int
    """Numbers in the list, 3 to 23."""
    places: int
    """The most decimal places that a number has, 0 to 2."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("size", self.size, 3, 23)
        require("places", self.places, 0, 2)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level; decimals of mixed length from level 5 on."""
        return cls(size=level + 3, places=min((level - 1) // 4, 2))


def _distinct(rng: random.Random, knobs: Knobs) -> list[int]:
    """Draws distinct numbers between -100 and 100, in hundredths, of mixed length."""
    found: set[int] = set()
    while len(found) < knobs.size:
        unit = 10 ** (2 - rng.randint(0, knobs.places))
        found.add(rng.randrange(unit - 10_000, 10_000, unit))
    return sorted(found)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the numbers, a direction, and an order to give them in."""
    ordered = _distinct(rng, knobs)
    direction = rng.choice(("ascending", "descending"))
    wanted = ordered if direction == "ascending" else ordered[::-1]
    given = wanted.copy()
    while given == wanted:
        rng.shuffle(given)

    def finish() -> Draft:
        return Draft(
            question=f"Sort these numbers in {_ORDERS[direction]}: "
            + ", ".join(map(written, given)),
            answer_format="Give all the numbers, separated by commas.",
            answer=", ".join(map(written, wanted)),
            checker=Checker("sequence", {"of": "rational"}),
            steps=Lines(lambda: _steps(given, 1 if direction == "ascending" else -1)),
            complexity=knobs.size,
        )

    return Sketch(key="sort " + ", ".join(map(written, ordered)), finish=finish)


def _steps(given: list[int], sign: int) -> Iterator[str]:
    """Puts one number after the other in its place among those before."""
    placed: list[int] = []
    for number in given:
        bisect.insort(placed, number, key=lambda value: sign * value)
        yield ", ".join(map(written, placed))


def chance(level: int) -> float:
    """Any fixed rearrangement, such as turning the list round, is one of size! - 1."""
    return 0.05 if level == 1 else 0.01
