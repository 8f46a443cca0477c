"""A string into which letters are inserted after certain triples, in one pass.

Q: Go through this string from left to right. Where the next three letters are one of the
   triples below, insert the letter given for them right after them and go on after that letter;
   elsewhere go on by one letter. What does the string become?
   abc d, bca a, dcd b
   String: abcabcadcd
A: abcdabcdadcdb
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import naming
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_LETTERS = "abcd"


@dataclass(frozen=True)
class Knobs:
    """How long the string is and how many triples there are."""

    length: int
    """Letters in the string, 8 to 120."""
    triples: int
    """Triples that let something in, 2 to 12."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("length", self.length, 8, 120)
        require("triples", self.triples, 2, 12)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Three more letters a level, and one more triple every third level."""
        return cls(length=3 * level + 9, triples=level // 3 + 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws triples, and a string in which they are frequent, until one is found."""
    while True:
        rules: dict[str, str] = {}
        while len(rules) < knobs.triples:
            rules["".join(rng.choices(_LETTERS, k=3))] = rng.choice(_LETTERS)
        parts = [*rules, *_LETTERS]
        text = "".join(rng.choices(parts, k=knobs.length))[: knobs.length]
        if any([triple in text for triple in rules]):
            break
    listed = [f"{triple} {letter}" for triple, letter in rules.items()]
    names = naming(text + _LETTERS)
    canonical = sorted([rule.translate(names) for rule in listed])

    def finish() -> Draft:
        answer = "".join(_passed(text, rules))
        return Draft(
            question="Go through this string from left to right. Where the next three letters are "
            "one of the triples below, insert the letter given for them right after them and go on "
            "after that letter; elsewhere go on by one letter. What does the string become?\n"
            f"{', '.join(listed)}\nString: {text}",
            answer_format="Give the letters without spaces.",
            answer=answer,
            checker=Checker("text"),
            steps=Lines(lambda: [*_steps(_passed(text, rules)), answer]),
            complexity=knobs.length,
        )

    return Sketch(f"insert {text.translate(names)} {', '.join(canonical)}", finish)


def _passed(text: str, rules: dict[str, str]) -> list[str]:
    """Makes the one pass; gives single letters, and triples with the letter after them."""
    place, pieces = 0, []
    while place < len(text):
        triple = text[place : place + 3]
        if triple in rules:
            pieces.append(triple + rules[triple])
            place += 3
        else:
            pieces.append(text[place])
            place += 1
    return pieces


def _steps(pieces: list[str]) -> list[str]:
    """Tells each triple, and what stands up to there."""
    done, place, steps = "", 0, []
    for piece in pieces:
        done += piece
        if len(piece) > 1:
            steps.append(f"{place + 1} to {place + 3} is {piece[:3]}, so {done}")
            place += 2
        place += 1
    return steps


def chance(level: int) -> float:
    """The string as it was is always wrong."""
    return 0.01
