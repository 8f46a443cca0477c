"""Whether two expressions have the same value: exactly where possible, else to many digits.

The layers, in this order: rational constants exactly; rational functions at random points of a
finite field (see `field`); everything else numerically (see `numeric`). The points come from a
seed, which is made of both texts; constants need none and are evaluated once.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

from ponder.verifiers.maths import exact, field, numeric
from ponder.verifiers.maths.syntax import CONSTANTS, INFINITY, Call, Node, Symbol, call, walk
from ponder.verifiers.verdict import Unreadable

_NO_SEED = b""


def seed_of(gold: str, answer: str) -> bytes:
    """Makes the seed of the points at which the expressions of two texts are compared."""
    gold_bytes, answer_bytes = (text.encode("utf-8", "surrogatepass") for text in (gold, answer))
    length = len(gold_bytes).to_bytes(8, "big")
    material = length + gold_bytes + answer_bytes
    return blake2b(material, digest_size=32, person=b"ponder maths").digest()


class Profile:
    """What is known of an expression's value; each part is computed when it is first asked for."""

    def __init__(self, node: Node) -> None:
        """Keeps the tree."""
        self.node = node

    @cached_property
    def infinite(self) -> int:
        """1 and -1 for the infinities, else 0."""
        if self.node == INFINITY:
            return 1
        return -1 if self.node == call("neg", INFINITY) else 0

    @cached_property
    def exact(self) -> Fraction | None:
        """The value if it is rational and within the bounds."""
        try:
            return exact.value_of(self.node)
        except Unreadable:
            return None

    @cached_property
    def names(self) -> frozenset[str]:
        """The variables, with the unknown base of `log`, which points give a value to as well."""
        names = set()
        for part in walk(self.node):
            if isinstance(part, Symbol) and part.name not in CONSTANTS:
                names.add(part.name)
            elif isinstance(part, Call) and part.head == "log" and len(part.parts) == 1:
                names.add(numeric.BASE_OF_LOG)
        return frozenset(names)

    @cached_property
    def numbers(self) -> dict[int, Any]:
        """The numerical values of a constant; those of other expressions depend on the seed."""
        return {}

    def number(self, point: int, seed: bytes, names: tuple[str, ...] = ()) -> Any:
        """The numerical value at a point; raises `Unreadable` where there is none."""
        if self.names:
            return _number(self.node, point, seed, names)
        if not self.numbers:
            self.numbers[0] = numeric.value_at(self.node, 0, _NO_SEED)
        return self.numbers[0]


@lru_cache(maxsize=512)
def profile(node: Node) -> Profile:
    """Gives the profile of an expression."""
    return Profile(node)


@lru_cache(maxsize=256)
def _number(node: Node, point: int, seed: bytes, names: tuple[str, ...]) -> Any:
    return numeric.value_at(node, point, seed, names)


@lru_cache(maxsize=256)
def _residues(node: Node, seed: bytes) -> tuple[int, ...] | None:
    try:
        return field.values(node, seed)
    except Unreadable:
        return None


def same_value(first: Node, second: Node, seed: bytes) -> bool:
    """Tells whether two expressions are equal, for all values of their variables.

    Raises:
        Unreadable: If one of them has no value that could be computed.
    """
    left, right = profile(first), profile(second)
    if left.infinite or right.infinite:
        return left.infinite == right.infinite
    if left.exact is not None and right.exact is not None:
        return left.exact == right.exact
    residues = _residues(first, seed)
    others = _residues(second, seed) if residues is not None else None
    if residues is not None and others is not None:
        return residues == others
    return all(numeric.close(*pair) for pair in _pairs(left, right, seed))


def _pairs(left: Profile, right: Profile, seed: bytes) -> Iterator[tuple[Any, Any]]:
    """Yields both values at each point that counts: see `numeric`."""
    names = tuple(sorted(left.names | right.names))
    for point in numeric.points(names):
        try:
            pair = left.number(point, seed, names), right.number(point, seed, names)
        except Unreadable:
            if point < numeric.COMPLEX_POINTS:
                raise
            continue
        if point < numeric.COMPLEX_POINTS or all(map(numeric.is_real, pair)):
            yield pair


def order(first: Node, second: Node) -> int:
    """Compares two real constants, or infinities: negative, 0 or positive, as their difference.

    Raises:
        Unreadable: If one of them is none, or could not be computed.
    """
    left, right = profile(first), profile(second)
    if left.infinite or right.infinite:
        return left.infinite - right.infinite
    if left.exact is not None and right.exact is not None:
        return (left.exact > right.exact) - (left.exact < right.exact)
    if left.names or right.names:
        raise Unreadable("The answer holds a variable where a number was expected.")
    values = left.number(0, _NO_SEED), right.number(0, _NO_SEED)
    if not all(numeric.is_real(value) for value in values):
        raise Unreadable("The answer holds a complex number where a real one was expected.")
    if same_value(first, second, _NO_SEED):
        return 0
    return 1 if values[0].real > values[1].real else -1


def proportional(first: Node, second: Node, seed: bytes, *, positive: bool) -> bool:
    """Tells whether one expression is a constant, not zero, times the other.

    Args:
        first: An expression.
        second: Another, in the same variables.
        seed: What the points come from.
        positive: Whether the constant must be positive.

    Raises:
        Unreadable: If one of them has no value that could be computed.
    """
    left, right = profile(first), profile(second)
    if not left.names or left.names != right.names:
        return False
    residues, others = _residues(first, seed), _residues(second, seed)
    if residues is not None and others is not None:
        (a, b), (c, d) = residues, others
        if not (a and c) or (a * d - b * c) % field.PRIME:
            return False
    elif not _constant_ratio(left, right, seed):
        return False
    if not positive:
        return True
    above, below = next(_pairs(left, right, seed))
    ratio = above / below
    return numeric.is_real(ratio) and bool(ratio.real > 0)


def _constant_ratio(left: Profile, right: Profile, seed: bytes) -> bool:
    ratios: list[Any] = []
    for first, second in _pairs(left, right, seed):
        if not (first and second):
            return False
        ratios.append(first / second)
    return all(numeric.close(ratios[0], ratio) for ratio in ratios[1:])
