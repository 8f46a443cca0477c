"""Guessing from a reference answer alone which checker judges it."""

import re
from functools import lru_cache

from ponder.verifiers import literals
from ponder.verifiers.checkers.sequences import split
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.maths.reading import read
from ponder.verifiers.maths.syntax import Number, Symbol
from ponder.verifiers.parsing import parse
from ponder.verifiers.polynomials import expand
from ponder.verifiers.verdict import Unreadable

_MATHEMATICAL = re.compile(r"[0-9+*^/-]")
_WORD = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{3,}")
_MATHEMATICAL_SIGNS = re.compile(r"[0-9+*^/=<>\\({[\u0391-\u03c9\u2200-\u22ff]")
_CALENDAR = re.compile(r"[0-9 .,:/+*-]+")
_UNIT_WORDS = 2
_LIST_KINDS = {"(": "sequence", "[": "sequence", "<": "sequence", "{": "set", "\\": "set"}


@lru_cache(maxsize=4096)
def guess_kind(gold: str) -> str:
    r"""Names the strictest checker that can read the gold; `text` where no other can.

    A bracketed list of integers is a sequence, one in braces a set, a bare one a multiset.

    >>> [guess_kind(gold) for gold in ("18", "3/4", "x^2 - 1", "(1, 2)", r"3\sqrt{2}", "yes")]
    ['integer', 'rational', 'polynomial', 'sequence', 'math', 'text']
    """
    for kind, reads in (
        ("integer", _is_integer),
        ("rational", _is_rational),
        ("polynomial", _is_polynomial),
    ):
        if reads(gold):
            return kind
    if _is_integer_list(gold):
        return _LIST_KINDS.get(unwrap(gold)[0], "multiset")
    return "math" if _is_mathematics(gold) else "text"


def _is_integer(gold: str) -> bool:
    try:
        literals.integer(literals.right_side(gold))
    except Unreadable:
        return False
    return True


def _is_rational(gold: str) -> bool:
    try:
        literals.rational(literals.right_side(gold))
    except Unreadable:
        return False
    return True


def _is_polynomial(gold: str) -> bool:
    if not _MATHEMATICAL.search(gold) or _WORD.search(gold):
        return False
    try:
        return any(expand(parse(unwrap(gold))))
    except Unreadable:
        return False


def _is_integer_list(gold: str) -> bool:
    try:
        elements = [literals.integer(part) for part in split(gold)]
    except Unreadable:
        return False
    unique = len(set(elements)) == len(elements)
    return len(elements) > 1 and (unique or not unwrap(gold).startswith(("{", "\\")))


def _is_mathematics(gold: str) -> bool:
    """Tells free-form mathematics; dates, times and bare calculations stay text."""
    try:
        found = read(gold)
    except Unreadable:
        return False
    if found.letter:
        return len(gold.strip()) > 1
    if isinstance(found.node, Number):
        return True
    if found.node is None or found.is_words or _CALENDAR.fullmatch(unwrap(gold)):
        return False
    written = bool(_MATHEMATICAL_SIGNS.search(gold)) or isinstance(found.node, Symbol)
    return written and len(_WORD.findall(gold)) <= _UNIT_WORDS
