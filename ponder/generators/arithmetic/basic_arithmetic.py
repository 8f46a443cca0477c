"""An expression with + - * / and brackets, worked out by precedence; every value is an integer.

Q: What is (25 - 7) / 3 * 4 + 11?
A: 35
"""

import random
from dataclasses import dataclass

from ponder.generators.arithmetic._expressions import Grower
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are and how large any value gets."""

    terms: int
    """Numbers in the expression, 2 to 60."""
    largest: int
    """The largest value of a number or a part, of either sign, 20 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 2, 60)
        require("largest", self.largest, 20, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level, and larger values."""
        return cls(terms=level + 2, largest=100 * level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Grows an expression from its value."""
    grower = Grower(rng, knobs.largest, places=0)
    term = grower.expression(knobs.terms)

    def finish() -> Draft:
        return Draft(
            question=f"What is {term.text}?",
            answer_format="Give an integer.",
            answer=str(term.value),
            checker=Checker("integer"),
            steps=Lines(grower.steps),
            complexity=knobs.terms,
        )

    return Sketch(term.key, finish)


def chance(level: int) -> float:
    """Every value within the bounds, at least -99 to 99, is equally likely."""
    return 0.01
