"""The exact value of a tree that has a rational one."""

import math
from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.expressions import exact_root, inverse, plus, times, to_the
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol
from ponder.verifiers.verdict import Unreadable


def value_of(node: Node) -> Fraction:
    """Computes the exact value of a tree.

    Raises:
        Unreadable: If it has a variable, no rational value, or one beyond the bounds.
    """
    match node:
        case Number(value):
            return value
        case Symbol(name):
            raise Unreadable(f"The answer holds {name}.")
        case Call("+", parts):
            total = Fraction(0)
            for part in parts:
                total = plus(total, value_of(part))
            return total
        case Call("*", parts):
            product = Fraction(1)
            for part in parts:
                product = times(product, value_of(part))
            return product
        case Call(head, (part,)):
            return _of_one(head, value_of(part))
        case Call(head, (first, second)):
            return _of_two(head, value_of(first), value_of(second))
    raise Unreadable("The answer holds more than numbers.")


def _of_one(head: str, value: Fraction) -> Fraction:
    match head:
        case "neg":
            return -value
        case "percent":
            return value / 100
        case "abs":
            return abs(value)
        case "floor":
            return Fraction(math.floor(value))
        case "ceiling":
            return Fraction(math.ceil(value))
        case "!":
            return Fraction(math.factorial(natural(value, bounds.BITS // 8)))
    raise Unreadable("The answer holds a function.")


def _of_two(head: str, first: Fraction, second: Fraction) -> Fraction:
    match head:
        case "/":
            return times(first, inverse(second))
        case "^":
            return _power(first, second)
        case "root":
            return exact_root(first, natural(second, bounds.ROOT_INDEX, least=2))
        case "binom":
            above = natural(first, bounds.BITS - 1)
            return Fraction(math.comb(above, natural(second, bounds.BITS)))
    raise Unreadable("The answer holds a function.")


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if 1 < exponent.denominator <= bounds.ROOT_INDEX:
        base = exact_root(base, exponent.denominator)
        exponent = Fraction(exponent.numerator)
    return to_the(base, exponent)


def natural(value: Fraction, most: int, *, least: int = 0) -> int:
    """Gives a value as an integer within bounds."""
    if value.denominator != 1 or not least <= value <= most:
        raise Unreadable(f"The answer holds a number that is not an integer up to {most}.")
    return value.numerator
