"""A longest increasing part of a list, in the list's order.

Q: Strike out as few of these numbers as possible, so that the rest increase from left to right:
   7, 2, 9, 4, 5, 1, 8
A: 2, 4, 5, 8
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How long the list is."""

    size: int
    """Numbers in the list, 6 to 90."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("size", self.size, 6, 90)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Three more numbers a level."""
        return cls(size=3 * level + 5)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws different numbers in any order but one that rises or falls throughout."""
    numbers = rng.sample(range(1, 100), knobs.size)
    while sorted(numbers) in (numbers, numbers[::-1]):
        rng.shuffle(numbers)

    def finish() -> Draft:
        length, before = _lengths(numbers)
        steps = [
            f"To {number}: {length[place]}"
            + (f", after {numbers[before[place]]}" if before[place] >= 0 else "")
            for place, number in enumerate(numbers)
        ]
        place = length.index(max(length))
        longest: list[str] = []
        while place >= 0:
            longest.insert(0, str(numbers[place]))
            place = before[place]
        answer = ", ".join(longest)
        return Draft(
            question="Strike out as few of these numbers as possible, so that the rest increase "
            f"from left to right: {', '.join(map(str, numbers))}",
            answer_format="Give the numbers that are left, in order, separated by commas.",
            answer=answer,
            checker=Checker("increasing_subsequence"),
            facts={"numbers": numbers},
            steps=(*steps, answer),
            complexity=knobs.size,
        )

    # Only the order among the numbers matters.
    ranks = {number: rank for rank, number in enumerate(sorted(numbers))}
    key = " ".join(str(ranks[number]) for number in numbers)
    return Sketch(key=f"increasing {key}", finish=finish)


def _lengths(numbers: list[int]) -> tuple[list[int], list[int]]:
    """Finds how many numbers increase up to each one at most, and where the one before stands."""
    length, before = [1] * len(numbers), [-1] * len(numbers)
    for place, number in enumerate(numbers):
        for earlier in range(place):
            if numbers[earlier] < number and length[earlier] >= length[place]:
                length[place], before[place] = length[earlier] + 1, earlier
    return length, before


def chance(level: int) -> float:
    """A rising pair or triple of the question is the longest at times, while the list is short."""
    return 0.03 if level <= 2 else 0.01
