"""From a row of a corpus to a problem: its texts, its final answer, its level and steps."""

import re
import textwrap
from dataclasses import dataclass

from ponder.generators.corpora.files import Row
from ponder.generators.corpora.gold import final_answer, shape
from ponder.generators.corpora.levels import level_of, solution_length
from ponder.generators.corpora.schema import Schema
from ponder.task import Task
from ponder.verifiers.cleaning import unwrap

MAX_QUESTION = 4_000
MAX_SOLUTION = 20_000
MAX_ANSWER = 500
STEP_WIDTH = 199


class UnusableRow(ValueError):
    """Raised for a row that cannot become a task; the message is the reason, short."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A usable row.

    Attributes:
        question: The problem as published.
        solution: The reference solution, without annotations.
        answer: The final answer as published.
        key: What makes two rows the same problem, white space normalised.
        level: 1 to 10.
        kind: The row's type, or "".
    """

    question: str
    solution: str
    answer: str
    key: str
    level: int
    kind: str


def read_problem(row: Row, schema: Schema) -> Problem:
    """Reads a row by its schema.

    Raises:
        UnusableRow: If a text is missing, empty or too long, or no final answer is found.
    """
    question = _text(row, schema.question, MAX_QUESTION)
    solution = _text(row, schema.solution, MAX_SOLUTION)
    answer = final_answer(solution, schema.answer_after) if schema.answer is None else None
    if schema.answer is not None:
        answer = _text(row, schema.answer, MAX_ANSWER)
    if answer is None:
        raise UnusableRow(f"no final answer after {schema.answer_after!r}")
    if len(answer) > MAX_ANSWER:
        raise UnusableRow(f"final answer longer than {MAX_ANSWER} characters")
    if not unwrap(answer):
        raise UnusableRow(f"final answer {answer!r} is empty")
    if schema.notes:
        solution = re.sub(schema.notes, "", solution)
    return Problem(
        question=question,
        solution=solution,
        answer=answer,
        key=" ".join(_text(row, schema.key, MAX_QUESTION).split()),
        level=level_of(solution, row.get(schema.level) if schema.level else None),
        kind=_text(row, schema.kind, 100) if schema.kind else "",
    )


def make_task(problem: Problem, uid: str) -> Task:
    """Makes the task of a problem; the solution's lines are its steps."""
    gold = shape(problem.answer)
    return Task(
        uid=uid,
        question=problem.question,
        answer_format=gold.answer_format,
        answer=gold.answer,
        checker=gold.checker,
        steps=_steps(problem.solution, gold.answer),
        complexity=solution_length(problem.solution),
        facts={},
        key=problem.key,
        level=problem.level,
    )


def _text(row: Row, column: str, longest: int) -> str:
    value = row.get(column)
    if not isinstance(value, str) or not value.strip():
        raise UnusableRow(f"no text in column {column!r}")
    if len(value) > longest:
        raise UnusableRow(f"column {column!r} longer than {longest:,} characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise UnusableRow(f"column {column!r} with half a surrogate pair") from None
    return value.strip()


def _steps(solution: str, answer: str) -> tuple[str, ...]:
    """Breaks a solution into short lines, the last of which holds the answer."""
    steps = [
        part
        for line in solution.splitlines()
        for part in textwrap.wrap(line, STEP_WIDTH, replace_whitespace=False, tabsize=4)
    ]
    if answer not in steps[-1]:
        steps.append(f"The answer is {answer}")
    return tuple(steps)
