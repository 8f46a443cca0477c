"""Formulas: `expression` over given numbers, `polynomial` up to equality."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from typing import Any

from ponder.verifiers import literals
from ponder.verifiers.checkers.options import flag
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.cleaning import unwrap, words
from ponder.verifiers.expressions import value_of
from ponder.verifiers.parsing import parse
from ponder.verifiers.polynomials import Expansion, Polynomial, is_expanded, variables
from ponder.verifiers.syntax import Integer, Negation, Node, Product, Sum
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_TIMES = re.compile(r"(?<=[0-9)\]])\s?[xX]\s?(?=[0-9(\[])")
_SIDES = 6


@register("expression", options=("use_all",))
def expression(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A calculation with `+ - * /` and brackets, over given integers, that gives the target.

    "... = target" may follow it, or "target = ..." stand before it. The gold is not looked at:
    any solution will do.

    Options:
        use_all: True wants each number used exactly as often as given; False, the default, at
            most as often.

    Facts:
        numbers: The integers.
        target: The value to reach.
    """
    numbers: Any = facts.get("numbers")
    target: Any = facts.get("target")
    if not isinstance(numbers, (list, tuple)) or {type(n) for n in (*numbers, target)} != {int}:
        wanted = "'numbers', a list of integers, and 'target', an integer,"
        raise bad_fact("expression", "facts", wanted, dict(facts))
    given = Counter(numbers)
    text = _TIMES.sub("*", literals.without_name(unwrap(answer)))
    node = parse(_calculation(text, target))
    used = Counter(_leaves(node, given))
    if used - given:
        raise Unreadable("The expression uses a number that is not given, or too often.")
    if flag("expression", "use_all", options, False) and used != given:
        raise Unreadable("The expression leaves out a given number.")
    if value_of(node) != target:
        return Judgement(False, "The expression has another value than the target.")
    return Judgement(True, "The expression reaches the target with the given numbers.")


def _calculation(text: str, target: int) -> str:
    """Drops "= target" after an expression, or before it; any other equation is refused."""
    left, equals, right = text.partition("=")
    if not equals:
        return text
    if parse(left) == Integer(target):
        left, right = right, left
    if value_of(parse(right)) != target:
        raise Unreadable("The answer is an equation with another right side than the target.")
    return left


def _leaves(node: Node, given: Mapping[int, int]) -> Iterator[int]:
    """Yields the integers; a minus belongs to a factor, and to one that is given negative."""
    match node:
        case Integer(value):
            yield value
        case Negation(Integer(value)) if -value in given:
            yield -value
        case Negation(operand):
            yield from _leaves(operand, given)
        case Sum(terms):
            for term in terms:
                yield from _leaves(term, given)
        case Product(factors, divisors):
            for part in factors + divisors:
                match part:
                    case Negation(Integer(value)):
                        yield -value
                    case _:
                        yield from _leaves(part, given)
        case _:
            raise Unreadable("The expression holds more than integers, + - * / and brackets.")


@register("polynomial", options=("expanded",))
def polynomial(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A polynomial equal to the gold's, over the rationals, in the gold's variables.

    Options:
        expanded: True refuses an answer that still holds a product or power of sums, or the
            same monomial twice.
    """
    wanted = _gold_polynomial(gold)
    names = {name for monomial in wanted for name, _ in monomial}
    node, found = _last_side(unwrap(words(unwrap(answer))), names)
    if found != wanted:
        return WRONG
    if flag("polynomial", "expanded", options, False) and not is_expanded(node):
        raise Unreadable("The polynomial is not expanded.")
    return RIGHT


def _last_side(text: str, names: Set[str] | None = None) -> tuple[Node, Polynomial]:
    """Reads the last of several sides; those before it must be names or equal polynomials.

    All sides may hold the given names only; they share one budget of operations.
    """
    *sides, last = text.split("=", _SIDES)
    nodes = [parse(side) for side in (*sides, last) if side is last or not _is_function(side)]
    if names is not None and any(variables(node) - names for node in nodes):
        raise Unreadable("The polynomial holds a variable that is not in the reference.")
    expansion = Expansion()
    found = expansion.of(nodes[-1])
    if any(expansion.of(node) != found for node in nodes[:-1]):
        raise Unreadable("The answer is an equation whose sides do not agree.")
    return nodes[-1], found


def _is_function(side: str) -> bool:
    """Tells a name such as `y`, `f(x)` or `p(x, y)`."""
    name = side.replace(" ", "").replace("\\left", "").replace("\\right", "")
    arguments = name[1:].strip("()").split(",") if name[1:] else []
    return name[:1].isalpha() and all(len(part) == 1 and part.isalpha() for part in arguments)


@lru_cache(maxsize=1024)
def _gold_polynomial(gold: str) -> Polynomial:
    try:
        return _last_side(unwrap(gold))[1]
    except Unreadable as why:
        raise bad_gold("polynomial", gold, why) from None
