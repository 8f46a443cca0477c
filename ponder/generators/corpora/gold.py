"""Reads the final answer off a solution, and picks the checker that fits its shape."""

import re
from typing import NamedTuple

from ponder.task import Checker
from ponder.verifiers import Unreadable, literals
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.guessing import guess_kind
from ponder.verifiers.parsing import parse
from ponder.verifiers.polynomials import is_expanded

_BOXES = re.compile(r"\\(?:boxed|fbox)\s*(?P<brace>\{)?")
_FORMATS = {
    "integer": "Give an integer.",
    "rational": "Give an exact fraction or decimal.",
    "polynomial": "Give an expression that is multiplied out and collected.",
    "multiset": "Give the values separated by commas.",
    "set": "Give the values in braces, separated by commas.",
    "sequence": "Give the values in brackets, in order, separated by commas.",
    "math": "Give an exact answer, in its simplest form.",
    "text": "Give the answer alone, in its simplest form.",
}


class Gold(NamedTuple):
    """A reference answer as a task carries it."""

    answer: str
    checker: Checker
    answer_format: str


def final_answer(solution: str, answer_after: str) -> str | None:
    r"""Finds the final answer in a solution; None when the solution states none.

    Args:
        solution: The whole reference solution.
        answer_after: What stands before the answer, at its last occurrence and up to the end of
            the line; `\boxed` means the content of the last box whose braces balance.

    >>> final_answer("So it is $\\boxed{\\frac{1}{2}}$.", "\\boxed")
    '\\frac{1}{2}'
    >>> final_answer("3 + 4 = 7\n#### 7", "####")
    '7'
    """
    if answer_after == "\\boxed":
        return _last_box(solution)
    _, marker, rest = solution.rpartition(answer_after)
    lines = rest.strip().splitlines() if marker else []
    return lines[0].strip() or None if lines else None


def _last_box(text: str) -> str | None:
    r"""Finds the content of the last balanced box; `\boxed 5` holds one token."""
    for match in reversed(list(_BOXES.finditer(text))):
        if match["brace"] is None:
            token = re.match(r"[0-9A-Za-z]+", text[match.end() :])
            content = token.group() if token else None
        else:
            content = _balanced(text, match.end())
        if content and content.strip():
            return content.strip()
    return None


def _balanced(text: str, start: int) -> str | None:
    """Reads from `start`, just inside an opened brace, up to the brace that closes it."""
    depth = 1
    for brace in re.finditer(r"\\.|[{}]", text[start:], re.DOTALL):
        depth += {"{": 1, "}": -1}.get(brace.group(), 0)
        if depth == 0:
            return text[start : start + brace.start()]
    return None


def shape(answer: str) -> Gold:
    r"""Picks the checker by the answer's form.

    A polynomial must be multiplied out, since the form that a question gives it in would
    otherwise answer it; a reference that is a product of sums is therefore judged as text.

    >>> shape("\\$32,\\!348")[:2]
    ('32348', Checker(name='integer', options={}))
    >>> shape("\\dfrac{17}{50}")[:2]
    ('\\dfrac{17}{50}', Checker(name='rational', options={}))
    """
    text = _tidy(answer)
    kind = guess_kind(text)
    if kind == "polynomial" and not _is_expanded(text):
        kind = "text"
    if kind == "integer":
        text = str(literals.integer(literals.right_side(text)))
    elif kind == "text":
        text = unwrap(text)
    options = {"expanded": True} if kind == "polynomial" else {}
    return Gold(text, Checker(kind, options), _FORMATS[kind])


def _tidy(answer: str) -> str:
    """Removes thin spaces, which MATH writes between the groups of long numbers."""
    return re.sub(r",\\!\s*(?=[0-9]{3})", ",", answer).replace("\\!", "").strip()


def _is_expanded(text: str) -> bool:
    try:
        return is_expanded(parse(unwrap(text)))
    except Unreadable:
        return False
