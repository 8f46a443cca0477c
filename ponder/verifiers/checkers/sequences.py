"""Several values: `sequence` (in order), `multiset` (in any order), `set` (each once)."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ponder.verifiers import literals
from ponder.verifiers.checkers.options import choice
from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import listed, plain, unwrap
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_READERS: dict[str, Callable[[str], object]] = {
    "integer": literals.integer,
    "rational": literals.rational,
    "decimal": literals.decimal,
    "text": lambda element: normal(unquoted(element)),
}
_ANGLES = (
    ("\\langle", "\\rangle"),
    ("\N{MATHEMATICAL LEFT ANGLE BRACKET}", "\N{MATHEMATICAL RIGHT ANGLE BRACKET}"),
)
_BRACKETS = (("[", "]"), ("(", ")"), ("{", "}"), ("<", ">"), *_ANGLES)
_AND = re.compile(r",?\s(?:and|&)\s", re.IGNORECASE)
_COMMA = re.compile(r",(?![0-9]{3}(?![0-9]))")
"""A comma that does not group thousands."""
_EMPTY = frozenset(("", "\\emptyset", "\\varnothing", "\N{EMPTY SET}", "none", "empty"))


@register("sequence", multiline=True, options=("of",))
def sequence(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Those values in that order; progress is the share of the gold that leads the answer.

    Options:
        of: What the values are: `integer` (the default), `rational`, `decimal` or `text`.
    """
    found, wanted = _read(answer, gold, "sequence", options)
    if found == list(wanted):
        return RIGHT
    leading = next(i for i, value in enumerate(wanted) if found[i] != value)
    return Judgement(False, WRONG.reason, leading / len(wanted))


@register("multiset", multiline=True, options=("of",))
def multiset(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Those values in any order, each as often as in the gold. Options as of `sequence`."""
    found, wanted = _read(answer, gold, "multiset", options)
    return RIGHT if Counter(found) == Counter(wanted) else WRONG


@register("set", multiline=True, options=("of",))
def set_(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    """Those values in any order, none of them twice. Options as of `sequence`."""
    found, wanted = _read(answer, gold, "set", options)
    return RIGHT if set(found) == set(wanted) else WRONG


def _read(
    answer: str, gold: str, kind: str, options: Mapping[str, Any]
) -> tuple[list[object], tuple[object, ...]]:
    """Reads both, and refuses an answer of another length before reading its values."""
    of = choice(kind, "of", options, tuple(_READERS))
    wanted = _gold_elements(kind, gold, of)
    parts = split(answer if of == "text" else _one_list(answer))
    if len(parts) != len(wanted):
        raise Unreadable("The answer has another number of values than the reference.")
    return [_READERS[of](unwrap(part)) for part in parts], wanted


def _one_list(answer: str) -> str:
    """Writes numbers as in the continued fraction `[3; 7, 16]` with commas alone."""
    first, _, others = answer.partition(";")
    apart = "," not in first and ";" not in others and _COMMA.search(others)
    return f"{first},{others}" if apart else answer


@lru_cache(maxsize=1024)
def _gold_elements(kind: str, gold: str, of: str) -> tuple[object, ...]:
    try:
        elements = tuple(_READERS[of](unwrap(part)) for part in split(gold))
    except Unreadable as why:
        raise bad_gold(kind, gold, why) from None
    if kind == "set" and len(set(elements)) != len(elements):
        raise bad_gold(kind, gold, "A value occurs twice.")
    return elements


def split(answer: str) -> list[str]:
    """Splits a list as written into its elements.

    The separator is the first of semicolon, comma, line break and space that occurs, and the
    word "and" beside it; brackets around the whole and a name before it ("x = ...") are dropped.
    """
    text = _strip_brackets(literals.without_name(listed(plain(unwrap(answer)))))
    if text.casefold() in _EMPTY:
        return []
    for separator in (";", ",", "\n"):
        if separator in text:
            text = _AND.sub(separator, text)
            return [part.strip() for part in text.strip(separator).split(separator)]
    return _AND.sub(" ", text).split()


def _strip_brackets(text: str) -> str:
    text = unwrap(text)
    for opening, closing in _BRACKETS:
        if text.startswith(opening) and text.endswith(closing):
            return unwrap(text[len(opening) : -len(closing)])
    return text
