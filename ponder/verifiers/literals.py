"""Reading an answer as one written number: what an answer may look like, never a calculation.

A question like "What is 8 + 13?" must not be answered by "8 + 13", so that these accept a number
in each of its usual forms and nothing that is still to be worked out.
"""

import re
from fractions import Fraction

from ponder.verifiers.cleaning import plain, unwrap
from ponder.verifiers.expressions import evaluate, value_of
from ponder.verifiers.maths.vocabulary import FUNCTIONS, GREEK, NOT_UNIT_MARKS, NOT_UNITS
from ponder.verifiers.maths.words import number_in_words
from ponder.verifiers.parsing import parse
from ponder.verifiers.syntax import (
    DecimalNumber,
    Integer,
    MixedNumber,
    Negation,
    Node,
    Percent,
    Power,
    Product,
)
from ponder.verifiers.verdict import Unreadable

_DEGREE = re.compile(r"(?:\^\s?\{?\\circ\}?|\\degree|\N{DEGREE SIGN})$")
# Words after a number that count things, "18 dollars a day"; others would change its value.
_COUNTED = re.compile(
    r"(?<=[0-9])((?: [A-Za-z]{1,20}(?:/[A-Za-z]{1,12})?){1,5}(?:\^[23])?"
    r"| ?[\N{EURO SIGN}\N{POUND SIGN}])$"
)
_FONT = re.compile(
    r"[ ,~\\]{0,3}\\(?:text(?:rm|bf|it)?|mathrm|mbox)\{[ ~]{0,3}([A-Za-z /]{1,60})\.?[ ~]?\}"
    r"(?:\^\{?[23]\}?)?$"
)
_LONGEST_FONT = 90
_NOT_IN_FONT = frozenset(
    ("a", "b", "c", "e", "i", "k", "n", "p", "q", "r", "t", "x", "y", "z", "pi")
)
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3}){1,6}(?:\.[0-9]{1,40})?")
_CURRENCY = re.compile(
    r"([-+]?)\s?(?:\\?\$|\N{EURO SIGN}|\N{POUND SIGN}|USD|EUR|GBP)\s?(?=[-+]?[0-9.])"
)
# Words before a number, as in "x is not = 5", "Minus: 5", that deny or change it.
_HEDGES = re.compile(
    r"\b(?:not|no|nope|cannot|or|never|either|neither|nor|and|except|anything|but|unless|unlike"
    r"|wrong|incorrect|false|untrue|rejected|falsch|nicht|kein|faux|falso|incorrecto"
    r"|minus|negative|half|halves|twice|double[ds]?|squared?|cubed?|factorial|reciprocal|inverse"
    r"|roots?|sqrt|cbrt|log|dozens|hundreds|thousands|[mb]illions|opposite)\b|n't\b",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?:[A-Za-z\\][A-Za-z\\_{}' ,:*$]{0,120}(?:(?<=[A-Za-z_{])[0-9]{1,2}"
    r"|\([\w, |\\{}]{1,30}\)|\[[\w, ]{1,20}\])?)?"
    r"[ :}$]{0,4}"
)
_CALL = re.compile(
    rf"\b(?:sqrt|{'|'.join(FUNCTIONS)})(?=\s?[({{\\]|\s[a-z](?![a-z]))", re.IGNORECASE
)
"""A function of something, `sqrt(x)`, which is no name; "Floor number" is one."""
_FACTORS = frozenset(FUNCTIONS) - {"sec"} | GREEK | {"pi", "sqrt"}
"""What is multiplied or calculated with where it follows a number, and is no unit."""
_PER = re.compile(r"(?<=[0-9])\s?/\s?(?:\\(?:text|mathrm)\{\s?)?([A-Za-z]{2,12}|[ghms])\s?\}?$")
_PERCENT = re.compile(r"(?<=[0-9])[ ~]?(?:percent|\\text\{ ?percent ?\})$")
_VULGAR = {
    sign: f" {above}/{below}"
    for sign, above, below in (
        *(("\N{VULGAR FRACTION ONE HALF}", 1, 2), ("\N{VULGAR FRACTION ONE THIRD}", 1, 3)),
        *(("\N{VULGAR FRACTION TWO THIRDS}", 2, 3), ("\N{VULGAR FRACTION ONE QUARTER}", 1, 4)),
        ("\N{VULGAR FRACTION THREE QUARTERS}", 3, 4),
    )
}
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_NAMING = GREEK | {
    *("text", "textbf", "textit", "textrm", "mathrm", "mathbf", "mathit", "mbox", "displaystyle"),
    *("angle", "triangle", "overline", "quad", "left", "right", "ell", "mid", "det"),
}
_ARITHMETIC_TAIL = re.compile(r"(?<![A-Za-z0-9_])[-+*/^(). 0-9]{1,200}$")
_SIDE = re.compile(r"[=:](?![=>])")
_SIDES = 12
_LONGEST_SIDE = 300
_LONGEST_COUNTED = 110


def right_side(answer: str) -> str:
    """Takes the last side of `x = 5`, `12 + 6 = 18`, `= 18` or `A: 18`.

    The other sides must be names, or calculations with that very value.

    Raises:
        Unreadable: If a side before the last says anything else.
    """
    text = unwrap(answer)
    if text.startswith("~"):
        raise Unreadable("The answer is approximate.")
    *sides, last = text.split("=" if "=" in text else ":", _SIDES)
    last = unwrap(last)
    if not all(_agrees(side, last) for side in sides):
        raise Unreadable("The answer is an equation whose sides do not agree.")
    return last


def _agrees(side: str, last: str) -> bool:
    side = plain(side).strip()
    if is_name(side):
        return True
    value = evaluate(side)
    if value is None and len(side) < _LONGEST_SIDE:
        tail = _ARITHMETIC_TAIL.search(side)
        if tail is None or not is_name(side[: tail.start()]):
            return False
        value = evaluate(tail[0])
    return value is not None and value == evaluate(without_unit(last))


def is_name(side: str) -> bool:
    """Tells a harmless left side ("x", "f(3)", "Total") from one that hedges or calculates."""
    return (
        _NAME.fullmatch(side) is not None
        and not _HEDGES.search(side)
        and not _CALL.search(side)
        and _NAMING.issuperset(_COMMAND.findall(side))
    )


def without_name(text: str) -> str:
    """Drops a harmless name before an answer that is no number: `x = ...`, `The route: ...`."""
    sides = _SIDE.split(text, maxsplit=2)
    return sides[1].strip() if len(sides) == 2 and is_name(sides[0]) else text


def without_unit(text: str) -> str:
    """Drops a currency sign before a number and a unit after it, in LaTeX or in words."""
    currency = _CURRENCY.match(text)
    if currency is not None:
        text = currency[1] + text[currency.end() :]
        per = _PER.search(text, max(0, len(text) - _LONGEST_COUNTED))
        if per is not None and _counts(per[1]):
            text = text[: per.start()]
    counted = _COUNTED.search(text, max(0, len(text) - _LONGEST_COUNTED))
    if counted is not None and _counts(counted[1]) and not _is_variable(counted[1]):
        return text[: counted.start()].strip()
    in_font = _FONT.search(text, max(0, len(text) - _LONGEST_FONT))
    if in_font is not None and _counts(in_font[1]) and in_font[1] not in _NOT_IN_FONT:
        return text[: in_font.start()].strip()
    return _DEGREE.sub("", text).strip()


def _is_variable(phrase: str) -> bool:
    """Tells "18 x" from "18 a day"."""
    first, *rest = re.split(r"[ /^]", phrase.strip())
    return len(first) == 1 and first.isascii() and (first != "a" or not rest)


def _counts(phrase: str) -> bool:
    """Tells what is counted from words that change or deny the number."""
    words = re.split(r"[ /^]", phrase)
    return (
        NOT_UNITS.isdisjoint(map(str.lower, words))
        and NOT_UNIT_MARKS.isdisjoint(words)
        and words[phrase.startswith(" ")] not in _FACTORS
    )


def number(text: str) -> Node:
    """Reads the text of a number, already unwrapped, as a tree."""
    bare = without_unit(plain(text))
    return parse(bare.replace(" ", "") if _GROUPED.fullmatch(bare) else bare)


def integer(text: str) -> int:
    """Reads an integer: `18`, `-1,234`, `18.0`; a percent sign counts as a unit.

    Raises:
        Unreadable: If the text is anything else.
    """
    node = number(text)
    if isinstance(node, Percent):
        node = node.operand
    value = _decimal(node)
    if value is None or value.denominator != 1:
        raise Unreadable("The answer is not an integer.")
    return value.numerator


def decimal(text: str) -> Fraction:
    r"""Reads a decimal number: `0.25`, `-1,234.5`, `2.5e-3`, `2.5 \times 10^{-3}`, `12%`.

    Raises:
        Unreadable: If the text is anything else.
    """
    node = number(text)
    value = _decimal(node)
    if value is None:
        raise Unreadable("The answer is not a decimal number.")
    return value


def rational(text: str, *, lowest_terms: bool = False) -> Fraction:
    """Reads an integer, a fraction, a mixed number or a decimal number.

    Args:
        text: What to read.
        lowest_terms: Refuses decimals, and fractions that can still be reduced.

    Raises:
        Unreadable: If the text is anything else.
    """
    value = None if lowest_terms else number_in_words(text)
    if value is not None:
        return value
    node = number(_PERCENT.sub("%", _without_vulgar(text)))
    value = _fraction(node, lowest_terms)
    if value is None and not lowest_terms:
        value = _decimal(node)
    if value is None:
        wanted = "an integer or a fraction in lowest terms" if lowest_terms else "a fraction"
        raise Unreadable(f"The answer is not {wanted}.")
    return value


def _without_vulgar(text: str) -> str:
    """Writes a fraction that is one character as three."""
    sign = text[-1:]
    return (text[:-1] + _VULGAR[sign]).strip() if sign in _VULGAR else text


def _signed_integer(node: Node) -> int | None:
    match node:
        case Integer(value):
            return value
        case Negation(Integer(value)):
            return -value
        case _:
            return None


def _fraction(node: Node, lowest_terms: bool) -> Fraction | None:
    match node:
        case Integer(value):
            return Fraction(value)
        case Negation(operand) if not isinstance(operand, Negation):
            positive = _fraction(operand, lowest_terms)
            return None if positive is None else -positive
        case MixedNumber(whole, above, below) if whole:
            part = Fraction(above, below)
            return None if lowest_terms and part.denominator != below else whole + part
        case Product((dividend,), (divisor,)):
            return _quotient(_signed_integer(dividend), _signed_integer(divisor), lowest_terms)
        case _:
            return None


def _quotient(above: int | None, below: int | None, lowest_terms: bool) -> Fraction | None:
    if above is None or not below:
        return None
    value = Fraction(above, below)
    reduced = value.denominator == below != 1
    return value if reduced or not lowest_terms else None


def _decimal(node: Node) -> Fraction | None:
    match node:
        case Integer(value):
            return Fraction(value)
        case DecimalNumber(exact):
            return exact
        case Negation(operand) if not isinstance(operand, Negation):
            positive = _decimal(operand)
            return None if positive is None else -positive
        case Percent(Integer() | DecimalNumber() as operand):
            return value_of(operand) / 100
        case Product((Integer() | DecimalNumber(), Power(Integer(10), exponent)), ()):
            return value_of(node) if _signed_integer(exponent) is not None else None
        case _:
            return None
