r"""Rational functions compared at random points of a finite field.

Two rational functions of degree at most d whose integer coefficients do not all vanish modulo
the prime p agree at a random point with probability at most 2d/p (Schwartz 1980, Zippel 1979).
Here p has 256 bits and d at most 2^64, so that this is below 2^-190. The points come by a
cryptographic hash from a seed, which the caller makes of both texts: who has written an answer
has fixed its points by that, and cannot interpolate another expression through them. The same
two texts are compared at the same points in every run.

The field has a square root of -1, which stands for i. The constants pi and e are variables here:
a rational function with rational coefficients that vanishes at pi is zero, as pi is
transcendental; likewise e. That no such relation holds between both is Schanuel's conjecture.
"""

from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate

from ponder.verifiers import bounds
from ponder.verifiers.maths.exact import natural, value_of
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, variables
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
    return tuple(_Point(point, seed).of(node)[0] for point in range(POINTS))


class _Point:
    """One evaluation: a residue and a bound of the degree for each part of a tree."""

    def __init__(self, point: int, seed: bytes) -> None:
        self.point = point
        self.seed = seed

    def of(self, node: Node) -> tuple[int, int]:
        match node:
            case Number(number):
                return self.residue(number), 0
            case Symbol(name):
                return _coordinate(self.seed, name, self.point), 1
            case Call("+", parts):
                total, degree = 0, 0
                for part in parts:
                    value, more = self.of(part)
                    total, degree = total + value, degree + more
                return total % PRIME, self.bounded(degree)
            case Call("*", parts):
                product, degree = 1, 0
                for part in parts:
                    value, more = self.of(part)
                    product, degree = product * value % PRIME, degree + more
                return product, self.bounded(degree)
            case Call("neg", (part,)):
                value, degree = self.of(part)
                return -value % PRIME, degree
            case Call("percent", (part,)):
                value, degree = self.of(part)
                return value * self.inverse(100) % PRIME, degree
            case Call("/", (above, below)):
                value, degree = self.of(above)
                divisor, more = self.of(below)
                return value * self.inverse(divisor) % PRIME, self.bounded(degree + more)
            case Call("^", (base, exponent)):
                return self.power(base, exponent)
            case Call("!", (part,)):
                return self.factorial(part), 0
        if isinstance(node, Call) and not variables(node):
            return self.residue(value_of(node)), 0
        raise Unreadable("The answer is no rational function.")

    def residue(self, number: Fraction) -> int:
        return number.numerator * self.inverse(number.denominator) % PRIME

    def power(self, base: Node, exponent: Node) -> tuple[int, int]:
        value, degree = self.of(base)
        power = value_of(exponent)
        if power.denominator != 1 or abs(power) > bounds.MATHS_EXPONENT:
            raise Unreadable("The answer holds an exponent that is no integer within bounds.")
        if power <= 0:
            value = self.inverse(value)
        return pow(value, abs(power.numerator), PRIME), self.bounded(degree * abs(power.numerator))

    def factorial(self, part: Node) -> int:
        return _factorials()[natural(value_of(part), bounds.MATHS_FACTORIAL)]

    def inverse(self, value: int) -> int:
        if value == 1:
            return 1
        if not value % PRIME:
            raise Unreadable("The answer divides by zero.")
        return pow(value, -1, PRIME)

    def bounded(self, degree: int) -> int:
        if degree > bounds.MATHS_DEGREE:
            raise Unreadable("The answer is a rational function of too large a degree.")
        return degree
