"""A linear equation in one unknown, to be undone operation by operation from the outside.

Q: Solve for x: 3*(x + 5) - 7 = 50
A: 14
"""

import random
from dataclasses import dataclass

from ponder.generators.algebra._polynomials import bracketed
from ponder.generators.registry import require
from ponder.task import Checker, Draft

NAMES = "abhkmnpqrstuvwxyz"


@dataclass(frozen=True)
class Knobs:
    """How many operations stand around the unknown and how large the numbers are."""

    operations: int
    """Operations to undo, 1 to 40."""
    largest: int
    """The largest solution, of either sign, and the largest number added, 10 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("operations", self.operations, 1, 40)
        require("largest", self.largest, 10, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more operation a level."""
        return cls(operations=level + 1, largest=50)


def _add(text: str, value: int, kind: str, number: int) -> tuple[str, int, str]:
    """Adds to, subtracts from, or takes from a number; returns text, value and the undoing."""
    if kind == "+":
        value += number
        return f"{text} + {number}", value, f"{value} - {number} = {value - number}"
    if kind == "-":
        value -= number
        return f"{text} - {number}", value, f"{value} + {number} = {value + number}"
    rest = number - value
    return f"{number} - {text}", rest, f"{number} - {bracketed(rest)} = {value}"


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the solution and wraps it in sums and multiples by turns."""
    name = rng.choice(NAMES)
    solution = value = rng.randint(-knobs.largest, knobs.largest)
    multiply = rng.random() < 0.5
    text, undo = "?", []
    for _ in range(knobs.operations):
        if multiply:
            factor = rng.randint(2, 9)
            text = f"{factor}*({text})" if " " in text else f"{factor}*{text}"
            value *= factor
            undo.append(f"{value} / {factor} = {value // factor}")
        else:
            number = rng.randint(1, knobs.largest)
            text, value, line = _add(text, value, rng.choice("+-~"), number)
            undo.append(line)
        multiply = not multiply
    equation = f"{text} = {value}"
    return Draft(
        question=f"Solve for {name}: {equation.replace('?', name)}",
        answer_format=f"Give the value of {name}, an integer.",
        answer=str(solution),
        checker=Checker("integer"),
        steps=tuple(reversed(undo)),
        complexity=knobs.operations,
        key=f"solve {equation}",
    )


def chance(level: int) -> float:
    """Every solution from -50 to 50 is equally likely."""
    return 0.01
