"""A row of words to spell backward, letter by letter, so that the words change order too.

Q: Spell this backward, from the last letter to the first, spaces included: lamp owl
A: lwo pmal
"""

import functools
import random
from dataclasses import dataclass

from ponder.generators._words import WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines


@dataclass(frozen=True)
class Knobs:
    """How many words there are and how long they may be."""

    words: int
    """Words in the row, 1 to 21."""
    longest: int
    """Letters of the longest word, 3 to 8."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("words", self.words, 1, 21)
        require("longest", self.longest, 3, 8)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more word a level, and longer ones up to level 9."""
        return cls(words=level + 1, longest=min(level // 3 + 5, 8))


@functools.cache
def _pool(longest: int) -> tuple[str, ...]:
    return tuple(word for word in WORDS if len(word) <= longest)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws words that do not read the same backward."""
    while True:
        words = rng.sample(_pool(knobs.longest), knobs.words)
        text = " ".join(words)
        answer = text[::-1]
        if answer != text:
            break

    def steps() -> list[str]:
        told = [f"{word} -> {' '.join(word)} -> {word[::-1]}" for word in reversed(words)]
        return [*told, answer]

    return Draft(
        question=f"Spell this backward, from the last letter to the first, spaces included: {text}",
        answer_format="Give the letters and spaces in reverse order.",
        answer=answer,
        checker=Checker("text", {"case": False}),
        steps=Lines(steps),
        complexity=len(text),
    )


def chance(level: int) -> float:
    """An answer known without spelling is one of thousands; an echo is always wrong."""
    return 0.01
