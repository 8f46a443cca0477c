"""From rows to tables: every measure with its interval, by level, source or position."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from ponder.evaluation.intervals import Interval, bootstrap_mean
from ponder.evaluation.rows import EpisodeRow, QuestionRow
from ponder.randomness import derive_seed

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Unit = Literal["share", "tokens", "count"]


@dataclass(frozen=True, slots=True)
class Measure(Generic[T]):
    """A number that each row has, whose mean is reported.

    Attributes:
        name: What it is called in tables.
        unit: `share` (0 to 1), `tokens`, or `count` for any other number.
        value: Reads it from a row.
    """

    name: str
    unit: Unit
    value: Callable[[T], float]


@dataclass(frozen=True, slots=True)
class EpisodeTotal:
    """One episode as a whole.

    Attributes:
        episode: Its uid.
        right: Right answers.
        utilisation: Tokens spent / budget.
        unanswered: Share of its questions that it never got to.
        reward: Sum of all components.
    """

    episode: str
    right: int
    utilisation: float
    unanswered: float
    reward: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The measures of some rows.

    Attributes:
        count: How many rows.
        values: Each measure's mean with its interval, by name.
    """

    count: int
    values: Mapping[str, Interval]


QUESTION_MEASURES: tuple[Measure[QuestionRow], ...] = (
    Measure("accuracy", "share", lambda row: row.correct),
    Measure("tokens", "tokens", lambda row: row.tokens),
    Measure("in the asked format", "share", lambda row: row.how == "tag"),
    Measure("cut off at the cap", "share", lambda row: not row.finished),
)
EPISODE_MEASURES: tuple[Measure[EpisodeTotal], ...] = (
    Measure("right answers", "count", lambda total: total.right),
    Measure("budget used", "share", lambda total: total.utilisation),
    Measure("never answered", "share", lambda total: total.unanswered),
    Measure("reward", "count", lambda total: total.reward),
)
TURN_MEASURES: tuple[Measure[EpisodeRow], ...] = (
    Measure("accuracy", "share", lambda row: row.correct),
    Measure("tokens", "tokens", lambda row: row.tokens),
    Measure("answered", "share", lambda row: row.answered),
)


def summarise(
    rows: Sequence[T],
    measures: Sequence[Measure[T]],
    *,
    by: Callable[[T], K],
    cluster: Callable[[T], Hashable],
    seed: int,
) -> dict[K, Summary]:
    """Groups rows by a key and gives every measure's mean in each group.

    Args:
        rows: Any number.
        measures: What to report.
        by: The key; groups come in its order.
        cluster: What a row belongs to: rows of one cluster are not independent.
        seed: Of the bootstrap.
    """
    groups: dict[K, list[T]] = {}
    for row in rows:
        groups.setdefault(by(row), []).append(row)
    return {
        key: Summary(
            len(groups[key]),
            {
                measure.name: bootstrap_mean(
                    [float(measure.value(row)) for row in groups[key]],
                    clusters=[cluster(row) for row in groups[key]],
                    seed=derive_seed("bootstrap", seed, measure.name, repr(key)),
                )
                for measure in measures
            },
        )
        for key in sorted(groups, key=_order)
    }


def questions_by_level(rows: Sequence[QuestionRow], *, seed: int = 0) -> dict[int, Summary]:
    """Summarises single questions by level, over all sources."""
    return summarise(
        rows, QUESTION_MEASURES, by=lambda row: row.level, cluster=lambda row: row.uid, seed=seed
    )


def questions_by_source_and_level(
    rows: Sequence[QuestionRow], *, seed: int = 0
) -> dict[tuple[str, int], Summary]:
    """Summarises single questions by source and level."""
    return summarise(
        rows,
        QUESTION_MEASURES,
        by=lambda row: (row.source, row.level),
        cluster=lambda row: row.uid,
        seed=seed,
    )


def turns_by_position(rows: Sequence[EpisodeRow], *, seed: int = 0) -> dict[int, Summary]:
    """Summarises the questions of episodes by position; unanswered ones count as 0 tokens."""
    return summarise(
        rows,
        TURN_MEASURES,
        by=lambda row: row.position,
        cluster=lambda row: row.episode,
        seed=seed,
    )


def turns_by_level(rows: Sequence[EpisodeRow], *, seed: int = 0) -> dict[int, Summary]:
    """Summarises the questions of episodes by level; unanswered ones count as 0 tokens."""
    return summarise(
        rows, TURN_MEASURES, by=lambda row: row.level, cluster=lambda row: row.episode, seed=seed
    )


def episode_totals(rows: Sequence[EpisodeRow]) -> list[EpisodeTotal]:
    """Adds each episode up, in the order of the rows."""
    episodes: dict[str, list[EpisodeRow]] = {}
    for row in rows:
        episodes.setdefault(row.episode, []).append(row)
    return [
        EpisodeTotal(
            episode=uid,
            right=sum(row.correct for row in turns),
            utilisation=sum(row.tokens for row in turns) / turns[0].budget,
            unanswered=sum(not row.answered for row in turns) / len(turns),
            reward=sum(sum(row.components.values()) for row in turns),
        )
        for uid, turns in episodes.items()
    ]


def _order(key: Hashable) -> tuple[object, ...]:
    return key if isinstance(key, tuple) else (key,)
