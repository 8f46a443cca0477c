r"""Rational functions compared at random points of a finite field.

Two rational functions of degree at most d whose integer coefficients do not all vanish modulo
the prime p agree at a random point with probability at most 2d/p (Schwartz 1980, Zippel 1979).
Here p has 256 bits and d at most 2^64, so that this is below 2^-190. The points come by a
cryptographic hash from a seed, which the caller makes of both texts: who has written an answer
has fixed its points by that, and cannot interpolate another expression through them. The same
two texts are compared at the same points in every run.

The field has a square root of -1, which stands for i. The constants pi and e are variables here,
of one value at all points: a rational function with rational coefficients that vanishes at pi is
zero, as pi is transcendental; likewise e. That no such relation holds between both is Schanuel's
conjecture.
"""

from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

from ponder.verifiers import bounds
from ponder.verifiers.maths.exact import natural, value_of
from ponder.verifiers.maths.syntax import CONSTANTS, Call, Node, Number, Symbol, variables
from ponder.verifiers.verdict import Unreadable

PRIME = 0xF5CDCD3011F2519B57C846D2327A90E580150BFB484DF67E4C4EB61B67E071D9
"""The first prime that leaves 1 modulo 4 from the SHA-256 of this module's name on.

It has no structure: a Mersenne prime, say, would confuse powers of 2.
"""

ROOT_OF_MINUS_ONE = 0x692EC53FC4A7C53648B139F82A90514DB2A084DD71CC5DD0456460B61DD5E29A
POINTS = 2


@lru_cache(maxsize=4096)
def _coordinate(seed: bytes, name: str, point: int) -> int:
    if name == "i":
        return ROOT_OF_MINUS_ONE
    if name == "infinity":
        raise Unreadable("The answer calculates with infinity.")
    if name in CONSTANTS:
        # The same at all points: what is constant may be told from what varies.
        point = 0
    digest = blake2b(f"field {point}:{name}".encode(), digest_size=40, key=seed).digest()
    return int.from_bytes(digest, "big") % PRIME


@lru_cache(maxsize=1)
def _factorials() -> list[int]:
    return list(accumulate(range(1, bounds.MATHS_FACTORIAL + 1), _times, initial=1))


def _times(first: int, second: int) -> int:
    return first * second % PRIME


def values(node: Node, seed: bytes) -> tuple[int, ...]:
    """Evaluates a rational function at the points of a seed.

    Raises:
        Unreadable: If the tree is none, is beyond the bounds, or divides by zero.
    """
    return tuple(_Point(point, seed).value(node) for point in range(POINTS))


class _Quotient(NamedTuple):
    """A residue above another, so that none is inverted on the way, and a bound of the degree."""

    above: int
    below: int = 1
    degree: int = 0


_ZERO, _ONE = _Quotient(0), _Quotient(1)


class _Point:
    """One evaluation."""

    def __init__(self, point: int, seed: bytes) -> None:
        self.point = point
        self.seed = seed

    def value(self, node: Node) -> int:
        above, below, _ = self.of(node)
        return above if below == 1 else above * pow(below, -1, PRIME) % PRIME

    def of(self, node: Node) -> _Quotient:
        match node:
            case Number(number):
                return _bounded(number.numerator, number.denominator, 0)
            case Symbol(name):
                return _Quotient(_coordinate(self.seed, name, self.point), degree=1)
            case Call("+", parts):
                return self.total(parts)
            case Call("*", parts):
                above, below, degree = _ONE
                for part in parts:
                    over, under, more = self.of(part)
                    above, below, degree = (
                        above * over % PRIME,
                        below * under % PRIME,
                        degree + more,
                    )
                return _bounded(above, below, degree)
            case Call("neg", (part,)):
                above, below, degree = self.of(part)
                return _Quotient(-above % PRIME, below, degree)
            case Call("percent", (part,)):
                above, below, degree = self.of(part)
                return _bounded(above, below * 100, degree)
            case Call("/", (first, second)):
                above, below, degree = self.of(first)
                over, under, more = self.of(second)
                return _bounded(above * under, below * over, degree + more)
            case Call("^", (base, exponent)):
                return self.power(base, exponent)
            case Call("!", (part,)):
                return _Quotient(_factorials()[natural(value_of(part), bounds.MATHS_FACTORIAL)])
        if isinstance(node, Call) and not variables(node):
            value = value_of(node)
            return _bounded(value.numerator, value.denominator, 0)
        raise Unreadable("The answer is no rational function.")

    def total(self, parts: tuple[Node, ...]) -> _Quotient:
        above, below, degree = _ZERO
        for part in parts:
            over, under, more = self.of(part)
            degree += more
            if below == under:
                above += over
            else:
                above = (above * under + over * below) % PRIME
                below = below * under % PRIME
        return _bounded(above, below, degree)

    def power(self, base: Node, exponent: Node) -> _Quotient:
        above, below, degree = self.of(base)
        power = value_of(exponent)
        size = abs(power.numerator)
        if power.denominator != 1 or size > bounds.MATHS_EXPONENT:
            raise Unreadable("The answer holds an exponent that is no integer within bounds.")
        if power <= 0:
            above, below = below, above
        _bounded(above, below, degree)
        return _bounded(pow(above, size, PRIME), pow(below, size, PRIME), degree * size)


def _bounded(above: int, below: int, degree: int) -> _Quotient:
    if degree > bounds.MATHS_DEGREE:
        raise Unreadable("The answer is a rational function of too large a degree.")
    if not below % PRIME:
        raise Unreadable("The answer divides by zero.")
    return _Quotient(above % PRIME, below % PRIME, degree)
