"""Expressions grown from their value: every number in them and on the way is a short decimal.

Values are whole units of 10^-places; with no places the expression is one of integers.
"""

import random
from typing import NamedTuple

from ponder.generators.arithmetic._decimals import bracketed, write

_RANK = {"": 3, "*": 2, "/": 2, "+": 1, "-": 1}
_FACTORS = (2, 12)
_TRIES = 4


class Term(NamedTuple):
    """A value, how it is written, the operator applied last, and a key without idle order."""

    value: int
    text: str
    last: str
    key: str


class Grower:
    """Grows expressions whose numbers are positive and whose values stay within a bound."""

    def __init__(self, rng: random.Random, largest: int, places: int) -> None:
        """Takes the bound on every value, in whole numbers, and the places after the point."""
        self._rng = rng
        self._places = places
        self._unit: int = 10**places
        self._largest = largest * self._unit
        self._done: list[tuple[int, str, int, int]] = []

    def expression(self, leaves: int) -> Term:
        """Grows an expression of a uniformly random value, with so many numbers, 2 or more."""
        return self._grow(self._rng.randint(1 - self._largest, self._largest - 1), leaves)

    def steps(self) -> list[str]:
        """Works out what was grown, one operation after the other."""
        return [
            f"{self._written(left)} {sign} {bracketed(self._written(right))} = "
            f"{self._written(value)}"
            for left, sign, right, value in self._done
        ]

    def _written(self, value: int) -> str:
        return write(value, self._places)

    def _grow(self, value: int, leaves: int) -> Term:
        if leaves == 1:
            text = self._written(value)
            return Term(value, text, "", text)
        split = None
        while split is None:
            before = self._rng.randint(1, leaves - 1)
            split = self._split(value, before == 1, before == leaves - 1)
        sign, left, right = split
        first, second = self._grow(left, before), self._grow(right, leaves - before)
        self._done.append((left, sign, right, value))
        keys = (first.key, second.key)
        if sign in "+*":
            keys = min(keys), max(keys)
        text = f"{_inside(first, sign)} {sign} {_inside(second, sign, right=True)}"
        return Term(value, text, sign, f"({keys[0]}{sign}{keys[1]})")

    def _split(self, value: int, left_leaf: bool, right_leaf: bool) -> tuple[str, int, int] | None:
        """Draws an operator and two operands that give the value, if it finds any.

        A number is positive, so a value at the edge may leave no room for one on some side; a
        single pair of numbers has any value as its difference.
        """
        low, high = self._range(left_leaf)
        least, most = self._range(right_leaf)
        sign = self._rng.choice("+-*/")
        if sign in "*/":
            for _ in range(_TRIES if value else 0):
                found = self._multiply(value) if sign == "*" else self._divide(value)
                if found and low <= found[0] <= high and least <= found[1] <= most:
                    return sign, *found
            sign = "-"
        if sign == "+":
            left = self._between(max(low, value - most), min(high, value - least))
            return None if left is None else ("+", left, value - left)
        right = self._between(max(least, low - value), min(most, high - value))
        return None if right is None else ("-", value + right, right)

    def _range(self, leaf: bool) -> tuple[int, int]:
        return (1, self._largest) if leaf else (1 - self._largest, self._largest - 1)

    def _multiply(self, value: int) -> tuple[int, int] | None:
        """Draws a factor, and the other one where it divides the value."""
        factor = self._factor()
        other, rest = divmod(value * self._unit, factor)
        if rest or other == self._unit:
            return None
        return (other, factor) if self._rng.random() < 0.5 else (factor, other)

    def _divide(self, value: int) -> tuple[int, int] | None:
        """Draws a divisor, and the dividend where it has no more places than allowed."""
        divisor = self._factor()
        dividend, rest = divmod(value * divisor, self._unit)
        return None if rest else (dividend, divisor)

    def _factor(self) -> int:
        """Draws what to multiply or divide by: 2 to 12, whole or in tenths, and never 1."""
        factor = self._rng.randint(*_FACTORS)
        if self._places and factor != 10 and self._rng.random() < 0.5:
            return int(factor * self._unit // 10)
        return int(factor * self._unit)

    def _between(self, least: int, most: int) -> int | None:
        """Draws a number in a range, more often a small one, and of any count of places."""
        if least > most:
            return None
        scale = self._largest >> self._rng.randint(0, 4)
        if least <= scale and most >= -scale:
            least, most = max(least, -scale), min(most, scale)
        number = self._rng.randint(least, most)
        grain: int = 10 ** self._rng.randint(0, self._places)
        return max(number // grain * grain, least)


def _inside(term: Term, sign: str, right: bool = False) -> str:
    """Writes an operand, in brackets where the reading would otherwise differ."""
    loose = _RANK[term.last] < _RANK[sign] or (right and _RANK[term.last] == _RANK[sign])
    return f"({term.text})" if loose else term.text
