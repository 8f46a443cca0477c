"""Whether two expressions have the same value: exactly where possible, else to many digits.

The layers, in this order: rational constants exactly; rational functions at random points of a
finite field (see `field`); everything else numerically (see `numeric`). The points come from a
seed, which is made of both texts; constants need none and are evaluated once.
"""

from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any

from ponder.verifiers.maths import exact, field, numeric
from ponder.verifiers.maths.budget import SpentError, spend
from ponder.verifiers.maths.points import COMPLEX_POINTS, points
from ponder.verifiers.maths.syntax import CONSTANTS, INFINITY, Call, Node, Symbol, call, heads, walk
from ponder.verifiers.verdict import Unreadable

_NO_SEED = b""
_STEP = 5
"""What a comparison weighs besides the evaluations that it needs."""
_UNKNOWN: tuple[int, ...] = ()
_ROUNDING = frozenset({"floor", "ceiling"})


@lru_cache(maxsize=1)
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
        self._values = _Values(_NO_SEED)

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
    def rounds(self) -> bool:
        """Whether a part of it is rounded to an integer."""
        return not _ROUNDING.isdisjoint(heads(self.node))

    def number(self, point: int, seed: bytes, names: tuple[str, ...] = ()) -> Any:
        """The numerical value at a point; raises `Unreadable` where there is none."""
        if not self.names:
            point, seed, names = 0, _NO_SEED, ()
        numbers = self._of(seed).numbers
        value = numbers.get((point, names))
        if value is None:
            value = numbers[point, names] = numeric.value_at(self.node, point, seed, names)
        spend(value.work, (self, point, names))
        if value.number is None:
            raise Unreadable(value.why)
        return value.number

    def residues(self, seed: bytes) -> tuple[int, ...] | None:
        """The values at the points of a finite field; None if it is no rational function."""
        known = self._of(seed)
        if known.residues is _UNKNOWN:
            try:
                known.residues = field.values(self.node, seed)
            except Unreadable:
                known.residues = None
        return known.residues

    def _of(self, seed: bytes) -> "_Values":
        """The values at the points of a seed; those of another are forgotten."""
        known = self._values
        if known.seed != seed:
            known = self._values = _Values(seed)
        return known


class _Values:
    """The values of an expression at the points of one seed."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.numbers: dict[tuple[int, tuple[str, ...]], numeric.Value] = {}
        self.residues: tuple[int, ...] | None = _UNKNOWN


@lru_cache(maxsize=512)
def profile(node: Node) -> Profile:
    """Gives the profile of an expression."""
    return Profile(node)


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
    spend(_STEP)
    residues = left.residues(seed)
    others = right.residues(seed) if residues is not None else None
    if residues is not None and others is not None:
        return residues == others
    return _agree(left, right, seed, 1)


def _agree(left: Profile, right: Profile, seed: bytes, factor: Any) -> bool:
    """Tells whether a value is so many times another at each point that counts: see `numeric`."""
    names = tuple(sorted(left.names | right.names))
    for point in points(names, rounded=left.rounds or right.rounds):
        counts = point < COMPLEX_POINTS
        if not counts and _roughly_agree(left, right, point, seed, names, factor):
            continue
        try:
            pair = left.number(point, seed, names), right.number(point, seed, names)
        except SpentError:
            raise
        except Unreadable:
            if counts:
                raise
            continue
        if not counts and not all(map(numeric.is_real, pair)):
            continue
        if not numeric.close(pair[0], factor * pair[1]):
            return False
    return True


def _roughly_agree(
    left: Profile, right: Profile, point: int, seed: bytes, names: tuple[str, ...], factor: Any
) -> bool:
    first = numeric.rough(left.node, point, seed, names)
    second = None if first is None else numeric.rough(right.node, point, seed, names)
    if first is None or second is None:
        return False
    return numeric.roughly_close(first, complex(factor) * second)


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
    spend(_STEP)
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
    spend(_STEP)
    left, right = profile(first), profile(second)
    if not left.names or left.names != right.names:
        return False
    residues, others = left.residues(seed), right.residues(seed)
    if residues is not None and others is not None:
        (a, b), (c, d) = residues, others
        if not (a and c) or (a * d - b * c) % field.PRIME:
            return False
        if not positive:
            return True
        ratio = _ratio(left, right, seed)
    else:
        ratio = _ratio(left, right, seed)
        if ratio == 0 or not _agree(left, right, seed, ratio):
            return False
    return not positive or (numeric.is_real(ratio) and bool(ratio.real > 0))


def _ratio(left: Profile, right: Profile, seed: bytes) -> Any:
    """Gives how many times the second value the first is at a point; 0 if either is zero."""
    names = tuple(sorted(left.names | right.names))
    above, below = left.number(0, seed, names), right.number(0, seed, names)
    return above / below if below else below
