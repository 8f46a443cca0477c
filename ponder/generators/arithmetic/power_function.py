"""An integer, decimal number or fraction raised to an integer power, exactly.

Q: What is (-1.5)^3?
A: -3.375
"""

import math
import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.arithmetic._decimals import exact
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How large exponent and base are."""

    exponent: int
    """The exponent, of either sign, or one less, 3 to 60."""
    largest: int
    """The largest base, without regard to its decimal point, 100 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("exponent", self.exponent, 3, 60)
        require("largest", self.largest, 100, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """An exponent one higher a level, and larger bases."""
        return cls(exponent=level + 2, largest=1_000 + 200 * level)


def _base(rng: random.Random, kind: str, largest: int) -> Fraction:
    """Draws a positive base that is not 1; a fraction is in lowest terms."""
    if kind == "integer":
        return Fraction(rng.randint(2, largest))
    if kind == "decimal":
        return Fraction(
            10 * rng.randint(1, largest // 10) + rng.randint(1, 9), 10 ** rng.randint(1, 3)
        )
    limit = math.isqrt(largest)
    top, bottom = 2, 2
    while math.gcd(top, bottom) > 1:
        top, bottom = rng.randint(1, limit), rng.randint(2, limit)
    return Fraction(top, bottom)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws base and exponent, and multiplies one factor at a time."""
    kind = rng.choice(("integer", "decimal", "fraction"))
    base, negative = _base(rng, kind, knobs.largest), rng.random() < 0.5
    exponent = rng.randint(knobs.exponent - 1, knobs.exponent)
    inverted = kind != "decimal" and rng.random() < 0.4
    write = exact if kind == "decimal" else str
    shown = f"{'-' if negative else ''}{write(base)}"
    shown = f"({shown})" if negative or kind == "fraction" else shown
    power = f"{shown}^{f'(-{exponent})' if inverted else exponent}"
    factor = 1 / base if inverted else base
    value, steps = factor, [f"without signs: {write(base)} upside down is {factor}"] * inverted
    for _ in range(exponent - 1):
        before, value = value, value * factor
        steps.append(f"{write(before)} * {write(factor)} = {write(value)}")
    answer = write(-value if negative and exponent % 2 else value)
    return Draft(
        question=f"What is {power}?",
        answer_format="Give the exact value, as an integer, a decimal number or a fraction.",
        answer=answer,
        checker=Checker("rational"),
        steps=(*steps, f"{power} = {answer}"),
        complexity=knobs.exponent,
        key=f"{'-' if negative else ''}{base} to the {'-' if inverted else ''}{exponent}",
    )


def chance(level: int) -> float:
    """No value is likely."""
    return 0.01
