"""A linear recurrence whose characteristic roots are different integers, to solve for a(n).

Q: Find a(n) if a(0) = 4, a(1) = 7 and a(n) = 5a(n-1) - 6a(n-2) for n >= 2.
A: 5 * 2^n - 3^n
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ponder.generators._lines import in_lines
from ponder.generators.algebra._polynomials import (
    bracketed,
    divide_by_root,
    multiplied,
    multiply,
    summed,
    written,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

ROOTS = (*range(-5, 0), *range(1, 6))


@dataclass(frozen=True)
class Knobs:
    """The order of the recurrence and the size of the coefficients to be found."""

    order: int
    """How many terms before it give a term, 2 to 10."""
    largest: int
    """The largest coefficient of a power, of either sign, 2 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("order", self.order, 2, 10)
        require("largest", self.largest, 2, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """The order rises every third level, the coefficients grow in between."""
        rise, rest = divmod(level - 1, 3)
        return cls(order=2 + rise, largest=(10, 30, 90)[rest])


def _formula(roots: list[int], parts: list[int]) -> str:
    terms = []
    for root, part in zip(roots, parts, strict=True):
        size = "" if abs(part) == 1 else f"{abs(part)} * "
        text = str(abs(part)) if root == 1 else f"{size}{bracketed(root)}^n"
        terms.append(f"-{text}" if part < 0 else text)
    return summed(terms)


def _part(values: list[int], root: int, others: list[int], part: int) -> list[str]:
    """Finds the coefficient of a root's power: each other power is removed from the sequence."""
    lines = []
    for other in others:
        shorter = []
        for before, after in pairwise(values):
            shorter.append(after - other * before)
            line = f"{after} - {bracketed(other)} * {bracketed(before)} = {shorter[-1]}"
            lines.append(f"without {bracketed(other)}^n: {line}")
        values = shorter
    gaps = multiplied([root - other for other in others])
    return [*lines, f"coefficient of {bracketed(root)}^n: {values[0]} / {gaps} = {part}"]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the roots and coefficients of the solution."""
    roots = sorted(rng.sample(ROOTS, knobs.order))
    sizes = [*range(-knobs.largest, 0), *range(1, knobs.largest + 1)]
    parts = rng.choices(sizes, k=knobs.order)

    def finish() -> Draft:
        pairs = list(zip(roots, parts, strict=True))
        values = [sum(part * root**n for root, part in pairs) for n in range(knobs.order)]
        polynomial = [1]
        for root in roots:
            polynomial = multiply(polynomial, [-root, 1])
        terms = [
            written([0, -number], f"a(n-{back})")
            for back, number in enumerate(reversed(polynomial))
            if back and number
        ]
        given = ", ".join(f"a({n}) = {value}" for n, value in enumerate(values))
        steps, left = [f"characteristic equation: {written(polynomial, 'r')} = 0"], polynomial
        for root in roots[:-1]:
            left, lines = divide_by_root(left, Fraction(root))
            steps += [f"divide by {written([-root, 1], 'r')}", *lines]
        for root, part in pairs:
            steps += _part(values, root, [other for other in roots if other != root], part)
        answer = _formula(roots, parts)
        return Draft(
            question=(f"Find a(n) if {given} and a(n) = {summed(terms)} for n >= {knobs.order}."),
            answer_format="Give a closed formula in n.",
            answer=answer,
            checker=Checker("math", {"units": "refuse"}),
            steps=(*steps, *in_lines(answer)),
            complexity=knobs.order + knobs.largest / 1_000,
        )

    return Sketch(key=f"recurrence {roots} {parts}", finish=finish)


def chance(level: int) -> float:
    """No formula is likely, and the recurrence itself is none."""
    return 0.01
