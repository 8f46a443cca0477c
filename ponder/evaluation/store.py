"""The answers in a file: which of those asked for are there, and the ones that are to come.

An answer is known by its question's uid and its sample number; policy, seed, split, cap and
temperature are the same for all answers in a file. So questions, levels, sources and samples may
be added to a file, and only what is missing is asked.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.evaluation.claim import alone
from ponder.evaluation.plan import Ask
from ponder.evaluation.rows import (
    QuestionRow,
    RowFile,
    Unanswered,
    begun_rows,
    differing,
    header_line,
    read_rows,
    row_line,
)
from ponder.files import write_whole

FREE = ("mixture", "per_level", "samples", "batch_size", "url")
"""Settings that may be others when a file is gone on with: they say which rows there are, and
how they come, but not what they are. A model that is served elsewhere keeps its name."""
UNKNOWN = ("weights",)
"""Settings that say nothing where they are absent."""


@dataclass(slots=True)
class Store:
    """Answers, and what is still to be asked.

    Attributes:
        path: The file; None keeps all in memory.
        rows: All that are there, those that nobody asks for now included.
        todo: What is missing of what is asked for, in its order.
        unanswered: What no answer came to, since the file was opened or of what is not asked now.
    """

    path: Path | None
    rows: list[QuestionRow]
    todo: list[Ask]
    unanswered: list[Unanswered]

    def keep(self, made: Sequence[QuestionRow | Unanswered]) -> None:
        """Adds what has come."""
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("".join(map(row_line, made)))
        for row in made:
            if isinstance(row, QuestionRow):
                self.rows.append(row)
            else:
                self.unanswered.append(row)

    def asked(self, asks: Sequence[Ask]) -> list[QuestionRow]:
        """Gives the rows that there are of what is asked for, in its order."""
        found: dict[tuple[str, int], list[QuestionRow]] = {}
        for row in reversed(self.rows):
            found.setdefault((row.uid, row.sample), []).append(row)
        return [rows.pop() for ask in asks if (rows := found.get(ask.key))]


@contextlib.contextmanager
def opened(path: Path | None, settings: Mapping[str, Any], asks: Sequence[Ask]) -> Iterator[Store]:
    """Opens a file of answers, new or begun, for what is asked.

    Args:
        path: The file; None keeps nothing.
        settings: Of the evaluation. If rows come in batches, `batch_size` says of how many: of a
            file that was left in the middle of one, its rows go.
        asks: What is wanted.

    Raises:
        ValueError: If the file holds other answers, or another process is at work on it.
    """
    with alone(path):
        if path is None:
            yield Store(None, [], list(asks), [])
            return
        found = begun_rows(path, QuestionRow, header_line(settings, len(asks)))
        store = _look(path, found, settings, asks)
        if store.todo and found.rows:
            _tidy(path, found, settings, store)
        yield store


def missing(path: Path | None, settings: Mapping[str, Any], asks: Sequence[Ask]) -> list[Ask]:
    """Lists what is asked for and not there; the file is not touched.

    Raises:
        ValueError: If the file holds other answers.
    """
    if path is None or not path.is_file():
        return list(asks)
    return _look(path, read_rows(path, QuestionRow), settings, asks).todo


def _look(
    path: Path, found: RowFile[QuestionRow], settings: Mapping[str, Any], asks: Sequence[Ask]
) -> Store:
    """Finds out what of a file is of use."""
    rows: list[QuestionRow] = []
    if found.rows:
        _require_same(path, found, settings, asks)
        rows = _whole(found)
    there = Counter((row.uid, row.sample) for row in rows)
    todo = []
    for ask in asks:
        # A small corpus may put one question more than once.
        if there[ask.key]:
            there[ask.key] -= 1
        else:
            todo.append(ask)
    again = {ask.key for ask in todo}
    others = [row for row in found.unanswered if (row.uid, row.sample) not in again]
    return Store(path, list(rows), todo, others)


def _tidy(
    path: Path, found: RowFile[QuestionRow], settings: Mapping[str, Any], store: Store
) -> None:
    """Makes a begun file fit what will be added to it."""
    total = len(store.rows) + len(store.unanswered) + len(store.todo)
    begun = len(store.rows)
    if dict(settings) == dict(found.settings) and total == found.total:
        begun = found.begun  # The command that was stopped goes on.
    lines = map(row_line, [*store.rows, *store.unanswered])
    write_whole(path, header_line(settings, total, begun) + "".join(lines))


def _whole(found: RowFile[QuestionRow]) -> list[QuestionRow]:
    """Leaves out the rows of a batch that was not finished."""
    size = found.settings.get("batch_size", 1)
    rows = found.rows
    if len(rows) >= found.total:
        return rows
    start = found.begun
    for place in range(found.begun, len(rows)):
        if place - start == size or rows[place].sample != rows[start].sample:
            start = place
    return rows if len(rows) - start == size else rows[:start]


def _require_same(
    path: Path, found: RowFile[QuestionRow], settings: Mapping[str, Any], asks: Sequence[Ask]
) -> None:
    """Checks that rows and what is asked may lie in one file.

    Raises:
        ValueError: If they may not.
    """
    was = [
        f"{name} was {found.settings.get(name)!r}"
        for name in differing(settings, found.settings)
        if name not in FREE
        and not (name in UNKNOWN and not (name in settings and name in found.settings))
    ]
    if not was:
        mark = f"/{settings['split']}/"
        wanted = {ask.source: ask.task.uid.partition(mark)[0] for ask in asks}
        held = {row.source: row.uid.partition(mark)[0] for row in found.rows}
        was = [
            f"{name} was {held[name]!r}, and is {wanted[name]!r}"
            for name in sorted(held.keys() & wanted.keys())
            if held[name] != wanted[name]
        ]
    if was:
        raise ValueError(
            f"{path} holds an evaluation with other settings ({', '.join(was)}); give another "
            "folder, or remove the file"
        )
