"""What differs between the first of several folders and each of the others, with intervals.

Where both answered the same questions the differences are paired, question by question; where
they answered different ones, each side's questions are drawn anew on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ponder.evaluation.comparison import show, show_change
from ponder.evaluation.folder import RunFolder
from ponder.evaluation.intervals import (
    Interval,
    bootstrap_contrast,
    bootstrap_difference,
    bootstrap_mean,
)
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.summary import (
    EPISODE_MEASURES,
    QUESTION_MEASURES,
    Measure,
    Unit,
    episode_totals,
)
from ponder.randomness import derive_seed

T = TypeVar("T")
ENOUGH = 0.5
"""Differences are paired where at least this share of the smaller side's questions is common."""

_IN_PARTS = tuple(one for one in QUESTION_MEASURES if one.name in ("accuracy", "tokens"))


class Part(NamedTuple):
    """A part of the questions: of a source, of a level, of both, or all of them.

    Attributes:
        source: Empty for all sources.
        level: 0 for all levels.
    """

    source: str = ""
    level: int = 0

    def __str__(self) -> str:
        """Names it."""
        level = f"level {self.level}" if self.level else ""
        return ", ".join(filter(None, (self.source, level))) or "all"


@dataclass(frozen=True, slots=True)
class Change:
    """One measure of a folder against the first folder.

    Attributes:
        name: Of the folder.
        label: Of the evaluation: `before`, `after` or `measured`.
        group: `questions` or `episodes`.
        part: Of the questions.
        measure: Its name.
        unit: As in `Measure`.
        counts: Questions or episodes of the first folder and of this one that it is taken over.
        paired: Whether both are the same questions, compared one by one.
        first: The first folder's mean.
        other: This one's.
        change: This one's less the first's.
    """

    name: str
    label: str
    group: str
    part: Part
    measure: str
    unit: Unit
    counts: tuple[int, int]
    paired: bool
    first: Interval
    other: Interval
    change: Interval

    @property
    def count(self) -> str:
        """Writes over how many questions it is taken."""
        return str(self.counts[0]) if self.paired else f"{self.counts[0]} and {self.counts[1]}"

    def texts(self) -> tuple[str, str, str]:
        """Writes both means and the change with their intervals."""
        return (
            show(self.first, self.unit),
            show(self.other, self.unit),
            show_change(self.change, self.unit),
        )

    def as_json(self) -> dict[str, Any]:
        """Gives all of it as JSON values."""
        return {
            "name": self.name,
            "evaluation": self.label,
            "of": self.group,
            "source": self.part.source or None,
            "level": self.part.level or None,
            "measure": self.measure,
            "unit": self.unit,
            "counts": list(self.counts),
            "paired": self.paired,
            **{part: getattr(self, part).as_json() for part in ("first", "other", "change")},
        }


def changes(sides: Mapping[str, RunFolder], *, seed: int = 0) -> list[Change]:
    """Compares every folder with the first, evaluation by evaluation and part by part.

    Args:
        sides: By name, in order.
        seed: Of the bootstrap.
    """
    first, *others = sides
    found = []
    for name in others:
        for label, evaluation in sides[name].evaluations.items():
            reference = sides[first].evaluations.get(label)
            if reference is None:
                continue
            about = (name, label)
            if reference.questions and evaluation.questions:
                mine, its = (
                    by_part(file.rows) for file in (reference.questions, evaluation.questions)
                )
                for part in sorted(mine.keys() & its.keys()):
                    found += _measured(
                        (*about, "questions", part),
                        QUESTION_MEASURES if part == Part() else _IN_PARTS,
                        mine[part],
                        its[part],
                        lambda row: (row.source, row.uid),
                        seed,
                    )
            if reference.episodes and evaluation.episodes:
                found += _measured(
                    (*about, "episodes", Part()),
                    EPISODE_MEASURES,
                    episode_totals(reference.episodes.rows),
                    episode_totals(evaluation.episodes.rows),
                    lambda total: total.episode,
                    seed,
                )
    return found


def by_part(rows: Sequence[QuestionRow]) -> dict[Part, list[QuestionRow]]:
    """Puts rows into every part that they belong to, sources apart only if there are several."""
    several = len({row.source for row in rows}) > 1
    parts: dict[Part, list[QuestionRow]] = {}
    for row in rows:
        places = [Part(), Part(level=row.level)]
        if several:
            places += [Part(row.source), Part(row.source, row.level)]
        for place in places:
            parts.setdefault(place, []).append(row)
    return parts


def difference(
    first: Mapping[Any, float], other: Mapping[Any, float], *, seed: int
) -> tuple[tuple[int, int], bool, Interval, Interval, Interval]:
    """Compares two sides' values by question.

    Args:
        first: A value for each question, at least one.
        other: Likewise.
        seed: Of the bootstrap.

    Returns:
        How many questions of either side it is taken over, whether it is paired, both means, and
        the mean of `other` less that of `first`.

    Raises:
        ValueError: If a side is empty.
    """
    common = [key for key in first if key in other]
    paired = bool(common) and len(common) >= ENOUGH * min(len(first), len(other))
    olds = [first[key] for key in common] if paired else list(first.values())
    news = [other[key] for key in common] if paired else list(other.values())
    change = (
        bootstrap_difference(news, olds, seed=seed)
        if paired
        else bootstrap_contrast([news, olds], [1, -1], seed=seed)
    )
    means = [bootstrap_mean(values, seed=seed) for values in (olds, news)]
    return (len(olds), len(news)), paired, means[0], means[1], change


def _measured(
    about: tuple[str, str, str, Part],
    measures: Sequence[Measure[T]],
    first: Sequence[T],
    other: Sequence[T],
    key: Callable[[T], Hashable],
    seed: int,
) -> list[Change]:
    name, label, group, part = about
    found = []
    for measure in measures:
        own = derive_seed("bootstrap", seed, "side by side", *map(str, about), measure.name)
        counts, paired, *intervals = difference(
            _values(measure, first, key), _values(measure, other, key), seed=own
        )
        found.append(
            Change(name, label, group, part, measure.name, measure.unit, counts, paired, *intervals)
        )
    return found


def _values(
    measure: Measure[T], rows: Sequence[T], key: Callable[[T], Hashable]
) -> dict[Hashable, float]:
    """A measure's mean for each question, over all answers to it."""
    found: dict[Hashable, list[float]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(float(measure.value(row)))
    return {name: sum(values) / len(values) for name, values in found.items()}
