"""A fraction as a continued fraction, by Euclid's divisions, or the way back.

Q: In the continued fraction a0 + 1/(a1 + 1/(a2 + ...)), the terms are 2, 3, 4. What is its value?
A: 30/13
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.registry import require
from ponder.task import Checker, Draft

_FORM = "a0 + 1/(a1 + 1/(a2 + ...))"


@dataclass(frozen=True)
class Knobs:
    """How long the continued fraction is and how large its terms are."""

    terms: int
    """Terms, 3 to 80."""
    largest: int
    """The largest term, 5 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 3, 80)
        require("largest", self.largest, 5, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level."""
        return cls(terms=level + 2, largest=20)


def _divisions(value: Fraction) -> list[str]:
    """Divides as Euclid does; the quotients are the terms."""
    larger, smaller = value.numerator, value.denominator
    lines = []
    while smaller:
        quotient, rest = divmod(larger, smaller)
        lines.append(f"{larger} = {quotient} * {smaller} + {rest}")
        larger, smaller = smaller, rest
    return lines


def _sums(terms: list[int]) -> list[str]:
    """Adds the terms up from the innermost outward."""
    value = Fraction(terms[-1])
    lines = []
    for term in reversed(terms[:-1]):
        outer = term + 1 / value
        lines.append(f"{term} + {1 / value} = {outer}")
        value = outer
    return lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the terms, of which the last is above 1, and which way to go."""
    terms = [rng.randint(1, knobs.largest) for _ in range(knobs.terms - 1)]
    terms.append(rng.randint(2, knobs.largest))
    value = Fraction(terms[-1])
    for term in reversed(terms[:-1]):
        value = term + 1 / value
    listed = ", ".join(map(str, terms))
    expand = rng.random() < 0.5
    return Draft(
        question=f"Write the fraction {value} as a continued fraction {_FORM} of positive "
        "integers, of which the last is greater than 1."
        if expand
        else f"In the continued fraction {_FORM}, the terms a0, a1, a2 and so on are {listed}. "
        "Write its value as a single fraction.",
        answer_format="Give a0, a1, a2 and so on, separated by commas."
        if expand
        else "Give the fraction as numerator/denominator.",
        answer=listed if expand else str(value),
        checker=Checker("sequence", {"of": "integer"}) if expand else Checker("rational"),
        steps=(*_divisions(value), f"the quotients: {listed}") if expand else tuple(_sums(terms)),
        complexity=knobs.terms,
        key=f"continued fraction {listed}",
    )


def chance(level: int) -> float:
    """No fraction is likely."""
    return 0.01
