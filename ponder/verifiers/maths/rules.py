"""How strictly two answers are compared."""

from fractions import Fraction
from typing import NamedTuple

from ponder.verifiers.maths.values import seed_of


class Rules(NamedTuple):
    """How strictly two answers are compared.

    Attributes:
        units: What becomes of a unit where the reference has one: "ignore" lets it be left out,
            "require" does not, "convert" takes another of the same dimension as well; "refuse"
            takes none where the reference has none either.
        tolerance: How far a decimal may be off.
        order: What has an order: points but no lists ("notation"), lists as well ("kept"), or
            nothing ("free").
        ratios: "exact", or "reduce" where 4:6 is 2:3.
        names: Whether `x = 5` and `5` differ, as they do inside a list of several variables.
        texts: The reference's and the answer's, which the seed is made of.
    """

    units: str = "ignore"
    tolerance: Fraction = Fraction(0)
    order: str = "notation"
    ratios: str = "exact"
    names: bool = False
    texts: tuple[str, str] = ("", "")

    @property
    def seed(self) -> bytes:
        """What the points come from at which expressions are compared."""
        return seed_of(*self.texts)
