"""A polynomial with rational coefficients to integrate term by term.

Q: Find the indefinite integral of 6x^2 - (4/3)x + 5 with respect to x.
A: 2x^3 - (2/3)x^2 + 5x + C
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators._lines import in_lines
from ponder.generators.algebra._polynomials import NAMES, Number, power_of, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many terms are to be integrated."""

    terms: int
    """Terms of the polynomial, 1 to 60."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("terms", self.terms, 1, 60)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level."""
        return cls(terms=level + 1)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the antiderivative and differentiates it."""
    name = rng.choice(NAMES)
    powers = sorted(rng.sample(range(1, knobs.terms + 5), knobs.terms), reverse=True)
    integral: list[Number] = [0] * (powers[0] + 1)
    integrand = integral.copy()
    steps = []
    for power in powers:
        value = Fraction(rng.choice((-1, 1)) * rng.randint(1, 9), rng.randint(1, 6))
        slope = power * value
        integral[power], integrand[power - 1] = value, slope
        terms = f"{power_of(name, power - 1) or 1} -> {power_of(name, power)}"
        steps.append(f"{terms}: {slope} / {power} = {value}")
    given, answer = written(integrand, name), f"{written(integral, name)} + C"
    return Draft(
        question=f"Find the indefinite integral of {given} with respect to {name}.",
        answer_format=f"Give an antiderivative in {name}; its constant may be left out.",
        answer=answer,
        checker=Checker("antiderivative", {"variable": name}),
        steps=(*steps, *in_lines(answer)),
        complexity=knobs.terms,
        key=f"integrate {given.replace(name, '?')}",
    )


def chance(level: int) -> float:
    """No antiderivative is likely, and the integrand itself is never one."""
    return 0.01
