"""A list of numbers of which those beyond a bound, or between two, are kept or removed.

Q: Remove the numbers less than 3.5 from this list, and keep the order of the others:
   8, -31, 3.07, 55, 3.52
A: 8, 55, 3.52
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algorithmic._decimals import written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_MOST_KEPT = 20


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are, how finely they are written, and how many bounds there are."""

    size: int
    """Numbers in the list, 5 to 60."""
    places: int
    """The most decimal places that a number has, 0 to 2."""
    between: bool
    """Whether there may be two bounds."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("size", self.size, 5, 60)
        require("places", self.places, 0, 2)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two more numbers a level; two bounds from level 3 on, decimals from level 5 on."""
        return cls(size=2 * level + 4, places=min((level - 1) // 4, 2), between=level >= 3)


def _numbers(rng: random.Random, knobs: Knobs) -> tuple[list[int], list[int]]:
    """Draws numbers between -100 and 100 in hundredths, with room for a bound between any two.

    Returns:
        The numbers as drawn, and in order.
    """
    while True:
        units = [10 ** (2 - rng.randint(0, knobs.places)) for _ in range(knobs.size)]
        numbers = [rng.randrange(unit - 10_000, 10_000, unit) for unit in units]
        ordered = sorted(numbers)
        if all([right - left > 1 for left, right in itertools.pairwise(ordered)]):
            return numbers, ordered


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws how many numbers are kept, and bounds around them or the others."""
    numbers, ordered = _numbers(rng, knobs)
    keep = rng.random() < 0.5
    kept = rng.randint(2, min(knobs.size - 2, _MOST_KEPT))
    inside = kept if keep else knobs.size - kept
    start = rng.choice((0, knobs.size - inside))
    if knobs.between and rng.random() < 0.5:
        start = rng.randint(1, knobs.size - inside - 1)
    end = start + inside
    low = rng.randrange(ordered[start - 1] + 1, ordered[start]) if start else None
    high = rng.randrange(ordered[end - 1] + 1, ordered[end]) if end < knobs.size else None

    def finish() -> Draft:
        shown = [written(number) for number in numbers]
        least, most = ("" if bound is None else written(bound) for bound in (low, high))
        first, last = ordered[start], ordered[end - 1]
        sides = [(number > last) - (number < first) for number in numbers]
        left = [text for text, side in zip(shown, sides, strict=True) if (side == 0) == keep]
        answer = ", ".join(left)

        def steps() -> Iterator[str]:
            for text, side in zip(shown, sides, strict=True):
                word = "keep" if (side == 0) == keep else "leave out"
                yield f"{_compared(text, side, least, most)}: {word}"
            yield answer

        named = _named(least, most)
        task = (
            f"Keep only the numbers {named} of this list, in their order: "
            if keep
            else f"Remove the numbers {named} from this list, and keep the order of the others: "
        )
        return Draft(
            question=task + ", ".join(shown),
            answer_format="Give the numbers that are left, separated by commas.",
            answer=answer,
            checker=Checker("sequence", {"of": "rational"}),
            steps=Lines(steps),
            complexity=knobs.size,
        )

    return Sketch(key=f"filter {keep} {low} {high} {ordered}", finish=finish)


def _named(least: str, most: str) -> str:
    """Names the bounds; one that is missing is empty."""
    if least and most:
        return f"between {least} and {most}"
    return f"greater than {least}" if least else f"less than {most}"


def _compared(text: str, side: int, least: str, most: str) -> str:
    """Compares a number with the bound that decides, or, between them, with both."""
    if side:
        return f"{text} < {least}" if side < 0 else f"{text} > {most}"
    return " < ".join(filter(None, (least, text, most)))


def chance(level: int) -> float:
    """At least two numbers are kept and two are not, whichever they are."""
    return 0.01
