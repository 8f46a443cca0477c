"""Words in groups: `partition`."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.checkers.sequences import split
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import listed, unwrap
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_INNERMOST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_BETWEEN = re.compile(r"(?:[\[\](){},;\s]|\band\b)*", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*\u2022]|[0-9]{1,3}[.)])\s", re.MULTILINE)


@register("partition", multiline=True)
def partition(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """The gold's groups in any order, and in each its words in any order.

    Groups stand in brackets, on lines of their own, or between semicolons.
    """
    wanted, found = _gold_groups(gold), _read(answer)
    if sum(map(len, found)) != sum(map(len, wanted)):
        raise Unreadable("The answer has another number of words than the reference.")
    return RIGHT if found == wanted else WRONG


@lru_cache(maxsize=1024)
def _gold_groups(gold: str) -> frozenset[frozenset[str]]:
    try:
        return _read(gold)
    except Unreadable as why:
        raise bad_gold("partition", gold, why) from None


def _read(answer: str) -> frozenset[frozenset[str]]:
    """Reads the groups; none is empty and no word comes twice."""
    groups = [
        [unquoted(normal(unwrap(word))) for word in split(group)] for group in _written(answer)
    ]
    count = sum(map(len, groups))
    if not all(groups) or len({word for group in groups for word in group}) < count:
        raise Unreadable("The answer has an empty group, or a word twice.")
    return frozenset(map(frozenset, groups))


def _written(answer: str) -> list[str]:
    """Splits an answer into its groups as they are written."""
    text = listed(unwrap(answer))
    bracketed: list[str] = _INNERMOST.findall(text)
    if bracketed and _BETWEEN.fullmatch(_INNERMOST.sub("", text)):
        return bracketed
    for separator in (";", "\n"):
        if separator in text:
            return _BULLET.sub("", text).strip(f"{separator} ").split(separator)
    return [text]
