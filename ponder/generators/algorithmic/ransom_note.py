"""A note to be cut out of a magazine, letter by letter, and the letters that are lacking.

Q: A note is made of letters cut out of a magazine, each of which can be used once. Which
   letters are lacking for the note? Name each as often as it is lacking.
   Note: meet me
   Magazine: xtmee a
A: e, m
"""

import random
import string
from collections import Counter
from dataclasses import dataclass

from ponder.generators._words import WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_CHUNK = 5


@dataclass(frozen=True)
class Knobs:
    """How long the note is."""

    words: int
    """Words in the note, 2 to 40; one letter at least is lacking, and at most one more a word."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("words", self.words, 2, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more word a level."""
        return cls(words=level + 1)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Takes letters out of the note's, and adds others that it does not lack."""
    words = rng.sample(WORDS, knobs.words)
    letters = list("".join(words))
    rng.shuffle(letters)
    count = rng.randint(1, knobs.words + 1)
    lacking, magazine = sorted(letters[:count]), letters[count:]
    others = [letter for letter in string.ascii_lowercase if letter not in lacking]
    magazine += rng.choices(others, k=count + rng.randint(0, 2))
    rng.shuffle(magazine)
    ordered = "".join(sorted(magazine))

    def finish() -> Draft:
        text = "".join(magazine)
        chunks = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)]
        answer = ", ".join(lacking)
        return Draft(
            question="A note is made of letters cut out of a magazine, each of which can be used "
            "once. Which letters are lacking for the note? Name each as often as it is lacking.\n"
            f"Note: {' '.join(words)}\nMagazine: {' '.join(chunks)}",
            answer_format="Give the letters, separated by commas.",
            answer=answer,
            checker=Checker("multiset", {"of": "text"}),
            steps=Lines(lambda: [*_steps(words, Counter(ordered)), answer]),
            complexity=len(letters),
        )

    key = f"ransom_note {''.join(sorted(letters))} {ordered}"
    return Sketch(key=key, finish=finish)


def _steps(words: list[str], left: Counter[str]) -> list[str]:
    """Cuts out word by word; each line says what is left, such as a2 for two letters a.

    The letters that are left are counted in the order of the alphabet.
    """
    steps = [f"Magazine: {_written(left)}"]
    for word in words:
        lacking = ""
        for letter in word:
            if left[letter]:
                left[letter] -= 1
            else:
                lacking += f" {letter}"
        steps.append(f"{word} lacks{lacking or ' nothing'}; left: {_written(left)}")
    return steps


def _written(letters: Counter[str]) -> str:
    return " ".join([f"{letter}{count}" for letter, count in letters.items() if count])


def chance(level: int) -> float:
    """A single e is lacking at times."""
    return 0.04 if level <= 3 else 0.03
