"""What `ponder report` prints of several runs or evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ponder.cli._answering import MOST_ROWS
from ponder.evaluation.comparison import number
from ponder.evaluation.intervals import Interval
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.side_by_side.changes import Change, Part, by_part
from ponder.evaluation.side_by_side.report import Compared, warnings, whole
from ponder.evaluation.summary import Unit

if TYPE_CHECKING:
    from rich.table import Table

_LEGEND = "right in %; changes against {first} with 95 % intervals"


def print_side_by_side(found: Compared) -> None:
    """Prints a row a folder, for evaluations a row for each source and level, and warnings."""
    from ponder.cli._terminal import console

    screen = console()
    screen.print(_folders(found))
    if found.kind == "evaluation":
        screen.print()
        screen.print(_levels(found))
    unpaired = any(not change.paired for change in found.changes)
    screen.print(
        _LEGEND.format(first=found.first)
        + ("; two numbers at n: different questions, unpaired" if unpaired else ""),
        soft_wrap=True,
    )
    for text in warnings(found):
        screen.print(text, soft_wrap=True)


def _folders(found: Compared) -> Table:
    """A row for each evaluation of each folder."""
    table = _table(["", "evaluation", "n", "right", "change", "tokens", "change"])
    changed = {
        (change.name, change.label, change.measure): change
        for change in found.changes
        if change.group == "questions" and change.part == Part()
    }
    for name, folder in found.sides.items():
        for label, evaluation in folder.evaluations.items():
            if not evaluation.questions:
                continue
            values = whole(evaluation.questions.rows).values
            right = changed.get((name, label, "accuracy"))
            tokens = changed.get((name, label, "tokens"))
            questions = len({(row.source, row.uid) for row in evaluation.questions.rows})
            table.add_row(
                name,
                label,
                right.count if right else str(questions),
                number(values["accuracy"].estimate, "share"),
                _change(right),
                number(values["tokens"].estimate, "tokens"),
                _change(tokens),
            )
    return table


def _levels(found: Compared) -> Table:
    """pass@1 of each evaluation by source and level; by level where that would be too many."""
    parts: dict[str, Mapping[Part, Sequence[QuestionRow]]] = {}
    for name, folder in found.sides.items():
        files = [one.questions for one in folder.evaluations.values() if one.questions]
        parts[name] = by_part(files[0].rows) if files else {}
    wanted = sorted({part for side in parts.values() for part in side if part.level})
    fine = [part for part in wanted if part.source]
    shown = fine if fine and len(fine) <= MOST_ROWS else [p for p in wanted if not p.source]
    changed = {
        (change.name, change.part): change
        for change in found.changes
        if change.group == "questions" and change.measure == "accuracy"
    }
    others = list(found.sides)[1:]
    table = _table(["source", "level", "n", *found.sides, *(f"change, {name}" for name in others)])
    for part in shown:
        rows = next(side[part] for side in parts.values() if part in side)
        table.add_row(
            part.source or _source(rows),
            str(part.level),
            str(len({row.uid for row in rows})),
            *(_share(side.get(part, [])) for side in parts.values()),
            *(_change(changed.get((name, part))) for name in others),
        )
    return table


def _source(rows: Sequence[QuestionRow]) -> str:
    sources = {row.source for row in rows}
    return sources.pop() if len(sources) == 1 else "all sources"


def _share(rows: Sequence[QuestionRow]) -> str:
    if not rows:
        return "-"
    return number(sum(row.correct for row in rows) / len(rows), "share")


def _change(change: Change | None) -> str:
    """Writes a change with its interval, shares in points; "-" where there is none."""
    return "-" if change is None else _signed(change.change, change.unit)


def _signed(value: Interval, unit: Unit) -> str:
    """Writes a number with its sign and interval.

    >>> _signed(Interval(0.125, -0.05, 0.3), "share")
    '+12.5 (-5 to 30)'
    """
    sign = "+" if value.estimate > 0 else ""
    text = f"{sign}{number(value.estimate, unit)}"
    if value.low != value.low:
        return text
    return f"{text} ({number(value.low, unit)} to {number(value.high, unit)})"


def _table(head: Sequence[str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in head:
        named = title in ("", "source", "evaluation")
        table.add_column(title, justify="left" if named else "right", no_wrap=named)
    return table
