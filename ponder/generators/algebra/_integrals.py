"""Functions whose antiderivatives are found by parts or by substitution, with the work.

Each is built from its antiderivative, so that all coefficients are whole. By parts, the highest
power goes first: integrating `p x^k e^(ax)` leaves `-(k p / a) x^(k-1) e^(ax)`, which joins the
next coefficient. Each line works out one coefficient of the antiderivative that way.
"""

import random
from typing import NamedTuple

from ponder.generators.algebra._polynomials import (
    bracketed,
    derivative,
    power_of,
    summed,
    written,
)

_SIZES = (*range(-9, 0), *range(1, 10))


class Piece(NamedTuple):
    """A function, an antiderivative of it, and the lines that lead there."""

    integrand: str
    integral: str
    lines: list[str]


def _line(label: str, number: int, power: int, carried: int, factor: int, result: int) -> str:
    """Writes `(number - power * carried) / factor = result`, shorter where nothing is carried."""
    above = f"({number} - {power} * {bracketed(carried)})" if carried else str(number)
    return f"{label}: {above} / {bracketed(factor)} = {result}"


def _term(name: str, power: int, function: str) -> str:
    return f"{power_of(name, power)} {function}".strip()


def exponential(rng: random.Random, name: str, size: int) -> Piece:
    """A polynomial times `e^(ax)`, by parts once a power."""
    factor = rng.choice((-3, -2, 2, 3, 4, 5))
    result = rng.choices(_SIZES, k=size + 1)
    slopes = [*derivative(result), 0]
    given = [factor * value + slope for value, slope in zip(result, slopes, strict=True)]
    function = f"e^({written([0, factor], name)})"
    carried = [*result[1:], 0]
    lines = [
        _line(_term(name, k, function), given[k], k + 1, carried[k], factor, result[k])
        for k in range(size, -1, -1)
    ]
    return Piece(
        f"({written(given, name)}){function}", f"({written(result, name)}){function}", lines
    )


def trigonometric(rng: random.Random, name: str, size: int) -> Piece:
    """A polynomial times a sine or a cosine, by parts once a power.

    Where `A' = a B`, the derivative of `A sin(ax) + B cos(ax)` is `(a A + B') cos(ax)`, and that
    of `B sin(ax) - A cos(ax)` is `(a A + B') sin(ax)`.
    """
    factor = rng.randint(2, 5)
    base = rng.choices(_SIZES, k=size + 1)
    first, second = [factor * value for value in base], derivative(base)
    slopes = [*derivative(second), 0, 0]
    given = [factor * value + slope for value, slope in zip(first, slopes, strict=True)]
    angle = written([0, factor], name)
    sine, cosine = f"sin({angle})", f"cos({angle})"
    outer, inner, sign = (sine, cosine, 1) if rng.random() < 0.5 else (cosine, sine, -1)
    lines = []
    carried = [*second[1:], 0, 0]
    for k in range(size, -1, -1):
        label = _term(name, k, outer)
        lines.append(_line(label, given[k], k + 1, carried[k], factor, first[k]))
        if k < size:
            line = f"{k + 1} * {bracketed(first[k + 1])} / {factor} = {second[k]}"
            lines.append(f"{_term(name, k, inner)}: {line}")
    if sign < 0:
        lines.append(f"minus before the terms with {cosine}")
    signed = [sign * value for value in first]
    return Piece(
        f"({written(given, name)}){inner}",
        f"({written(signed, name)}){outer} + ({written(second, name)}){inner}",
        lines,
    )


def logarithmic(rng: random.Random, name: str, size: int) -> Piece:
    """A polynomial times `ln(x)`, by parts: each power leaves one to integrate."""
    rest = [0, *rng.choices(_SIZES, k=size)]
    result = [power * value for power, value in enumerate(rest)]
    given = derivative(result)
    function = f"ln({name})"
    lines = []
    for k in range(size, 0, -1):
        lines.append(f"{_term(name, k, function)}: {given[k - 1]} / {k} = {result[k]}")
        lines.append(f"{power_of(name, k)}: {-result[k]} / {k} = {-rest[k]}")
    left = written([-value for value in rest], name)
    return Piece(
        f"({written(given, name)}){function}",
        summed([f"({written(result, name)}){function}", left]),
        lines,
    )


def substitution(rng: random.Random, name: str, size: int) -> Piece:
    """A derivative `u'` times a function of `u`: powers of it and one that is no polynomial."""
    inner = [rng.choice(_SIZES), *[0] * rng.randint(0, 1), rng.randint(1, 5)]
    u, du = (written(values, name) for values in (inner, derivative(inner)))
    outer, number = [0, *rng.choices(_SIZES, k=size)], rng.choice(_SIZES)
    slope, function, is_inverse = rng.choice(
        (
            ("e^({})", "e^({})", False),
            ("cos({})", "sin({})", False),
            ("1/({})", "ln|{}|", True),
        )
    )
    slope_term = f"{number}{slope[1:]}" if is_inverse else written([0, number], slope)
    term = written([0, number], function)
    lines = [f"u = {u}", f"du = {du} d{name}"]
    lines += [
        f"{power_of('u', k - 1) or 1} -> {power_of('u', k)}: {k * outer[k]} / {k} = {outer[k]}"
        for k in range(size, 0, -1)
    ]
    lines.append(f"{slope_term.format('u')} -> {term.format('u')}")
    product = summed([written(derivative(outer), f"({u})"), slope_term.format(u)])
    factor = "" if du == "1" else du
    return Piece(f"{factor}({product})", summed([written(outer, f"({u})"), term.format(u)]), lines)
