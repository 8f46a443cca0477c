"""An expression of decimal numbers with + - * / and brackets; every division comes out exactly.

Q: What is (7.5 - 2.1) / 0.6 + 0.85?
A: 9.85
"""

import random
from dataclasses import dataclass

from ponder.generators.arithmetic._decimals import write
from ponder.generators.arithmetic._expressions import Grower
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are and how finely they are written."""

    terms: int
    """Numbers in the expression, 2 to 60."""
    places: int
    """The most decimal places of a number or a part, 1 to 12."""
    largest: int
    """The largest value of a number or a part, of either sign, 20 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 2, 60)
        require("places", self.places, 1, 12)
        require("largest", self.largest, 20, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level; one more decimal place every four levels."""
        return cls(terms=level + 1, places=2 + (level - 1) // 4, largest=20 * level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Grows an expression from its value."""
    grower = Grower(rng, knobs.largest, knobs.places)
    term = grower.expression(knobs.terms)

    def finish() -> Draft:
        return Draft(
            question=f"What is {term.text}?",
            answer_format="Give the exact value as a decimal number.",
            answer=write(term.value, knobs.places),
            checker=Checker("decimal", {"tolerance": "0"}),
            steps=Lines(grower.steps),
            complexity=knobs.terms,
        )

    return Sketch(term.key, finish)


def chance(level: int) -> float:
    """Every value within the bounds, to the last place, is equally likely."""
    return 0.01
