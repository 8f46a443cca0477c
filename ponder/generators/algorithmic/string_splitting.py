"""Machines that are taken apart into others until nothing can be taken apart.

Q: Things are taken apart by these rules, as often as they allow, in any order, for that makes
   no difference:
   2 A give 1 B and 1 C
   3 B give 2 C and 1 D
   There are 5 A, 2 B, 0 C, 1 D. How many of each are there in the end?
A: 1, 1, 4, 2
"""

import random
import string
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_Rule = tuple[int, int, int, int, int, int]
"""How many are taken apart at once and of what kind; and twice, how many they give of a kind."""
_NAMES = string.ascii_uppercase
_REACH = 4
"""How many kinds further on the parts of a thing may be."""


@dataclass(frozen=True)
class Knobs:
    """How many kinds there are and how many things of each."""

    kinds: int
    """Kinds of things, 3 to 26; all but the last two can be taken apart."""
    largest: int
    """The most things of a kind in the beginning, 5 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("kinds", self.kinds, 3, 26)
        require("largest", self.largest, 5, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more kind a level, and two more things."""
        return cls(kinds=level + 3, largest=2 * level + 6)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws rules that lead from kinds to later ones, so that the order makes no difference."""
    rules: list[_Rule] = []
    for kind in range(knobs.kinds - 2):
        later = range(kind + 1, min(kind + 1 + _REACH, knobs.kinds))
        one, other = sorted(rng.sample(later, 2))
        needed, few, many = rng.randint(2, 3), rng.randint(1, 2), rng.randint(1, 2)
        rules.append((needed, kind, few, one, many, other))
    counts = [rng.randint(0, knobs.largest) for _ in range(knobs.kinds)]
    counts[0] = rng.randint(knobs.largest // 2, knobs.largest)
    ordered = [_said(rule) for rule in rules]
    said = ordered.copy()
    rng.shuffle(said)

    def finish() -> Draft:
        answer = ", ".join(map(str, _taken_apart(counts, rules)))
        listed = "\n".join(said)
        return Draft(
            question="Things are taken apart by these rules, as often as they allow, in any order, "
            f"for that makes no difference:\n{listed}\nThere are {_written(counts)}. "
            "How many of each are there in the end?",
            answer_format="Give the numbers alone, in the order of the letters, separated by "
            "commas.",
            answer=answer,
            checker=Checker("sequence"),
            steps=Lines(lambda: [*_steps(counts, rules), answer]),
            complexity=knobs.kinds,
        )

    return Sketch(key=f"split {counts} {'; '.join(ordered)}", finish=finish)


def _said(rule: _Rule) -> str:
    needed, kind, few, one, many, other = rule
    return f"{needed} {_NAMES[kind]} give {few} {_NAMES[one]} and {many} {_NAMES[other]}"


def _taken_apart(counts: list[int], rules: list[_Rule]) -> list[int]:
    """Goes through the kinds in order; gives what is left of each."""
    now = counts.copy()
    for needed, kind, few, one, many, other in rules:
        times, now[kind] = divmod(now[kind], needed)
        now[one] += times * few
        now[other] += times * many
    return now


def _steps(counts: list[int], rules: list[_Rule]) -> list[str]:
    """Does the same, with a line of arithmetic for each kind."""
    now, lines = counts.copy(), list[str]()
    for needed, kind, few, one, many, other in rules:
        times, left = divmod(now[kind], needed)
        line = f"{_NAMES[kind]}: {now[kind]} = {times} * {needed} + {left}"
        now[kind] = left
        for count, part in ((few, one), (many, other)):
            total = now[part] + times * count
            line += f"; {_NAMES[part]}: {now[part]} + {times} * {count} = {total}"
            now[part] = total
        lines.append(line)
    return lines


def _written(counts: list[int]) -> str:
    return ", ".join([f"{count} {_NAMES[kind]}" for kind, count in enumerate(counts)])


def chance(level: int) -> float:
    """What is left of the last two kinds may be anything."""
    return 0.01
