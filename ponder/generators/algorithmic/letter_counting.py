"""How often a letter occurs in a row of words.

Q: How often does the letter r occur in these words? mirror strawberry lamp river
A: 8
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from ponder.generators._words import WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many words there are."""

    words: int
    """Words in the row, 3 to 120."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("words", self.words, 3, 120)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Three more words a level."""
        return cls(words=3 * level + 3)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws words, then one of the counts that occur, then a letter that occurs so often."""
    words = rng.sample(WORDS, knobs.words)
    counts = Counter("".join(words))
    count = rng.choice(sorted(set(counts.values())))
    letter = rng.choice(sorted([letter for letter in counts if counts[letter] == count]))

    def finish() -> Draft:
        return Draft(
            question=f"How often does the letter {letter} occur in these words? {' '.join(words)}",
            answer_format="Give an integer.",
            answer=str(count),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(words, letter)),
            complexity=knobs.words,
        )

    return Sketch(f"letter {letter} in {' '.join(sorted(words))}", finish)


def _steps(words: list[str], letter: str) -> Iterator[str]:
    """Counts word by word."""
    total = 0
    for word in words:
        found = word.count(letter)
        yield f"{word}: {total} + {found} = {total + found}"
        total += found


def chance(level: int) -> float:
    """A small count, as measured; longer rows have more counts to choose from."""
    return 0.29 / sqrt(level)
