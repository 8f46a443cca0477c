r"""Sets of real numbers as unions of intervals, so that `|x| < 1` and `(-1,1)` are the same.

A set is written as the places on the number line where it begins and ends, in order. Each place
is just before or just after a number, so that `[1,2)` goes from just before 1 to just before 2,
and overlapping intervals melt into one.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import NamedTuple

from ponder.verifiers import bounds
from ponder.verifiers.maths import shapes
from ponder.verifiers.maths.shapes import Condition
from ponder.verifiers.maths.syntax import (
    INFINITY,
    REALS,
    Call,
    Node,
    Number,
    Symbol,
    call,
    variables,
    walk,
)
from ponder.verifiers.maths.values import order
from ponder.verifiers.verdict import Unreadable


class Cut(NamedTuple):
    """A place on the number line: just before a value, or just after it."""

    value: Node
    after: bool


Reals = tuple[Cut, ...]
"""Where a set begins, where it ends, where it begins again, and so on."""

_START, _END = Cut(call("neg", INFINITY), True), Cut(INFINITY, False)
_ALL: Reals = (_START, _END)
_ZERO, _ONE = Number(Fraction(0)), Number(Fraction(1))
_MOST_BARS = 2
_RELATIONS = frozenset({"<", ">", "<=", ">=", "!="})


def equal(first: Reals, second: Reals) -> bool:
    """Tells whether two sets are the same."""
    return len(first) == len(second) and not any(map(_compare, first, second))


def real_set(node: Node) -> Reals:
    """Reads an inequality in one variable, an interval, or what is made of them as a set.

    Raises:
        Unreadable: If it is none, or its ends could not be computed.
    """
    if sum(_is_condition(part) for part in walk(node)) > bounds.MATHS_INTERVALS:
        raise Unreadable(f"The answer has more than {bounds.MATHS_INTERVALS} intervals.")
    return _set(node, shapes.solution_variable(node) or shapes.UNNAMED)


def _is_condition(node: Node) -> bool:
    if isinstance(node, Symbol):
        return node.name in _RELATIONS
    return shapes.is_bracket(node) or (isinstance(node, Call) and node.head == "=")


def _set(node: Node, variable: str) -> Reals:
    match node:
        case Symbol() if node == REALS:
            return _ALL
        case Call("where", (Symbol(bound), condition)):
            return _set(condition, bound)
        case Call("in", (_, inner)):
            return _set(inner, variable)
        case Call("cup" | "or", parts):
            return _sweep([_set(part, variable) for part in parts], 1)
        case Call("cap" | "and", parts):
            return _sweep([_set(part, variable) for part in parts], len(parts))
        case Call("setminus", (whole, part)):
            return _sweep([_set(whole, variable), _without(_set(part, variable))], 2)
    if shapes.is_bracket(node):
        _require_order(node)
    alternatives = [
        _sweep([_ALL, *(_solved(each, variable, _MOST_BARS) for each in conditions)], None)
        for conditions in shapes.solutions(node, variable)
    ]
    return _sweep(alternatives, 1)


def _require_order(node: Node) -> None:
    """Refuses `(2, 1)`, which is a point, and `(1, 1)`."""
    low, high = node.parts if isinstance(node, Call) and len(node.parts) == 2 else (_ZERO, _ZERO)
    if order(low, high) >= 0:
        raise Unreadable("The answer holds an interval that does not go upwards.")


def _compare(first: Cut, second: Cut) -> int:
    return order(first.value, second.value) or first.after - second.after


def _compare_steps(first: tuple[Cut, int], second: tuple[Cut, int]) -> int:
    return _compare(first[0], second[0])


def _sweep(sets: Sequence[Reals], least: int | None) -> Reals:
    """Gives what lies in at least so many of some sets; in all of them for None."""
    steps = [(cut, -1 if place % 2 else 1) for each in sets for place, cut in enumerate(each)]
    steps.sort(key=cmp_to_key(_compare_steps))
    least = len(sets) if least is None else least
    depth, cuts = 0, list[Cut]()
    for place, (cut, step) in enumerate(steps):
        depth += step
        last = place + 1 == len(steps) or _compare(cut, steps[place + 1][0]) != 0
        if last and (depth >= least) != bool(len(cuts) % 2):
            cuts.append(cut)
    return tuple(cuts)


def _without(numbers: Reals) -> Reals:
    """Gives all numbers but those of a set."""
    begun = numbers[1:] if numbers[:1] == (_START,) else (_START, *numbers)
    return begun[:-1] if begun[-1:] == (_END,) else (*begun, _END)


def _solved(condition: Condition, variable: str, bars: int) -> Reals:
    """Solves a condition that is linear in the variable, or in one absolute value of it."""
    outer = next(_absolute_values(condition.difference, variable), None)
    if outer is not None and not bars:
        raise Unreadable("The answer holds many absolute values in one another.")
    slope, rest = _linear(condition.difference, outer or Symbol(variable))
    rises = order(slope, _ZERO)
    if not rises:
        raise Unreadable("The answer holds a condition without a variable.")
    root = call("/", call("neg", rest), slope)
    if outer is None:
        return _ray(condition.operator, root, rises > 0)
    return _around_zero(condition.operator, outer.parts[0], root, rises > 0, variable, bars - 1)


def _absolute_values(node: Node, variable: str) -> Iterator[Call]:
    for part in walk(node):
        if isinstance(part, Call) and part.head == "abs" and variable in variables(part):
            yield part


def _ray(operator: str, root: Node, rises: bool) -> Reals:
    match operator:
        case "=":
            return Cut(root, False), Cut(root, True)
        case "!=":
            return _without((Cut(root, False), Cut(root, True)))
    closed = operator == ">="
    return (Cut(root, not closed), _END) if rises else (_START, Cut(root, closed))


def _around_zero(
    operator: str, inner: Node, size: Node, rises: bool, variable: str, bars: int
) -> Reals:
    """Solves what `|inner|` must be to `size`: at least, or at most where it does not rise."""
    if operator == "!=":
        return _without(_around_zero("=", inner, size, rises, variable, bars))
    if operator == "=" and order(size, _ZERO) < 0:
        return ()
    minus = call("neg", inner)
    if rises or operator == "=":
        sides = [call("+", side, call("neg", size)) for side in (inner, minus)]
    else:
        sides = [call("+", size, side) for side in (inner, minus)]
    solved = [_solved(Condition(operator, side), variable, bars) for side in sides]
    return _sweep(solved, 1 if rises or operator == "=" else 2)


def _linear(node: Node, atom: Node) -> tuple[Node, Node]:
    """Writes an expression as slope times atom plus rest."""
    if node == atom:
        return _ONE, _ZERO
    if isinstance(node, Call) and node.head in ("+", "neg", "*", "/") and _holds(node, atom):
        parts = [_linear(part, atom) for part in node.parts]
        slopes, rests = ([pair[side] for pair in parts] for side in (0, 1))
        if node.head in ("+", "neg"):
            return Call(node.head, tuple(slopes)), Call(node.head, tuple(rests))
        steep = [place for place, slope in enumerate(slopes) if slope is not _ZERO]
        if len(steep) == 1 and (node.head == "*" or steep == [0]):
            place = steep[0]
            factors = list(node.parts)
            results = []
            for factor in (slopes[place], rests[place]):
                factors[place] = factor
                results.append(Call(node.head, tuple(factors)))
            return results[0], results[1]
    elif not _holds(node, atom):
        return _ZERO, node
    raise Unreadable("The answer holds a condition that is not linear.")


def _holds(node: Node, atom: Node) -> bool:
    return any(part == atom for part in walk(node))
