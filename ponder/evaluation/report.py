"""The report of a run: one HTML file, to be read in five minutes.

It is made of whatever lies in the folder: a finished run, one still going on, or a plain
evaluation. What is not there is said to be missing, and nothing is put in its place.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ponder.evaluation import history, markup, plots
from ponder.evaluation.comparison import (
    Comparison,
    compare,
    differing_settings,
    number,
    show,
    show_change,
)
from ponder.evaluation.folder import AFTER, BEFORE, PLAIN, RunFolder, read_folder
from ponder.evaluation.headline import headline
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.scaling_report import scaling_section
from ponder.evaluation.scaling_summary import summarise_scaling
from ponder.evaluation.summary import (
    Summary,
    questions_by_level,
    questions_by_source_and_level,
    turns_by_level,
    turns_by_position,
)
from ponder.evaluation.transcripts import Transcript, pick_transcripts
from ponder.files import write_whole

REPORT = "report.html"
_CARDS = (
    ("questions", "accuracy", "right answers"),
    ("questions", "tokens", "tokens per answer"),
    ("episodes", "right answers", "right answers per episode"),
    ("episodes", "never answered", "never answered in episodes"),
)


def write_report(run_folder: Path, out: Path | None = None) -> Path:
    """Writes the `report.html` of a run or of an evaluation.

    Args:
        run_folder: Holds any of `config.json`, `log.jsonl`, `eval/before/`, `eval/after/`, or
            `questions.jsonl` and `episodes.jsonl` of a plain evaluation.
        out: The folder that receives it; None means the same.

    Returns:
        The path of the report, which needs no other file and makes no request.

    Raises:
        FileNotFoundError: If there is no such folder, or nothing in it to report on.
        ValueError: If a file in it is damaged.
        ModuleNotFoundError: If matplotlib is not installed.
    """
    folder = read_folder(run_folder)
    comparisons = compare(folder)
    body = "".join(
        [
            _opening(folder, comparisons),
            _scaling(folder),
            _difficulty(folder),
            _over_training(folder),
            _episodes(folder),
            _transcripts(pick_transcripts(folder)),
            _numbers(comparisons),
            _settings(folder),
        ]
    )
    path = (out or run_folder) / REPORT
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, markup.page(f"Ponder: {folder.name}", body))
    return path


def _opening(folder: RunFolder, comparisons: list[Comparison]) -> str:
    sentences = [
        f'<p class="headline">{markup.escape(sentence)}</p>'
        for sentence in headline(folder, comparisons)
    ]
    found = {(row.group, row.measure): row for row in comparisons}
    cards = [
        _card(title, found[group, measure])
        for group, measure, title in _CARDS
        if (group, measure) in found
    ]
    warnings = [markup.warning(text) for text in _warnings(folder)]
    name = f"<h1>Ponder report: {markup.escape(folder.name)}</h1>"
    return f'{name}{"".join(sentences)}<div class="cards">{"".join(cards)}</div>' + "".join(
        warnings
    )


def _card(title: str, row: Comparison) -> str:
    latest = row.after or row.before
    unit = " %" if row.unit == "share" else ""
    value = f"{number(latest.estimate, row.unit)}{unit}" if latest else "-"
    below = ""
    if latest and latest.low == latest.low:
        below = f"{number(latest.low, row.unit)} to {number(latest.high, row.unit)}{unit}"
    if row.before and row.after:
        value = f"<small>{number(row.before.estimate, row.unit)} to</small> {value}"
        below = show_change(row.change, row.unit)
    return (
        f'<div><div class="name">{markup.escape(title)}</div><div class="value">{value}</div>'
        f'<div class="change">{markup.escape(below)}</div></div>'
    )


def _warnings(folder: RunFolder) -> list[str]:
    texts = []
    for label, evaluation in folder.evaluations.items():
        for kind, file in (("questions", evaluation.questions), ("episodes", evaluation.episodes)):
            if file and len(file.rows) < file.total:
                texts.append(
                    f"The evaluation '{label}' of {kind} is unfinished: {len(file.rows)} of "
                    f"{file.total} rows are there, and the levels may not be even."
                )
    if differ := differing_settings(folder):
        texts.append(
            f"Before and after were evaluated with different settings ({', '.join(differ)}); "
            "what differs may not be due to training."
        )
    return texts


def _scaling(folder: RunFolder) -> str:
    """Describes a plain evaluation; empty where there is none of questions."""
    plain = folder.evaluations.get(PLAIN)
    if plain is None or plain.questions is None:
        return ""
    return scaling_section(summarise_scaling(plain.questions))


def _difficulty(folder: RunFolder) -> str:
    found: dict[str, Mapping[int, Summary]] = {
        label: questions_by_level(evaluation.questions.rows)
        for label, evaluation in folder.evaluations.items()
        if evaluation.questions
    }
    if list(found) == [PLAIN]:
        return ""  # Told in full above.
    title = "How right, and how long, at each level"
    if not found:
        return markup.section(
            title, "", markup.missing("No single questions have been evaluated yet.")
        )
    note = "Single test questions without a budget. Bars are 95 % bootstrap intervals."
    return markup.section(
        title,
        note,
        markup.figure(plots.by_level(found)),
        _absent(folder, lambda label: label in found, "single questions"),
        markup.details("The same by source and level, in numbers", _level_table(folder)),
    )


def _level_table(folder: RunFolder) -> str:
    tables = {
        label: questions_by_source_and_level(evaluation.questions.rows)
        for label, evaluation in folder.evaluations.items()
        if evaluation.questions
    }
    head = ["source", "level"]
    for label in tables:
        head += [f"{label}: questions", "right", "tokens", "asked format", "cut off"]
    rows = []
    for source, level in sorted({key for found in tables.values() for key in found}):
        row: list[object] = [source, level]
        for found in tables.values():
            summary = found.get((source, level))
            row += _cells(summary) if summary else ["-"] * 5
        rows.append(row)
    return markup.table(head, rows)


def _cells(summary: Summary) -> list[object]:
    values = summary.values
    return [
        summary.count,
        show(values["accuracy"], "share"),
        show(values["tokens"], "tokens"),
        f"{number(values['in the asked format'].estimate, 'share')} %",
        f"{number(values['cut off at the cap'].estimate, 'share')} %",
    ]


def _over_training(folder: RunFolder) -> str:
    levels = history.level_history(folder.log)
    asked = history.curriculum_history(folder.log)
    if levels is None or asked is None:
        text = "Nothing has been logged in training, so its course is not shown."
        return markup.section("Over training", "", markup.missing(text))
    panels = {
        title: series
        for title, series in (
            ("Single questions", history.component_history(folder.log, "questions")),
            ("Budget episodes, per question", history.component_history(folder.log, "episodes")),
        )
        if series[1]
    }
    return markup.section(
        "Tokens by level over training",
        "What training itself sampled, at the levels that the curriculum chose; grey was not "
        "asked.",
        markup.figure(plots.level_heat(levels)),
    ) + markup.section(
        "Curriculum and reward",
        "Means over short runs of steps. Each component adds to the reward of a completion; "
        "components that stayed at 0 are left out.",
        markup.figure(plots.curriculum(asked)),
        markup.figure(plots.components(panels))
        if panels
        else markup.missing("The log holds no reward components."),
    )


def _episodes(folder: RunFolder) -> str:
    files = {
        label: evaluation.episodes
        for label, evaluation in folder.evaluations.items()
        if evaluation.episodes
    }
    title = "Budget use in episodes"
    if not files:
        return markup.section(
            title, "", markup.missing("No budget episodes have been evaluated yet.")
        )
    shares = {file.settings["budget"] / file.settings["num_questions"] for file in files.values()}
    note = (
        "Several questions share one budget; a question that was never reached counts as wrong "
        "and as 0 tokens. The dotted line is an equal share."
    )
    drawing = plots.episode_shares(
        {label: turns_by_position(file.rows) for label, file in files.items()},
        {label: turns_by_level(file.rows) for label, file in files.items()},
        shares.pop() if len(shares) == 1 else None,
    )
    return markup.section(
        title,
        note,
        markup.figure(drawing),
        _absent(folder, lambda label: label in files, "budget episodes"),
    )


def _absent(folder: RunFolder, has: Callable[[str], bool], what: str) -> str:
    """Says which of a run's two evaluations lacks something that the other has."""
    if not any(label in folder.evaluations for label in (BEFORE, AFTER)):
        return ""
    return "".join(
        markup.missing(f"There is no evaluation of {what} {label} training.")
        for label in (BEFORE, AFTER)
        if not has(label)
    )


def _transcripts(found: list[Transcript]) -> str:
    title = "Transcripts"
    if not found:
        text = "No question has been answered in every evaluation, so there is none to show."
        return markup.section(title, "", markup.missing(text))
    note = (
        "Questions at even distances through the test questions in the order of levels: chosen "
        "by place, not by outcome."
    )
    return markup.section(title, note, *(_transcript(transcript) for transcript in found))


def _transcript(transcript: Transcript) -> str:
    answers = "".join(_answer(label, row) for label, row in transcript.answers.items())
    question = markup.escape(markup.shorten(transcript.question))
    source = markup.shorten(transcript.source, markup.MOST_IN_A_CELL)
    name = markup.escape(f"{source}, level {transcript.level}")
    reference = markup.escape(markup.shorten(transcript.answer, markup.MOST_IN_A_CELL))
    return (
        f'<div class="transcript"><h3>{name}</h3><p class="question">{question}</p>'
        f'<p class="note">Reference answer: {reference}</p><div class="pair">{answers}</div></div>'
    )


def _answer(label: str, row: QuestionRow) -> str:
    verdict = "right" if row.correct else "wrong"
    end = "" if row.finished else ", cut off at the cap"
    found = "no answer found" if row.extracted is None else f"read as {row.extracted[:80]!r}"
    return (
        f'<div class="answer {label}"><div class="meta"><b>{label}</b>: '
        f'<span class="{verdict}">{verdict}</span>, {row.tokens} tokens{end}, '
        f"{markup.escape(found)}</div><pre>{markup.escape(markup.shorten(row.text))}</pre></div>"
    )


def _numbers(comparisons: list[Comparison]) -> str:
    if not comparisons:
        return ""
    note = (
        "Means with 95 % percentile bootstrap intervals, over questions or whole episodes. Where "
        "both evaluations are there, both are taken over what they have in common, and changes "
        "are paired. An interval without width means that all values agreed."
    )
    head = ["", "measure", "over", "before", "after", "change"]
    if all(row.before is None for row in comparisons):
        head = ["", "measure", "over", "measured"]
    rows: list[list[object]] = []
    for row in comparisons:
        texts = row.texts() if len(head) > 4 else row.texts()[1:2]
        rows.append([row.group, row.measure, row.count, *texts])
    return markup.section("All numbers", note, markup.table(head, rows))


def _settings(folder: RunFolder) -> str:
    content = ""
    if folder.config is None:
        content += markup.missing("There is no training configuration in this folder.")
    else:
        content += markup.details("Training", _mapping(folder.config))
    for label, evaluation in folder.evaluations.items():
        for file in (evaluation.questions, evaluation.episodes):
            if file:
                title = f"Evaluation of {file.settings['kind']}, {label}"
                content += markup.details(title, _mapping(file.settings))
    return markup.section("Settings", "", content)


def _mapping(values: Mapping[str, Any]) -> str:
    return markup.table(["setting", "value"], values.items())
