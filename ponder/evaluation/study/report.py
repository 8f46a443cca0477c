"""A study's folder: its settings, its figures as JSON and Parquet, and a report to be read."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponder.evaluation import markup
from ponder.evaluation.comparison import number, show
from ponder.evaluation.folder import folder_name
from ponder.evaluation.intervals import Interval
from ponder.evaluation.responses import Mode
from ponder.evaluation.study import plots
from ponder.evaluation.study.figures import StudyFigures, study_figures
from ponder.evaluation.study.folder import read_study
from ponder.evaluation.study.measure import Measured, StudyConfig
from ponder.evaluation.study.regret_report import regret_section
from ponder.evaluation.study.transcripts import transcript_section
from ponder.evaluation.summary import Unit
from ponder.files import write_whole

FIGURES, REPORT = "figures.json", "report.html"
HELD: Mapping[Mode, str] = {
    "told": "told of the budget and cut off there",
    "cut": "not told of it, but cut off there",
    "forced": "not told of it, but made to answer there",
}
"""How a policy is held to a budget."""
MOST_SOURCES = 4
"""That a report names."""


def write_study(folders: Sequence[Path], out: Path) -> tuple[Path, dict[str, StudyFigures]]:
    """Writes figures and report of one study, or of several side by side.

    Args:
        folders: Of finished studies, with different names.
        out: Receives `figures.json`, `report.html` and, where pyarrow is installed, Parquet.

    Returns:
        The report, and the figures by the folders' names.

    Raises:
        FileNotFoundError: If a folder holds no study.
        ValueError: If one is unfinished or damaged, or two have the same name.
    """
    names = [folder_name(folder) for folder in folders]
    if len(set(names)) < len(names):
        raise ValueError(f"the studies' folders must have different names, got {names}")
    studies = {name: read_study(folder) for name, folder in zip(names, folders, strict=True)}
    figures = {
        name: study_figures(measured, config) for name, (config, measured) in studies.items()
    }
    out.mkdir(parents=True, exist_ok=True)
    plain = {name: to_plain(study) for name, study in figures.items()}
    write_whole(out / FIGURES, json.dumps(plain, indent=2) + "\n")
    measured = {name: rows for name, (_, rows) in studies.items()}
    write_parquet(out, measured, figures)
    title = "Ponder study: " + ", ".join(names)
    write_whole(out / REPORT, markup.page(title, page_body(figures, measured)))
    return out / REPORT, figures


def to_plain(value: Any) -> Any:
    """Turns figures into JSON values: intervals into objects, what is undefined into null."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if hasattr(value, "_asdict"):
        return to_plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(name): to_plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(part) for part in value]
    if hasattr(value, "tolist"):
        return to_plain(value.tolist())
    return None if isinstance(value, float) and not math.isfinite(value) else value


def write_parquet(
    out: Path, studies: Mapping[str, Measured], figures: Mapping[str, StudyFigures]
) -> None:
    """Writes all rows as Parquet beside the report, if pyarrow is installed.

    Rows of episodes have the oracle's tokens besides.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        return
    turns = [
        {
            "study": name,
            **dataclasses.asdict(row),
            # They differ from row to row; as columns they would be many and empty.
            "components": json.dumps(dict(row.components)),
            "oracle_tokens": tokens,
        }
        for name, study in studies.items()
        for row, tokens in zip(study.episodes, itertools.chain(*figures[name].plan), strict=True)
    ]
    answers = [
        {"study": name, **dataclasses.asdict(row)}
        for name, study in studies.items()
        for row in study.responses
    ]
    thoughts = [
        {"study": name, **dataclasses.asdict(row)}
        for name, study in studies.items()
        for row in study.thoughts
    ]
    for file, rows in (("episodes", turns), ("responses", answers), ("thoughts", thoughts)):
        path = out / f"{file}.parquet"
        if not rows:
            path.unlink(missing_ok=True)  # Of what lay there before.
            continue
        part = path.with_name(path.name + ".part")
        parquet.write_table(pyarrow.Table.from_pylist(storable(rows)), part)
        part.replace(path)


def storable(value: Any) -> Any:
    """Writes lone surrogates out, which JSON may hold and Parquet may not."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {name: storable(part) for name, part in value.items()}
    return [storable(part) for part in value] if isinstance(value, (list, tuple)) else value


def page_body(studies: Mapping[str, StudyFigures], measured: Mapping[str, Measured]) -> str:
    """The report's content."""
    return "".join(
        [
            top(studies, measured),
            markup.section(
                "What a budget buys",
                "Each question of the episodes, answered again and again within each budget. "
                "Points are means over questions with 95 % bootstrap intervals; lines are S-curves "
                "in the logarithm of the tokens.",
                markup.figure(plots.response_curves(studies)),
                curve_table(studies),
            ),
            markup.section(
                "Where the tokens went, and where they should have gone",
                "The oracle divides each episode's budget by an exact knapsack over the response "
                "curves of its very questions. What it expects to win is cross-fitted: one half of "
                "the answers chooses, the other half counts.",
                markup.figure(plots.allocation(studies)),
                level_table(studies),
            ),
            markup.section(
                "What the gap is made of",
                "Missed questions by cause, as shares of what the oracle wins. Spent elsewhere: "
                "other questions had the tokens. Stopped early: they were left over. Abandoned: "
                "the question got next to nothing. Wrong at any price: it got all that the oracle "
                "gives it. Won beyond: right answers on which the oracle did not count.",
                markup.figure(plots.gap(studies)),
                gap_table(studies),
            ),
            markup.section(
                "Position in the episode",
                "Questions that were never reached count as wrong and as 0 tokens. The dotted line "
                "is an equal share.",
                markup.figure(plots.positions(studies)),
                position_table(studies),
            ),
            regret_section({name: s.regret for name, s in studies.items() if s.regret}),
            transcript_section(
                {name: (measured[name].episodes, study) for name, study in studies.items()}
            ),
            numbers(studies),
            settings(studies),
        ]
    )


def top(studies: Mapping[str, StudyFigures], measured: Mapping[str, Measured]) -> str:
    """What is read first."""
    sentences = [
        f'<p class="headline">{markup.escape(headline(name, study))}</p>'
        f'<p class="about">{markup.escape(about(measured[name], study.config))}</p>'
        for name, study in studies.items()
    ]
    return f"<h1>Ponder study</h1>{''.join(sentences)}{cards(studies)}"


def settings(studies: Mapping[str, StudyFigures]) -> str:
    """What each study was asked to do."""
    tables = [
        markup.details(
            name, markup.table(["setting", "value"], dataclasses.asdict(study.config).items())
        )
        for name, study in studies.items()
    ]
    return markup.section("Settings", "", *tables)


def headline(name: str, study: StudyFigures) -> str:
    """One sentence of what was found.

    The gap is told against both ends of the oracle's bracket, and so is the oracle.
    """
    low, high = (number(end.estimate, "count") for end in study.oracle)
    text = (
        f"{name}: {number(study.contest.estimate, 'count')} of {study.config.num_questions} "
        f"questions right with {study.config.budget} tokens an episode, where the best division "
        f"of the same tokens wins {low} to {high}"
    )
    if study.gap.lower is None or study.gap.upper is None:
        return f"{text}."
    shares = [number(end.estimate, "share") for end in study.gap]  # type: ignore[union-attr]
    return f"{text}: a gap of {shares[0]} to {shares[1]} %."


def about(measured: Measured, config: StudyConfig) -> str:
    """Says who was studied, and on what."""
    levels: dict[str, set[int]] = {}
    for row in measured.responses:
        levels.setdefault(row.source, set()).add(row.level)
    sources = [
        f"{source} at level{'s' * (len(own) > 1)} {spans(own)}" for source, own in levels.items()
    ]
    what = ", ".join(sources) if len(sources) <= MOST_SOURCES else f"{len(sources)} sources"
    return (
        f"Policy {measured.policy}: {config.episodes} episodes of {config.num_questions} questions "
        f"({what}) that share {config.budget} tokens. Then each of the {len(measured.responses)} "
        f"different questions alone, {config.samples} times within each of {len(config.budgets)} "
        f"budgets, {HELD[config.mode]}. The best division is estimated from these answers, once "
        "too low and once too high."
    )


def spans(numbers: Collection[int]) -> str:
    """Writes whole numbers, those in a row as one span.

    >>> spans({1, 2, 3, 5})
    '1-3, 5'
    """
    rows = itertools.groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in row] for _, row in rows]
    return ", ".join(f"{own[0]}-{own[-1]}" if len(own) > 1 else f"{own[0]}" for own in ends)


def cards(studies: Mapping[str, StudyFigures]) -> str:
    """The figures to be seen first, of a study that stands alone."""
    if len(studies) > 1:
        return ""
    (study,) = studies.values()
    found = [
        _card("Right answers an episode", study.contest, "count"),
        _card("Budget used", study.utilisation, "share"),
        _card("Tokens added per level", study.tokens_a_level, "tokens"),
    ]
    if study.regret:
        budget, horizon = next(iter(study.regret.horizons.items()))
        found.append(_card(f"Regret up to {budget} tokens", horizon.regret, "share"))
    return f'<div class="cards">{"".join(found)}</div>'


def _card(name: str, value: Interval, unit: Unit) -> str:
    sign = " %" if unit == "share" else ""
    known = value.low == value.low
    below = f"{number(value.low, unit)} to {number(value.high, unit)}{sign}" if known else ""
    return markup.card(name, show(value, unit, bounds=False), below)


def level_table(studies: Mapping[str, StudyFigures]) -> str:
    """The bars in numbers."""
    head = ["study", "level", "questions", "tokens", "oracle's tokens", "right", "oracle's right"]
    rows = [
        [
            name,
            level,
            found.questions,
            show(found.tokens, "tokens"),
            show(found.oracle_tokens, "tokens"),
            show(found.right, "share"),
            show(found.oracle_right, "share"),
        ]
        for name, study in studies.items()
        for level, found in study.levels.items()
    ]
    return markup.details("The same in numbers", markup.table(head, rows))


def curve_table(studies: Mapping[str, StudyFigures]) -> str:
    """The points of the response curves in numbers."""
    rows = [
        [name, level, found.different, budget, show(point, "share")]
        for name, study in studies.items()
        for level, found in study.levels.items()
        for budget, point in zip(study.config.budgets, found.curve, strict=True)
    ]
    head = ["study", "level", "different questions", "tokens allowed", "right"]
    return markup.details("The same in numbers", markup.table(head, rows))


def gap_table(studies: Mapping[str, StudyFigures]) -> str:
    """The parts of the gap in numbers."""
    rows: list[list[object]] = []
    for name, study in studies.items():
        shares = study.parts.shares
        if shares is None:
            rows.append([name, "the oracle wins nothing, so that no gap is defined", "-", "-"])
            continue
        rows += [
            [name, plots.PARTS[part][0], study.parts.counts.get(part, "-"), show(share, "share")]
            for part, share in shares.items()
        ]
        whole = number(sum(share.estimate for share in shares.values()), "share")
        rows.append([name, "in sum, the gap to the plan that is drawn", "-", f"{whole} %"])
    head = ["study", "part", "questions missed", "of the oracle's right answers"]
    return markup.details("The same in numbers", markup.table(head, rows))


def position_table(studies: Mapping[str, StudyFigures]) -> str:
    """Tokens and right answers by position in numbers."""
    rows = [
        [
            name,
            position + 1,
            summary.count,
            show(summary.values["tokens"], "tokens"),
            show(summary.values["accuracy"], "share"),
        ]
        for name, study in studies.items()
        for position, summary in study.positions.items()
    ]
    head = ["study", "position", "episodes", "tokens", "right"]
    return markup.details("The same in numbers", markup.table(head, rows))


def figure_rows(study: StudyFigures) -> list[tuple[str, str]]:
    """All single figures with their names, in the order in which they are read."""

    def text(value: Interval | None, unit: Any) -> str:
        known = value is not None and value.estimate == value.estimate
        return show(value, unit) if known else "undefined"

    return [
        ("right answers an episode", text(study.contest, "count")),
        ("oracle, cross-fitted (too low)", text(study.oracle[0], "count")),
        ("oracle, plug-in (too high)", text(study.oracle[1], "count")),
        *((name, text(value, "count")) for name, value in study.others.items()),
        ("Gap Ratio against the lower oracle", text(study.gap.lower, "share")),
        ("Gap Ratio against the upper oracle", text(study.gap.upper, "share")),
        ("tokens more a level", text(study.tokens_a_level, "tokens")),
        ("rank correlation of tokens and level", text(study.rank, "count")),
        ("budget used", text(study.utilisation, "share")),
        ("never reached", text(study.starvation, "share")),
        ("accuracy over all budgets (area)", text(study.area, "share")),
        ("OckScore", text(study.ock_score, "tokens")),
    ]


def numbers(studies: Mapping[str, StudyFigures]) -> str:
    """A table of all figures, a column a study."""
    columns = [figure_rows(study) for study in studies.values()]
    rows = [[cells[0][0], *(value for _, value in cells)] for cells in zip(*columns, strict=True)]
    note = (
        "Means over episodes with 95 % bootstrap intervals. Expected right answers of the equal "
        "split need no choice and are unbiased; those of greedy marginal and of one price are "
        "chosen and valued by the same answers, as the upper oracle is."
    )
    return markup.section("All numbers", note, markup.table(["figure", *studies], rows))
