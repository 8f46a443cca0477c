"""An integer, decimal number or fraction raised to an integer power, exactly.

Q: What is (-1.5)^3?
A: -3.375
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.arithmetic._decimals import exact
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


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


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws base and exponent."""
    kind = rng.choice(("integer", "decimal", "fraction"))
    base, negative = _base(rng, kind, knobs.largest), rng.random() < 0.5
    exponent = rng.randint(knobs.exponent - 1, knobs.exponent)
    inverted = kind != "decimal" and rng.random() < 0.4

    write = exact if kind == "decimal" else str

    def steps(factor: Fraction) -> list[str]:
        first = [f"without signs: {write(base)} upside down is {factor}"] * inverted
        return first + _multiplied(factor, exponent, write)

    def finish() -> Draft:
        shown = f"{'-' if negative else ''}{write(base)}"
        shown = f"({shown})" if negative or kind == "fraction" else shown
        power = f"{shown}^{f'(-{exponent})' if inverted else exponent}"
        factor = 1 / base if inverted else base
        answer = f"{'-' if negative and exponent % 2 else ''}{write(factor**exponent)}"
        return Draft(
            question=f"What is {power}?",
            answer_format="Give the exact value, as an integer, a decimal number or a fraction.",
            answer=answer,
            checker=Checker("rational"),
            steps=Lines(lambda: [*steps(factor), f"{power} = {answer}"]),
            complexity=knobs.exponent,
        )

    signs = "-" if negative else "", "-" if inverted else ""
    return Sketch(f"{signs[0]}{base} to the {signs[1]}{exponent}", finish)


def _multiplied(factor: Fraction, exponent: int, write: Callable[[Fraction], str]) -> list[str]:
    """Multiplies one factor at a time."""
    value, shown, lines = factor, write(factor), []
    times = f" * {shown} = "
    for _ in range(exponent - 1):
        value *= factor
        before, shown = shown, write(value)
        lines.append(f"{before}{times}{shown}")
    return lines


def chance(level: int) -> float:
    """No value is likely."""
    return 0.01
