"""Numbers: `integer`, `rational`, `decimal`."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from ponder.verifiers import literals
from ponder.verifiers.checkers.options import flag, tolerance
from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

T = TypeVar("T")

_PLAIN_INTEGER = re.compile(r"([+-]?[0-9]{1,18})\.?")


@register("integer")
def integer(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Exactly that integer."""
    wanted = _gold_integer(gold)
    short = _PLAIN_INTEGER.fullmatch(answer)
    value = int(short[1]) if short else literals.integer(literals.right_side(answer))
    return RIGHT if value == wanted else WRONG


@register("rational", options=("lowest_terms",))
def rational(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """That rational number exactly, as a fraction, mixed number or decimal number.

    Options:
        lowest_terms: True refuses decimals and fractions that can still be reduced.
    """
    lowest_terms = flag("rational", "lowest_terms", options, False)
    wanted = _gold_rational(gold)
    value = literals.rational(literals.right_side(answer), lowest_terms=lowest_terms)
    return RIGHT if value == wanted else WRONG


@register("decimal", options=("tolerance",))
def decimal(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A decimal number that is off by at most the tolerance.

    Options:
        tolerance: Absolute, as a decimal string; "0" by default.
    """
    allowed = tolerance("decimal", options)
    wanted = _gold_decimal(gold)
    value = literals.decimal(literals.right_side(answer))
    return RIGHT if abs(value - wanted) <= allowed else WRONG


@lru_cache(maxsize=4096)
def _gold_integer(gold: str) -> int:
    return _gold("integer", gold, literals.integer)


@lru_cache(maxsize=4096)
def _gold_rational(gold: str) -> Fraction:
    return _gold("rational", gold, literals.rational)


@lru_cache(maxsize=4096)
def _gold_decimal(gold: str) -> Fraction:
    return _gold("decimal", gold, literals.decimal)


def _gold(kind: str, gold: str, read: Callable[[str], T]) -> T:
    try:
        return read(literals.right_side(gold))
    except Unreadable as why:
        raise bad_gold(kind, gold, why) from None
