"""A list of words to sort by the alphabet, forward or backward; never given in the wanted order.

Q: Sort these words in alphabetical order: stone, lamp, stare, star
A: lamp, star, stare, stone
"""

import bisect
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators._common_words import COMMON_WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_LARGEST = 24
_ORDERS = ("alphabetical order", "reverse alphabetical order, from z to a")


def _by_initial() -> list[list[str]]:
    """The words by their first letters, of those letters with which many words begin."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in COMMON_WORDS:
        found[word[0]].append(word)
    return [words for words in found.values() if len(words) > 4 * _LARGEST]


_POOLS = _by_initial()


@dataclass(frozen=True)
class Knobs:
    """How many words there are and how much alike."""

    words: int
    """Words in the list, 3 to 24."""
    initials: int
    """First letters that they have at most, 1 to 10."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("words", self.words, 3, _LARGEST)
        require("initials", self.initials, 1, 10)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more word a level; fewer and fewer first letters."""
        return cls(words=level + 3, initials=max(6 - level // 2, 1))


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the words, a direction, and an order to give them in."""
    pool: list[str] = []
    for words in rng.sample(_POOLS, knobs.initials):
        pool += words
    ordered = sorted(rng.sample(pool, knobs.words))
    backward = rng.random() < 0.5
    wanted = ordered[::-1] if backward else ordered
    given = wanted.copy()
    while given == wanted:
        rng.shuffle(given)

    def finish() -> Draft:
        return Draft(
            question=f"Sort these words in {_ORDERS[backward]}: {', '.join(given)}",
            answer_format="Give all the words, separated by commas.",
            answer=", ".join(wanted),
            checker=Checker("sequence", {"of": "text"}),
            steps=Lines(lambda: _steps(given, backward)),
            complexity=knobs.words,
        )

    return Sketch(key=f"sort {', '.join(ordered)}", finish=finish)


def _steps(given: list[str], backward: bool) -> Iterator[str]:
    """Puts one word after the other in its place among those before."""
    placed: list[str] = []
    for word in given:
        bisect.insort(placed, word)
        yield ", ".join(reversed(placed) if backward else placed)


def chance(level: int) -> float:
    """Any fixed rearrangement, such as turning the list round, is one of words! - 1."""
    return 0.05 if level == 1 else 0.01
