"""A sum of products and quotients of complex numbers with whole parts; the result is never real.

Q: Compute (3 + 2i)(1 - 4i) - (5 + 5i)/(2 + i).
A: 8 - 11i
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ponder.generators.algebra._gaussian import Gaussian, times, written
from ponder.generators.algebra._polynomials import bracketed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many products and quotients there are and how large their parts."""

    terms: int
    """Products and quotients, 1 to 50."""
    largest: int
    """The largest real or imaginary part of a factor, a divisor or a quotient, 2 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 1, 50)
        require("largest", self.largest, 2, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more term a level; the parts grow beyond the calibrated band only."""
        return cls(terms=level + 1, largest=max(9, level))


class Term(NamedTuple):
    """A product or a quotient of two numbers, with its sign in the sum and its value."""

    sign: int
    is_quotient: bool
    left: Gaussian
    right: Gaussian
    value: Gaussian


def _number(rng: random.Random, largest: int) -> Gaussian:
    """Draws a number neither of whose parts is zero."""
    real = rng.choice((-1, 1)) * rng.randint(1, largest)
    return real, rng.choice((-1, 1)) * rng.randint(1, largest)


def _term(rng: random.Random, largest: int, sign: int) -> Term:
    one, other = _number(rng, largest), _number(rng, largest)
    if rng.random() < 0.5:
        return Term(sign, True, times(one, other), other, one)
    return Term(sign, False, one, other, times(one, other))


def _working(is_quotient: bool, left: Gaussian, right: Gaussian, value: Gaussian) -> list[str]:
    a, b, c, d = map(bracketed, (*left, *right))
    if is_quotient:
        norm = sum(part * part for part in right)
        lines = [f"norm: {c}^2 + {d}^2 = {norm}"]
        real, imaginary = f"({a} * {c} + {b} * {d}) / {norm}", f"({b} * {c} - {a} * {d}) / {norm}"
    else:
        lines = []
        real, imaginary = f"{a} * {c} - {b} * {d}", f"{a} * {d} + {b} * {c}"
    return [*lines, f"real: {real} = {value[0]}", f"imaginary: {imaginary} = {value[1]}"]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws terms until neither part of their sum is zero."""
    total, terms = (0, 0), list[Term]()
    while not (total[0] and total[1]):
        signs = [1, *[rng.choice((-1, 1)) for _ in range(knobs.terms - 1)]]
        terms = [_term(rng, knobs.largest, sign) for sign in signs]
        total = sum(t.sign * t.value[0] for t in terms), sum(t.sign * t.value[1] for t in terms)
    return Sketch(
        f"complex {sorted([(*t[:2], *sorted((t.left, t.right))) for t in terms])}",
        lambda: _finish(terms, written(total)),
    )


def _finish(terms: list[Term], answer: str) -> Draft:
    text = ""
    for sign, is_quotient, left, right, _ in terms:
        word = "+" if sign > 0 else "-"
        text += f" {word} ({written(left)}){'/' * is_quotient}({written(right)})"
    return Draft(
        question=f"Compute {text.removeprefix(' + ')}.",
        answer_format="Give a complex number in the form a + bi.",
        answer=answer,
        checker=Checker("polynomial", {"expanded": True}),
        steps=Lines(lambda: [*_steps(terms), answer]),
        complexity=len(terms),
    )


def _steps(terms: list[Term]) -> Iterator[str]:
    """Works out one term after the other, and adds it to those before."""
    sums = (0, 0)
    for place, (sign, is_quotient, left, right, value) in enumerate(terms):
        yield from _working(is_quotient, left, right, value)
        before, sums = sums, (sums[0] + sign * value[0], sums[1] + sign * value[1])
        if place:
            for early, part, late in zip(before, value, sums, strict=True):
                yield f"sum: {early} {'+' if sign > 0 else '-'} {bracketed(part)} = {late}"


def chance(level: int) -> float:
    """Every sum is rare."""
    return 0.01
