"""Roots and transcendental functions, evaluated to many digits.

This is a heuristic, unlike the exact comparisons: two expressions are taken as equal if they
agree to 60 digits, at four points if they hold a variable and at six if they hold several. The
points come by a hash from a seed, like those of `field`. Variables are real: positive and small at
the first two points, large and negative at the third, large and positive at the fourth; at the
last two of several variables their signs differ, by the binary digits of their places in the
alphabet. All but the first two points count only where both values are real and all that they are
made of is, so that expressions are equal if they agree wherever both are defined over the reals.
Roots of odd index, and powers whose exponent is a fraction with an odd denominator, are real for
negative radicands; elsewhere functions take their principal values.

A logarithm without a base has the same unknown base wherever it stands: `log` is neither `ln`
nor the common logarithm, but `log 8 / log 2` is 3.
"""

import threading
from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ponder.verifiers import bounds
from ponder.verifiers.maths.exact import value_of
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol
from ponder.verifiers.maths.vocabulary import GAMMA
from ponder.verifiers.verdict import Unreadable

DIGITS = 60
PRECISIONS = (80, 130, 400)
COMPLEX_POINTS = 2
"""So many points count even where values are not real."""
BASE_OF_LOG = "the base of log"
"""The name of the unknown base of `log`, which is no name of a variable."""

_DIRECT = frozenset(
    [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "sinh",
        "cosh",
        "tanh",
        "asin",
        "acos",
        "atan",
        "acot",
        "asec",
        "acsc",
        "asinh",
        "acosh",
        "atanh",
        "ln",
    ]
)
"""Functions that mpmath knows by the same name."""
_WEIGHT = 10
_GAMMA_WEIGHT = 50
_GAMMA_DIGITS = PRECISIONS[1]
_local = threading.local()


def _context(digits: int) -> Any:
    """Gives this thread's arithmetic of so many digits; mpmath's own is shared and mutable."""
    contexts = _local.__dict__.setdefault("contexts", {})
    if digits not in contexts:
        from mpmath.ctx_mp import MPContext  # type: ignore[import-untyped]

        contexts[digits] = MPContext()
        contexts[digits].dps = digits
    return contexts[digits]


def points(names: Collection[str]) -> range:
    """The points at which expressions with these variables are compared."""
    return range((6 if len(names) > 1 else 4) if names else 1)


@lru_cache(maxsize=4096)
def _coordinate(seed: bytes, name: str, place: int, point: int) -> Fraction:
    """Gives the value at a point of the variable at a place in the alphabet of all.

    Between 1/4 and 5/8, or between 30 and 54, with the point's sign.
    """
    digest = blake2b(f"number {point}:{name}".encode(), digest_size=8, key=seed).digest()
    size = Fraction(2**62 + int.from_bytes(digest, "big") * 3 // 8, 2**64)
    negative = (False, False, True, False, place % 2, place // 2 % 2)[point]
    if point in (2, 3, 5):
        size = 64 * size + 14
    return -size if negative else size


def value_at(node: Node, point: int, seed: bytes, names: tuple[str, ...] = ()) -> Any:
    """Evaluates a tree at a point of a seed, to at least 60 digits.

    Precision is raised until two evaluations agree; a value that shrinks with the precision is
    zero.

    Args:
        node: The tree.
        point: One of `points(names)`.
        seed: What the points come from.
        names: All variables, in the order that decides their signs.

    Raises:
        Unreadable: If the tree has no value there, or is beyond the bounds.
    """
    results: list[Any] = []
    for digits in PRECISIONS:
        context = _context(digits)
        try:
            value = context.convert(_Evaluation(context, point, seed, names).of(node))
        except (ArithmeticError, ValueError, NotImplementedError, context.NoConvergence):
            raise Unreadable("The answer has no value that could be computed.") from None
        if not context.isfinite(value):
            raise Unreadable("The answer has no finite value.")
        if results:
            if close(value, results[-1]):
                return value
            if abs(value) < context.mpf(10) ** (DIGITS - digits) and abs(results[-1]) < 1:
                return context.mpf(0)
        results.append(value)
    raise Unreadable("The answer's value could not be computed to enough digits.")


def close(first: Any, second: Any) -> bool:
    """Tells whether two values agree to 60 digits."""
    context = _context(PRECISIONS[-1])
    first, second = context.convert(first), context.convert(second)
    difference = abs(first - second)
    return bool(difference <= context.mpf(10) ** -DIGITS * max(abs(first), abs(second)))


def is_real(value: Any) -> bool:
    """Tells whether a value is real but for rounding."""
    return bool(abs(value.imag) <= abs(value) * _context(PRECISIONS[0]).mpf(10) ** -DIGITS)


class _Evaluation:
    """One evaluation in one arithmetic at one point, with a bounded number of operations."""

    def __init__(self, context: Any, point: int, seed: bytes, names: tuple[str, ...]) -> None:
        self.context = context
        self.point = point
        self.seed = seed
        self.names = names
        self.left = bounds.MATHS_OPERATIONS

    def spend(self, weight: int) -> None:
        self.left -= weight
        if self.left < 0:
            raise Unreadable("The answer is too large to be computed numerically.")

    def of(self, node: Node) -> Any:
        self.spend(1)
        match node:
            case Number(value):
                return self.context.mpf(value.numerator) / value.denominator
            case Symbol(name):
                return self.symbol(name)
            case Call("+", parts):
                return self.context.fsum([self.of(part) for part in parts])
            case Call("*", parts):
                return self.context.fprod([self.of(part) for part in parts])
            case Call("neg", (part,)):
                return -self.of(part)
            case Call("/", (above, below)):
                return self.of(above) / self.of(below)
            case Call("percent", (part,)):
                return self.of(part) / 100
            case Call("degree", (part,)):
                return self.of(part) * self.context.pi / 180
            case Call("^", (base, exponent)):
                return self.real(self.power(base, exponent))
            case Call("root", (radicand, index)):
                return self.real(self.root(self.of(radicand), _exact(index), index))
            case Call(head, parts):
                exact = _exact(node) if head in GAMMA else None
                if exact is not None:
                    return self.of(Number(exact))
                self.spend(_GAMMA_WEIGHT if head in GAMMA else _WEIGHT)
                return self.real(self.function(head, [self.of(part) for part in parts]))

    def real(self, value: Any) -> Any:
        if self.point >= COMPLEX_POINTS and self.context.im(value) != 0:
            raise Unreadable("The answer is not real there.")
        return value

    def symbol(self, name: str) -> Any:
        match name:
            case "pi":
                return +self.context.pi
            case "e":
                return +self.context.e
            case "i":
                return self.context.j
            case "infinity":
                raise Unreadable("The answer calculates with infinity.")
        value = _coordinate(self.seed, name, self.names.index(name), self.point)
        return self.context.mpf(value.numerator) / value.denominator

    def power(self, base: Node, exponent: Node) -> Any:
        root = _exact(exponent)
        value = self.of(base)
        if root is not None and root.denominator % 2 and self.is_negative(value):
            size = self.raised(-value, self.of(exponent))
            return -size if root.numerator % 2 else size
        return self.raised(value, self.of(exponent))

    def is_negative(self, value: Any) -> bool:
        return bool(self.context.im(value) == 0 and self.context.re(value) < 0)

    def raised(self, base: Any, exponent: Any) -> Any:
        self.spend(_WEIGHT)
        context = self.context
        if base == 0:
            if not (context.im(exponent) == 0 and context.re(exponent) > 0):
                raise Unreadable("The answer raises zero to a power that is not positive.")
            return base
        if abs(exponent) > bounds.MATHS_MAGNITUDE or (
            abs(exponent * context.ln(abs(base))) > bounds.MATHS_MAGNITUDE
        ):
            raise Unreadable("The answer holds a power that is too large.")
        return context.power(base, exponent)

    def root(self, radicand: Any, index: Fraction | None, node: Node) -> Any:
        context = self.context
        if index == 2:
            self.spend(_WEIGHT)
            return context.sqrt(radicand)
        odd = index is not None and index.denominator == index.numerator % 2 == 1
        if odd and self.is_negative(radicand):
            return -self.raised(-radicand, 1 / self.of(node))
        return self.raised(radicand, 1 / self.of(node))

    def function(self, head: str, values: list[Any]) -> Any:
        if not values:
            raise Unreadable("The answer holds something that has no value.")
        context, first = self.context, values[0]
        if head in _DIRECT and len(values) == 1:
            if abs(first) > bounds.MATHS_MAGNITUDE and head not in ("ln", "atan"):
                raise Unreadable("The answer holds a function of a large number.")
            return getattr(context, head)(first)
        match head:
            case "log":
                base = values[1] if len(values) == 2 else self.symbol(BASE_OF_LOG)
                return context.ln(first) / context.ln(base)
            case "abs":
                return abs(first)
            case "floor" | "ceiling":
                return self.rounded(head, first)
            case "!":
                return context.factorial(self.moderate(first))
            case "binom":
                return context.binomial(*(self.moderate(value) for value in values))
        raise Unreadable("The answer holds something that has no value.")

    def rounded(self, head: str, value: Any) -> Any:
        context = self.context
        nearest = context.nint(context.re(value))
        if context.im(value) != 0 or abs(value - nearest) < context.mpf(10) ** (-DIGITS // 2):
            raise Unreadable("The answer rounds a number too close to an integer.")
        return context.floor(value) if head == "floor" else context.ceil(value)

    def moderate(self, value: Any) -> Any:
        if self.context.dps > _GAMMA_DIGITS:
            raise Unreadable("The answer holds a factorial that would need too many digits.")
        if self.context.im(value) != 0:
            raise Unreadable("The answer holds the factorial of a complex number.")
        if abs(value) > bounds.MATHS_FACTORIAL:
            raise Unreadable("The answer holds the factorial of a large number.")
        return value


def _exact(node: Node) -> Fraction | None:
    try:
        return value_of(node)
    except Unreadable:
        return None
