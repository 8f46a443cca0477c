"""How strictly two answers are compared."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Rules:
    """How strictly two answers are compared.

    Attributes:
        units: What becomes of a unit where the reference has one: "ignore" lets it be left out,
            "require" does not, "convert" takes another of the same dimension as well.
        tolerance: How far a decimal may be off.
        order: What has an order: points but no lists ("notation"), lists as well ("kept"), or
            nothing ("free").
        ratios: "exact", or "reduce" where 4:6 is 2:3.
        names: Whether `x = 5` and `5` differ, as they do inside a list of several variables.
        seed: What the points come from at which expressions are compared: see `values.seed_of`.
        steps: Runs out after as many comparisons as one verdict may take; `same` sets it.
    """

    units: str = "ignore"
    tolerance: Fraction = Fraction(0)
    order: str = "notation"
    ratios: str = "exact"
    names: bool = False
    seed: bytes = b""
    steps: Iterator[int] = field(default_factory=lambda: iter(()), compare=False)
