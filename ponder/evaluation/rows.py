"""What an evaluation leaves behind: rows in a JSONL file that a stopped run goes on with.

The first line names the settings and how many rows there will be; each further line is one row,
without the fields that have their default. Rows are appended batch by batch. When the same
evaluation is run again, a torn last line and an unfinished batch are cut off, and the rest is
kept, so that the file ends up as if nothing had stopped it.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from ponder.evaluation.claim import alone
from ponder.evaluation.row_types import defaults, fits, require_fields
from ponder.files import parse_object, write_whole
from ponder.quoting import quoted

Progress = Callable[[int, int], None]
"""Told after every batch how many questions or episodes are done, and of how many."""


def quiet(done: int, total: int) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One answer to one question, without a budget.

    Attributes:
        uid: Of the task.
        source: Where it comes from.
        level: Its difficulty.
        correct: What the verifier said.
        tokens: Sampled for the answer.
        finished: Whether it ended by itself rather than at the cap.
        how: The way the answer was found, see `ponder.verifiers.verdict`.
        extracted: The answer that was judged; None if none was found.
        answer: The reference answer.
        question: The problem.
        text: The whole completion.
        sample: Which of the answers to this question it is, from 0.
        prompt_tokens: Of the prompt, where an endpoint counted them.
        estimated: Whether `tokens` is four bytes to a token, since an endpoint counted none.
    """

    uid: str
    source: str
    level: int
    correct: bool
    tokens: int
    finished: bool
    how: str
    extracted: str | None
    answer: str
    question: str
    text: str
    sample: int = 0
    prompt_tokens: int | None = None
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that was put, and to which no answer came.

    Attributes:
        uid: Of the task.
        source: Where it comes from.
        level: Its difficulty.
        sample: Which of the answers to this question it would have been.
        error: Why there is none.
    """

    uid: str
    source: str
    level: int
    sample: int
    error: str


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    """One question of one budget episode, answered or not.

    Attributes:
        episode: Uid of the episode.
        position: Of the question, from 0.
        uid: Of the task.
        source: Where it comes from.
        level: Its difficulty.
        answered: Whether the episode got to it; if not, it is wrong and took 0 tokens.
        correct: What the verifier said.
        tokens: Charged.
        budget: Of the whole episode, in tokens.
        remaining_before: Tokens left when the question was put, or when the episode ended.
        components: Parts of the reward; the last answered question has the end's as well.
        how: The way the answer was found; empty if not answered.
        finished: Whether it ended by itself rather than at the cap.
        stop_reason: Why the episode ended: `completed` or `budget_exhausted`.
        extracted: The answer that was judged; None if none was found.
        answer: The reference answer.
        question: The problem.
        text: The whole completion; empty if not answered.
        parts: Tokens of each segment of the thought and, last, of what comes after it, see
            `text_parts`; empty where they were not counted.
    """

    episode: str
    position: int
    uid: str
    source: str
    level: int
    answered: bool
    correct: bool
    tokens: int
    budget: int
    remaining_before: int
    components: Mapping[str, float]
    how: str
    finished: bool
    stop_reason: str
    extracted: str | None
    answer: str
    question: str
    text: str
    parts: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class ResponseRow:
    """How one question is answered under each of several token budgets, K times each.

    Attributes:
        uid: Of the task.
        source: Where it comes from.
        level: Its difficulty.
        budgets: (B,) in tokens, rising.
        correct: (K, B), 1 where the answer within a budget was right.
        tokens: (K, B), charged for it.
    """

    uid: str
    source: str
    level: int
    budgets: Sequence[int]
    correct: Sequence[Sequence[int]]
    tokens: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class ThoughtRow:
    """One thought, and what is answered when it is ended after each of its segments.

    Attributes:
        uid: Of the task.
        source: Where it comes from.
        level: Its difficulty.
        play: Which thought on the question, from 0.
        text: The whole completion.
        finished: Whether it ended by itself rather than at the cap.
        right: Whether the completion's own answer is right.
        length: Tokens of the completion.
        cuts: (n,) tokens before each end, rising from 0.
        correct: (n, K), 1 where an answer from there is right.
        tokens: (n, K) tokens of each answer, with the text that ended the thought.
        extracted: (n, K) the answers that were judged; None where none was found.
    """

    uid: str
    source: str
    level: int
    play: int
    text: str
    finished: bool
    right: bool
    length: int
    cuts: Sequence[int]
    correct: Sequence[Sequence[int]]
    tokens: Sequence[Sequence[int]]
    extracted: Sequence[Sequence[str | None]]


T = TypeVar("T")
Row = TypeVar("Row", QuestionRow, EpisodeRow, ResponseRow, ThoughtRow)
_KINDS: Mapping[type[Any], tuple[str, Sequence[str]]] = {
    QuestionRow: ("questions", ()),
    EpisodeRow: ("episodes", ("budget", "num_questions")),
    ResponseRow: ("responses", ()),
    ThoughtRow: ("thoughts", ()),
}
"""What the settings of a file say of its rows, and the numbers among them that reports read."""


@dataclass(frozen=True, slots=True)
class RowFile(Generic[Row]):
    """What a file of rows holds.

    Attributes:
        settings: Of the evaluation.
        total: How many rows the finished file has.
        rows: Those that are there.
        unanswered: What no answer came to; no part of `rows`.
        begun: How many rows the last command found when it began.
    """

    settings: Mapping[str, Any]
    total: int
    rows: list[Row]
    unanswered: list[Unanswered] = field(default_factory=list)
    begun: int = 0


def read_rows(path: Path, kind: type[Row]) -> RowFile[Row]:
    """Reads a file of rows, be it finished or not; a torn last line is left out.

    Args:
        path: The file.
        kind: `QuestionRow`, `EpisodeRow`, `ResponseRow` or `ThoughtRow`.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is not a file of such rows.
    """
    lines = path.read_bytes().split(b"\n")[:-1]
    if not lines:
        return RowFile({}, 0, [])
    header = parse_object(lines[0], f"{path}, line 1")
    _require_header(header, kind, path)
    rows: list[Row] = []
    unanswered: list[Unanswered] = []
    for number, line in enumerate(lines[1:], start=2):
        where = f"{path}, line {number}"
        fields = parse_object(line, where)
        if kind is QuestionRow and "error" in fields:
            unanswered.append(_row(Unanswered, fields, where))
        else:
            rows.append(_row(kind, fields, where))
    return RowFile(header["settings"], header["total"], rows, unanswered, header.get("begun", 0))


def _require_header(header: Mapping[str, Any], kind: type[Row], path: Path) -> None:
    """Checks the first line of a file: settings of the kind that its rows are of, and numbers."""
    name, counts = _KINDS[kind]
    settings = header.get("settings")
    numbers = [header.get("total"), header.get("begun", 0)]
    if (
        set(header) - {"begun"} != {"settings", "total"}
        or not isinstance(settings, dict)
        or settings.get("kind") != name
        or not all(fits(settings.get(count), int) and settings[count] for count in counts)
        or not all(fits(number, int) for number in numbers)
    ):
        raise ValueError(
            f"{path} must begin with the settings and the number of rows of an evaluation of "
            f"{name}; it is another file, or damaged"
        )


def _row(kind: type[T], fields: dict[str, Any], where: str) -> T:
    require_fields(kind, fields, where)
    return kind(**fields)


def row_line(row: Any) -> str:
    """Writes a row as a line of its file."""
    spare = defaults(type(row))
    fields = dataclasses.asdict(row)
    kept = {
        name: value
        for name, value in fields.items()
        if value != spare.get(name, dataclasses.MISSING)
    }
    return json.dumps(kept) + "\n"


def header_line(settings: Mapping[str, Any], total: int, begun: int = 0) -> str:
    """Writes the first line of a file of rows."""
    header = {"settings": dict(settings), "total": total}
    return json.dumps(header | ({"begun": begun} if begun else {})) + "\n"


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Names the settings in which two evaluations differ."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def collect(
    kind: type[Row],
    make: Callable[[int, int], list[Row]],
    settings: Mapping[str, Any],
    *,
    units: int,
    rows_per_unit: int = 1,
    batch_size: int,
    out: Path | None,
    on_progress: Progress = quiet,
) -> list[Row]:
    """Makes rows in batches, going on from what `out` holds.

    Args:
        kind: Of the rows.
        make: Gives the rows of the units from a first to before a last; the same rows for the
            same two numbers.
        settings: JSON values that decide the rows.
        units: Questions or episodes in all.
        rows_per_unit: Rows that each gives.
        batch_size: Units at once, at least 1.
        out: The file; None keeps nothing.
        on_progress: Told after every batch, and once at the start.

    Raises:
        ValueError: If `out` holds rows of other settings, or an argument is out of range.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {quoted(batch_size)}")
    if units < 1:
        raise ValueError(f"there must be at least 1 question or episode, got {quoted(units)}")
    total = units * rows_per_unit
    settings = {**settings, "batch_size": batch_size}
    with alone(out):
        rows = _begin(out, kind, settings, total, rows_per_unit * batch_size) if out else []
        on_progress(len(rows) // rows_per_unit, units)
        while len(rows) < total:
            start = len(rows) // rows_per_unit
            made = make(start, min(start + batch_size, units))
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.writelines(map(row_line, made))
            rows += made
            on_progress(len(rows) // rows_per_unit, units)
    return rows


def begun_rows(path: Path, kind: type[Row], header: str) -> RowFile[Row]:
    """Reads a file of rows, or makes it one of a first line alone where there is no row yet.

    Args:
        path: The file.
        kind: Of the rows.
        header: The first line that it is to have.

    Raises:
        ValueError: If it is not a file of such rows.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    found: RowFile[Row] = read_rows(path, kind) if path.is_file() else RowFile({}, 0, [])
    if not found.rows:
        # What is there may be the beginning of our own header, torn by a crash.
        ours = found.total or not path.is_file() or header.encode().startswith(path.read_bytes())
        if not ours:
            raise ValueError(f"{path} is no file of rows; give another folder, or remove it")
        write_whole(path, header)
        return RowFile({}, 0, [])
    return found


def _begin(
    path: Path, kind: type[Row], settings: Mapping[str, Any], total: int, batch: int
) -> list[Row]:
    """Opens a file of rows, new or begun, and cuts it to whole batches.

    Returns:
        The rows that are kept.
    """
    found = begun_rows(path, kind, header_line(settings, total))
    if not found.rows:
        return []
    differ = differing(settings, found.settings)
    if differ or found.total != total:
        was = ", ".join(f"{name} was {found.settings.get(name)!r}" for name in differ)
        raise ValueError(
            f"{path} holds an evaluation with other settings ({was or 'another number of rows'}); "
            "give another folder, or remove the file"
        )
    kept = total if len(found.rows) >= total else len(found.rows) // batch * batch
    lines = path.read_bytes().split(b"\n")[: kept + 1]
    with path.open("r+b") as file:
        file.truncate(sum(len(line) + 1 for line in lines))
    return found.rows[:kept]
