"""The next number of a sequence that a recurrence gives, or whose differences it gives.

Q: What is the next number of the sequence 2, 5, 11, 23, 47, 95?
A: 191
"""

import random
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ponder.generators.cognition._sequence_rules import Rule, bracketed, predictions
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_FACTORS = ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (3, -1))


@dataclass(frozen=True)
class Knobs:
    """How deep the rule lies, and how much of the sequence is shown."""

    layers: int
    """How often differences must be taken until the rule shows, 0 to 12."""
    spare: int
    """Numbers shown beyond the fewest that make the rule sure, 0 to 10."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("layers", self.layers, 0, 12)
        require("spare", self.spare, 0, 10)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """First more of the sequence is shown, then its differences are taken once more."""
        return cls(layers=(level - 1) // 2, spare=(level - 1) % 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a rule and sums it up, until no other rule of the class says otherwise."""
    while True:
        rule = _rule(rng)
        row = [rng.randint(1, 99) for _ in range(rule.reach)]
        while len(row) < 6 + knobs.spare:
            row.append(rule.next(row))
        rows = [row]
        for _ in range(knobs.layers):
            rows.insert(0, list(accumulate(rows[0], initial=rng.randint(1, 99))))
        answer = rule.next(row) + sum(upper[-1] for upper in rows[:-1])
        if predictions(rows[0]) == {answer} and answer not in rows[0]:
            break
    return Sketch(
        f"number_sequence {rows[0][:6]}", lambda: _finish(rule, rows, answer, knobs.layers)
    )


def _finish(rule: Rule, rows: list[list[int]], answer: int, layers: int) -> Draft:
    terms = ", ".join(map(str, rows[0]))
    return Draft(
        question=f"What is the next number of the sequence {terms}?",
        answer_format="Give an integer.",
        answer=str(answer),
        checker=Checker("integer"),
        steps=Lines(lambda: _steps(rule, rows)),
        complexity=len(rows[0]) + 3 * layers,
    )


def _rule(rng: random.Random) -> Rule:
    """Draws one of four kinds: steady, scaled, two interleaved, or from the last two terms."""
    kind = rng.randrange(4)
    if kind == 0:
        return Rule(1, 0, (rng.randint(2, 99),))
    if kind == 1:
        return Rule(rng.randint(2, 4), 0, (rng.randint(-20, 20),))
    if kind == 2:
        return Rule(0, 1, (rng.randint(2, 49), rng.randint(2, 49)))
    near, far = rng.choice(_FACTORS)
    return Rule(near, far, (0,))


def _steps(rule: Rule, rows: list[list[int]]) -> list[str]:
    """Takes the differences, confirms the rule on the last of them, and sums up again."""
    told = []
    for row in rows[:-1]:
        told += [f"{b} - {bracketed(a)} = {b - a}" for a, b in pairwise(row)]
    last = rows[-1]
    told += [rule.working(last[:i]) for i in range(rule.reach, len(last) + 1)]
    found = rule.next(last)
    for row in reversed(rows[:-1]):
        told.append(f"{row[-1]} + {bracketed(found)} = {row[-1] + found}")
        found += row[-1]
    return told


def chance(level: int) -> float:
    """The numbers are spread widely, and the next one was not shown before."""
    return 0.05
