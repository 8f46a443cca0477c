"""Letters stand for digits in a sum; which digit is each?

Q: In this sum each letter stands for one digit, different letters stand for different digits, and
   no number begins with 0: SEND + MORE = MONEY. Which digit is each letter?
A: D = 7, E = 5, M = 1, N = 6, O = 0, R = 8, S = 9, Y = 2
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._columns import (
    Column,
    Search,
    equation,
    random_sum,
    solutions,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_SIZES = ((4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 6), (8, 7), (9, 7), (10, 7), (10, 8))
"""Letters, and digits of a number, in the calibrated band."""
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""All but those that look like digits."""


@dataclass(frozen=True)
class Knobs:
    """How many letters there are, and how large the sum is."""

    letters: int
    """Letters, 4 to 10."""
    digits: int
    """Digits of the numbers that are added, 3 to 12 and at least the letters less three."""
    addends: int
    """Numbers that are added, 2 or 3."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("letters", self.letters, 4, 10)
        require("digits", self.digits, max(3, self.letters - 3), 12, letters=self.letters)
        require("addends", self.addends, 2, 3)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """More letters or digits a level; a third number beyond the calibrated band."""
        if level > 10:
            return cls(letters=10, digits=level // 2 + 2, addends=3)
        letters, digits = _SIZES[level - 1]
        return cls(letters=letters, digits=digits, addends=2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws sums until the digits are the only ones that fit."""
    known = {1: 1} if knobs.addends == 2 else {}
    while True:
        columns = random_sum(rng, knobs.addends, knobs.digits, knobs.letters)
        if solutions(columns, known) == 1:
            break
    names = rng.sample(_LETTERS, 10)
    return Sketch(
        key=f"cryptarithm {equation(columns)}",
        finish=lambda: _finish(columns, known, names),
    )


def _finish(columns: list[Column], known: dict[int, int], names: list[str]) -> Draft:
    *body, front = ["".join([names[letter] for letter in column]) for column in columns]
    *tops, below = ["".join(row) for row in zip(*body[::-1], strict=True)]
    digit = {names[letter]: letter for column in columns for letter in column}
    answer = ", ".join([f"{name} = {digit[name]}" for name in sorted(digit)])

    def steps() -> list[str]:
        start = [f"A longer sum of two numbers begins with 1: {front} = 1."] if known else []
        return [*start, *[_line(body, *find) for find in Search(columns, known).told], answer]

    return Draft(
        question="In this sum each letter stands for one digit, different letters stand for "
        f"different digits, and no number begins with 0: {' + '.join(tops)} = {front}{below}. "
        "Which digit is each letter?",
        answer_format='Give every letter\'s digit, like "A = 1, B = 2, ...".',
        answer=answer,
        checker=Checker("assignment", {"values": list("0123456789")}),
        facts={"names": sorted(digit)},
        steps=Lines(steps),
        complexity=len(digit) + sum(map(len, columns)),
    )


def _line(body: list[str], place: int, digits: tuple[int, ...]) -> str:
    """Tells of digits that fit into a column, counted from the right."""
    start = f"Column {place + 1}: "
    if not digits:
        return f"{start}nothing fits."
    if place == len(body):
        return f"{start}the carry is {digits[0]}."
    *tops, below = digits
    carry = (below - sum(tops)) % 10
    added = " + ".join(map(str, (*tops, carry) if carry else tops))
    met = dict(zip(body[place], digits, strict=True))
    said = ", ".join([f"{name} = {digit}" for name, digit in met.items()])
    return f"{start}{added} = {sum(tops) + carry}, {said}"


def chance(level: int) -> float:
    """One of a thousand orders of digits at least must be hit."""
    return 0.01
