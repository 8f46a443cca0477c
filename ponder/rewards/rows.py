"""Rows of data: a response together with what to judge it by."""

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from ponder.files import parse_object
from ponder.generators.loading import load
from ponder.quoting import quoted
from ponder.rewards.messages import turns
from ponder.task import Task
from ponder.verifiers import Verdict, bounds, grade, verify
from ponder.verifiers.checkers import find

JSON_COLUMNS = ("checker", "facts", "tasks")
"""Columns kept as JSON text in Parquet: what varies from family to family fits no one schema."""

_TASK_FIELDS = frozenset(field.name for field in dataclasses.fields(Task))


class _How(TypedDict):
    partial: bool
    lenient: bool
    reasoning_open: bool


@dataclass(frozen=True)
class Rules:
    """How to judge.

    Attributes:
        partial: Lets a score lie between 0 and 1 where the checker verifies progress.
        lenient: Falls back on the last line where no answer is marked.
        reasoning_open: Says that the prompt already opened the reasoning.
        kind: The checker of rows with a gold answer.
        options: That checker's options.

    Raises:
        ValueError: If there is no such checker, or it does not have such an option.
    """

    partial: bool = False
    lenient: bool = True
    reasoning_open: bool = False
    kind: str = "math"
    options: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Refuses what would fail at the first row."""
        if not isinstance(self.kind, str):
            raise ValueError(f"kind must be the name of a checker, got {quoted(self.kind)}")
        if self.options is not None and not isinstance(self.options, Mapping):
            raise ValueError(
                f"options must map the names of options to values, got {quoted(self.options)}"
            )
        find(self.kind).require_options(self.options or {})


DEFAULT = Rules()


def reward(response: str | Sequence[Any] | None, row: Mapping[str, Any]) -> float:
    r"""Gives 1.0 for a right response and 0.0 for a wrong one.

    Raises:
        ValueError: If the row does not say what to judge by; see `judge_row`.

    >>> reward(r"6 times 7 is \boxed{42}", {"gold": "42"})
    1.0
    """
    return judge_row({**row, "response": response})[1].score


def judge_row(row: Mapping[str, Any], rules: Rules = DEFAULT) -> tuple[str | None, Verdict]:
    """Judges a row's `response`; its last turn counts if it has several.

    It is a text, a list of texts, or a list of messages with `role` and `content`, of which the
    assistant's count. Anything else is a wrong answer, such as the null of a request that failed.

    What to judge it by is one of: the fields of a task, as `ponder generate` writes them; `task`,
    the same as an object or as text; `uid` alone; or `gold`, a reference answer. Beside `gold` may
    stand `kind`, a checker, and `options`, an object or the same as text; they go before the
    rules'. A `uid` beside `gold` may be of any kind: without an "@" it names no task.

    Returns:
        The task's uid, or the row's own, or None, and the verdict.

    Raises:
        ValueError: If the row does not say what to judge, or by what.
    """
    if not isinstance(row, Mapping):
        raise ValueError(f"a row must map names to values, got {quoted(row)}")
    response, task = _response(row), task_of(row)
    how: _How = {
        "partial": rules.partial,
        "lenient": rules.lenient,
        "reasoning_open": rules.reasoning_open,
    }
    if task is not None:
        return task.uid, verify(task, response, **how)
    if row.get("gold") is None:
        null = [f"its {name!r} is null" for name in ("task", "uid", "gold") if name in row]
        found = " and ".join(null) or f"it has {sorted(row)}"
        raise ValueError(f"needs the fields of a task, 'task', 'uid' or 'gold'; {found}")
    gold, uid = _gold(row["gold"]), row.get("uid")
    own = _own_rules(row, rules)
    verdict = grade(response, gold, kind=own.kind, options=own.options, **how)
    return None if uid is None else str(uid), verdict


def _own_rules(row: Mapping[str, Any], rules: Rules) -> Rules:
    """Puts a row's own checker and options before those of all rows."""
    kind, options = row.get("kind"), row.get("options")
    if isinstance(options, (list, tuple)):
        options = None  # The choices of the question, as many data sets call them.
    if kind is None and options is None:
        return rules
    if options is None:
        options = rules.options if kind == rules.kind else None
    elif isinstance(options, str):
        options = parse_object(options, "its 'options'")
    elif isinstance(options, Mapping):
        # A struct of Parquet has a null for each field that another row has.
        options = {name: value for name, value in options.items() if value is not None}
    else:
        raise ValueError(
            f"its 'options' must be those of the checker, an object or the same as text, got "
            f"{quoted(options)}"
        )
    return replace(rules, kind=rules.kind if kind is None else kind, options=options)


def task_of(row: Mapping[str, Any]) -> Task | None:
    """Reads a row's task, from the row itself if it is there, else by its uid.

    Raises:
        ValueError: If what is there is no task.
    """
    whole = row.get("task")
    if whole is None and row.keys() >= _TASK_FIELDS and row["uid"] is not None:
        whole = {name: _unpack(name, row[name]) for name in _TASK_FIELDS}
    if whole is None:
        uid = row.get("uid")
        foreign = row.get("gold") is not None and "@" not in str(uid)
        return None if uid is None or foreign else load(str(uid))
    try:
        return Task.from_json(whole if isinstance(whole, str) else json.dumps(whole))
    except ValueError as error:
        raise ValueError(f"its task cannot be read: {error}") from None


def _unpack(name: str, value: Any) -> Any:
    return json.loads(value) if name in JSON_COLUMNS and isinstance(value, str) else value


def _response(row: Mapping[str, Any]) -> Any:
    if "response" not in row:
        raise ValueError(f"needs a 'response'; it has {sorted(row)}")
    return turns(row["response"])


def _gold(gold: object) -> str:
    if isinstance(gold, str):
        return gold
    if type(gold) is int and abs(gold) < 10**bounds.DIGITS:
        return str(gold)
    if type(gold) is float and math.isfinite(gold):
        return str(gold)
    raise ValueError(f"'gold' must be text or a number, got {_shown(gold)}")


def _shown(value: object) -> str:
    """Shows a value, but for an integer that is too long to be written."""
    return "a very long integer" if type(value) is int else quoted(value)
