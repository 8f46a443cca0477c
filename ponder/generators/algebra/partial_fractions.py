"""A fraction to write as a sum of fractions over linear factors, by putting in their roots.

Q: Write (5x - 1)/((x - 2)(x + 1)) as A/(x - 2) + B/(x + 1).
A: A = 3, B = 2
"""

import random
from dataclasses import dataclass

from ponder.generators._lines import in_lines
from ponder.generators.algebra._polynomials import (
    NAMES,
    bracketed,
    multiplied,
    multiply,
    written,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft

LETTERS = "ABCDEFGHJKLM"


@dataclass(frozen=True)
class Knobs:
    """How many factors the denominator has."""

    factors: int
    """Different linear factors, 2 to 12."""
    largest: int
    """The largest numerator to be found, of either sign, 5 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("factors", self.factors, 2, 12)
        require("largest", self.largest, 5, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more factor every other level, and larger numerators between."""
        return cls(factors=(level + 3) // 2, largest=20 if level % 2 else 50)


def _evaluated(numerator: list[int], root: int, name: str) -> tuple[int, list[str]]:
    """Evaluates the numerator at a root by Horner's scheme."""
    value, lines = numerator[-1], [f"numerator at {name} = {root}"]
    for number in reversed(numerator[:-1]):
        result = value * root + number
        lines.append(f"{bracketed(value)} * {bracketed(root)} + {bracketed(number)} = {result}")
        value = result
    return value, lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the roots and the numerators over them, and adds the fractions up."""
    name = rng.choice(NAMES)
    roots = rng.sample([*range(-9, 0), *range(1, 10)], knobs.factors)
    sizes = [*range(-knobs.largest, 0), *range(1, knobs.largest + 1)]
    parts = rng.choices(sizes, k=knobs.factors)
    others = [[s for s in roots if s != root] for root in roots]
    numerator = [0] * knobs.factors
    for part, left in zip(parts, others, strict=True):
        product = [part]
        for root in left:
            product = multiply(product, [-root, 1])
        numerator = [a + b for a, b in zip(numerator, product, strict=True)]
    steps = []
    for letter, root, left, part in zip(LETTERS, roots, others, parts, strict=False):
        value, lines = _evaluated(numerator, root, name)
        gaps = multiplied([root - other for other in left])
        steps += [*lines, f"{letter}: {value} / {gaps} = {part}"]
    factors = [f"({written([-root, 1], name)})" for root in roots]
    sides = " + ".join(
        f"{letter}/{factor}" for letter, factor in zip(LETTERS, factors, strict=False)
    )
    answer = ", ".join(f"{letter} = {part}" for letter, part in zip(LETTERS, parts, strict=False))
    return Draft(
        question=f"Write ({written(numerator, name)})/({''.join(factors)}) as {sides}.",
        answer_format="Give the numerators in the form A = 1, B = 2.",
        answer=answer,
        checker=Checker("math", {"units": "refuse"}),
        steps=(*steps, *in_lines(answer)),
        complexity=knobs.factors + knobs.largest / 1_000,
        key=f"fractions {written(numerator, '?')} over {sorted(roots)}",
    )


def chance(level: int) -> float:
    """Each numerator is one of forty or more."""
    return 0.01
