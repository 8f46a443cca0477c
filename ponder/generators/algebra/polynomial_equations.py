"""A polynomial equation whose real roots are rational but for two, which may hold a square root.

Q: Find all real solutions of x^3 - 3x^2 - x + 3 = 0.
A: -1, 1, 3
"""

import math
import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators._lines import in_lines
from ponder.generators.algebra._polynomials import (
    NAMES,
    bracketed,
    divide_by_root,
    multiply,
    written,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

RADICANDS = (2, 3, 5, 6, 7, 10, 11, 13, 14, 15)
"""Numbers without square factors."""
KINDS = ("rational", "irrational", "none")
"""What the real roots of the last quadratic factor are."""


@dataclass(frozen=True)
class Knobs:
    """The degree of the equation."""

    degree: int
    """The degree, 2 to 14."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("degree", self.degree, 2, 14)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more degree every other level."""
        return cls(degree=(level + 3) // 2)


def _root(rng: random.Random) -> Fraction:
    return Fraction(rng.choice((-1, 1)) * rng.randint(1, 20), rng.choice((1, 1, 2, 3, 4, 5)))


def _quadratic(rng: random.Random, kind: str) -> tuple[list[int], list[str]]:
    """Draws the last factor and its roots as they are written."""
    if kind == "rational":
        pair = sorted((_root(rng), _root(rng)))
        factor = multiply(*([-root.numerator, root.denominator] for root in pair))
        return factor, list(map(str, pair))
    middle, scale, radicand = rng.randint(-20, 20), rng.randint(1, 5), rng.choice(RADICANDS)
    square = scale * scale * radicand
    if kind == "none":
        return [middle * middle + square, -2 * middle, 1], []
    size = f"{scale if scale > 1 else ''}sqrt({radicand})"
    roots = [f"{middle} - {size}", f"{middle} + {size}"] if middle else [f"-{size}", size]
    return [middle * middle - square, -2 * middle, 1], roots


def _solved(quadratic: list[int], kind: str, roots: list[str]) -> list[str]:
    """Solves the last factor by its discriminant."""
    c, b, a = quadratic
    discriminant = b * b - 4 * a * c
    start = f"discriminant: {bracketed(b)}^2 - 4 * {a} * {bracketed(c)} = {discriminant}"
    if kind == "none":
        return [f"{start} < 0"]
    size = f"sqrt({discriminant})" if kind == "irrational" else math.isqrt(discriminant)
    signs = zip("-+", roots, strict=True)
    return [start, *(f"({-b} {sign} {size}) / {2 * a} = {root}" for sign, root in signs)]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the roots of linear factors, and a quadratic one."""
    name = rng.choice(NAMES)
    kind = rng.choice(KINDS if knobs.degree > 2 else KINDS[:2])
    roots = sorted(_root(rng) for _ in range(knobs.degree - 2))
    quadratic, last = _quadratic(rng, kind)
    rational = sorted([*roots, *map(Fraction, last)] if kind == "rational" else roots)
    key = f"roots {' '.join(map(str, rational))} {'' if kind == 'rational' else quadratic}"
    return Sketch(key, lambda: _finish(name, kind, roots, quadratic, last))


def _finish(name: str, kind: str, roots: list[Fraction], rest: list[int], last: list[str]) -> Draft:
    """Multiplies the factors."""
    polynomial = rest
    for root in roots:
        polynomial = multiply(polynomial, [-root.numerator, root.denominator])
    rational = {*roots, *map(Fraction, last if kind == "rational" else ())}
    answer = ", ".join([*map(str, sorted(rational)), *(last if kind == "irrational" else ())])
    return Draft(
        question=f"Find all real solutions of {written(polynomial, name)} = 0.",
        answer_format="Give the exact values, each once, separated by commas.",
        answer=answer,
        checker=Checker("math", {"units": "refuse"}),
        steps=Lines(lambda: [*_steps(polynomial, name, roots, kind, last), answer]),
        complexity=len(roots) + 2,
    )


def _steps(
    left: list[int], name: str, roots: list[Fraction], kind: str, last: list[str]
) -> list[str]:
    """Divides by the linear factors again, and solves what is left."""
    steps: list[str] = []
    for root in roots:
        left, lines = divide_by_root(left, root)
        left = [number // root.denominator for number in left]
        steps += [f"divide by {written([-root, 1], name)}", *lines]
        steps += in_lines(f"left: {written(left, name)}")
    return steps + _solved(left, kind, last)


def chance(level: int) -> float:
    """A lone root may be guessed at times, where the quadratic factor has none."""
    return 0.02 if level <= 4 else 0.01
