"""A product of two polynomials to expand, worked out power by power from the highest.

Q: Expand (2x + 3)(x - 4).
A: 2x^2 - 5x - 12
"""

import random
from dataclasses import dataclass

from ponder.generators.algebra._polynomials import bracketed, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

NAMES = "abknpqrstuvwxyz"


@dataclass(frozen=True)
class Knobs:
    """The degrees of the two factors; none of their coefficients is zero."""

    left: int
    """Degree of the first factor, 1 to 12."""
    right: int
    """Degree of the second factor, 1 to 12."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("left", self.left, 1, 12)
        require("right", self.right, 1, 12)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more degree a level, in turn."""
        return cls(left=level // 2 + 1, right=(level + 1) // 2)


def _multiply(left: list[int], right: list[int]) -> tuple[list[int], list[str]]:
    """Collects each power's coefficient, and a line of arithmetic for each, highest first."""
    product, lines = [], []
    for power in range(len(left) + len(right) - 1):
        low, high = max(0, power - len(right) + 1), min(power, len(left) - 1)
        pairs = [(left[i], right[power - i]) for i in range(high, low - 1, -1)]
        product.append(sum(a * b for a, b in pairs))
        terms = " + ".join(f"{bracketed(a)} * {bracketed(b)}" for a, b in pairs)
        lines.append(f"{terms} = {product[-1]}")
    return product, lines[::-1]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws two factors with coefficients from -9 to 9."""
    sizes = [*range(-9, 0), *range(1, 10)]
    left, right = (rng.choices(sizes, k=degree + 1) for degree in (knobs.left, knobs.right))
    name = rng.choice(NAMES)

    def finish() -> Draft:
        product, lines = _multiply(left, right)
        answer = written(product, name)
        return Draft(
            question=f"Expand ({written(left, name)})({written(right, name)}).",
            answer_format=f"Give a sum of powers of {name}, each once, without brackets.",
            answer=answer,
            checker=Checker("polynomial", {"expanded": True}),
            steps=(*lines, answer),
            complexity=(knobs.left + 1) * (knobs.right + 1),
        )

    return Sketch(key=f"expand {min(left, right)} {max(left, right)}", finish=finish)


def chance(level: int) -> float:
    """No product is likely, and the question's own brackets are refused."""
    return 0.01
