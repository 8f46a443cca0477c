"""Calculus: `antiderivative`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.literals import is_name
from ponder.verifiers.maths.antiderivatives import same_up_to_constant
from ponder.verifiers.maths.parsing import parse
from ponder.verifiers.maths.syntax import Node, heads
from ponder.verifiers.maths.values import seed_of
from ponder.verifiers.maths.vocabulary import FUNCTIONS
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_EXPRESSION = {"+", "*", "/", "neg", "^", "root", *FUNCTIONS.values()}
_INTEGRAL = ("\\int", "\N{INTEGRAL}")
_REMARK = re.compile(
    r",?\s(?:\\text\{\s?)?where\s\$?[A-Za-z]\$?\sis\s(?:an?\s|the\s)?(?:arbitrary\s|real\s)?"
    r"constant(?:\sof\sintegration)?\s?\}?$"
)


@register("antiderivative", options=("variable",))
def antiderivative(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    r"""An antiderivative: the gold up to a constant, whether one is written or not.

    `F(x) = ...` and `\int ... dx = ...` may stand before it. `log` is `ln` here.

    Options:
        variable: The letter that is integrated over, "x" by default; others are constants.
    """
    name = options.get("variable", "x")
    if not (isinstance(name, str) and len(name) == 1 and name.isascii() and name.isalpha()):
        raise bad_fact("antiderivative", "option 'variable'", "a letter", name)
    wanted, found = _gold_expression(gold), _expression(answer)
    return RIGHT if same_up_to_constant(wanted, found, name, seed_of(gold, answer)) else WRONG


def _expression(text: str) -> Node:
    left, equals, right = _REMARK.sub("", unwrap(text)).rpartition("=")
    if equals and not (is_name(left) or left.strip(" $").startswith(_INTEGRAL)):
        raise Unreadable("The answer is an equation whose left side is no name and no integral.")
    node = parse(right)
    if not heads(node) <= _EXPRESSION:
        raise Unreadable("The answer is no expression.")
    return node


@lru_cache(maxsize=1024)
def _gold_expression(gold: str) -> Node:
    try:
        return _expression(gold)
    except Unreadable as why:
        raise bad_gold("antiderivative", gold, why) from None
