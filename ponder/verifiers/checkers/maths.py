r"""Free-form mathematics: `math`."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.maths import Reading, Rules, plain_number, read, same
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_UNITS = ("ignore", "require")


@register("math")
def maths(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    r"""The same mathematical thing as the gold, of the same kind, in whatever form.

    Numbers, expressions, equations, inequalities and intervals, points, vectors and matrices,
    sets and lists, classes modulo a number, numerals in a base, choices and words, in plain text
    or LaTeX. Rational numbers and rational functions are compared exactly; roots and
    transcendental functions to 60 digits.

    Options:
        units: "ignore", the default, or "require": the gold's unit must be there.
        tolerance: A decimal string; how far a number may be off where the gold is written with
            a decimal point. None by default.
    """
    rules = _rules(options.get("units", "ignore"), options.get("tolerance", "0"))
    number = _gold_number(gold)
    if number is not None:
        found = plain_number(answer)
        if found is not None:
            return RIGHT if found == number else WRONG
    wanted = _gold_reading(gold)
    return RIGHT if _agrees(wanted, read(answer), rules) else WRONG


def _agrees(wanted: Reading, found: Reading, rules: Rules) -> bool:
    if wanted.text == found.text or (wanted.letter and wanted.letter == found.letter):
        return True
    if wanted.phrase == found.phrase and (wanted.is_words or found.is_words):
        return True
    if found.node is None and wanted.node is not None:
        raise Unreadable(found.why)
    if found.node is None or wanted.node is None:
        return False
    return same(wanted.node, found.node, rules)


def _rules(units: object, tolerance: object) -> Rules:
    if units not in _UNITS:
        raise bad_fact("math", "option 'units'", "'ignore' or 'require'", units)
    if not isinstance(tolerance, str):
        raise bad_fact("math", "option 'tolerance'", "a decimal string", tolerance)
    return _parsed_rules(units == "require", tolerance)


@lru_cache(maxsize=64)
def _parsed_rules(units: bool, tolerance: str) -> Rules:
    try:
        value = Fraction(tolerance)
    except (ValueError, ZeroDivisionError):
        raise bad_fact("math", "option 'tolerance'", "a decimal string", tolerance) from None
    return Rules(units, value)


@lru_cache(maxsize=1024)
def _gold_number(gold: str) -> Fraction | None:
    return plain_number(gold)


@lru_cache(maxsize=1024)
def _gold_reading(gold: str) -> Reading:
    try:
        return read(gold)
    except Unreadable as why:
        raise bad_gold("math", gold, why) from None
