"""Formulas: `expression` over given numbers, `polynomial` up to equality."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.expressions import value_of
from ponder.verifiers.parsing import parse
from ponder.verifiers.polynomials import Polynomial, expand, is_expanded, variables
from ponder.verifiers.syntax import Integer, Negation, Node, Product, Sum
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable


@register("expression")
def expression(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A calculation with `+ - * /` and brackets, over given integers, that gives the target.

    "... = target" may follow it. The gold is not looked at: any solution will do.

    Options:
        use_all: True wants each number used exactly as often as given; False, the default, at
            most as often.

    Facts:
        numbers: The integers.
        target: The value to reach.
    """
    if not facts.get("numbers") or type(facts.get("target")) is not int:
        raise ValueError(
            "facts must hold 'numbers', a list of integers, and 'target', an integer, for the "
            f"checker 'expression', got {dict(facts)!r}"
        )
    given, target = Counter(facts["numbers"]), facts["target"]
    node = parse(_left_side(unwrap(answer), target))
    used = Counter(_leaves(node, given))
    if used - given:
        raise Unreadable("The expression uses a number that is not given, or too often.")
    if options.get("use_all", False) and used != given:
        raise Unreadable("The expression leaves out a given number.")
    if value_of(node) != target:
        return Judgement(False, "The expression has another value than the target.")
    return Judgement(True, "The expression reaches the target with the given numbers.")


def _left_side(text: str, target: int) -> str:
    """Drops "= target" after an expression; any other equation is refused."""
    left, equals, right = text.partition("=")
    if not equals:
        return text
    if value_of(parse(right)) != target:
        raise Unreadable("The answer is an equation with another right side than the target.")
    return left


def _leaves(node: Node, given: Mapping[int, int]) -> Iterator[int]:
    """Yields the integers of an expression; a minus belongs to one that is given negative."""
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
                yield from _leaves(part, given)
        case _:
            raise Unreadable("The expression holds more than integers, + - * / and brackets.")


@register("polynomial")
def polynomial(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A polynomial equal to the gold's, over the rationals, in the gold's variables.

    Options:
        expanded: True refuses an answer that still holds a product or power of sums, or the
            same monomial twice.
    """
    wanted = _gold_polynomial(gold)
    node = parse(_right_side(unwrap(answer)))
    found = expand(node)
    if found != wanted:
        return WRONG
    if variables(node) - {name for monomial in wanted for name, _ in monomial}:
        raise Unreadable("The polynomial holds a variable that cancels out.")
    if options.get("expanded", False) and not is_expanded(node):
        raise Unreadable("The polynomial is not expanded.")
    return RIGHT


def _right_side(text: str) -> str:
    """Drops a name such as `y =`, `f(x) =` or `p(x, y) =` before a polynomial."""
    left, equals, right = text.partition("=")
    if not equals:
        return text
    name = left.replace(" ", "").replace("\\left", "").replace("\\right", "")
    arguments = name[1:].strip("()").split(",") if name[1:] else []
    if not (name[:1].isalpha() and all(len(part) == 1 and part.isalpha() for part in arguments)):
        raise Unreadable("The answer is an equation.")
    return right


@lru_cache(maxsize=1024)
def _gold_polynomial(gold: str) -> Polynomial:
    try:
        return expand(parse(_right_side(unwrap(gold))))
    except Unreadable as why:
        raise bad_gold("polynomial", gold, why) from None
