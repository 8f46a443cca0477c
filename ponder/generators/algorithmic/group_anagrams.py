"""A list of words to sort into groups of anagrams.

Q: Group these words so that two are together exactly if they have the same letters, each as
   often; a word that shares them with no other is a group alone: dust, peach, cheap, stud, tone
A: dust, stud; peach, cheap; tone
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ponder.generators._common_words import COMMON_WORDS
from ponder.generators._lines import in_lines
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


def _letters(word: str) -> str:
    return "".join(sorted(word))


def _grouped(words: Iterable[str]) -> dict[str, list[str]]:
    """The words by their letters."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        found[_letters(word)].append(word)
    return found


_CLASSES = list(_grouped(COMMON_WORDS).values())
_GROUPS = [words for words in _CLASSES if len(words) > 1]
_LONE = [words[0] for words in _CLASSES if len(words) == 1]


@dataclass(frozen=True)
class Knobs:
    """How many groups and words there are."""

    groups: int
    """Groups of two to four words, 2 to 40."""
    lone: int
    """Words without an anagram, 1 to 20."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("groups", self.groups, 2, 40)
        require("lone", self.lone, 1, 20)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more group a level, and a lone word every other level."""
        return cls(groups=level + 1, lone=level // 2 + 1)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws groups and lone words, and shuffles the words."""
    groups = [
        rng.sample(group, rng.randint(2, min(4, len(group))))
        for group in rng.sample(_GROUPS, knobs.groups)
    ]
    groups += [[word] for word in rng.sample(_LONE, knobs.lone)]
    given = [word for group in groups for word in group]
    rng.shuffle(given)

    def finish() -> Draft:
        answer = "; ".join(map(", ".join, _grouped(given).values()))
        return Draft(
            question="Group these words so that two are together exactly if they have the same "
            "letters, each as often; a word that shares them with no other is a group alone: "
            + ", ".join(given),
            answer_format="Separate the groups by semicolons, and the words in them by commas.",
            answer=answer,
            checker=Checker("partition"),
            steps=Lines(lambda: [*_steps(given), *in_lines(answer)]),
            complexity=len(given),
        )

    return Sketch(key=f"anagrams {' '.join(sorted(given))}", finish=finish)


def _steps(given: list[str]) -> Iterator[str]:
    """Puts one word after the other to those before with the same letters."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for word in given:
        letters = _letters(word)
        found[letters].append(word)
        yield f"{letters}: {', '.join(found[letters])}"


def chance(level: int) -> float:
    """Every word may be with any other."""
    return 0.01
