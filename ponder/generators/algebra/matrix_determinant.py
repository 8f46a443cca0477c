"""The determinant of a matrix of integers, by elimination with whole multipliers.

Q: What is the determinant of [[2, 1, 3], [4, 5, -1], [-2, 2, 7]]?
A: 102
"""

import math
import random
from dataclasses import dataclass

from ponder.generators.algebra._elimination import draw_factors, eliminated, rows_for, times
from ponder.generators.algebra._polynomials import bracketed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How large the matrix is, and how much there is to eliminate."""

    rows: int
    """Rows and columns, 2 to 9."""
    links: int
    """Row operations that make the matrix triangular, up to one for each pair of rows."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("rows", self.rows, 2, 9)
        require("links", self.links, 1, self.rows * (self.rows - 1) // 2, rows=self.rows)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row operation a level, and a further row where there is no place for it."""
        return cls(rows=rows_for(level), links=level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the triangular factors, whose diagonals give the determinant."""
    lower, upper = draw_factors(rng, knobs.rows, knobs.links, largest=9)

    def finish() -> Draft:
        matrix = times(lower, upper)
        labels = [f"column {j + 1}" for j in range(knobs.rows)]
        left, steps = eliminated(matrix, lower, labels)
        diagonal = [left[i][i] for i in range(knobs.rows)]
        answer = math.prod(diagonal)
        return Draft(
            question=f"What is the determinant of {matrix}?",
            answer_format="Give an integer.",
            answer=str(answer),
            checker=Checker("integer"),
            steps=(*steps, f"{' * '.join(map(bracketed, diagonal))} = {answer}"),
            complexity=knobs.links,
        )

    return Sketch(key=f"determinant {lower} {upper}", finish=finish)


def chance(level: int) -> float:
    """Products of two numbers up to 9 coincide at times."""
    return 0.05 if level == 1 else 0.02
