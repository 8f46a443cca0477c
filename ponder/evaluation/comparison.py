"""Before and after: what training changed, on the questions and episodes that both answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ponder.evaluation.folder import AFTER, BEFORE, RunFolder, read_folder
from ponder.evaluation.intervals import Interval, bootstrap_difference, bootstrap_mean
from ponder.evaluation.rows import RowFile, differing
from ponder.evaluation.summary import (
    EPISODE_MEASURES,
    QUESTION_MEASURES,
    Measure,
    Unit,
    episode_totals,
)
from ponder.randomness import derive_seed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure, before and after.

    Attributes:
        group: `questions` or `episodes`.
        measure: Its name.
        unit: As in `Measure`.
        count: Questions or episodes that it is taken over: the common ones where both are there.
        before: Mean before training; None if not evaluated.
        after: Mean after training, or of the only evaluation; None if not evaluated.
        change: Mean of the paired differences; None unless both are there.
    """

    group: str
    measure: str
    unit: Unit
    count: int
    before: Interval | None
    after: Interval | None
    change: Interval | None

    def texts(self) -> tuple[str, str, str]:
        """Writes before, after and change with their intervals; "-" where there is none."""
        return (
            show(self.before, self.unit),
            show(self.after, self.unit),
            show_change(self.change, self.unit),
        )


def before_after_table(run_folder: Path) -> list[Comparison]:
    """Compares the evaluations in a run's folder.

    Raises:
        FileNotFoundError: If there is nothing to report on.
        ValueError: If a file is damaged.
    """
    return compare(read_folder(run_folder))


def compare(folder: RunFolder, *, seed: int = 0) -> list[Comparison]:
    """Compares the evaluations of a folder that has been read."""
    before = folder.evaluations.get(BEFORE)
    latest = folder.latest
    after = folder.evaluations[latest] if latest and latest != BEFORE else None
    return [
        *_compare(
            "questions",
            QUESTION_MEASURES,
            before.questions.rows if before and before.questions else [],
            after.questions.rows if after and after.questions else [],
            lambda row: row.uid,
            seed,
        ),
        *_compare(
            "episodes",
            EPISODE_MEASURES,
            episode_totals(before.episodes.rows) if before and before.episodes else [],
            episode_totals(after.episodes.rows) if after and after.episodes else [],
            lambda total: total.episode,
            seed,
        ),
    ]


def differing_settings(folder: RunFolder) -> list[str]:
    """Names the settings that decide what is asked and in which before and after differ."""
    before, after = folder.evaluations.get(BEFORE), folder.evaluations.get(AFTER)
    if before is None or after is None:
        return []
    pairs: list[tuple[RowFile[Any] | None, RowFile[Any] | None]] = [
        (before.questions, after.questions),
        (before.episodes, after.episodes),
    ]
    return sorted(
        {
            f"{one.settings['kind']}: {name}"
            for one, other in pairs
            if one and other
            for name in differing(one.settings, other.settings)
            if name not in ("policy", "batch_size")
        }
    )


def show(value: Interval | None, unit: Unit, *, bounds: bool = True) -> str:
    """Writes an estimate with its interval, or without; "-" where there is none.

    >>> show(Interval(0.421, 0.38, 0.46), "share")
    '42.1 % (38 to 46)'
    """
    if value is None or value.estimate != value.estimate:
        return "-"
    estimate = number(value.estimate, unit)
    if not bounds or value.low != value.low:
        return estimate + (" %" if unit == "share" else "")
    span = f"({number(value.low, unit)} to {number(value.high, unit)})"
    return f"{estimate} % {span}" if unit == "share" else f"{estimate} {span}"


def show_change(value: Interval | None, unit: Unit) -> str:
    """Writes a change with its sign and interval; shares change by points.

    >>> show_change(Interval(-0.05, -0.08, -0.02), "share")
    '-5 points (-8 to -2)'
    """
    if value is None or value.estimate != value.estimate:
        return "-"
    sign = "+" if value.estimate > 0 else ""
    points = " points" if unit == "share" else ""
    bounds = ""
    if value.low == value.low:
        bounds = f" ({number(value.low, unit)} to {number(value.high, unit)})"
    return f"{sign}{number(value.estimate, unit)}{points}{bounds}"


def number(value: float, unit: Unit) -> str:
    """Writes a number to the digits that its unit deserves; shares as percentages, bare.

    >>> number(0.4567, "share"), number(31.27, "tokens"), number(2.345, "count")
    ('45.7', '31.3', '2.35')
    >>> number(float("nan"), "share")
    '-'
    """
    if value != value:
        return "-"
    if unit == "share":
        text = f"{100 * value:.1f}".removesuffix(".0")
    elif unit == "tokens":
        text = f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}"
    else:
        text = f"{value:.2f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def _compare(
    group: str,
    measures: Sequence[Measure[T]],
    before: Sequence[T],
    after: Sequence[T],
    key: Callable[[T], str],
    seed: int,
) -> list[Comparison]:
    """Pairs two evaluations by key and compares every measure; rows of one key are averaged."""
    paired = bool(before and after)
    olds, news = _by_key(before, key), _by_key(after, key)
    if paired:
        common = [name for name in olds if name in news]
        olds = {name: olds[name] for name in common}
        news = {name: news[name] for name in common}
    table = []
    for measure in measures:
        own = derive_seed("bootstrap", seed, "comparison", group, measure.name)
        old = [_mean(measure, rows) for rows in olds.values()]
        new = [_mean(measure, rows) for rows in news.values()]
        if old or new:
            table.append(
                Comparison(
                    group,
                    measure.name,
                    measure.unit,
                    len(old or new),
                    bootstrap_mean(old, seed=own) if old else None,
                    bootstrap_mean(new, seed=own) if new else None,
                    bootstrap_difference(new, old, seed=own) if paired else None,
                )
            )
    return table


def _by_key(rows: Sequence[T], key: Callable[[T], str]) -> dict[str, list[T]]:
    found: dict[str, list[T]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def _mean(measure: Measure[T], rows: Sequence[T]) -> float:
    return sum(float(measure.value(row)) for row in rows) / len(rows)
