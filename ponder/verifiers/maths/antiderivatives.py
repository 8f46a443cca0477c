r"""Whether two expressions differ by a constant, as the antiderivatives of one function do.

First in a field, as rational functions: each function that is none, such as `\sin 2x`, becomes a
variable of its own, the same one for equal arguments. If the difference is constant then, it is
so whatever those functions are (Schwartz 1980, Zippel 1979; see `field`). Where that says
nothing, as of `\sin 2x` and `2 \sin x \cos x`, both are evaluated at four points to 60 digits;
see `numeric`.
"""

from fractions import Fraction

from ponder.randomness import digest
from ponder.verifiers.maths import field, numeric
from ponder.verifiers.maths.budget import SpentError, budget
from ponder.verifiers.maths.exact import value_of
from ponder.verifiers.maths.points import COMPLEX_POINTS
from ponder.verifiers.maths.syntax import CONSTANTS, Call, Node, Number, Symbol, call
from ponder.verifiers.maths.values import profile
from ponder.verifiers.verdict import Unreadable

_RATIONAL = frozenset({"+", "*", "/", "neg"})
_POINTS = 4
_SOME_CONSTANT = call("*", Symbol("pi"), Symbol("e"))
"""What stands for the `C` of an answer: it does not vary, and no reference holds it."""


def same_up_to_constant(gold: Node, answer: Node, name: str, seed: bytes) -> bool:
    """Tells whether two expressions differ by something that is free of a variable.

    Args:
        gold: An expression.
        answer: Another; in both, letters other than `name` are constants, and `log` is `ln`.
        name: The variable.
        seed: What the points come from at which the difference is looked at.

    Raises:
        Unreadable: If the difference has no value that could be computed.
    """
    first, second = _prepared(gold, name), _prepared(answer, name)
    with budget():
        return _differ_by_constant(first, second, seed) or _rise_alike(first, second, name, seed)


def _prepared(node: Node, name: str) -> Node:
    match node:
        case Symbol(letter) if letter != name and letter not in CONSTANTS:
            return _SOME_CONSTANT
        case Call("log", (argument,)):
            return call("ln", _prepared(argument, name))
        case Call(head, parts):
            return Call(head, tuple(_prepared(part, name) for part in parts))
    return node


def _differ_by_constant(gold: Node, answer: Node, seed: bytes) -> bool:
    difference = call("+", answer, call("neg", gold))
    try:
        first, second = field.values(_rational(difference, seed), seed)
    except Unreadable:
        return False
    return first == second


def _rational(node: Node, seed: bytes) -> Node:
    """Writes what is no rational function as variables, named by their arguments' residues."""
    if not isinstance(node, Call):
        return node
    if node.head == "ln":
        return _logarithm(node.parts[0], seed)
    parts = tuple(_rational(part, seed) for part in node.parts)
    if node.head in _RATIONAL or (node.head == "^" and _is_whole(parts[1])):
        return Call(node.head, parts)
    return Symbol(f"{node.head} of {[field.values(part, seed) for part in parts]}")


def _logarithm(argument: Node, seed: bytes) -> Node:
    r"""Writes `\ln cu` as a variable, the same one for every c, and a constant of its own."""
    if isinstance(argument, Call) and argument.head == "abs":
        argument = argument.parts[0]
    first, second = field.values(_rational(argument, seed), seed)
    if not first:
        raise Unreadable("The answer holds the logarithm of zero.")
    growth = second * pow(first, -1, field.PRIME) % field.PRIME
    constant = int.from_bytes(digest(seed.hex(), first), "big")
    return call("+", Symbol(f"ln of {growth}"), Number(Fraction(constant)))


def _is_whole(exponent: Node) -> bool:
    try:
        value: Fraction = value_of(exponent)
    except Unreadable:
        return False
    return value.denominator == 1


def _rise_alike(gold: Node, answer: Node, name: str, seed: bytes) -> bool:
    """Tells whether both rise by the same from one point to three others.

    The rises are compared and not the difference: a large constant would drown what varies.
    """
    sides = profile(gold), profile(answer)
    start = [side.number(0, seed, (name,)) for side in sides]
    for point in range(1, _POINTS):
        try:
            end = [side.number(point, seed, (name,)) for side in sides]
        except SpentError:
            raise
        except Unreadable:
            if point < COMPLEX_POINTS:
                raise
            continue  # One of them is not real there.
        wanted, found = (high - low for low, high in zip(start, end, strict=True))
        if not numeric.close(wanted, found):
            return False
    return True
