r"""What `\sqrt2 \approx 1.414` says: the root of two, of which the decimal is a rounding."""

import re
from collections.abc import Iterable
from fractions import Fraction

from ponder.verifiers.cursor import Token
from ponder.verifiers.maths.budget import budget
from ponder.verifiers.maths.syntax import Call, Node, Number, call, variables
from ponder.verifiers.maths.values import order
from ponder.verifiers.verdict import Unreadable

_PLACES = re.compile(r"[0-9]*\.[0-9]+")
_NO_VALUES = frozenset({"set", "list", "text", "unit", "matrix", "()", "[]", "<>", "base", "mod"})


def exact_side(exact: Node, rounded: Node, written: Iterable[Token]) -> Node | None:
    r"""Gives what `exact \approx rounded` says; None if it says no more than an equation.

    Args:
        exact: The side before the sign.
        rounded: The side after it.
        written: The tokens of the side after it.

    Returns:
        The exact side, with the unit that stands after the decimal; None if the first is no
        value or the second no decimal.

    Raises:
        Unreadable: If the decimal is not the exact side rounded to its places.
    """
    value, of = _split(exact)
    number, unit = _split(rounded)
    digits = next((token.text for token in written if token.kind == "number"), "")
    if not (_is_decimal(number) and _has_value(value) and _PLACES.fullmatch(digits)):
        return None
    places = len(digits.partition(".")[2])
    difference = call("abs", call("+", value, call("neg", number)))
    with budget():
        if order(difference, Number(Fraction(1, 2 * 10**places))) > 0:
            raise Unreadable("The answer's decimal is no rounding of what stands before it.")
    if unit is None or unit == of:
        return exact
    if of is not None:
        raise Unreadable("The answer has two units.")
    return call("unit", exact, unit)


def _has_value(node: Node) -> bool:
    """Tells a constant from a name, a list or an equation."""
    return not variables(node) and not (isinstance(node, Call) and node.head in _NO_VALUES)


def _is_decimal(node: Node) -> bool:
    """Tells a number that is written with a decimal point, with or without a minus."""
    if isinstance(node, Call) and node.head == "neg":
        (node,) = node.parts
    return isinstance(node, Number) and node.decimal


def _split(node: Node) -> tuple[Node, Node | None]:
    """Splits a value from its unit."""
    if isinstance(node, Call) and node.head == "unit":
        return node.parts[0], node.parts[1]
    return node, None
