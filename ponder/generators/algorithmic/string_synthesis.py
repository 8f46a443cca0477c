"""Blocks that are put together by the first rule that can be used, again and again.

Q: Blocks are put together by these rules:
   1. 1 A and 1 B make 1 D
   2. 2 A and 1 D make 1 C
   3. 1 B and 2 C make 1 E
   The first rule for which there are enough blocks is used once; then the rules are tried again
   from rule 1 on, until none can be used. There are 4 A, 2 B, 3 C, 1 D, 0 E. How many of each are
   there in the end?
A: 0, 0, 4, 2, 0
"""

import random
import string
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_NAMES = string.ascii_uppercase
_Rule = tuple[int, int, int, int, int]
"""A kind and how many blocks of it, another kind and how many, and what they make one of."""


@dataclass(frozen=True)
class Knobs:
    """How many kinds and rules there are, and how many blocks of a kind."""

    kinds: int
    """Kinds of blocks, 4 to 12."""
    rules: int
    """Rules, 3 to 14, and at most one for any two kinds."""
    largest: int
    """The most blocks of a kind in the beginning, 4 to 100."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("kinds", self.kinds, 4, 12)
        pairs = self.kinds * (self.kinds - 1) // 2
        require("rules", self.rules, 3, min(14, pairs), kinds=self.kinds)
        require("largest", self.largest, 4, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more block of a kind a level; another kind and rule now and then."""
        return cls(kinds=5 + level // 5, rules=3 + level // 3, largest=level + 4)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws rules that leave fewer blocks each time, until two at least are used."""
    while True:
        rules = _rules(rng, knobs)
        counts = [rng.randint(0, knobs.largest) for _ in range(knobs.kinds)]
        left = counts.copy()
        if len(set(_put_together(left, rules))) > 1:
            break
    answer = ", ".join(map(str, left))
    listed = "\n".join([f"{number}. {_said(rule)}" for number, rule in enumerate(rules, 1)])
    question = (
        f"Blocks are put together by these rules:\n{listed}\n"
        "The first rule for which there are enough blocks is used once; then the rules are tried "
        f"again from rule 1 on, until none can be used. There are {_written(counts)}. How many of "
        "each are there in the end?"
    )

    def steps() -> list[str]:
        now = counts.copy()
        return [f"Rule {number}: {_written(now)}" for number in _put_together(now, rules)]

    def finish() -> Draft:
        return Draft(
            question=question,
            answer_format="Give the numbers alone, in the order of the letters, separated by "
            "commas.",
            answer=answer,
            checker=Checker("sequence"),
            steps=Lines(lambda: [*steps(), answer]),
            complexity=knobs.kinds * knobs.largest,
        )

    return Sketch(question.replace("\n", " "), finish)


def _rules(rng: random.Random, knobs: Knobs) -> list[_Rule]:
    """Draws rules of which no two use the same kinds."""
    rules: dict[tuple[int, int], _Rule] = {}
    while len(rules) < knobs.rules:
        *used, made = rng.sample(range(knobs.kinds), 3)
        one, other = sorted(used)
        rules[one, other] = (one, rng.randint(1, 2), other, rng.randint(1, 2), made)
    return list(rules.values())


def _put_together(counts: list[int], rules: list[_Rule]) -> Iterator[int]:
    """Uses the rules on the counts, and yields the number of each after its use."""
    number = 0
    while number < len(rules):
        one, few, other, many, made = rules[number]
        number += 1
        if counts[one] >= few and counts[other] >= many:
            counts[one] -= few
            counts[other] -= many
            counts[made] += 1
            yield number
            number = 0


def _said(rule: _Rule) -> str:
    one, few, other, many, made = rule
    return f"{few} {_NAMES[one]} and {many} {_NAMES[other]} make 1 {_NAMES[made]}"


def _written(counts: list[int]) -> str:
    return ", ".join([f"{count} {_NAMES[kind]}" for kind, count in enumerate(counts)])


def chance(level: int) -> float:
    """The counts at the end may be nearly anything."""
    return 0.01
