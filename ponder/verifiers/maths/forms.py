"""Whether an answer is as worked out as the reference.

A question's own text is equal to its answer: "8 + 13" to 21, "(x + 1)^2" to x^2 + 2x + 1. So an
answer that is equal may still have to be worked out, multiplied out or factored.
"""

from fractions import Fraction

from ponder.verifiers.maths.syntax import Call, Node, Number, heads, variables, walk
from ponder.verifiers.maths.vocabulary import FUNCTIONS

_CALCULATIONS = {"+", "*", "/", "^", "root", "!", "binom", "abs", "series", *FUNCTIONS.values()}
_TEN = Number(Fraction(10))
_POLYNOMIAL = {"+", "*", "^", "neg"}
_EQUATIONS = {"=", "in"}


def lacking(wanted: Node, found: Node) -> str:
    """Says what an answer that is equal to the reference still lacks; "" if nothing.

    Numbers must be worked out wherever the reference's are; a polynomial that the reference
    multiplies out must be multiplied out and collected, and one that it factors a product.
    """
    wanted, found = _right_side(wanted), _right_side(found)
    if _worked_out(wanted) and not _worked_out(found):
        return "worked out"
    form = form_of(wanted)
    if form == "factored":
        return "" if _is_product_of_sums(found) else form
    if form == "multiplied out":
        if _holds_product_of_sums(found):
            return form
        return "collected" if len(_terms(found)) > len(_terms(wanted)) else ""
    return ""


def form_of(node: Node | None) -> str:
    """Tells whether a polynomial is "multiplied out" or "factored"; "" if neither, or none."""
    if node is None:
        return ""
    node = _right_side(node)
    if not _is_polynomial(node):
        return ""
    if not _holds_product_of_sums(node):
        return "multiplied out"
    return "factored" if _is_product_of_sums(node) else ""


def _right_side(node: Node) -> Node:
    """Takes the last side of `y = ...`; what stands before may be what was calculated."""
    while isinstance(node, Call) and node.head in _EQUATIONS:
        node = node.parts[-1]
    return node


def _worked_out(node: Node) -> bool:
    """Tells a tree without calculations on numbers from one that holds some."""
    if not isinstance(node, Call) or _is_numeral(node):
        return True
    if node.head in _CALCULATIONS and sum(map(_is_closed, node.parts)) > (node.head in "+*"):
        return False
    return all(_worked_out(part) for part in node.parts)


def _is_closed(node: Node) -> bool:
    """Tells what has a value: no variables, and no matrix, which a number may stand before."""
    return not variables(node) and "matrix" not in heads(node)


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
    return bool(variables(node)) and all(
        part.head in _POLYNOMIAL or (part.head == "/" and not variables(part.parts[1]))
        for part in inner
    )


def _is_product_of_sums(node: Node) -> bool:
    """Tells a product or a power with a sum of terms in it: `2(x + 1)`, `(x + 1)^2`."""
    match node:
        case Call("neg", (inner,)):
            return _is_product_of_sums(inner)
        case Call("/", (above, _)):
            return _is_product_of_sums(above) or _is_sum(above)
        case Call("*", factors):
            return any(_is_sum(factor) or _is_product_of_sums(factor) for factor in factors)
        case Call("^", (base, _)):
            return _is_sum(base) or _is_product_of_sums(base)
    return False


def _is_sum(node: Node) -> bool:
    return isinstance(node, Call) and node.head == "+" and bool(variables(node))


def _terms(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Call) and node.head == "+" else (node,)


def _holds_product_of_sums(node: Node) -> bool:
    return any(_is_product_of_sums(part) for part in walk(node))
