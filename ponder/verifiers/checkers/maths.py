r"""Free-form mathematics: `math`."""

import importlib.util
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from ponder.verifiers.checkers.options import choice, tolerance
from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.extraction import END_OF_SENTENCE
from ponder.verifiers.literals import is_name
from ponder.verifiers.maths import (
    Reading,
    Rules,
    lacking,
    layers,
    plain_number,
    read,
    read_layers,
    same,
)
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_MATH_VERIFY = "ponder.verifiers.fallback.math_verify_agrees"
_BEYOND = re.compile(
    r"\\(?:int|iint|oint|lim|limsup|liminf|sum|prod|partial|nabla|max|min|gcd|lcm|det)(?![a-zA-Z])"
    r"|\\begin\{cases\}|\\frac\s?\{d[\^}]|[a-zA-Z]'"
)
"""What is not read here, and may be by math-verify."""
_CHOICES = {
    "units": ("ignore", "require", "convert", "refuse"),
    "order": ("notation", "kept", "free"),
    "ratios": ("exact", "reduce"),
    "form": ("worked_out", "any"),
    "fallback": ("none", "math-verify"),
}


@register("math", options=("tolerance", *_CHOICES))
def maths(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    r"""The same mathematical thing as the gold, of the same kind, and as finished.

    Numbers, expressions, equations, inequalities and intervals, points, vectors and matrices,
    sets and lists, classes modulo a number, numerals in a base, choices and words, in plain text
    or LaTeX, finite sums, products and determinants. Rational numbers and rational functions are
    compared exactly; roots and transcendental functions to 60 digits. Sets of real numbers are
    compared as such, whether they are written with inequalities, intervals or set builders.
    Integrals, limits, derivatives, infinite sums and cases are not read: such an answer must
    have the gold's text.

    "True" says "yes", "no solution" is the empty set, and `(1,2)` answers `1<x<2` and is answered
    by it. `5 m` has the unit m, unless the gold has variables; `2:3` is not `4:6`.

    Options:
        units: What becomes of the gold's unit: "ignore", the default, lets it be left out;
            "require" does not; "convert" takes another unit of the same dimension as well.
            Another unit than the gold's is refused otherwise; a unit is ignored where the gold
            has none, but for "refuse", which wants the gold's unit or the gold's lack of one.
        tolerance: A decimal string; how far a number may be off where the gold is written with
            a decimal point. None by default, and never one on integers.
        order: "notation", the default: points have an order, lists and sets have none; "kept":
            lists have one too; "free": points have none either.
        ratios: "exact", the default, or "reduce", where 4:6 and 2/3 answer 2:3.
        form: "worked_out", the default: the answer must be as finished as the gold, see `forms`:
            "8 + 13" does not answer 21, nor `2x = 10` x = 5; "any": whatever is equal does.
        fallback: "none", the default, or "math-verify", which is asked in a worker process, for
            two seconds at most, where answer or gold holds what is not read here, `_BEYOND`.
    """
    settings = _settings_of(options) if options else _DEFAULTS
    number = _gold_number(gold)
    if number is not None:
        found = plain_number(answer)
        if found is not None:
            return RIGHT if found == number else WRONG
    wanted = _gold_reading(gold)
    labelled = ":" in answer and ":" not in gold and not wanted.letter
    found_layers = layers(_without_label(answer) if labelled else answer)
    if wanted.inner == found_layers[-1]:
        return RIGHT
    found_reading = read_layers(found_layers)
    if _says_the_same(wanted, found_reading):
        return RIGHT
    if settings.fallback and (_is_unread(wanted, gold) or _is_unread(found_reading, answer)):
        return _ask_math_verify(answer, gold)
    rules = settings.rules._replace(texts=(gold, answer))
    judgement = _compare(wanted, found_reading, rules, settings.worked_out)
    if (
        not judgement.correct
        and END_OF_SENTENCE.search(answer)
        and not END_OF_SENTENCE.search(gold)
    ):
        raise Unreadable("The answer says more than the reference.")
    return judgement


def _is_unread(reading: Reading, text: str) -> bool:
    """Tells what is beyond this reader from what it refuses, such as "5 is wrong"."""
    return reading.node is None and _BEYOND.search(text) is not None


def _ask_math_verify(answer: str, gold: str) -> Judgement:
    from ponder.verifiers.sandbox import shared

    pool = shared(_MATH_VERIFY)
    outcome = pool.call(answer, gold)
    for _ in range(pool.size):
        if outcome.reason != "crashed":
            break
        # Whoever killed the worker may have meant another call, or all of them at once.
        outcome = pool.call(answer, gold)
    if outcome.agreed is None:
        why = " ".join(outcome.reason.split())[:200].rstrip(".")
        return Judgement(False, f"math-verify gave no verdict: {why}.")
    return RIGHT if outcome.agreed else WRONG


def _says_the_same(wanted: Reading, found: Reading) -> bool:
    if wanted.letter and wanted.letter == found.letter:
        return True
    if (wanted.node is None or found.node is None) and wanted.text == found.text:
        return True
    return wanted.phrase == found.phrase and (wanted.is_words or found.is_words)


def _without_label(answer: str) -> str:
    r"""Drops the label of "Total: 12"; `\{x : x > 1\}` has none."""
    label, colon, rest = unwrap(answer).partition(":")
    balanced = label.count("{") == label.count("}")
    return rest if colon and balanced and rest.strip() and is_name(label) else answer


def _compare(wanted: Reading, found: Reading, rules: Rules, worked_out: bool) -> Judgement:
    if wanted.node is None:
        return WRONG
    if found.node is None:
        raise Unreadable(found.why)
    if not same(wanted.node, found.node, rules):
        return WRONG
    lack = lacking(wanted.node, found.node) if worked_out else ""
    return Judgement(False, f"The answer is equal but still has to be {lack}.") if lack else RIGHT


class _Settings(NamedTuple):
    """What the options say."""

    rules: Rules
    worked_out: bool
    fallback: bool


def _settings_of(options: Mapping[str, Any]) -> "_Settings":
    """Reads the options, once where they are the same."""
    try:
        return _known_settings(tuple(options.items()))
    except TypeError:  # An option that cannot be hashed is of a wrong type.
        return _settings(options)


@lru_cache(maxsize=64)
def _known_settings(items: tuple[tuple[str, Any], ...]) -> "_Settings":
    return _settings(dict(items))


def _settings(options: Mapping[str, Any]) -> _Settings:
    words = {name: choice("math", name, options, _CHOICES[name]) for name in _CHOICES}
    allowed = tolerance("math", options)
    rules = Rules(words["units"], allowed, words["order"], words["ratios"])
    fallback = words["fallback"] == "math-verify"
    if fallback and not _has_math_verify():
        raise ValueError(
            "the checker math needs math-verify for its option 'fallback'; run: "
            "pip install 'ponder-gym[math]'"
        )
    return _Settings(rules, words["form"] == "worked_out", fallback)


_DEFAULTS = _settings({})


@lru_cache(maxsize=1)
def _has_math_verify() -> bool:
    return importlib.util.find_spec("math_verify") is not None


@lru_cache(maxsize=1024)
def _gold_number(gold: str) -> Fraction | None:
    return plain_number(gold, decimals=False)


@lru_cache(maxsize=1024)
def _gold_reading(gold: str) -> Reading:
    try:
        return read(gold)
    except Unreadable as why:
        raise bad_gold("math", gold, why) from None
