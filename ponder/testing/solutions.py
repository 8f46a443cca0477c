"""Rule 8: every equation of a worked solution is true, and the last line holds the answer."""

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from ponder.quoting import quoted
from ponder.task import Task
from ponder.testing.report import Finding, judge
from ponder.testing.sample import Sample
from ponder.verifiers.expressions import evaluate

_RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "≤": operator.le,
    "≥": operator.ge,
    "!=": operator.ne,
    "≠": operator.ne,
}
_CLAUSE = re.compile(r"[,;:]\s|[,;:.]$|=>|->|<-|⇒|→|←")
_RELATION = re.compile(r"(==|<=|>=|!=|[=<>≤≥≠])")
_CONNECTIVE = re.compile(
    r"^(?:(?:so|then|thus|hence|therefore|now|check|first|next|finally|that is)\s+)+", re.I
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_SEPARATORS = frozenset(",;|[](){}$'\"`")
_LINE_ROOM = 150
"""Characters of the answer that one line of steps is expected to hold."""


def relations(step: str) -> Iterator[tuple[str, bool]]:
    """Yields each relation between two numbers that a line states, and whether it holds.

    A side counts only if the whole of it is a closed arithmetic expression, so that
    `17 mod 5 = 2` and `x + 3 = 7` are left alone.

    >>> list(relations("so 2 + 3 = 5 < 4"))
    [('2 + 3 = 5', True), ('5 < 4', False)]
    """
    for clause in _CLAUSE.split(step):
        sides = _RELATION.split(_CONNECTIVE.sub("", clause.strip()))
        for left, sign, right in zip(sides[::2], sides[1::2], sides[2::2], strict=False):
            values = evaluate(left.strip()), evaluate(right.strip())
            if values[0] is not None and values[1] is not None:
                stated = f"{left.strip()} {sign} {right.strip()}"
                yield stated, _RELATIONS[sign](values[0], values[1])


def holds_answer(task: Task) -> bool:
    """Whether the last line holds the answer; a long one may take as many lines as it needs."""
    lines = max(task.answer.count("\n") + 1, -(-len(task.answer) // _LINE_ROOM))
    wanted = tokens(task.answer)
    found = tokens("\n".join(task.steps[-lines:]))
    starts = range(len(found) - len(wanted) + 1)
    return any(found[i : i + len(wanted)] == wanted for i in starts)


def tokens(text: str) -> list[str]:
    """Words, numbers and signs of a text, without separators, brackets and case."""
    return [token for token in _TOKEN.findall(text.casefold()) if token not in _SEPARATORS]


def steps(sample: Sample) -> Finding:
    """Checks the worked solutions of all tasks drawn."""
    faults, checked, lines = [], 0, 0
    for task in sample:
        lines += len(task.steps)
        if not task.steps:
            faults.append(f"{task.uid} has no steps")
            continue
        for step in task.steps:
            for stated, true in relations(step):
                checked += 1
                if not true:
                    faults.append(f"{task.uid} states {quoted(stated)} in {quoted(step)}")
        if not holds_answer(task):
            faults.append(
                f"{task.uid} ends in {quoted(task.steps[-1])}, which does not hold the answer "
                f"{quoted(task.answer)}"
            )
    return judge("steps", faults, f"{checked} relations in {lines} lines are true")
