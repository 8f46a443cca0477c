"""Polynomials over the rationals, exact: from monomials to coefficients.

A monomial is a sorted tuple of (variable, exponent) pairs, so `{(("x", 2),): 3, (): 1}` is
3x^2 + 1. Zero coefficients are never kept, so equal polynomials are equal dictionaries.
"""

from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.expressions import inverse, plus, times, to_the, value_of, whole_exponent
from ponder.verifiers.syntax import (
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

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]

_ONE: Polynomial = {(): Fraction(1)}


def expand(node: Node) -> Polynomial:
    """Multiplies a tree out.

    Raises:
        Unreadable: If the tree is no polynomial, or is beyond the bounds.
    """
    return Expansion().of(node)


def is_expanded(node: Node) -> bool:
    """Tells whether a tree is a plain sum of monomials, each monomial at most once."""
    terms = node.terms if isinstance(node, Sum) else (node,)
    if any(_holds_sum(term) for term in terms):
        return False
    seen: set[Monomial] = set()
    for term in terms:
        monomials = set(expand(term))
        if seen & monomials:
            return False
        seen |= monomials
    return True


def _holds_sum(node: Node) -> bool:
    match node:
        case Sum():
            return True
        case Negation(operand) | Percent(operand):
            return _holds_sum(operand)
        case Product(factors, divisors):
            return any(_holds_sum(part) for part in factors + divisors)
        case Power(base, exponent):
            return _holds_sum(base) or _holds_sum(exponent)
        case Root(radicand):
            return _holds_sum(radicand)
        case _:
            return False


class Expansion:
    """Multiplies trees out, and counts the coefficient operations that they spend together."""

    def __init__(self) -> None:
        """Begins with nothing spent."""
        self.left = bounds.COEFFICIENT_OPERATIONS

    def of(self, node: Node) -> Polynomial:
        """Multiplies a tree out; raises as `expand` does."""
        match node:
            case Variable(name):
                return {((name, 1),): Fraction(1)}
            case Negation(operand):
                return {monomial: -value for monomial, value in self.of(operand).items()}
            case Percent(operand):
                return self.times(self.of(operand), {(): Fraction(1, 100)})
            case Sum(terms):
                total: Polynomial = {}
                for term in terms:
                    for monomial, value in self.of(term).items():
                        self.spend(1 + _size(value))
                        _add(total, monomial, value)
                return total
            case Product(factors, divisors):
                result = _ONE
                for factor in factors:
                    result = self.times(result, self.of(factor))
                for divisor in divisors:
                    result = self.times(result, {(): inverse(_constant(self.of(divisor)))})
                return result
            case Power(base, exponent):
                return self.power(self.of(base), _constant(self.of(exponent)))
            case _:
                value = value_of(node)
                return {(): value} if value else {}

    def spend(self, operations: int) -> None:
        """Counts operations; raises `Unreadable` past the bound."""
        self.left -= operations
        if self.left < 0:
            raise Unreadable("The polynomial is too large to be multiplied out.")

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """Multiplies two polynomials."""
        largest = max(map(_size, (*left.values(), *right.values())), default=0)
        self.spend(len(left) * len(right) * (1 + largest))
        result: Polynomial = {}
        for first, a in left.items():
            for second, b in right.items():
                _add(result, _join(first, second), times(a, b))
        return result

    def power(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        """Raises a polynomial to a whole power, or a constant to any that stays rational."""
        if not base or set(base) == {()}:
            value = to_the(base.get((), Fraction(0)), exponent)
            return {(): value} if value else {}
        count = whole_exponent(exponent)
        if not 0 <= count <= bounds.DEGREE:
            raise Unreadable(f"A power of a variable is not from 0 to {bounds.DEGREE}.")
        result = _ONE
        for bit in bin(count)[2:]:
            result = self.times(result, result)
            if bit == "1":
                result = self.times(result, base)
        return result


def _size(value: Fraction) -> int:
    """Words of a coefficient beyond its first, each as costly as an operation."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) // 64


def _constant(polynomial: Polynomial) -> Fraction:
    if any(polynomial):
        raise Unreadable("The expression has a variable in a divisor or an exponent.")
    return polynomial.get((), Fraction(0))


def _add(total: Polynomial, monomial: Monomial, value: Fraction) -> None:
    value = plus(total.get(monomial, Fraction(0)), value)
    if value:
        total[monomial] = value
    else:
        total.pop(monomial, None)


def _join(first: Monomial, second: Monomial) -> Monomial:
    if not first:
        return second
    if not second:
        return first
    powers = dict(first)
    for name, power in second:
        powers[name] = powers.get(name, 0) + power
    if sum(powers.values()) > bounds.DEGREE:
        raise Unreadable(f"The polynomial's degree is beyond {bounds.DEGREE}.")
    return tuple(sorted(powers.items()))


def variables(node: Node) -> set[str]:
    """Collects the names of the variables in a tree."""
    match node:
        case Variable(name):
            return {name}
        case Sum(parts):
            pass
        case Product(factors, divisors):
            parts = factors + divisors
        case Power(base, exponent):
            parts = (base, exponent)
        case Negation(operand) | Percent(operand) | Root(operand):
            parts = (operand,)
        case _:
            parts = ()
    return {name for part in parts for name in variables(part)}
