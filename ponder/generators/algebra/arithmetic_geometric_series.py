"""A sum of terms in an arithmetic progression, a geometric one, or the product of both.

Q: What is the sum of (3k + 2) * 2^k for k from 1 to 4?
A: 354
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.algebra._polynomials import bracketed, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft

RATIOS = (*map(Fraction, (-3, -2, 2, 3)), Fraction(-1, 2), Fraction(1, 2), Fraction(1, 3))


@dataclass(frozen=True)
class Knobs:
    """How many terms are added up."""

    terms: int
    """Terms of the sum, 2 to 60."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("terms", self.terms, 2, 60)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level."""
        return cls(terms=level + 2)


def _term(slope: int, offset: int, ratio: Fraction, index: str) -> str:
    """Writes the term of an index, which is a letter or a number."""
    size = f"({ratio})" if ratio.denominator > 1 or ratio < 0 else str(ratio)
    power = f"{size}^{index}"
    if not slope:
        return f"{bracketed(offset)} * {power}"
    line = written([offset, slope], "k").replace("k", index if index == "k" else f" * {index}")
    return line if ratio == 1 else f"({line}) * {power}"


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the progressions and adds the terms up one by one."""
    kind = rng.choice(("arithmetic", "geometric", "both", "both"))
    sizes = [*range(-20, -1), *range(2, 21)]
    slope = 0 if kind == "geometric" else rng.choice(sizes)
    offset = rng.choice(sizes) if kind == "geometric" else rng.randint(-30, 30)
    ratio = Fraction(1) if kind == "arithmetic" else rng.choice(RATIOS)
    start = rng.randint(0, 9)
    total, steps = Fraction(0), []
    for k in range(start, start + knobs.terms):
        value = (slope * k + offset) * ratio**k
        steps.append(f"term {k}: {_term(slope, offset, ratio, str(k))} = {value}")
        if k > start:
            steps.append(f"sum: {total} + {bracketed(value)} = {total + value}")
        total += value
    ends = f"k from {start} to {start + knobs.terms - 1}"
    return Draft(
        question=f"What is the sum of {_term(slope, offset, ratio, 'k')} for {ends}?",
        answer_format="Give an integer or a fraction.",
        answer=str(total),
        checker=Checker("rational"),
        steps=tuple(steps),
        complexity=knobs.terms,
    )


def chance(level: int) -> float:
    """Every sum is rare; sums around zero are a little less so."""
    return 0.02
