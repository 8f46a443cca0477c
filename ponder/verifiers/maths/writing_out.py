r"""Finite sums and products, and determinants, written out: `\sum_{k=1}^{3} k` is 1 + 2 + 3."""

from fractions import Fraction

from ponder.verifiers import bounds
from ponder.verifiers.maths.exact import value_of
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call, walk
from ponder.verifiers.verdict import Unreadable

_EMPTY = {"+": Number(Fraction(0)), "*": Number(Fraction(1))}


def write_out(node: Node) -> Node:
    """Replaces every finite sum and product by its terms.

    Raises:
        Unreadable: If the ends of one are no integers, or the terms are beyond the bounds.
    """
    return _Writer().of(node)


class _Writer:
    """Writes one answer out, and counts the nodes that it writes."""

    def __init__(self) -> None:
        self.left = bounds.MATHS_WRITTEN_OUT

    def of(self, node: Node) -> Node:
        match node:
            case Call("series", (Symbol(operation), Symbol(index), low, high, body)):
                return self.series(operation, index, range(_end(low), _end(high) + 1), body)
            case Call(head, parts):
                return Call(head, tuple(self.of(part) for part in parts))
        return node

    def series(self, operation: str, index: str, values: range, body: Node) -> Node:
        self.left -= len(values) * sum(1 for _ in walk(body))
        if self.left < 0:
            raise Unreadable("The answer holds a sum or a product that is too long.")
        terms = tuple(self.of(_put(body, index, Number(Fraction(value)))) for value in values)
        return Call(operation, (_EMPTY[operation], *terms))


def _end(node: Node) -> int:
    value = value_of(node)
    if value.denominator != 1 or abs(value) > bounds.MATHS_EXPONENT:
        raise Unreadable("The answer holds a sum or a product whose ends are no integers.")
    return value.numerator


def _put(node: Node, name: str, value: Node) -> Node:
    """Puts a value in the place of a name, but for the sums whose own index has that name."""
    match node:
        case Symbol(other):
            return value if other == name else node
        case Call("series", (operation, Symbol(index), low, high, body)):
            inner = body if index == name else _put(body, name, value)
            ends = _put(low, name, value), _put(high, name, value)
            return call("series", operation, Symbol(index), *ends, inner)
        case Call(head, parts):
            return Call(head, tuple(_put(part, name, value) for part in parts))
    return node


def determinant(rows: list[Node]) -> Node:
    """Writes a determinant out along its first row, again and again.

    Raises:
        Unreadable: If the rows are not as long as they are many, or beyond the bounds.
    """
    cells = [row.parts for row in rows if isinstance(row, Call)]
    size = len(cells)
    if not 0 < size <= bounds.MATHS_DETERMINANT or any(len(row) != size for row in cells):
        most = bounds.MATHS_DETERMINANT
        raise Unreadable(f"A determinant must be square and have {most} rows at most.")
    return _expanded(cells)


def _expanded(cells: list[tuple[Node, ...]]) -> Node:
    first, *others = cells
    if not others:
        return first[0]
    terms = []
    for place, cell in enumerate(first):
        minor = _expanded([row[:place] + row[place + 1 :] for row in others])
        term = call("*", cell, minor)
        terms.append(call("neg", term) if place % 2 else term)
    return Call("+", tuple(terms))
