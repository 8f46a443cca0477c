"""Dice of various sizes: the probability of a total, or in how many ways it comes about.

Q: Fair dice with 4 and 6 sides are rolled. With what probability is their total at least 9?
A: 1/8
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many dice there are and how many sides they have."""

    dice: int
    """Dice, 2 to 12."""
    sides: int
    """The most sides of a die, 10 to 100."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("dice", self.dice, 2, 12)
        require("sides", self.sides, 10, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more die every three levels, one more side every two."""
        return cls(dice=2 + level // 3, sides=16 + level // 2)


def _ways(dice: Sequence[int], most: int) -> tuple[list[int], list[str]]:
    """Counts the ways to each total up to `most`, one die after the other; gives the working.

    With one more die of n sides, the ways to a total t are those to t - 1, and the ways that the
    other dice have to t - 1, without those that they have to t - 1 - n.
    """
    row = [0] + [1] * dice[0] + [0] * most
    lines = [f"the first die: each of 1 to {dice[0]} in 1 way"]
    for count, sides in enumerate(dice[1:], start=2):
        new = [0] * (most + 1)
        last = min(most - len(dice) + count, sum(dice[:count]))
        for total in range(count, last + 1):
            gone = row[total - 1 - sides] if total > sides else 0
            new[total] = new[total - 1] + row[total - 1] - gone
            terms = f"{new[total - 1]} + {row[total - 1]}" + (f" - {gone}" if gone else "")
            lines.append(f"{count} dice, {total}: {terms} = {new[total]}")
        row = new
    return row[len(dice) : most + 1], lines


def _event(rng: random.Random, dice: Sequence[int]) -> tuple[str, int, list[str]]:
    """Draws what a total may be; gives it in words, in how many rolls it is, and the working."""
    both = sum(dice) + len(dice)
    total = rng.randint(len(dice) + 1, both // 2)
    kind, turned = rng.choice(("exactly", "up to", "beyond")), rng.random() < 0.5
    ways, lines = _ways(dice, total)
    count = ways[-1] if kind == "exactly" else sum(ways)
    if kind != "exactly":
        sums = list(accumulate(ways))
        lines += [f"{b - a} + {a} = {b}" for a, b in pairwise(sums)]
    if kind == "beyond":
        rolls = math.prod(dice)
        lines.append(f"{rolls} - {count} = {rolls - count}")
        count, total = rolls - count, total + 1
    if turned:
        lines.insert(0, f"all dice turned over: {both} - {both - total} = {total}")
        total = both - total
    upward = (kind == "beyond") != turned
    words = "exactly" if kind == "exactly" else "at least" if upward else "at most"
    return f"{words} {total}", count, lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the dice, the total, and whether to count or to ask for a probability."""
    dice = sorted(rng.randint(4, knobs.sides) for _ in range(knobs.dice))
    event, count, steps = _event(rng, dice)
    rolls = math.prod(dice)
    counted = rng.random() < 0.5
    answer = str(count if counted else Fraction(count, rolls))
    asked = f"In how many of the {rolls} possible rolls" if counted else "With what probability"
    return Draft(
        question=f"Fair dice with {', '.join(map(str, dice[:-1]))} and {dice[-1]} sides, numbered "
        f"from 1 on, are rolled together. {asked} is their total {event}?",
        answer_format="Give an integer." if counted else "Give the exact probability, a fraction.",
        answer=answer,
        checker=Checker("integer" if counted else "rational"),
        steps=(*steps, f"{count} rolls" if counted else f"{count}/{rolls} = {answer}"),
        complexity=knobs.dice * knobs.sides,
        key=f"dice {dice} {event}",
    )


def chance(level: int) -> float:
    """The likeliest count is rare."""
    return 0.02
