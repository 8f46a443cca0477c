"""Exact arithmetic on a tree, each size bounded before the operation that would cause it."""

import math
from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.parsing import parse
from ponder.verifiers.syntax import (
    DecimalNumber,
    Integer,
    MixedNumber,
    Negation,
    Node,
    Percent,
    Power,
    Product,
    Root,
    Sum,
    Variable,
)
from ponder.verifiers.verdict import Unreadable


def evaluate(text: str) -> Fraction | None:
    r"""Evaluates a closed arithmetic expression, in plain text or LaTeX, exactly.

    Returns:
        None where the text is not one, its value is not rational, or it is beyond the bounds.

    >>> evaluate(r"\frac{1}{2} + 0.25 * 2^3")
    Fraction(5, 2)
    """
    try:
        return value_of(parse(text))
    except Unreadable:
        return None


def value_of(node: Node) -> Fraction:
    """Computes the exact value of a tree.

    Raises:
        Unreadable: If the tree holds a variable, divides by zero, has no rational value, or
            a number grows beyond the bounds.
    """
    match node:
        case Integer(value):
            return Fraction(value)
        case DecimalNumber(value=exact):
            return exact
        case MixedNumber(whole, numerator, denominator):
            return whole + Fraction(numerator, denominator)
        case Percent(operand):
            return value_of(operand) / 100
        case Negation(operand):
            return -value_of(operand)
        case Sum(terms):
            total = Fraction(0)
            for term in terms:
                total = plus(total, value_of(term))
            return total
        case Product(factors, divisors):
            result = Fraction(1)
            for factor in factors:
                result = times(result, value_of(factor))
            for divisor in divisors:
                result = times(result, inverse(value_of(divisor)))
            return result
        case Power(base, exponent):
            return to_the(value_of(base), value_of(exponent))
        case Root(radicand, index):
            return exact_root(value_of(radicand), index)
        case Variable(name):
            raise Unreadable(f"The expression holds the variable {name}.")


def size(value: Fraction) -> int:
    """The bits of the larger of numerator and denominator."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def _require_bits(bits: int) -> None:
    if bits > bounds.BITS:
        raise Unreadable(f"A number in the expression is larger than {bounds.BITS} bits.")


def plus(left: Fraction, right: Fraction) -> Fraction:
    """Adds within the bounds."""
    _require_bits(size(left) + size(right) + 1)
    return left + right


def times(left: Fraction, right: Fraction) -> Fraction:
    """Multiplies within the bounds."""
    _require_bits(size(left) + size(right))
    return left * right


def inverse(value: Fraction) -> Fraction:
    """Gives 1 over the value."""
    if not value:
        raise Unreadable("The expression divides by zero.")
    return 1 / value


def whole_exponent(exponent: Fraction) -> int:
    """Gives an exponent as an integer within the bounds."""
    if exponent.denominator != 1 or abs(exponent) > bounds.EXPONENT:
        raise Unreadable(f"An exponent is not an integer up to {bounds.EXPONENT}.")
    return exponent.numerator


def to_the(base: Fraction, exponent: Fraction) -> Fraction:
    """Raises to an integer power within the bounds; 0 to the 0 is refused."""
    power = whole_exponent(exponent)
    if not base:
        if power <= 0:
            raise Unreadable("The expression raises zero to a power that is not positive.")
        return base
    _require_bits((size(base) - 1) * abs(power))
    return base**power


def exact_root(radicand: Fraction, index: int) -> Fraction:
    """Takes a root that is rational; others are refused."""
    if radicand < 0 and index % 2 == 0:
        raise Unreadable("The expression takes an even root of a negative number.")
    sign = -1 if radicand < 0 else 1
    above = _integer_root(abs(radicand.numerator), index)
    below = _integer_root(radicand.denominator, index)
    return Fraction(sign * above, below)


def _integer_root(value: int, index: int) -> int:
    root = _floor_root(value, index)
    if root**index != value:
        raise Unreadable("The expression holds a root that is not rational.")
    return root


def _floor_root(value: int, index: int) -> int:
    """Finds the integer part of a root by Newton's method from above."""
    if index == 2:
        return math.isqrt(value)
    if value < 2:
        return value
    guess = 1 << -(-value.bit_length() // index)
    while True:
        better = ((index - 1) * guess + value // guess ** (index - 1)) // index
        if better >= guess:
            return guess
        guess = better
