"""Reads the final answer off a solution, and picks the checker that fits its shape."""

import re
from typing import NamedTuple

from ponder.task import Checker
from ponder.verifiers.maths import form_of, read

_BOXES = re.compile(r"\\(?:boxed|fbox)\s*(?P<brace>\{)?")
_INTEGER = re.compile(r"-?(?:[0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3})+)")


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
    r"""Picks the checker by the answer's form: `integer` for a bare integer, else `math`.

    >>> shape("32,\\!348")[:2]
    ('32348', Checker(name='integer', options={}))
    >>> shape("(a+5)(b+2)").answer_format
    'Give an expression that is factored.'

    Raises:
        Unreadable: If it is empty, or too long for an answer.
    """
    text = _tidy(answer)
    if _INTEGER.fullmatch(text):
        return Gold(text.replace(",", ""), Checker("integer", {}), "Give an integer.")
    form = form_of(read(text).node)
    wanted = f"expression that is {form}" if form else "exact answer, in its simplest form"
    return Gold(text, Checker("math", {}), f"Give an {wanted}.")


def _tidy(answer: str) -> str:
    """Removes thin spaces, which MATH writes between the groups of long numbers."""
    return re.sub(r",\\!\s*(?=[0-9]{3})", ",", answer).replace("\\!", "").strip()
