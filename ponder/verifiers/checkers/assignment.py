"""Who is what: `assignment`."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import listed, unwrap
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_CLAUSES = re.compile(r"[,;.\n]\s?(?:and\s)?|\sand\s", re.IGNORECASE)
_LINK = re.compile(
    r"\s?(?:=|:|->|=>|\u2192|\\(?:to|mapsto|(?:long)?rightarrow)(?![a-z])"
    r"|\s(?:is|has|gets|[-\u2010-\u2015])\s)\s?(?:(?:a|an|the)\s)?",
    re.IGNORECASE,
)
_BULLETS = re.compile(r"^(?:[-*\u2022]|[0-9]{1,3}[.)])\s", re.MULTILINE)
_MARKUP = str.maketrans("", "", "*`{}[]()")


@register("assignment", multiline=True, options=("values",))
def assignment(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """The gold's value for every name, each name once, in any order.

    Every clause must be of the form "Zoey is a knight", "Zoey: knight" or "Zoey = knight";
    anything else, negations above all, refuses the whole answer.

    Options:
        values: The values there are.

    Facts:
        names: The names there are.
    """
    names = table("assignment", "facts", "names", facts)
    values = table("assignment", "options", "values", options)
    wanted = _gold_assignment(gold, names, values)
    return RIGHT if read(answer, names, values) == wanted else WRONG


@lru_cache(maxsize=256)
def _gold_assignment(
    gold: str, names: tuple[str, ...], values: tuple[str, ...]
) -> Mapping[str, str]:
    try:
        return read(gold, names, values)
    except Unreadable as why:
        raise bad_gold("assignment", gold, why) from None


def table(kind: str, where: str, field: str, holder: Mapping[str, Any]) -> tuple[str, ...]:
    """Reads a list of words off the facts or the options of a checker.

    Raises:
        ValueError: If there is none.
    """
    words = holder.get(field)
    if not isinstance(words, (list, tuple)) or not words:
        raise ValueError(
            f"{where}[{field!r}] must be a list of words for the checker {kind!r}, "
            f"got {words!r}; name them all"
        )
    return tuple(normal(str(word)) for word in words)


def read(answer: str, names: Sequence[str], values: Sequence[str]) -> dict[str, str]:
    """Reads an assignment of values to all names.

    Raises:
        Unreadable: If a clause is of another form, or a name is missing or comes twice.
    """
    text = _BULLETS.sub("", listed(unwrap(answer))).translate(_MARKUP)
    found: dict[str, str] = {}
    for clause in _CLAUSES.split(text):
        if not clause.strip():
            continue
        sides = _LINK.split(clause.strip(), maxsplit=1)
        if len(sides) != 2:
            raise Unreadable("The answer holds a clause that gives no name a value.")
        name, value = (unquoted(normal(side)) for side in sides)
        if name not in names:
            raise Unreadable("The answer gives a value to something that is not a name.")
        if value not in values:
            raise Unreadable("The answer gives a name something that is not a value.")
        if name in found:
            raise Unreadable("The answer gives a name two values.")
        found[name] = value
    if len(found) != len(names):
        raise Unreadable("The answer leaves out a name.")
    return found
