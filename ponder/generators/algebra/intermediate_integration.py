"""A sum of functions to integrate by parts or by substitution.

Q: Find the indefinite integral of (4x + 8)e^(2x) with respect to x.
A: (2x + 3)e^(2x) + C
"""

import random
from dataclasses import dataclass

from ponder.generators._lines import in_lines
from ponder.generators.algebra import _integrals
from ponder.generators.algebra._polynomials import NAMES, summed
from ponder.generators.registry import require
from ponder.task import Checker, Draft

KINDS = (
    _integrals.exponential,
    _integrals.trigonometric,
    _integrals.logarithmic,
    _integrals.substitution,
)


@dataclass(frozen=True)
class Knobs:
    """How many functions are added up and how large they are together."""

    functions: int
    """Functions in the sum, 1 to 6."""
    size: int
    """Degrees of the polynomials in them, added up; from the number of functions to 30."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("functions", self.functions, 1, 6)
        require("size", self.size, self.functions, 30, functions=self.functions)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more degree a level, and a further function now and then."""
        return cls(functions=1 + level // 5, size=level + 1)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws functions that were built from their antiderivatives."""
    name = rng.choice(NAMES)
    cuts = sorted(rng.sample(range(1, knobs.size), knobs.functions - 1))
    sizes = [high - low for low, high in zip([0, *cuts], [*cuts, knobs.size], strict=True)]
    pieces = [rng.choice(KINDS)(rng, name, size) for size in sizes]
    steps: list[str] = []
    for piece in pieces:
        steps += [*in_lines(f"integrate {piece.integrand}"), *piece.lines]
        steps += in_lines(f"gives {piece.integral}") if knobs.functions > 1 else []
    answer = summed([piece.integral for piece in pieces]) + " + C"
    integrand = summed([piece.integrand for piece in pieces])
    return Draft(
        question=f"Find the indefinite integral of {integrand} with respect to {name}.",
        answer_format=f"Give an antiderivative in {name}; its constant may be left out.",
        answer=answer,
        checker=Checker("antiderivative", {"variable": name}),
        steps=(*steps, *in_lines(answer)),
        complexity=knobs.size,
        key=f"integrate {sorted(piece.integrand.replace(name, '?') for piece in pieces)}",
    )


def chance(level: int) -> float:
    """No antiderivative is likely, and the function itself is never one."""
    return 0.01
