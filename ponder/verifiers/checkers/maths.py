r"""Free-form mathematics: `math`."""

import importlib.util
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.maths import Reading, Rules, plain_number, read, same, seed_of
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_MATH_VERIFY = "ponder.verifiers.fallback.math_verify_agrees"
_DEFAULTS = {"units": "ignore", "tolerance": "0", "order": "notation", "ratios": "exact"}
_CHOICES = {
    "units": ("ignore", "require", "convert"),
    "order": ("notation", "kept", "free"),
    "ratios": ("exact", "reduce"),
}


@register("math")
def maths(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    r"""The same mathematical thing as the gold, of the same kind, in whatever form.

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
            has none.
        tolerance: A decimal string; how far a number may be off where the gold is written with
            a decimal point. None by default, and never one on integers.
        order: "notation", the default: points have an order, lists and sets have none; "kept":
            lists have one too; "free": points have none either.
        ratios: "exact", the default, or "reduce", where 4:6 and 2/3 answer 2:3.
        fallback: "none", the default, or "math-verify", which is asked in a worker process, for
            two seconds at most, where the answer or the gold is not read.
    """
    ask = _fallback(options.get("fallback", "none"))
    rules = _rules(*(options.get(name, default) for name, default in _DEFAULTS.items()))
    number = _gold_number(gold)
    if number is not None:
        found = plain_number(answer)
        if found is not None:
            return RIGHT if found == number else WRONG
    wanted = _gold_reading(gold)
    found_reading = read(answer)
    if _says_the_same(wanted, found_reading):
        return RIGHT
    if ask and (wanted.node is None or found_reading.node is None):
        return _ask_math_verify(answer, gold)
    rules = replace(rules, seed=seed_of(gold, answer))
    return RIGHT if _agrees(wanted, found_reading, rules) else WRONG


def _ask_math_verify(answer: str, gold: str) -> Judgement:
    from ponder.verifiers.sandbox import shared

    outcome = shared(_MATH_VERIFY).call(answer, gold)
    if outcome.reason == "crashed":
        # Whoever killed the worker may have meant another call.
        outcome = shared(_MATH_VERIFY).call(answer, gold)
    if outcome.agreed is None:
        return Judgement(False, f"math-verify gave no verdict: {outcome.reason}")
    return RIGHT if outcome.agreed else WRONG


def _says_the_same(wanted: Reading, found: Reading) -> bool:
    if wanted.text == found.text or (wanted.letter and wanted.letter == found.letter):
        return True
    return wanted.phrase == found.phrase and (wanted.is_words or found.is_words)


def _agrees(wanted: Reading, found: Reading, rules: Rules) -> bool:
    if found.node is None and wanted.node is not None:
        raise Unreadable(found.why)
    if found.node is None or wanted.node is None:
        return False
    return same(wanted.node, found.node, rules)


def _rules(units: object, tolerance: object, order: object, ratios: object) -> Rules:
    for name, value in (("units", units), ("order", order), ("ratios", ratios)):
        if value not in _CHOICES[name]:
            wanted = " or ".join(map(repr, _CHOICES[name]))
            raise bad_fact("math", f"option {name!r}", wanted, value)
    if not isinstance(tolerance, str):
        raise bad_fact("math", "option 'tolerance'", "a decimal string", tolerance)
    return _parsed_rules(str(units), tolerance, str(order), str(ratios))


def _fallback(name: object) -> bool:
    if name == "none":
        return False
    if name != "math-verify":
        raise bad_fact("math", "option 'fallback'", "'none' or 'math-verify'", name)
    if not _has_math_verify():
        raise ValueError(
            "the checker math needs math-verify for its option 'fallback'; run: "
            "pip install 'ponder-gym[math]'"
        )
    return True


@lru_cache(maxsize=1)
def _has_math_verify() -> bool:
    return importlib.util.find_spec("math_verify") is not None


@lru_cache(maxsize=64)
def _parsed_rules(units: str, tolerance: str, order: str, ratios: str) -> Rules:
    try:
        allowed = Fraction(tolerance)
    except (ValueError, ZeroDivisionError):
        raise bad_fact("math", "option 'tolerance'", "a decimal string", tolerance) from None
    return Rules(units, allowed, order, ratios)


@lru_cache(maxsize=1024)
def _gold_number(gold: str) -> Fraction | None:
    return plain_number(gold)


@lru_cache(maxsize=1024)
def _gold_reading(gold: str) -> Reading:
    try:
        return read(gold)
    except Unreadable as why:
        raise bad_gold("math", gold, why) from None
