"""The largest or the smallest of some numbers, close to one another, each written differently.

Q: Which of these numbers is the largest?
A) 1,234.5
B) 1.2354 * 10^3
C) 1235 1/5
A: B
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.arithmetic._decimals import write
from ponder.generators.arithmetic._notation import random_way, written_in
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are and how long."""

    numbers: int
    """Numbers to choose from, 2 to 26."""
    digits: int
    """Digits of each, 5 to 30."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("numbers", self.numbers, 2, 26)
        require("digits", self.digits, 5, 30)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level, one more digit every two."""
        return cls(numbers=level + 3, digits=6 + level // 2)


def _values(rng: random.Random, knobs: Knobs) -> tuple[list[int], int, int]:
    """Draws distinct numbers that agree in their first digits; gives units, places and sign."""
    places = rng.randint(1, knobs.digits - 3)
    spread = 10 ** rng.randint(2, knobs.digits - 3)
    base = rng.randrange(10 ** (knobs.digits - 1) + spread, 10**knobs.digits - spread)
    offsets = rng.sample(range(-spread, spread), knobs.numbers)
    return [base + offset for offset in offsets], places, rng.choice((1, 1, -1))


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the numbers, how each is written, and which end is sought."""
    units, places, sign = _values(rng, knobs)
    ways = [random_way(rng, number, places) for number in units]
    wanted = rng.choice(("largest", "smallest"))
    values = [sign * number for number in units]

    def finish() -> Draft:
        minus = "-" if sign < 0 else ""
        written = [
            minus + written_in(way, number, places) for way, number in zip(ways, units, strict=True)
        ]
        best = values.index(max(values) if wanted == "largest" else min(values))
        listed = "\n".join([f"{_LABELS[i]}) {text}" for i, text in enumerate(written)])
        return Draft(
            question=f"Which of these numbers is the {wanted}?\n{listed}",
            answer_format="Give the letter of the number.",
            answer=_LABELS[best],
            checker=Checker("choice", {"choices": written}),
            steps=Lines(lambda: _steps(values, written, places, wanted)),
            complexity=knobs.numbers,
        )

    return Sketch(f"{wanted} of {sorted(values)} at {places} places", finish)


def _steps(values: list[int], written: list[str], places: int, wanted: str) -> Iterator[str]:
    """Writes each number plainly and compares it with the best before."""
    plain, best = [write(value, places) for value in values], 0
    for i, value in enumerate(values):
        if written[i] != plain[i]:
            yield f"{_LABELS[i]}: {written[i]} = {plain[i]}"
        if i:
            less = value < values[best]
            yield f"{plain[i]} {'<' if less else '>'} {plain[best]}"
            best = i if less == (wanted == "smallest") else best
    yield f"the {wanted}: {_LABELS[best]}"


def chance(level: int) -> float:
    """The letters are equally likely."""
    return 1 / (level + 3)
