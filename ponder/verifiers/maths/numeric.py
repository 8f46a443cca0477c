"""Roots and transcendental functions, evaluated to many digits.

This is a heuristic, unlike the exact comparisons: two expressions are taken as equal if they
agree to 60 digits, or where nothing was lost on the way to 12, at two points where variables are
positive and small, and at some two dozen more that cover sizes from 1/20 to 400 and, for every pair
of variables, all four combinations of signs. The points come by a hash from a seed, like those of
`field`. Variables are real. All but the first two points count only where both values are real
and all that they are made of is, so that expressions are equal if they agree wherever both are
defined over the reals. Roots of odd index, and powers whose exponent is a fraction with an odd
denominator, are real for negative radicands; elsewhere functions take their principal values.

A logarithm without a base has the same unknown base wherever it stands: `log` is neither `ln`
nor the common logarithm, but `log 8 / log 2` is 3. Where the one side has only `log` and the other
only `log_10`, these are the same: see `conventions`.
"""

import threading
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ponder.verifiers import bounds
from ponder.verifiers.maths.budget import spend
from ponder.verifiers.maths.exact import value_of
from ponder.verifiers.maths.points import COMPLEX_POINTS, coordinate
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol
from ponder.verifiers.maths.vocabulary import GAMMA
from ponder.verifiers.verdict import Unreadable

DIGITS = 60
PRECISIONS = (80, 130, 400)
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
_ROUGH = 1e-12
_MODERATE = 1e6
_ROUGH_SHARE = 4
"""How many times as long an operation takes to 80 digits as in double precision."""


class _LostError(ArithmeticError):
    """Digits were lost: there must be more of them."""


def _context(digits: int) -> Any:
    """Gives this thread's arithmetic of so many digits; mpmath's own is shared and mutable."""
    contexts = _local.__dict__.setdefault("contexts", {})
    if digits not in contexts:
        from mpmath.ctx_mp import MPContext  # type: ignore[import-untyped]

        contexts[digits] = MPContext()
        contexts[digits].dps = digits
    return contexts[digits]


class Value(NamedTuple):
    """What came of an evaluation.

    Attributes:
        number: The value to at least 60 digits; None if there is none.
        why: Why there is none.
        work: The weighted operations that it took, more for more digits.
    """

    number: Any
    why: str
    work: int


def value_at(node: Node, point: int, seed: bytes, names: tuple[str, ...] = ()) -> Value:
    """Evaluates a tree at a point of a seed.

    Precision is raised until two evaluations agree; a value that shrinks with the precision is
    zero.

    Args:
        node: The tree.
        point: One of `points.points(names)`.
        seed: What the points come from.
        names: All variables, in the order that decides their signs.
    """
    results: list[Any] = []
    work = 0
    for digits in PRECISIONS:
        context = _context(digits)
        evaluation = _Evaluation(context, point, seed, names)
        value: Any = None
        why, lost = "", False
        try:
            value = context.convert(evaluation.of(node))
        except _LostError:
            lost = True
        except (ArithmeticError, ValueError, NotImplementedError, context.NoConvergence):
            why = "The answer has no value that could be computed."
        except Unreadable as error:
            why = str(error)
        work += (bounds.MATHS_OPERATIONS - evaluation.left) * digits // PRECISIONS[0]
        if lost:
            continue
        if not why and not context.isfinite(value):
            why = "The answer has no finite value."
        if why:
            return Value(None, why, work)
        if results:
            if close(value, results[-1]):
                return Value(value, "", work)
            if abs(value) < context.mpf(10) ** (DIGITS - digits) and abs(results[-1]) < 1:
                return Value(context.mpf(0), "", work)
        results.append(value)
    return Value(None, "The answer's value could not be computed to enough digits.", work)


def rough(node: Node, point: int, seed: bytes, names: tuple[str, ...]) -> float | None:
    """Evaluates a tree to 12 digits; None where digits may be lost, or if it is not real."""
    from mpmath import fp  # type: ignore[import-untyped]

    evaluation = _Rough(fp, point, seed, names)
    try:
        value = evaluation.of(node)
    except (ArithmeticError, ValueError, NotImplementedError, fp.NoConvergence, Unreadable):
        value = None
    spend(1 + (bounds.MATHS_OPERATIONS - evaluation.left) // _ROUGH_SHARE)
    return value if isinstance(value, (int, float)) else None


def roughly_close(first: complex, second: complex) -> bool:
    """Tells whether two rough values agree."""
    return abs(first - second) <= _ROUGH * max(abs(first), abs(second))


def close(first: Any, second: Any) -> bool:
    """Tells whether two values agree to 60 digits."""
    context = _context(PRECISIONS[-1])
    first, second = context.convert(first), context.convert(second)
    return bool(abs(first - second) <= _tiny(context) * max(abs(first), abs(second)))


@lru_cache(maxsize=16)
def _tiny(context: Any) -> Any:
    return context.mpf(10) ** -DIGITS


def is_real(value: Any) -> bool:
    """Tells whether a value is real but for rounding."""
    return bool(abs(value.imag) <= abs(value) * _tiny(_context(PRECISIONS[0])))


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
                return self.total([self.of(part) for part in parts])
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

    def total(self, terms: list[Any]) -> Any:
        """Adds; a difference of large numbers must keep 60 digits, or an error below 10^-60."""
        context, total = self.context, self.context.fsum(terms)
        error = max(map(abs, terms)) * context.mpf(10) ** -context.dps
        exact = _tiny(context)
        if error > exact and error > abs(total) * exact:
            raise _LostError
        return total

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
        value = coordinate(self.seed, name, self.names.index(name), len(self.names), self.point)
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
            if not hasattr(context, head):
                raise NotImplementedError(head)  # Double precision lacks `acosh`.
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
        digits = min(DIGITS, context.dps) // 2
        nearest = context.floor(context.re(value) + 0.5)
        if context.im(value) != 0 or abs(value - nearest) < context.mpf(10) ** -digits:
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


class _Rough(_Evaluation):
    """One evaluation in double precision, given up where a part is too large or too small.

    What is between 10^-6 and 10^6 is never lost in a sum of such parts.
    """

    def total(self, terms: list[Any]) -> Any:
        return sum(terms)

    def of(self, node: Node) -> Any:
        value = super().of(node)
        if value and not 1 / _MODERATE < abs(value) < _MODERATE:
            raise ArithmeticError("digits may be lost")
        return value


def _exact(node: Node) -> Fraction | None:
    try:
        return value_of(node)
    except Unreadable:
        return None
