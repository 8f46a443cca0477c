"""The report that puts several runs, or several evaluations, side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ponder.evaluation import markup, plots
from ponder.evaluation.comparison import show, show_change
from ponder.evaluation.folder import AFTER, BEFORE, PLAIN, RunFolder
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.side_by_side import plots as drawings
from ponder.evaluation.side_by_side.changes import Change, Part, changes
from ponder.evaluation.side_by_side.course import course_of
from ponder.evaluation.side_by_side.folders import (
    Kind,
    asked_differently,
    differing_values,
    read_sides,
    the_kind,
    trained_on,
)
from ponder.evaluation.summary import (
    QUESTION_MEASURES,
    Summary,
    questions_by_level,
    summarise,
)
from ponder.evaluation.transfer import TransferMatrix, transfer_matrix
from ponder.evaluation.transfer_report import transfer_section
from ponder.files import write_whole

REPORT, COMPARISON = "report.html", "comparison.json"
_TITLES = {
    BEFORE: "Before training, at each level",
    AFTER: "After training, at each level",
    PLAIN: "How right, and how long, at each level",
}
_CHANGES_NOTE = (
    "Each folder less the first, with 95 % percentile bootstrap intervals. Where both answered the "
    "same questions, n is their number and differences are paired; where two numbers stand they "
    "answered different questions, each side's drawn anew on its own. Several answers to one "
    "question are averaged."
)
_COURSE_NOTE = (
    "What training itself sampled, at the levels that each run's curriculum chose: curves of "
    "different curricula are not about the same questions."
)


@dataclass(frozen=True, slots=True)
class Compared:
    """Folders side by side.

    Attributes:
        kind: `run` or `evaluation`.
        sides: What each holds, by name, in the order given.
        changes: Each against the first.
    """

    kind: Kind
    sides: Mapping[str, RunFolder]
    changes: Sequence[Change]

    @property
    def first(self) -> str:
        """The name of the folder that the others are compared with."""
        return next(iter(self.sides))


def write_side_by_side(folders: Sequence[Path], out: Path) -> tuple[Path, Compared]:
    """Writes the comparison of several runs, or of several evaluations.

    Args:
        folders: Of one kind, with different names; the others are compared with the first.
        out: Receives `report.html` and `comparison.json`.

    Returns:
        The report, and what it tells.

    Raises:
        FileNotFoundError: If a folder is not there, or holds nothing to compare.
        ValueError: If they are of different kinds, of one name, or a file is damaged.
        ModuleNotFoundError: If matplotlib is not installed.
    """
    kind = the_kind(folders)
    if kind == "study":
        raise ValueError("folders must be of runs or of evaluations; write_study compares studies")
    sides = read_sides(folders)
    found = Compared(kind, sides, changes(sides))
    body = page_body(found)
    out.mkdir(parents=True, exist_ok=True)
    plain = {"kind": kind, "folders": list(sides), "changes": [c.as_json() for c in found.changes]}
    write_whole(out / COMPARISON, json.dumps(plain, indent=2) + "\n")
    write_whole(out / REPORT, markup.page(f"Ponder: {', '.join(sides)}", body))
    return out / REPORT, found


def page_body(found: Compared) -> str:
    """The report's content."""
    runs = found.kind == "run"
    return "".join(
        [
            f"<h1>Ponder: {len(found.sides)} {found.kind}s side by side</h1>",
            *(f'<p class="headline">{markup.escape(text)}</p>' for text in sentences(found)),
            *(markup.warning(text) for text in warnings(found)),
            _settings(found),
            *(_levels(found, label) for label in (BEFORE, AFTER, PLAIN)),
            _changes(found.changes),
            _courses(found) if runs else _transfer(found),
        ]
    )


def sentences(found: Compared) -> list[str]:
    """One sentence a folder: its right answers and tokens, and both against the first."""
    texts = []
    for name, folder in found.sides.items():
        label = folder.latest
        file = folder.evaluations[label].questions if label else None
        if label is None or file is None:
            texts.append(f"{name}: no single questions have been evaluated.")
            continue
        summary = whole(file.rows)
        text = (
            f"{name}: {show(summary.values['accuracy'], 'share')} right in "
            f"{show(summary.values['tokens'], 'tokens')} tokens"
        )
        against = {
            change.measure: change
            for change in found.changes
            if (change.name, change.label, change.group, change.part)
            == (name, label, "questions", Part())
        }
        if against:
            text += (
                f"; against {found.first} {show_change(against['accuracy'].change, 'share')} and "
                f"{show_change(against['tokens'].change, 'tokens')} tokens"
            )
        texts.append(f"{text}.")
    return texts


def whole(rows: Sequence[QuestionRow]) -> Summary:
    """Summarises single questions in all."""
    found = summarise(
        rows, QUESTION_MEASURES, by=lambda row: "all", cluster=lambda row: row.uid, seed=0
    )
    return found["all"]


def warnings(found: Compared) -> list[str]:
    """Says what a reader must know before trusting the numbers."""
    texts = [
        f"{name} was evaluated with other settings than {found.first} ({', '.join(differ)}): "
        "what differs may be due to these."
        for name, differ in asked_differently(found.sides).items()
    ]
    for name, folder in found.sides.items():
        for label, evaluation in folder.evaluations.items():
            for kind, file in (
                ("questions", evaluation.questions),
                ("episodes", evaluation.episodes),
            ):
                if file and len(file.rows) < file.total:
                    texts.append(
                        f"{name}: the evaluation '{label}' of {kind} has {len(file.rows)} of "
                        f"{file.total} rows."
                    )
    return texts


def _settings(found: Compared) -> str:
    """Tables of the settings that differ, and for runs how far each was trained."""
    if found.kind == "run":
        settings = {name: folder.config or {} for name, folder in found.sides.items()}
    else:
        settings = {
            name: next(
                file.settings
                for evaluation in folder.evaluations.values()
                for file in (evaluation.questions, evaluation.episodes)
                if file
            )
            for name, folder in found.sides.items()
        }
    differ = differing_values(settings)
    rows = [[name, *values.values()] for name, values in differ.items()]
    content = [
        markup.table(["setting", *found.sides], rows)
        if rows
        else markup.missing("No setting differs.")
    ]
    if found.kind == "run":
        content.append(_trained(found.sides))
    return markup.section("What differs in their settings", "", *content)


def _trained(sides: Mapping[str, RunFolder]) -> str:
    head = ["run", "steps logged", "tokens sampled", "minutes of training"]
    rows = []
    for name, folder in sides.items():
        seconds = [entry.get("seconds", {}).get("total", 0.0) for entry in folder.log]
        sampled = folder.log[-1].get("tokens_seen") if folder.log else None
        rows.append(
            [
                name,
                f"{len(folder.log):,}",
                "-" if sampled is None else f"{sampled:,}",
                f"{sum(seconds) / 60:.1f}" if any(seconds) else "-",
            ]
        )
    return markup.table(head, rows)


def _levels(found: Compared, label: str) -> str:
    """Figure and table of one evaluation of every folder that has it."""
    files = {
        name: folder.evaluations[label].questions
        for name, folder in found.sides.items()
        if label in folder.evaluations
    }
    rows = {name: file.rows for name, file in files.items() if file}
    if not rows:
        return ""
    styles = drawings.line_styles(found.sides)
    figure = plots.by_level(
        {name: questions_by_level(own) for name, own in rows.items()},
        f"accuracy and tokens by level {label}",
        styles,
    )
    note = "Single test questions without a budget. Bars are 95 % bootstrap intervals."
    absent = [name for name in found.sides if name not in rows]
    return markup.section(
        _TITLES[label],
        note,
        markup.figure(figure),
        *(markup.missing(f"{name} has no such evaluation.") for name in absent),
        markup.details("The same by source and level, in numbers", _level_table(rows)),
    )


def _level_table(sides: Mapping[str, Sequence[QuestionRow]]) -> str:
    head = ["source", "level"]
    for name in sides:
        head += [f"{name}: answers", "pass@1", "tokens"]
    tables = {
        name: summarise(
            rows,
            QUESTION_MEASURES,
            by=lambda row: (row.source, row.level),
            cluster=lambda row: row.uid,
            seed=0,
        )
        for name, rows in sides.items()
    }
    cells = []
    for source, level in sorted({key for table in tables.values() for key in table}):
        row: list[object] = [source, level]
        for table in tables.values():
            summary = table.get((source, level))
            row += (
                [
                    summary.count,
                    show(summary.values["accuracy"], "share"),
                    show(summary.values["tokens"], "tokens"),
                ]
                if summary
                else ["-"] * 3
            )
        cells.append(row)
    return markup.table(head, cells)


def _changes(found: Sequence[Change]) -> str:
    """The whole of every evaluation in the open, its parts folded away."""
    title = "Against the first"
    if not found:
        text = "No evaluation has anything in common with the first folder's."
        return markup.section(title, "", markup.missing(text))
    head = ["", "evaluation", "of", "part", "measure", "n", "first", "this", "change"]

    def table(rows: Sequence[Change]) -> str:
        return markup.table(
            head,
            [[c.name, c.label, c.group, c.part, c.measure, c.count, *c.texts()] for c in rows],
        )

    open_rows = [change for change in found if change.part == Part()]
    folded = [change for change in found if change.part != Part()]
    return markup.section(
        title,
        _CHANGES_NOTE,
        table(open_rows),
        markup.details("By source and level", table(folded)) if folded else "",
    )


def _courses(found: Compared) -> str:
    title = "Over training"
    read = {name: course_of(folder.log) for name, folder in found.sides.items()}
    courses = {name: course for name, course in read.items() if course}
    if not courses:
        text = "Nothing has been logged in training, so its course is not shown."
        return markup.section(title, "", markup.missing(text))
    styles = drawings.line_styles(found.sides)
    content = [markup.figure(drawings.over_training(courses, styles, sampled=False))]
    if all(map(drawings.is_counted, courses.values())):
        content.append(markup.figure(drawings.over_training(courses, styles, sampled=True)))
    content += [
        markup.missing(f"{name} has logged nothing in training.")
        for name in found.sides
        if name not in courses
    ]
    return markup.section(title, _COURSE_NOTE, *content)


def transfer_of(found: Compared) -> tuple[list[TransferMatrix], str]:
    """Makes the matrices of right answers and tokens, where the evaluations are fit for them.

    The first is that of the start, each other that of a policy in the folder of a run, together
    of two sources or more, one for each source and seed, and all of the same questions.

    Returns:
        The matrices, and why there are none; that is empty too where no policy is of a run.
    """
    files = {
        name: folder.evaluations[PLAIN].questions if PLAIN in folder.evaluations else None
        for name, folder in found.sides.items()
    }
    (first, start), *runs = files.items()
    asked = _asked(start.rows) if start else set()
    origins = {name: trained_on(found.sides[name]) for name, _ in runs}
    if not any(origins.values()):
        return [], ""
    trained: dict[str, dict[int, Sequence[QuestionRow]]] = {}
    for name, file in runs:
        origin = origins[name]
        if origin is None or file is None or start is None:
            return [], f"{name} is no evaluation of single questions of a policy in a run's folder"
        if origin[1] in trained.setdefault(origin[0], {}):
            return [], f"{name} is of the same source and seed as another: {origin[0]}, {origin[1]}"
        if _asked(file.rows) != asked:
            return [], f"{name} has answered other questions than {first}"
        trained[origin[0]][origin[1]] = file.rows
    if start is None or len(trained) < 2:
        return [], f"all were trained on {next(iter(trained))}"
    measures = ("accuracy", "tokens")
    return [transfer_matrix(start.rows, trained, measure=name) for name in measures], ""


def _asked(rows: Sequence[QuestionRow]) -> set[tuple[str, str]]:
    return {(row.source, row.uid) for row in rows}


def _transfer(found: Compared) -> str:
    matrices, why_not = transfer_of(found)
    if why_not:
        text = f"There is no matrix of transfer: {why_not}."
        return markup.section("Trained on one, tested on another", "", markup.missing(text))
    return transfer_section(matrices) if matrices else ""
