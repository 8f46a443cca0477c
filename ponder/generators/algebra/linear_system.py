"""As many linear equations as unknowns, with one solution, in integers.

Q: Solve the system 2x + y = 1, 4x - y = 11.
A: x = 2, y = -3
"""

import random
from dataclasses import dataclass

from ponder.generators.algebra._elimination import (
    Matrix,
    draw_factors,
    eliminated,
    rows_for,
    times,
)
from ponder.generators.algebra._polynomials import bracketed, summed, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

LETTERS = "rstuvwxyz"


@dataclass(frozen=True)
class Knobs:
    """How many unknowns there are, and how much there is to eliminate."""

    unknowns: int
    """Unknowns and equations, 2 to 9."""
    links: int
    """Row operations that make the system triangular, up to one for each pair of equations."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("unknowns", self.unknowns, 2, 9)
        require(
            "links", self.links, 1, self.unknowns * (self.unknowns - 1) // 2, unknowns=self.unknowns
        )

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row operation a level, and a further unknown where there is no place for it."""
        return cls(unknowns=rows_for(level), links=level)


def _equation(row: list[int], names: str) -> str:
    *numbers, right = row
    terms = [
        written([0, number], name) for number, name in zip(numbers, names, strict=True) if number
    ]
    return f"{summed(terms)} = {right}"


def _substituted(rows: Matrix, solution: list[int], names: str) -> list[str]:
    """Solves a triangular system from its last equation up."""
    lines = []
    for i in range(len(rows) - 1, -1, -1):
        *numbers, right = rows[i]
        known = "".join(
            f" - {bracketed(numbers[j])} * {bracketed(solution[j])}"
            for j in range(i + 1, len(rows))
            if numbers[j]
        )
        above = f"({right}{known})" if known else str(right)
        lines.append(f"{names[i]}: {above} / {bracketed(numbers[i])} = {solution[i]}")
    return lines


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a solution and a matrix; the right sides follow."""
    lower, upper = draw_factors(rng, knobs.unknowns, knobs.links, largest=9)
    solution = [rng.randint(-9, 9) for _ in range(knobs.unknowns)]
    return Sketch(
        key=f"system {lower} {upper} {solution}",
        finish=lambda: _finish(lower, upper, solution, knobs.links),
    )


def _finish(lower: Matrix, upper: Matrix, solution: list[int], links: int) -> Draft:
    names = "xy" if len(solution) == 2 else LETTERS[-len(solution) :]
    matrix = times(lower, upper)
    right = times(matrix, [[value] for value in solution])
    rows = [numbers + sides for numbers, sides in zip(matrix, right, strict=True)]
    left, steps = eliminated(rows, lower, [*names, "right side"])
    answer = ", ".join(f"{name} = {value}" for name, value in zip(names, solution, strict=True))
    return Draft(
        question=f"Solve the system {', '.join(_equation(row, names) for row in rows)}.",
        answer_format=f"Give all unknowns in the form {names[0]} = 1, {names[1]} = 2.",
        answer=answer,
        checker=Checker("math", {"units": "refuse"}),
        steps=(*steps, *_substituted(left, solution, names), answer),
        complexity=links,
    )


def chance(level: int) -> float:
    """Every solution from -9 to 9 is equally likely for each unknown."""
    return 0.01
