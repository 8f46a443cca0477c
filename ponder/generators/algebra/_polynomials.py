"""Polynomials as lists of coefficients, lowest power first: written, multiplied, divided."""

from collections.abc import Sequence
from fractions import Fraction

Number = int | Fraction
NAMES = "xtyz"
"""Letters for an unknown that are no constant, no unit and no part of a function's name."""


def bracketed(number: Number) -> str:
    """Writes a number, a negative one in brackets."""
    return f"({number})" if number < 0 else str(number)


def multiplied(numbers: Sequence[Number]) -> str:
    """Writes a product, in brackets if it has several factors.

    >>> multiplied([2, -3]), multiplied([-3])
    ('(2 * (-3))', '(-3)')
    """
    text = " * ".join(map(bracketed, numbers))
    return f"({text})" if len(numbers) > 1 else text


def power_of(name: str, power: int) -> str:
    """Writes a power: nothing, `x`, `x^2`."""
    return "" if power == 0 else name if power == 1 else f"{name}^{power}"


def written(coefficients: Sequence[Number], name: str) -> str:
    """Writes a polynomial, highest power first.

    >>> written([-12, -5, Fraction(3, 4)], "x")
    '(3/4)x^2 - 5x - 12'
    """
    text = ""
    for power in range(len(coefficients) - 1, -1, -1):
        digits = str(coefficients[power])
        if digits != "0":
            size = digits.removeprefix("-")
            if power:
                size = f"({size})" if "/" in size else "" if size == "1" else size
            text += (" - " if digits[0] == "-" else " + ") + size + power_of(name, power)
    return "-" + text[3:] if text.startswith(" -") else text[3:] or "0"


def summed(terms: Sequence[str]) -> str:
    """Writes terms as a sum, those with a minus in front as subtracted.

    >>> summed(["2x", "-3y", "z"])
    '2x - 3y + z'
    """
    text = "".join(f" - {term[1:]}" if term[0] == "-" else f" + {term}" for term in terms)
    return "-" + text[3:] if text.startswith(" -") else text[3:]


def multiply(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Multiplies two polynomials."""
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def derivative(coefficients: Sequence[int]) -> list[int]:
    """Differentiates a polynomial."""
    return [power * number for power, number in enumerate(coefficients)][1:]


def divide_by_root(coefficients: Sequence[int], root: Fraction) -> tuple[list[int], list[str]]:
    """Divides by `x - root` (Horner's scheme): the quotient, and a line for each coefficient.

    The root must be one; the coefficients of the quotient are whole then.
    """
    carried, quotient, lines = coefficients[-1], [], []
    above, below, size = root.numerator, root.denominator, bracketed(root)
    for number in reversed(coefficients[:-1]):
        quotient.append(carried)
        result = number + carried * above // below
        lines.append(f"{number} + {size} * {bracketed(carried)} = {result}")
        carried = result
    return quotient[::-1], lines
