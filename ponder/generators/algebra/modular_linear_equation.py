"""A linear congruence to solve by the extended Euclidean algorithm.

Q: What is the smallest non-negative integer x with 7x ≡ 5 (mod 24)?
A: 11
"""

import random
from dataclasses import dataclass

from ponder.generators.algebra._polynomials import bracketed
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many divisions Euclid's algorithm takes."""

    divisions: int
    """Divisions with remainder, 2 to 60."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("divisions", self.divisions, 2, 60)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more division a level."""
        return cls(divisions=level + 1)


def _pair(rng: random.Random, divisions: int) -> tuple[int, int]:
    """Draws coprime numbers, the smaller first, on which Euclid's algorithm takes that long."""
    small, large = 1, rng.randint(4, 15)
    for _ in range(divisions - 1):
        small, large = large, rng.randint(1, 6) * large + small
    return small, large


def _inverted(number: int, modulus: int) -> tuple[int, list[str]]:
    """Runs Euclid's algorithm, keeping how often `number` is in each remainder."""
    large, small, before, count, lines = modulus, number, 0, 1, list[str]()
    while small > 1:
        times, rest = divmod(large, small)
        after = before - times * count
        lines.append(f"{large} - {times} * {small} = {rest}")
        lines.append(f"coefficient: {before} - {times} * {bracketed(count)} = {after}")
        large, small, before, count = small, rest, count, after
    return count, lines


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the coefficient, the modulus and the solution."""
    number, modulus = _pair(rng, knobs.divisions)
    common = rng.choice((1, 1, 2, 3, 4, 5))
    solution = rng.randrange(1, modulus)
    right = number * solution % modulus
    a, b, m = number * common, right * common, modulus * common
    steps = []
    if common > 1:
        steps += [f"{whole} / {common} = {whole // common}" for whole in (a, b, m)]
    inverse, lines = _inverted(number, modulus)
    product = right * inverse
    times = product // modulus
    steps += [*lines, f"{right} * {bracketed(inverse)} = {product}"]
    steps.append(f"{product} - {bracketed(times)} * {modulus} = {solution}")
    return Draft(
        question=f"What is the smallest non-negative integer x with {a}x ≡ {b} (mod {m})?",
        answer_format="Give an integer.",
        answer=str(solution),
        checker=Checker("integer"),
        steps=tuple(steps),
        complexity=knobs.divisions,
    )


def chance(level: int) -> float:
    """Every remainder but zero is equally likely."""
    return {1: 0.08, 2: 0.04}.get(level, 0.02)
