"""A list of words to give in reverse order.

Q: Give these words in reverse order: lamp, owl, river
A: river, owl, lamp
"""

import random
from dataclasses import dataclass

from ponder.generators._words import WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines

_WORDS = [word for word in WORDS if len(word) <= 6]


@dataclass(frozen=True)
class Knobs:
    """How many words there are."""

    words: int
    """Words in the list, 2 to 24."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("words", self.words, 2, 24)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more word a level."""
        return cls(words=level + 3)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws different words, and puts one after the other in front."""
    words = rng.sample(_WORDS, knobs.words)
    back = words[::-1]
    return Draft(
        question=f"Give these words in reverse order: {', '.join(words)}",
        answer_format="Give the words, separated by commas.",
        answer=", ".join(back),
        checker=Checker("sequence", {"of": "text"}),
        steps=Lines(lambda: [", ".join(back[-count:]) for count in range(1, len(back) + 1)]),
        complexity=knobs.words,
    )


def chance(level: int) -> float:
    """The list as given is always wrong."""
    return 0.01
