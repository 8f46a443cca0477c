"""Whether an answer is as finished as the reference.

A question's own text is equal to its answer: "8 + 13" to 21, "2x + 3 = 13" to x = 5, "(x + 1)^2"
to x^2 + 2x + 1. So an answer that is equal may still have to be worked out, solved, multiplied
out, collected or factored.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from ponder.verifiers.maths.shapes import definition_name
from ponder.verifiers.maths.syntax import CONSTANTS, Call, Node, Number, Symbol, heads, walk
from ponder.verifiers.maths.vocabulary import FUNCTIONS

_CALCULATIONS = {"+", "*", "/", "^", "root", "series", *FUNCTIONS.values()}
_TRANSCENDENTAL = set(FUNCTIONS.values()) - {"!", "binom", "abs", "floor", "ceiling", "cbrt", "exp"}
_TEN = Number(Fraction(10))
_POLYNOMIAL = {"+", "*", "^", "neg"}
_PAYLOADS = {"text", "base", "unit", "option"}


def lacking(wanted: Node, found: Node) -> str:
    """Says what an answer that is equal to the reference still lacks; "" if nothing.

    Where the reference holds numbers alone, the answer must, and none may be left to work out;
    a variable that the reference names or bounds alone must stand alone; a polynomial that the
    reference multiplies out must be, and one that it factors must be a product.
    """
    if wanted == found:
        return ""
    if _is_solved(wanted) and not _is_solved(found):
        return "solved"
    if _head(wanted) == "=" and not definition_name(wanted):
        return ""  # A curve may be written in many ways.
    goals, steps = _values(wanted), _values(found)
    if not unknowns(goals):
        steps = _values(_result(found))
        if unknowns(steps):
            return "worked out"
        if _is_worked_out(goals):
            return "" if _is_worked_out(steps) else "worked out"
        # The reference is a calculation itself: roots and powers are free, functions are not.
        return "worked out" if (heads(steps) - heads(goals)) & _TRANSCENDENTAL else ""
    if definition_name(wanted) != definition_name(found) and "=" in (_head(wanted), _head(found)):
        return ""
    return _polynomial_lacks(goals, steps)


def form_of(node: Node | None) -> str:
    """Tells whether a polynomial is "multiplied out" or "factored"; "" if neither, or none."""
    if node is None:
        return ""
    node = _values(node)
    if not _is_polynomial(node):
        return ""
    if _sum_factors(node) > 1:
        return "factored"
    return "" if any(map(_sum_factors, _terms(node))) else "multiplied out"


def _polynomial_lacks(goal: Node, step: Node) -> str:
    form = form_of(goal)
    if form == "factored":
        return "" if _sum_factors(step) >= _sum_factors(goal) else form
    if form != "multiplied out":
        return ""
    if any(_sum_factors(part) > 1 for part in walk(step)):
        return form
    uncollected = len(_terms(step)) > len(_terms(goal)) or not all(map(_is_collected, walk(step)))
    return "collected" if uncollected else ""


def _head(node: Node) -> str:
    return node.head if isinstance(node, Call) else ""


def _values(node: Node) -> Node:
    """Leaves out the names of `x = 2`, of `x = 1, x = 2`, and what `8 + 13 = 21` began with."""
    if not isinstance(node, Call):
        return node
    if node.head == "=" and definition_name(node):
        return _values(node.parts[-1])
    if node.head == "in" and isinstance(node.parts[0], Symbol):
        return _values(node.parts[1])
    if node.head in ("list", "set", "unit", "neg"):
        return Call(node.head, tuple(map(_values, node.parts)))
    return node


def _result(node: Node) -> Node:
    """Takes the result of `m + n = 8`, `8 + 13 = 21` or `21 = 8 + 13`."""
    if not (isinstance(node, Call) and node.head == "="):
        return node
    closed = [part for part in node.parts if not unknowns(part)]
    return next(filter(_is_worked_out, reversed(closed)), node.parts[-1])


def is_label(side: Node) -> bool:
    """Tells what names a number besides a variable: `m + n`, `f(2)`, `|S|`."""
    match side:
        case Call("*", (Symbol(), Number())):
            return True
        case Call("abs", (Symbol(name),)):
            return name.isupper()
    return _head(side) in ("+", "*", "/", "^") and len(unknowns(side)) > 1


def unknowns(node: Node) -> set[str]:
    """Collects the variables, and neither words, units, digits nor operators."""
    if isinstance(node, Symbol):
        known = node.name in CONSTANTS or node.name.startswith("set of ")
        return set() if known else {node.name}
    if isinstance(node, Number) or node.head in ("text", "base"):
        return set()
    parts = node.parts
    if node.head == "unit":
        parts = parts[:1]
    elif node.head == "compare":  # `1 < x < 2` names x as `x = 5` does.
        parts = tuple(side for side in parts[::2] if not isinstance(side, Symbol))
    elif node.head in ("option", "where", "in"):
        parts = parts[1:]
    return set().union(*map(unknowns, parts))


def _is_closed(node: Node) -> bool:
    """Tells what has a value: no variables, and no matrix, which a number may stand before."""
    return not unknowns(node) and "matrix" not in heads(node)


def _is_solved(node: Node) -> bool:
    """Tells a value, `x = 5`, `1 < x < 2` and the like from `2x + 3 = 13` and `2x > 6`."""
    for part in _relations(node):
        if part.head == "=":
            named = definition_name(part) or any(map(is_label, part.parts[:-1]))
            if len(unknowns(part)) == 1 and not named:
                return False
        elif not all(isinstance(side, Symbol) or _is_closed(side) for side in part.parts[::2]):
            return False
    return True


def _relations(node: Node) -> Iterator[Call]:
    for part in walk(node):
        if isinstance(part, Call) and part.head in ("=", "compare"):
            yield part


def _is_worked_out(node: Node) -> bool:
    """Tells a tree without calculations on numbers from one that holds some."""
    if not isinstance(node, Call) or _is_numeral(node) or node.head in _PAYLOADS - {"unit"}:
        return True
    if node.head in _CALCULATIONS and sum(map(_is_closed, node.parts)) > (node.head in "+*"):
        return False
    return all(map(_is_worked_out, node.parts))


def _is_numeral(node: Node) -> bool:
    r"""Tells one written number: `3/4`, `1 1/2`, `1.2 \times 10^5`, `10^{-3}`."""
    match node:
        case Number():
            return True
        case Call("neg", (Number(),)):
            return True
        case Call("/", (above, below)):
            return _is_signed(above) and _is_signed(below)
        case Call("+", (Number(), Number(part, False))):
            return part.denominator > 1  # a mixed number's fraction is read as one number
        case Call("*", (Number(), Call("^") as power)):
            return _is_power_of_ten(power)
        case Call("^"):
            return _is_power_of_ten(node)
    return False


def _is_signed(node: Node) -> bool:
    """Tells a number with or without a minus."""
    if isinstance(node, Call) and node.head == "neg":
        (node,) = node.parts
    return isinstance(node, Number)


def _is_power_of_ten(node: Call) -> bool:
    base, exponent = node.parts
    return base == _TEN and _is_signed(exponent)


def _is_polynomial(node: Node) -> bool:
    """Tells a polynomial: sums, products and powers of variables and numbers."""
    inner = [part for part in walk(node) if isinstance(part, Call) and not _is_numeral(part)]
    return bool(unknowns(node)) and all(
        part.head in _POLYNOMIAL or (part.head == "/" and _is_closed(part.parts[1]))
        for part in inner
    )


def _sum_factors(node: Node) -> int:
    """Counts the factors of a product that are sums with variables, with their powers."""
    match node:
        case Call("neg", (inner,)):
            return _sum_factors(inner)
        case Call("/", (above, _)):
            return _sum_factors(above)
        case Call("*", factors):
            return sum(map(_sum_factors, factors))
        case Call("^", (base, Number(exponent))) if exponent > 0:
            return int(_sum_factors(base) * exponent)
        case Call("+"):
            return int(bool(unknowns(node)))
    return 0


def _terms(node: Node) -> tuple[Node, ...]:
    """Gives the terms of a sum but for those that are 0."""
    terms = node.parts if isinstance(node, Call) and node.head == "+" else (node,)
    return tuple(term for term in terms if not _is_zero(term))


def _is_zero(node: Node) -> bool:
    if isinstance(node, Number):
        return node.value == 0
    return isinstance(node, Call) and node.head == "*" and any(map(_is_zero, node.parts))


def _is_collected(node: Node) -> bool:
    r"""Tells whether a product has one number and each variable once, and a sum one number."""
    if not isinstance(node, Call) or _is_numeral(node):
        return True
    if node.head == "+":
        return sum(_is_closed(term) and not _is_zero(term) for term in node.parts) <= 1
    if node.head != "*":
        return not (node.head == "^" and _head(node.parts[0]) in ("^", "*"))
    factors = list(_flat(node))
    names = Counter(factor.parts[0] if _head(factor) == "^" else factor for factor in factors)  # type: ignore[union-attr]
    closed = sum(map(_is_closed, factors))
    return closed <= 1 and all(
        count == 1 for base, count in names.items() if isinstance(base, Symbol)
    )


def _flat(node: Call) -> Iterator[Node]:
    for part in node.parts:
        if isinstance(part, Call) and part.head in ("*", "neg"):
            yield from _flat(part)
        else:
            yield part
