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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft

_Rule = tuple[dict[int, int], int]
"""What is used up, by kind, and the kind that one is made of."""


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
        require("rules", self.rules, 3, min(14, self.kinds * (self.kinds - 1) // 2))
        require("largest", self.largest, 4, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more block of a kind a level; another kind and rule now and then."""
        return cls(kinds=5 + level // 5, rules=3 + level // 3, largest=level + 4)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws rules that leave fewer blocks each time, until two at least are used."""
    while True:
        rules = _rules(rng, knobs)
        counts = [rng.randint(0, knobs.largest) for _ in range(knobs.kinds)]
        states = list(_put_together(counts, rules))
        if len({number for number, _ in states}) > 1:
            break
    answer = ", ".join(map(str, states[-1][1]))
    listed = "\n".join(f"{number}. {_said(rule)}" for number, rule in enumerate(rules, 1))
    return Draft(
        question=f"Blocks are put together by these rules:\n{listed}\n"
        "The first rule for which there are enough blocks is used once; then the rules are tried "
        f"again from rule 1 on, until none can be used. There are {_written(counts)}. How many of "
        "each are there in the end?",
        answer_format="Give the numbers alone, in the order of the letters, separated by commas.",
        answer=answer,
        checker=Checker("sequence"),
        steps=(*(f"Rule {number}: {_written(state)}" for number, state in states), answer),
        complexity=knobs.kinds * knobs.largest,
    )


def _rules(rng: random.Random, knobs: Knobs) -> list[_Rule]:
    """Draws rules of which no two use the same kinds."""
    rules: dict[tuple[int, ...], _Rule] = {}
    while len(rules) < knobs.rules:
        *used, made = rng.sample(range(knobs.kinds), 3)
        used.sort()
        rules[tuple(used)] = ({kind: rng.randint(1, 2) for kind in used}, made)
    return list(rules.values())


def _put_together(
    counts: Sequence[int], rules: Sequence[_Rule]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yields the number of each rule that is used and the counts after it."""
    now = list(counts)
    while (place := _first(now, rules)) is not None:
        used, made = rules[place]
        for kind, count in used.items():
            now[kind] -= count
        now[made] += 1
        yield place + 1, tuple(now)


def _first(counts: Sequence[int], rules: Sequence[_Rule]) -> int | None:
    """Finds the first rule for which there are blocks enough."""
    for place, (used, _) in enumerate(rules):
        if all(counts[kind] >= count for kind, count in used.items()):
            return place
    return None


def _said(rule: _Rule) -> str:
    used, made = rule
    needed = " and ".join(f"{count} {_name(kind)}" for kind, count in used.items())
    return f"{needed} make 1 {_name(made)}"


def _written(counts: Sequence[int]) -> str:
    names = string.ascii_uppercase
    return ", ".join([f"{count} {names[kind]}" for kind, count in enumerate(counts)])


def _name(kind: int) -> str:
    return string.ascii_uppercase[kind]


def chance(level: int) -> float:
    """The counts at the end may be nearly anything."""
    return 0.01
