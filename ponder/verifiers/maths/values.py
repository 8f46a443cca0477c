"""Whether two expressions have the same value: exactly where possible, else to many digits.

The layers, in this order: rational constants exactly; rational functions at random points of a
finite field (see `field`); everything else numerically (see `numeric`).
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from ponder.verifiers.maths import exact, field, numeric
from ponder.verifiers.maths.syntax import Call, Node, Symbol, call, variables, walk
from ponder.verifiers.verdict import Unreadable

_INFINITY = Symbol("infinity")


class Profile:
    """What is known of an expression's value; each part is computed when it is first asked for."""

    def __init__(self, node: Node) -> None:
        """Keeps the tree."""
        self.node = node

    @cached_property
    def infinite(self) -> int:
        """1 and -1 for the infinities, else 0."""
        if self.node == _INFINITY:
            return 1
        return -1 if self.node == call("neg", _INFINITY) else 0

    @cached_property
    def exact(self) -> Fraction | None:
        """The value if it is rational and within the bounds."""
        try:
            return exact.value_of(self.node)
        except Unreadable:
            return None

    @cached_property
    def field(self) -> tuple[int, ...] | None:
        """The residues of a rational function; None for another."""
        try:
            return field.values(self.node)
        except Unreadable:
            return None

    @cached_property
    def varies(self) -> bool:
        """Whether there is anything that points give a value to."""
        return bool(variables(self.node)) or any(
            isinstance(part, Call) and part.head == "log" and len(part.parts) == 1
            for part in walk(self.node)
        )

    @cached_property
    def numbers(self) -> dict[int, Any]:
        """The numerical values at the points asked for so far."""
        return {}

    def number(self, point: int) -> Any:
        """The numerical value at a point; raises `Unreadable` where there is none."""
        if point not in self.numbers:
            self.numbers[point] = numeric.value_at(self.node, point)
        return self.numbers[point]


@lru_cache(maxsize=1024)
def profile(node: Node) -> Profile:
    """Gives the profile of an expression."""
    return Profile(node)


def same_value(first: Node, second: Node) -> bool:
    """Tells whether two expressions are equal, for all values of their variables.

    Raises:
        Unreadable: If one of them has no value that could be computed.
    """
    left, right = profile(first), profile(second)
    if left.infinite or right.infinite:
        return left.infinite == right.infinite
    if left.exact is not None and right.exact is not None:
        return left.exact == right.exact
    if left.field is not None and right.field is not None:
        return left.field == right.field
    names = variables(first) | variables(second)
    points = numeric.POINTS if len(names) > 1 else numeric.POINTS - 1
    if not (left.varies or right.varies):
        points = 1
    return all(_agree(left, right, point) for point in range(points))


def _agree(left: Profile, right: Profile, point: int) -> bool:
    if point < numeric.POSITIVE_POINTS:
        return numeric.close(left.number(point), right.number(point))
    try:
        first, second = left.number(point), right.number(point)
    except Unreadable:
        return True
    if not (numeric.is_real(first) and numeric.is_real(second)):
        return True
    return numeric.close(first, second)


def proportional(first: Node, second: Node, *, positive: bool) -> bool:
    """Tells whether one expression is a constant, not zero, times the other.

    Args:
        first: An expression.
        second: Another, in the same variables.
        positive: Whether the constant must be positive.

    Raises:
        Unreadable: If one of them has no value that could be computed.
    """
    left, right = profile(first), profile(second)
    names = variables(first)
    if not names or names != variables(second):
        return False
    if left.field is not None and right.field is not None:
        (a, b), (c, d) = left.field, right.field
        if not (a and c) or (a * d - b * c) % field.PRIME:
            return False
    elif not _constant_ratio(left, right):
        return False
    if not positive:
        return True
    ratio = left.number(0) / right.number(0)
    return numeric.is_real(ratio) and bool(ratio.real > 0)


def _constant_ratio(left: Profile, right: Profile) -> bool:
    ratios = []
    for point in range(numeric.POSITIVE_POINTS):
        above, below = left.number(point), right.number(point)
        if not above or not below:
            return False
        ratios.append(above / below)
    return numeric.close(ratios[0], ratios[1])
