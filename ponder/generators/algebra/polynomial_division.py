"""A polynomial to divide by another with a remainder, by long division.

Q: Divide 2x^3 - 3x^2 + 4x - 1 by x^2 - 2x + 3.
A: 2x + 1; -4
"""

import random
from dataclasses import dataclass

from ponder.generators._lines import in_lines
from ponder.generators.algebra._polynomials import (
    NAMES,
    bracketed,
    multiply,
    power_of,
    written,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_SIZES = (*range(-9, 0), *range(1, 10))


@dataclass(frozen=True)
class Knobs:
    """The degrees of divisor and quotient; none of their coefficients is zero."""

    divisor: int
    """Degree of the divisor, 1 to 12."""
    quotient: int
    """Degree of the quotient, 1 to 12."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("divisor", self.divisor, 1, 12)
        require("quotient", self.quotient, 1, 12)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more degree a level, in turn."""
        return cls(divisor=(level + 1) // 2, quotient=(level + 2) // 2)


def _divided(dividend: list[int], divisor: list[int], name: str) -> list[str]:
    """Divides, with a line for each coefficient of the quotient and each that it changes."""
    left, lead, lines = list(dividend), divisor[-1], []
    for shift in range(len(dividend) - len(divisor), -1, -1):
        value = left[shift + len(divisor) - 1] // lead
        lines.append(
            f"quotient {power_of(name, shift) or 1}: "
            f"{left[shift + len(divisor) - 1]} / {bracketed(lead)} = {value}"
        )
        for i in range(len(divisor) - 2, -1, -1):
            before = left[shift + i]
            left[shift + i] -= value * divisor[i]
            lines.append(
                f"{power_of(name, shift + i) or 1}: "
                f"{before} - {bracketed(value)} * {bracketed(divisor[i])} = {left[shift + i]}"
            )
    return lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws divisor, quotient and remainder, and multiplies them back."""
    name = rng.choice(NAMES)
    lead = rng.choice((-3, -2, -1, 1, 1, 2, 3))
    divisor = [*rng.choices(_SIZES, k=knobs.divisor), lead]
    quotient = rng.choices(_SIZES, k=knobs.quotient + 1)
    remainder = [rng.randint(-9, 9) for _ in range(knobs.divisor)]
    dividend = multiply(divisor, quotient)
    for power, value in enumerate(remainder):
        dividend[power] += value
    answer = f"{written(quotient, name)}; {written(remainder, name)}"
    return Draft(
        question=f"Divide {written(dividend, name)} by {written(divisor, name)}.",
        answer_format=f"Give the quotient, then the remainder, in the form {name} + 2; 3.",
        answer=answer,
        checker=Checker("math", {"order": "kept", "units": "refuse"}),
        steps=(*_divided(dividend, divisor, name), *in_lines(answer)),
        complexity=knobs.divisor * (knobs.quotient + 1),
        key=f"divide {written(dividend, '?')} by {written(divisor, '?')}",
    )


def chance(level: int) -> float:
    """No quotient is likely."""
    return 0.01
