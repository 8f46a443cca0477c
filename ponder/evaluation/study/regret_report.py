"""The report's section on thoughts: regret in figures and numbers."""

from collections.abc import Mapping

from ponder.evaluation import markup
from ponder.evaluation.comparison import show, show_change
from ponder.evaluation.regret import SegmentFigures
from ponder.evaluation.study import regret_plots
from ponder.evaluation.study.regret import RegretFigures

NOTE = (
    "The policy thinks about each question, and at the end of every segment of the thought it is "
    "made to answer at once. On the left, the mean chance that such an answer is right, with 95 % "
    "bootstrap intervals over questions. Regret up to C0 tokens is the share of the area that "
    "lies above the curve: 0 % is right from the first token on, 100 % never right."
)
SEGMENTS_NOTE = (
    "On the right, in blue, one answer after so many segments; in orange the majority of several "
    "answers, at what they all cost. Where orange lies above blue at equal tokens, asking again "
    "is worth more than thinking on. Thoughts with fewer segments count as they ended."
)


def regret_section(studies: Mapping[str, RegretFigures]) -> str:
    """Writes the section; empty where no study has thoughts."""
    if not studies:
        return ""
    return markup.section(
        "How early a thought is good enough",
        NOTE,
        f'<p class="note">{markup.escape(SEGMENTS_NOTE)}</p>',
        markup.figure(regret_plots.regret_curves(studies)),
        horizon_table(studies),
        level_table(studies),
        segment_table(studies),
    )


def horizon_table(studies: Mapping[str, RegretFigures]) -> str:
    """Regret at each C0, and what going on changes where thoughts were made to."""
    rounds = any(found.rounds for found in studies.values())
    more = ["regret, made to go on", "change"] if rounds else []
    rows = [
        [
            name,
            budget,
            show(horizon.regret, "share"),
            *([show(horizon.gone_on, "share"), show_change(horizon.change, "share")] * rounds),
            found.thoughts,
            found.questions,
        ]
        for name, found in studies.items()
        for budget, horizon in found.horizons.items()
    ]
    return markup.table(["study", "C0", "regret", *more, "thoughts", "questions"], rows)


def level_table(studies: Mapping[str, RegretFigures]) -> str:
    """Regret by level, a column a C0."""
    rows = [
        [name, level, budget, show(value, "share")]
        for name, found in studies.items()
        for budget, horizon in found.horizons.items()
        for level, value in horizon.levels.items()
    ]
    return markup.details("Regret by level", markup.table(["study", "level", "C0", "regret"], rows))


def segment_table(studies: Mapping[str, RegretFigures]) -> str:
    """Right answers by number of segments, and by rounds."""
    parts = []
    for name, found in studies.items():
        parts.append(
            _by_number(f"{name}: right answers by number of segments", "segments", found.segments)
        )
        if found.rounds:
            parts.append(
                _by_number(f"{name}: right answers by rounds of going on", "rounds", found.rounds)
            )
    return "".join(parts)


def _by_number(title: str, what: str, figures: Mapping[int, SegmentFigures]) -> str:
    """A row for each number of segments or rounds."""
    sizes = [size for size in next(iter(figures.values())).majority if size > 1]
    head = [what, "thoughts", "tokens", "right (pass@1)"]
    for size in sizes:
        head += [f"maj@{size}", "tokens"]
    rows = []
    for number, after in figures.items():
        cells: list[object] = [
            number,
            after.thoughts,
            f"{after.tokens:.1f}",
            show(after.right, "share"),
        ]
        for size in sizes:
            majority = show(after.majority[size], "share", bounds=False)
            cells += [majority, f"{after.majority_tokens[size]:.1f}"]
        rows.append(cells)
    return markup.details(title, markup.table(head, rows))
