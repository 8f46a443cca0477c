"""The fewest letters to insert, delete or replace that make one string of another.

Q: By how few insertions, deletions and replacements of single letters does abcde become bcdfa?
A: 3
"""

import math
import random
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import renamed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

_LETTERS = "abcdef"


@dataclass(frozen=True)
class Knobs:
    """How long the strings are."""

    length: int
    """Letters of the first string, 4 to 40; the second may have some more or less."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("length", self.length, 4, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more letter a level."""
        return cls(length=level + 5)


def _edited(rng: random.Random, text: str, edits: int) -> str:
    """Inserts, deletes and replaces letters at random places."""
    for _ in range(edits):
        place = rng.randrange(len(text))
        put = rng.choice(("", rng.choice(_LETTERS), rng.choice(_LETTERS) + text[place]))
        text = text[:place] + put + text[place + 1 :] or text
    return text


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a string, and another by so many edits that no distance is likely."""
    source = "".join(rng.choices(_LETTERS, k=knobs.length))
    target = source
    while target == source:
        target = _edited(rng, source, rng.randint(1, knobs.length))

    def finish() -> Draft:
        rows = _rows(source, target)
        distance = rows[-1][-1]
        return Draft(
            question="By how few insertions, deletions and replacements of single letters does "
            f"{source} become {target}?",
            answer_format="Give an integer.",
            answer=str(distance),
            checker=Checker("integer"),
            steps=(
                *(
                    f"{letter}: {' '.join(map(str, row))}"
                    for letter, row in zip(f"-{source}", rows, strict=True)
                ),
                f"The distance is {distance}.",
            ),
            complexity=knobs.length,
        )

    key = min(renamed(f"{source} {target}"), renamed(f"{target} {source}"))
    return Sketch(key=f"edit_distance {key}", finish=finish)


def _rows(source: str, target: str) -> list[list[int]]:
    """Fills the table of Wagner and Fischer (1974): from each prefix to each prefix."""
    rows = [list(range(len(target) + 1))]
    for letter in source:
        above, row = rows[-1], [rows[-1][0] + 1]
        for place, other in enumerate(target):
            row.append(min(above[place] + (letter != other), above[place + 1] + 1, row[-1] + 1))
        rows.append(row)
    return rows


def chance(level: int) -> float:
    """The likeliest distance, as measured; longer strings have more."""
    return min(0.3, 0.4 / math.pow(level, 0.35))
