r"""The shapes of answers: what stands for several values, a set of solutions, a matrix.

Each function looks at one tree and either gives its shape or None.
"""

import re
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ponder.verifiers import bounds
from ponder.verifiers.maths.syntax import (
    CONSTANTS,
    INFINITY,
    REALS,
    Call,
    Node,
    Number,
    Symbol,
    call,
    heads,
    variables,
    walk,
)
from ponder.verifiers.verdict import Unreadable

BRACKETS = frozenset({"()", "[]", "[)", "(]", "<>"})
_BOTH = frozenset({"pm", "mp"})
_MINUS_INFINITY = call("neg", INFINITY)
UNNAMED = "?"
_ONE = Fraction(1)
_COORDINATE = re.compile(r"[a-zA-Z](?:_[0-9])?")


class Condition(NamedTuple):
    """A difference and how it compares with zero: `>`, `>=`, `=` or `!=`."""

    operator: str
    difference: Node


def both_signs(node: Node) -> tuple[Node, ...]:
    r"""Gives the two trees that one with `\pm` stands for; otherwise the tree itself."""
    if not _BOTH & heads(node):
        return (node,)
    return _signed(node, "pm"), _signed(node, "mp")


def _signed(node: Node, plus: str) -> Node:
    if not isinstance(node, Call):
        return node
    parts = [_signed(part, plus) for part in node.parts]
    if node.head not in _BOTH:
        return Call(node.head, tuple(parts))
    left, right = parts
    return call("+", left, right if node.head == plus else call("neg", right))


def collection(node: Node) -> tuple[Node, ...] | None:
    r"""Gives the elements of a list or a set, of `\pm`, and of `x \in \{1, 2\}`."""
    if isinstance(node, Call) and node.head == "in" and isinstance(node.parts[0], Symbol):
        node = node.parts[1]
        if not (isinstance(node, Call) and node.head == "set"):
            return None
    if isinstance(node, Call) and node.head == "=" and isinstance(node.parts[0], Symbol):
        last = node.parts[-1]
        if isinstance(last, Call) and last.head in ("list", "set"):
            node = last
    if isinstance(node, Call) and node.head in ("list", "set"):
        return tuple(element for part in node.parts for element in both_signs(part))
    elements = both_signs(node)
    return elements if len(elements) > 1 else None


def lone_element(node: Node) -> Node | None:
    r"""Gives the element of `\{5\}`; of `x \in \{5\}`, `x = 5`."""
    match node:
        case Call("set", (element,)):
            return element
        case Call("in", (Symbol() as name, Call("set", (element,)))):
            return call("=", name, element)
    return None


def system(node: Node) -> Node | None:
    """Writes `(x, y) = (1, 2)` as the list `x = 1, y = 2`."""
    match node:
        case Call("=", (Call("()", names), Call("()", values))) if len(names) == len(values):
            return Call("list", tuple(map(partial(call, "="), names, values)))
    return None


def named(elements: tuple[Node, ...]) -> dict[str, Node] | None:
    """Gives elements such as `x = 3, y = -4` by name; None unless each has one of its own."""
    found = {definition_name(element): element for element in elements}
    return found if len(found) == len(elements) and "" not in found else None


def named_point(node: Node) -> tuple[Node, ...] | None:
    """Gives the values of the list `x = 3, y = -4`, in the order of the letters."""
    found = named(collection(node) or ())
    if found is None or not all(map(_COORDINATE.fullmatch, found)):
        return None
    values = (found[name] for name in sorted(found))
    return tuple(each.parts[-1] for each in values if isinstance(each, Call))


def numeral(node: Node) -> int | None:
    """Gives the value of a numeral in a base; None if it is none."""
    match node:
        case Call("base", (Symbol(digits), Symbol(base))) if len(digits) <= bounds.DIGITS:
            try:
                return int(digits, int(base))
            except ValueError:
                return None
    return None


def option(node: Node) -> tuple[str, Node | None]:
    """Splits `(A) 5` into letter and text; either may be missing."""
    match node:
        case Call("option", (Symbol(letter), text)):
            return letter, text
        case Symbol(name) if len(name) == 1 and name.isupper():
            return name, None
    return "", node


def met(node: Node) -> tuple[Node, ...]:
    r"""Gives the sets of `A \cap B \cap C`, which have no order."""
    if isinstance(node, Call) and node.head == "cap":
        return tuple(part for each in node.parts for part in met(each))
    return (node,)


def is_name(node: Node) -> bool:
    """Tells a variable."""
    return isinstance(node, Symbol) and node.name not in CONSTANTS


def common_name(elements: tuple[Node, ...]) -> tuple[str, tuple[Node, ...]]:
    """Splits `x = 1, x = 2` into "x" and the values; "" if the elements have no common name."""
    names = {definition_name(element) for element in elements}
    if len(names) != 1 or "" in names:
        return _led(elements)
    values = tuple(element.parts[-1] for element in elements if isinstance(element, Call))
    return names.pop(), values


def _led(elements: tuple[Node, ...]) -> tuple[str, tuple[Node, ...]]:
    """Splits `x = 1, 2`, whose first element alone has a name."""
    if not elements:
        return "", elements
    first, *rest = elements
    name = definition_name(first)
    related = any(isinstance(other, Call) and other.head in ("=", "compare") for other in rest)
    if name and isinstance(first, Call) and not related:
        return name, (first.parts[-1], *rest)
    return "", elements


def definition_name(node: Node) -> str:
    """Gives the name on the left of `x = 5`; "" if there is none."""
    if not (isinstance(node, Call) and node.head == "="):
        return ""
    name = _name(node.parts[0])
    if not name or name in CONSTANTS or any(name in variables(part) for part in node.parts[1:]):
        return ""
    first, last = node.parts[0], node.parts[-1]
    if isinstance(first, Call) and not (
        isinstance(last, Call) and len(last.parts) == len(first.parts)
    ):
        return ""  # A point is no number.
    return name


def _name(node: Node) -> str:
    if isinstance(node, Symbol):
        return node.name
    if is_bracket(node) and isinstance(node, Call):
        names = [part.name for part in node.parts if isinstance(part, Symbol)]
        return f"({','.join(names)})" if len(names) == len(node.parts) else ""
    return ""


def is_bracket(node: Node) -> bool:
    """Tells a bracket around two ends or more."""
    return isinstance(node, Call) and node.head in BRACKETS


def is_solution_set(node: Node) -> bool:
    """Tells what can only be a set of solutions: an inequality, a union, a half-open interval."""
    if not isinstance(node, Call):
        return node == REALS
    if node.head == "where":
        return isinstance(node.parts[0], Symbol) and is_explicit(node)
    if node.head in ("cap", "setminus"):
        return any(is_solution_set(part) or is_bracket(part) for part in node.parts)
    if node.head == "in":
        return is_bracket(node.parts[1]) or is_solution_set(node.parts[1])
    if node.head in ("compare", "cup", "or", "and"):
        return True
    if node.head in BRACKETS and len(node.parts) == 2:
        low, high = node.parts
        ends = low == _MINUS_INFINITY or high == INFINITY
        return ends or node.head in ("[)", "(]", "[]")
    return False


def is_explicit(node: Node) -> bool:
    """Tells a set of solutions that is written with an inequality."""
    return bool(heads(node) & {"compare", "or", "and"})


def solution_variable(node: Node) -> str:
    """Gives the variable that a set of solutions is about; "" if it is not written."""
    if isinstance(node, Call) and node.head == "where":
        return ""
    if isinstance(node, Call) and node.head == "in":
        return node.parts[0].name if isinstance(node.parts[0], Symbol) else ""
    if is_explicit(node):
        names = variables(node) - {"<", ">", "<=", ">=", "=", "!="}
        return names.pop() if len(names) == 1 else ""
    return ""


def solutions(node: Node, variable: str) -> list[list[Condition]]:
    """Writes a set of solutions as alternatives, each of conditions that hold together.

    Raises:
        Unreadable: If the tree is no set of solutions.
    """
    if isinstance(node, Call):
        match node.head:
            case "compare":
                return [_chain(node)]
            case "=":
                left, right = node.parts[0], node.parts[-1]
                return [[Condition("=", _minus(left, right))]]
            case "in":
                return solutions(node.parts[1], variable)
            case "cup" | "or":
                return [each for part in node.parts for each in solutions(part, variable)]
            case "and":
                alternatives = [solutions(part, variable) for part in node.parts]
                if any(len(each) != 1 for each in alternatives):
                    raise Unreadable("The answer mixes 'and' with 'or'.")
                return [[condition for each in alternatives for condition in each[0]]]
            case "set":
                name = Symbol(variable)
                return [[Condition("=", _minus(name, part))] for part in node.parts]
        if node.head in BRACKETS and len(node.parts) == 2 and node.head != "<>":
            return [_interval(node, Symbol(variable))]
    raise Unreadable("The answer is no set of solutions.")


def _chain(node: Call) -> list[Condition]:
    conditions = []
    for place in range(0, len(node.parts) - 2, 2):
        left, operator, right = node.parts[place : place + 3]
        name = operator.name if isinstance(operator, Symbol) else ""
        if name.startswith("<"):
            left, right, name = right, left, name.replace("<", ">")
        conditions.append(Condition(name, _minus(left, right)))
    return [each for each in conditions if not _is_infinite(each)]


def _is_infinite(condition: Condition) -> bool:
    """Tells a condition such as `x < infinity`, which says nothing."""
    difference = condition.difference
    return isinstance(difference, Call) and (
        INFINITY in difference.parts or call("neg", _MINUS_INFINITY) in difference.parts
    )


def _interval(node: Call, variable: Node) -> list[Condition]:
    low, high = node.parts
    if (low == _MINUS_INFINITY and node.head[0] == "[") or (
        high == INFINITY and node.head[1] == "]"
    ):
        raise Unreadable("The answer holds an interval that is closed at infinity.")
    conditions = []
    if low != _MINUS_INFINITY:
        operator = ">=" if node.head[0] == "[" else ">"
        conditions.append(Condition(operator, _minus(variable, low)))
    if high != INFINITY:
        operator = ">=" if node.head[1] == "]" else ">"
        conditions.append(Condition(operator, _minus(high, variable)))
    return conditions


def _minus(left: Node, right: Node) -> Node:
    return call("+", left, call("neg", right))


def matrix(node: Node) -> tuple[tuple[Node, ...], ...] | None:
    """Gives the rows of a matrix, of `[[1, 2], [3, 4]]`, and of a number times a matrix."""
    if not isinstance(node, Call):
        return None
    if node.head == "matrix":
        return tuple(row.parts for row in node.parts if isinstance(row, Call))
    if node.head == "[]" and all(isinstance(row, Call) and row.head == "[]" for row in node.parts):
        return tuple(row.parts for row in node.parts if isinstance(row, Call))
    if node.head == "neg":
        return _scaled(matrix(node.parts[0]), Number(-_ONE))
    if node.head == "/":
        return _scaled(matrix(node.parts[0]), call("/", Number(_ONE), node.parts[1]))
    if node.head == "*":
        rows = [matrix(part) for part in node.parts]
        if sum(each is not None for each in rows) == 1:
            scalars = tuple(part for part, each in zip(node.parts, rows, strict=True) if not each)
            return _scaled(next(each for each in rows if each), Call("*", scalars))
    return None


def _scaled(
    rows: tuple[tuple[Node, ...], ...] | None, scalar: Node
) -> tuple[tuple[Node, ...], ...] | None:
    if rows is None:
        return None
    copies = sum(map(len, rows)) * sum(1 for _ in walk(scalar))
    if copies > bounds.MATHS_WRITTEN_OUT:
        raise Unreadable("The answer holds a matrix times a number that is too long.")
    return tuple(tuple(call("*", scalar, cell) for cell in row) for row in rows)
