"""A string to cut into as few palindromes as possible.

Q: Cut this string into as few pieces as possible, each of which reads the same backward:
   abacbbcda
A: aba, cbbc, d, a
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import renamed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How long the string is."""

    length: int
    """Letters in the string, 6 to 100."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("length", self.length, 6, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Three more letters a level."""
        return cls(length=3 * level + 6)


def _string(rng: random.Random, length: int) -> str:
    """Joins random palindromes of up to five letters, cut to the length."""
    text = ""
    while len(text) < length:
        half = "".join(rng.choices("abcde", k=rng.randint(1, 3)))
        text += half + half[: len(half) - rng.randint(0, 1)][::-1]
    return text[:length]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a string that is no palindrome."""
    text = _string(rng, knobs.length)
    while text == text[::-1]:
        text = _string(rng, knobs.length)

    def finish() -> Draft:
        fewest, start = _cuts(text)
        pieces: list[str] = []
        end = len(text)
        while end:
            pieces.insert(0, text[start[end] : end])
            end = start[end]
        answer = ", ".join(pieces)

        def steps() -> list[str]:
            told = [
                f"First {end}: {fewest[end]}, the last {text[start[end] : end]}"
                for end in range(1, len(text) + 1)
            ]
            return [*told, answer]

        return Draft(
            question="Cut this string into as few pieces as possible, each of which reads the same "
            f"backward: {text}",
            answer_format="Give the pieces in order, separated by commas.",
            answer=answer,
            checker=Checker("palindromes"),
            facts={"text": text},
            steps=Lines(steps),
            complexity=knobs.length,
        )

    key = min(renamed(text), renamed(text[::-1]))
    return Sketch(key=f"palindromes of {key}", finish=finish)


def _cuts(text: str) -> tuple[list[int], list[int]]:
    """Finds, for every prefix, its fewest pieces and where the last of them starts.

    Every palindrome grows from its middle; those that end earlier are done by then.
    """
    fewest, start = list(range(len(text) + 1)), [0, *range(len(text))]
    for middle in range(len(text)):
        for left, right in ((middle, middle), (middle, middle + 1)):
            while left >= 0 and right < len(text) and text[left] == text[right]:
                if fewest[left] + 1 < fewest[right + 1]:
                    fewest[right + 1], start[right + 1] = fewest[left] + 1, left
                left, right = left - 1, right + 1
    return fewest, start


def chance(level: int) -> float:
    """Where to cut is hardly guessed."""
    return 0.01
