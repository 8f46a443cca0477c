"""Which strings have the pattern of a given one.

Q: Two strings are isomorphic if one becomes the other when its letters are renamed, equal ones
   alike and different ones differently. Which of these are isomorphic to "paper"?
   1. title
   2. kayak
   3. level
   4. dodge
A: 1, 4
"""

import random
import string
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import renamed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many strings there are and how long they are."""

    strings: int
    """Strings to choose from, 4 to 16."""
    length: int
    """Letters of each string, 5 to 50."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("strings", self.strings, 4, 16)
        require("length", self.length, 5, 50)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two more letters a level, and one more string every other level."""
        return cls(strings=level // 2 + 4, length=2 * level + 5)


def _disguised(rng: random.Random, pattern: str) -> str:
    """Renames the letters at random."""
    kinds = "".join(sorted(set(pattern)))
    names = "".join(rng.sample(string.ascii_lowercase, len(kinds)))
    return pattern.translate(str.maketrans(kinds, names))


def _spoilt(rng: random.Random, pattern: str) -> str:
    """Makes one letter equal to another that it differed from, so that the pattern changes."""
    place = rng.randrange(len(pattern))
    other = rng.choice(sorted(set(pattern) - {pattern[place]}))
    return pattern[:place] + other + pattern[place + 1 :]


def _pattern(rng: random.Random, length: int) -> str:
    """Draws a pattern in which some letters are equal and some are not."""
    kinds = string.ascii_lowercase[: length // 2 + 1]
    while True:
        pattern = renamed("".join(rng.choices(kinds, k=length)))
        if 2 < len(set(pattern)) < length:
            return pattern


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a pattern and which strings have it, all sets but the empty one equally likely."""
    pattern = _pattern(rng, knobs.length)
    chosen = rng.randrange(1, 2**knobs.strings)
    right = [bool(chosen >> place & 1) for place in range(knobs.strings)]
    given = _disguised(rng, pattern)
    found = [_disguised(rng, pattern if fits else _spoilt(rng, pattern)) for fits in right]
    patterns = [pattern if fits else renamed(text) for text, fits in zip(found, right, strict=True)]

    def finish() -> Draft:
        answer = ", ".join([str(number) for number, fits in enumerate(right, 1) if fits])
        listed = [f"{number}. {text}" for number, text in enumerate(found, 1)]
        return Draft(
            question="Two strings are isomorphic if one becomes the other when its letters are "
            "renamed, equal ones alike and different ones differently. Which of these are "
            f'isomorphic to "{given}"?\n' + "\n".join(listed),
            answer_format="Give the numbers of all that are, separated by commas.",
            answer=answer,
            checker=Checker("set", {"of": "integer"}),
            steps=Lines(lambda: [f"{given}: {pattern}", *_steps(listed, patterns, right), answer]),
            complexity=knobs.strings * knobs.length,
        )

    return Sketch(f"isomorphic {pattern} {' '.join(sorted(patterns))}", finish)


def _steps(listed: list[str], patterns: list[str], right: list[bool]) -> list[str]:
    """Writes each string's pattern."""
    return [
        f"{line}: {pattern}, {'the same' if fits else 'another'}"
        for line, pattern, fits in zip(listed, patterns, right, strict=True)
    ]


def chance(level: int) -> float:
    """All sets but the empty one are equally likely."""
    return 1 / ((1 << level // 2 + 4) - 1)
