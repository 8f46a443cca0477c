"""The regret of a study's thoughts: how early they are good enough to answer from.

docs/study.md defines each figure; `ponder/evaluation/regret.py` works them out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ponder.evaluation.intervals import Interval, bootstrap_difference, bootstrap_mean
from ponder.evaluation.regret import SegmentFigures, by_segments, curve, mean_regret, thought_regret
from ponder.evaluation.rows import ThoughtRow
from ponder.evaluation.study.measure import StudyConfig
from ponder.randomness import derive_seed

POINTS = 41
"""Of the mean curve that is drawn, besides the C0 themselves."""


@dataclass(frozen=True, slots=True)
class HorizonFigures:
    """Regret up to one budget C0.

    Attributes:
        regret: Of the thoughts as they ended by themselves, from 0 to 1.
        levels: The same by level.
        gone_on: Of the thoughts and the rounds by which they were made to go on; None without
            rounds.
        change: What the rounds change, on the same thoughts; None without rounds.
    """

    regret: Interval
    levels: Mapping[int, Interval]
    gone_on: Interval | None
    change: Interval | None


@dataclass(frozen=True, slots=True)
class RegretFigures:
    """All figures of one policy's thoughts.

    Attributes:
        thoughts: How many.
        questions: How many different ones they are about.
        horizons: By C0.
        own: Share right of the answers that the policy gave by itself.
        own_tokens: Mean tokens of thought and answer then.
        tokens: (P,) where the mean curve is given, from 0 to the last C0.
        right: (P,) mean over thoughts of the chance of a right answer there, as they ended by
            themselves.
        gone_on: (P,) the same with the rounds; empty without rounds.
        segments: By number of segments, of the thoughts as they ended by themselves.
        rounds: By number of rounds from 0, likewise; empty without rounds.
    """

    thoughts: int
    questions: int
    horizons: Mapping[int, HorizonFigures]
    own: Interval
    own_tokens: float
    tokens: Sequence[int]
    right: Sequence[Interval]
    gone_on: Sequence[Interval]
    segments: Mapping[int, SegmentFigures]
    rounds: Mapping[int, SegmentFigures]


def regret_figures(rows: Sequence[ThoughtRow], config: StudyConfig) -> RegretFigures:
    """Works out all figures of some thoughts, at least one."""
    seed = derive_seed("study regret", config.seed)
    thoughts = [kept(row, 0, len(row.cuts) - config.rounds) for row in rows]
    after = [kept(row, len(row.cuts) - config.rounds - 1, len(row.cuts)) for row in rows]
    grid = {round(config.horizons[-1] * point / (POINTS - 1)) for point in range(POINTS)}
    tokens = sorted(grid | set(config.horizons))
    return RegretFigures(
        thoughts=len(rows),
        questions=len({row.uid for row in rows}),
        horizons={
            budget: horizon(rows, thoughts, budget, config.rounds, seed)
            for budget in config.horizons
        },
        own=bootstrap_mean(
            [float(row.right) for row in rows], clusters=[row.uid for row in rows], seed=seed
        ),
        own_tokens=sum(row.length for row in rows) / len(rows),
        tokens=tokens,
        right=mean_curve(thoughts, tokens, seed),
        gone_on=mean_curve(rows, tokens, seed) if config.rounds else [],
        segments=by_segments(thoughts, seed=seed),
        rounds=by_segments(after, seed=derive_seed("rounds", seed)) if config.rounds else {},
    )


def kept(row: ThoughtRow, start: int, stop: int) -> ThoughtRow:
    """Keeps the ends of a thought from a first to before a last."""
    ends = slice(start, stop)
    return dataclasses.replace(
        row,
        cuts=row.cuts[ends],
        correct=row.correct[ends],
        tokens=row.tokens[ends],
        extracted=row.extracted[ends],
    )


def horizon(
    rows: Sequence[ThoughtRow],
    thoughts: Sequence[ThoughtRow],
    budget: int,
    rounds: int,
    seed: int,
) -> HorizonFigures:
    """Regret at one budget.

    Args:
        rows: The thoughts with their rounds.
        thoughts: The same without.
        budget: C0.
        rounds: Of each.
        seed: Of the bootstrap.
    """
    levels = sorted({row.level for row in rows})
    gone_on = change = None
    if rounds:
        gone_on = mean_regret(rows, budget, seed=seed)
        change = bootstrap_difference(
            [thought_regret(row, budget) for row in rows],
            [thought_regret(row, budget) for row in thoughts],
            clusters=[row.uid for row in rows],
            seed=derive_seed("rounds", seed, budget),
        )
    return HorizonFigures(
        regret=mean_regret(thoughts, budget, seed=seed),
        levels={
            level: mean_regret([row for row in thoughts if row.level == level], budget, seed=seed)
            for level in levels
        },
        gone_on=gone_on,
        change=change,
    )


def mean_curve(rows: Sequence[ThoughtRow], tokens: Sequence[int], seed: int) -> list[Interval]:
    """The mean over thoughts of the chance of a right answer, after so many tokens.

    What lies between it and 1 up to C0, divided by C0, is the mean regret there.
    """
    import numpy as np

    drawn = np.array([np.interp(tokens, *curve(row)) for row in rows])  # (N, P)
    clusters = [row.uid for row in rows]
    return [
        bootstrap_mean(values.tolist(), clusters=clusters, seed=derive_seed("curve", seed, place))
        for place, values in zip(tokens, drawn.T, strict=True)
    ]
