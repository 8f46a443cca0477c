"""Words in a Caesar cipher whose shift is told, or shown by an example.

Q: Every letter of a text was replaced by the one 3 places further in the alphabet, with a after
   z. The result is "dssoh ulyhu". What was the text?
A: apple river
"""

import functools
import random
import string
from dataclasses import dataclass

from ponder.generators._words import WORDS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_WORDS = [word for word in WORDS if len(word) <= 8]


@dataclass(frozen=True)
class Knobs:
    """How long the text is, and whether the shift is told."""

    words: int
    """Words in the text, 2 to 21."""
    stated: bool
    """Whether the shift is told; else one word and its cipher show it."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("words", self.words, 2, 21)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more word a level; from level 6 on the shift is only shown."""
        return cls(words=level + 1, stated=level < 6)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a text of different words and a shift; the text alone is the key."""
    example, *words = rng.sample(_WORDS, knobs.words + 1)
    shift = rng.randint(1, 25)
    text = " ".join(words)

    def steps() -> list[str]:
        shown = f"From {example[0]} to {encode(example[0], shift)} it is {shift} further."
        told = [f"{encode(word, shift)} is {word}" for word in words]
        return [*told, text] if knobs.stated else [shown, *told, text]

    def finish() -> Draft:
        if knobs.stated:
            rule = (
                f"Every letter of a text was replaced by the one {shift} "
                f"place{'s' * (shift > 1)} further in the alphabet, with a after z."
            )
        else:
            coded = encode(example, shift)
            rule = (
                "Every letter of a text was replaced by the one some fixed number of places "
                f'further in the alphabet, with a after z. The word "{example}" became "{coded}".'
            )
        return Draft(
            question=f'{rule} The result is "{encode(text, shift)}". What was the text?',
            answer_format="Give the words in small letters with a space between them.",
            answer=text,
            checker=Checker("text", {"case": False}),
            steps=Lines(steps),
            complexity=knobs.words,
        )

    return Sketch(key=f"caesar_cipher {text}", finish=finish)


def encode(text: str, shift: int) -> str:
    """Moves every small letter `shift` places on, around the alphabet."""
    return text.translate(_table(shift))


@functools.cache
def _table(shift: int) -> dict[int, int]:
    letters = string.ascii_lowercase
    return str.maketrans(letters, letters[shift:] + letters[:shift])


def chance(level: int) -> float:
    """No text is likely, and the cipher itself is never the text."""
    return 0.01
