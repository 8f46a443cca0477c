"""The fewest swaps of any two bits that make a bit string alternate.

Q: Any two bits of this string may be swapped, near or far. How few swaps make it alternate, so
   that no two neighbours are equal? 0010110101
A: 2
"""

import operator
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_CHUNK = 4
_FLIP = str.maketrans("01", "10")


@dataclass(frozen=True)
class Knobs:
    """How long the string is."""

    length: int
    """Bits in the string, 8 to 400; half of the strings have one more."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("length", self.length, 8, 400)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Eight more bits a level."""
        return cls(length=8 * level + 8)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Swaps bits of an alternating string; every number of swaps is as likely as any other."""
    length = knobs.length + rng.randint(0, 1)
    swaps = rng.randint(1, knobs.length // 4)
    first = rng.randint(0, 1)
    even = "01"[first]
    odd = even.translate(_FLIP)
    bits = [even, odd] * (length // 2) + [even] * (length % 2)
    for start, flipped in ((0, odd), (1, even)):
        for place in rng.sample(range(start, length, 2), swaps):
            bits[place] = flipped
    text = "".join(bits)

    def finish() -> Draft:
        return Draft(
            question="Any two bits of this string may be swapped, near or far. How few swaps make "
            f"it alternate, so that no two neighbours are equal? {text}",
            answer_format="Give an integer.",
            answer=str(swaps),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(text)),
            complexity=length,
        )

    back = text[::-1]
    key = min(text, back, text.translate(_FLIP), back.translate(_FLIP))
    return Sketch(key=f"binary_alternation {key}", finish=finish)


def _steps(text: str) -> Iterator[str]:
    """Counts what differs from the pattern; each swap mends two bits."""
    length, ones = len(text), text.count("1")
    first = int(2 * ones > length)
    if length % 2:
        yield f"There is one {first} more, so the string must begin with {first}."
    pattern = f"{first}{1 - first}" * (length // 2 + 1)
    wrong = 0
    for start in range(0, length, _CHUNK):
        part, wanted = text[start : start + _CHUNK], pattern[start : start + _CHUNK]
        found = sum(map(operator.ne, part, wanted))
        yield f"{part} for {wanted[: len(part)]}: {wrong} + {found} = {wrong + found}"
        wrong += found
    if length % 2 == 0:
        other = length - wrong
        yield f"With the other pattern {length} - {wrong} = {other}"
        wrong = min(wrong, other)
    yield f"{wrong} / 2 = {wrong // 2}"


def chance(level: int) -> float:
    """All numbers of swaps are equally likely."""
    return 1 / (2 * level + 2)
