"""A linear equation in one unknown, to be undone operation by operation from the outside.

Q: Solve for x: 3*(x + 5) - 7 = 50
A: 14
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algebra._polynomials import bracketed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

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


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the solution and wraps it in sums and multiples by turns."""
    name = rng.choice(NAMES)
    solution = value = rng.randint(-knobs.largest, knobs.largest)
    multiply = rng.random() < 0.5
    text = "?"
    operations: list[tuple[str, int]] = []
    for _ in range(knobs.operations):
        if multiply:
            kind, number = "*", rng.randint(2, 9)
            text = f"{number}*({text})" if " " in text else f"{number}*{text}"
            value *= number
        else:
            number = rng.randint(1, knobs.largest)
            kind = rng.choice("+-~")
            text, value = _added(text, value, kind, number)
        operations.append((kind, number))
        multiply = not multiply
    equation = f"{text} = {value}"

    def finish() -> Draft:
        return Draft(
            question=f"Solve for {name}: {equation.replace('?', name)}",
            answer_format=f"Give the value of {name}, an integer.",
            answer=str(solution),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(value, operations)),
            complexity=knobs.operations,
        )

    return Sketch(key=f"solve {equation}", finish=finish)


def _added(text: str, value: int, kind: str, number: int) -> tuple[str, int]:
    """Adds to, subtracts from, or takes from a number."""
    if kind == "+":
        return f"{text} + {number}", value + number
    if kind == "-":
        return f"{text} - {number}", value - number
    return f"{number} - {text}", number - value


def _steps(value: int, operations: list[tuple[str, int]]) -> Iterator[str]:
    """Undoes the operations, from the outside."""
    for kind, number in reversed(operations):
        before = value
        if kind == "*":
            value //= number
            yield f"{before} / {number} = {value}"
        elif kind == "+":
            value -= number
            yield f"{before} - {number} = {value}"
        elif kind == "-":
            value += number
            yield f"{before} + {number} = {value}"
        else:
            value = number - value
            yield f"{number} - {bracketed(before)} = {value}"


def chance(level: int) -> float:
    """Every solution from -50 to 50 is equally likely."""
    return 0.01
