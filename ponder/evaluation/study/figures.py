"""The figures of a study: what a policy won, what it could have won, and where its tokens went.

docs/study.md defines each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ponder.evaluation.intervals import Interval, bootstrap_mean
from ponder.evaluation.rows import EpisodeRow, ResponseRow
from ponder.evaluation.study.measure import Measured, StudyConfig
from ponder.evaluation.study.regret import RegretFigures, regret_figures
from ponder.evaluation.summary import Summary, turns_by_position
from ponder.randomness import derive_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ponder.evaluation.allocation import (
        Contest,
        GapBracket,
        GapParts,
        Plan,
        Problem,
        SCurve,
    )


RESAMPLES = 500
"""Of a statistic that is worked out anew from all turns of each resample."""


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """One level of difficulty.

    Attributes:
        questions: In the episodes.
        different: Different ones among them, whose answers make the curve.
        tokens: The policy's, a question.
        oracle_tokens: The oracle's.
        right: Share that the policy won.
        oracle_right: Share that the oracle expects to win.
        curve: (B,) accuracy within each budget of the grid, with intervals over questions.
        fit: The S-curve through it; None where none fits.
    """

    questions: int
    different: int
    tokens: Interval
    oracle_tokens: Interval
    right: Interval
    oracle_right: Interval
    curve: Sequence[Interval]
    fit: SCurve | None


@dataclass(frozen=True, slots=True)
class StudyFigures:
    """All figures of one policy; right answers are of an episode.

    Attributes:
        config: Of the study.
        contest: Right answers of the policy.
        oracle: The bracket's lower and upper end.
        others: Right answers expected of `equal split`, `greedy marginal` and `one price` (the
            continuous solution). The last two are chosen and valued by the same isotonic curves,
            and so too high; these are below the raised ones, so that the oracle's upper end may
            be above any of them.
        gap: Gap Ratio against the lower and the upper end; None where that is 0.
        parts: What the upper gap is made of.
        levels: By level.
        positions: By position in the episode, from 0.
        tokens_a_level: Slope of the tokens of answered questions over the level.
        rank: Spearman's correlation of these tokens with the level.
        utilisation: Share of the budget that was spent.
        starvation: Share of the questions that were never reached.
        area: Mean accuracy over all budgets from 0 to the last of the grid.
        ock_score: 100 times accuracy, less 10 times the decimal logarithm of (tokens a question /
            10,000), as OckBench weighs the two.
        plan: (E, n) tokens that the oracle's plan gives each question of each episode.
        regret: Of the thoughts; None where none were measured.
    """

    config: StudyConfig
    contest: Interval
    oracle: tuple[Interval, Interval]
    others: Mapping[str, Interval]
    gap: GapBracket
    parts: GapParts
    levels: Mapping[int, LevelFigures]
    positions: Mapping[int, Summary]
    tokens_a_level: Interval
    rank: Interval
    utilisation: Interval
    starvation: Interval
    area: Interval
    ock_score: Interval
    plan: Sequence[Sequence[int]]
    regret: RegretFigures | None


def study_figures(measured: Measured, config: StudyConfig) -> StudyFigures:
    """Works out all figures of a study.

    Raises:
        ValueError: If the rows are not those of such a study.
    """
    import numpy as np

    from ponder.evaluation import allocation

    _, rows, responses, thoughts = measured
    problem = episode_problem(rows, responses, config)
    samples = response_table(responses)
    contest = contest_of(rows, problem)
    seed = derive_seed("study figures", config.seed)
    bracket = allocation.oracle_bracket(samples, problem, seed=seed)
    curves = allocation.response_curves(samples)

    def mean(values: NDArray[Any]) -> Interval:
        return allocation.episode_ratio(values, np.ones(len(values)), problem, seed=seed)

    spent = contest.tokens.sum(axis=1) / problem.totals
    answered = np.array([row.answered for row in rows]).reshape(problem.episodes.shape)
    return StudyFigures(
        config=config,
        contest=mean(contest.score),
        oracle=(bracket.lower, bracket.upper),
        others={
            "equal split": mean(allocation.equal_split(curves, problem).value),
            "greedy marginal": mean(allocation.greedy_marginal(curves, problem).value),
            "one price": mean(allocation.equilibrium(curves, problem).value),
        },
        gap=allocation.gap_bracket(bracket, contest, problem, seed=seed),
        parts=allocation.gap_parts(bracket.plan, contest, problem, seed=seed),
        levels=level_figures(rows, responses, bracket.plan, bracket.lower_won, seed),
        positions=turns_by_position(rows, seed=seed),
        tokens_a_level=over_episodes(rows, slope, seed),
        rank=over_episodes(rows, spearman, seed),
        utilisation=mean(spent),
        starvation=mean(1 - answered.mean(axis=1)),
        area=accuracy_area(samples, config.budgets, seed),
        ock_score=ock_score(contest, seed),
        plan=bracket.plan.tokens.tolist(),
        regret=regret_figures(thoughts, config) if thoughts else None,
    )


def episode_problem(
    rows: Sequence[EpisodeRow], responses: Sequence[ResponseRow], config: StudyConfig
) -> Problem:
    """The allocation problem of the episodes: their questions by place among the responses."""
    import numpy as np

    from ponder.evaluation.allocation import Problem

    places = {response.uid: place for place, response in enumerate(responses)}
    missing = [row.uid for row in rows if row.uid not in places]
    if missing or len(rows) % config.num_questions:
        raise ValueError(
            f"responses must hold every question of whole episodes, {missing[:1]} is missing among "
            f"{len(rows)} rows"
        )
    episodes = np.array([places[row.uid] for row in rows]).reshape(-1, config.num_questions)
    return Problem([0, *config.budgets], episodes, config.budget, min_tokens=config.min_tokens)


def response_table(responses: Sequence[ResponseRow]) -> NDArray[np.int64]:
    """Gives the responses as a table, (Q, K, 1 + B): 0 and 1, the first column being budget 0."""
    import numpy as np

    table = np.array([response.correct for response in responses])
    return np.pad(table, ((0, 0), (0, 0), (1, 0)))


def contest_of(rows: Sequence[EpisodeRow], problem: Problem) -> Contest:
    """What the policy did in the episodes."""
    import numpy as np

    from ponder.evaluation.allocation import Contest

    shape = problem.episodes.shape
    return Contest(
        np.array([row.correct for row in rows]).reshape(shape),
        np.array([row.tokens for row in rows]).reshape(shape),
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """One question of one episode, with what the oracle gives it and expects."""

    row: EpisodeRow
    tokens: float
    won: float


def level_figures(
    rows: Sequence[EpisodeRow],
    responses: Sequence[ResponseRow],
    plan: Plan,
    lower_won: NDArray[np.float64],
    seed: int,
) -> dict[int, LevelFigures]:
    """Own allocation against the oracle's, and the response curve, by level."""
    cells = [
        _Cell(row, float(tokens), float(won))
        for row, tokens, won in zip(rows, plan.tokens.ravel(), lower_won.ravel(), strict=True)
    ]

    def mean(chosen: Sequence[_Cell], value: Callable[[_Cell], float], name: str) -> Interval:
        return bootstrap_mean(
            [value(cell) for cell in chosen],
            clusters=[cell.row.episode for cell in chosen],
            seed=derive_seed("level", seed, name),
        )

    found = {}
    for level in sorted({row.level for row in rows}):
        own = [cell for cell in cells if cell.row.level == level]
        asked = [response for response in responses if response.level == level]
        found[level] = LevelFigures(
            questions=len(own),
            different=len(asked),
            tokens=mean(own, lambda cell: cell.row.tokens, "tokens"),
            oracle_tokens=mean(own, lambda cell: cell.tokens, "oracle tokens"),
            right=mean(own, lambda cell: cell.row.correct, "right"),
            oracle_right=mean(own, lambda cell: cell.won, "oracle right"),
            curve=pooled_curve(asked, seed),
            fit=fitted(asked),
        )
    return found


def pooled_curve(responses: Sequence[ResponseRow], seed: int) -> list[Interval]:
    """Accuracy within each budget over some questions, (B,); a question is a cluster."""
    return [
        bootstrap_mean(
            [sum(drawn[place] for drawn in r.correct) / len(r.correct) for r in responses],
            seed=derive_seed("curve", seed, place),
        )
        for place in range(len(responses[0].budgets))
    ]


def fitted(responses: Sequence[ResponseRow]) -> SCurve | None:
    """The S-curve through the pooled answers; None where there are too few budgets for one."""
    import numpy as np

    from ponder.evaluation.allocation import fit_s_curve

    budgets = responses[0].budgets
    if len(budgets) < 5:
        return None
    accuracy = np.mean([np.mean(response.correct, axis=0) for response in responses], axis=0)
    return fit_s_curve(budgets, accuracy)


def over_episodes(
    rows: Sequence[EpisodeRow], statistic: Callable[[Any, Any], float], seed: int
) -> Interval:
    """A statistic of level and tokens of the answered questions; episodes are drawn anew."""
    import numpy as np

    from ponder.evaluation.intervals import CONFIDENCE

    episodes: dict[str, list[tuple[int, int]]] = {}
    for row in rows:
        if row.answered:
            episodes.setdefault(row.episode, []).append((row.level, row.tokens))
    parts = [np.array(pairs) for pairs in episodes.values()]
    if not parts:
        return Interval(float("nan"), float("nan"), float("nan"))
    rng = np.random.default_rng(derive_seed("episodes", seed))
    draws = []
    for _ in range(RESAMPLES):
        pairs = np.concatenate(
            [parts[place] for place in rng.integers(len(parts), size=len(parts))]
        )
        draws.append(statistic(pairs[:, 0], pairs[:, 1]))
    whole = np.concatenate(parts)
    tail = (1 - CONFIDENCE) / 2
    defined = [draw for draw in draws if draw == draw] or [float("nan")]
    low, high = np.quantile(defined, [tail, 1 - tail])
    return Interval(statistic(whole[:, 0], whole[:, 1]), float(low), float(high))


def ock_score(contest: Contest, seed: int) -> Interval:
    """100 times accuracy, less 10 times log10(tokens a question / 10,000); over episodes."""
    import numpy as np

    from ponder.evaluation.intervals import CONFIDENCE

    def score(right: NDArray[Any], tokens: NDArray[Any]) -> NDArray[Any]:
        found: NDArray[Any] = 100 * right - 10 * np.log10(np.maximum(tokens, 1e-9) / 10_000)
        return found

    right, tokens = contest.correct.mean(axis=1), contest.tokens.mean(axis=1)  # (E,)
    rng = np.random.default_rng(derive_seed("ock score", seed))
    picks = rng.integers(len(right), size=(RESAMPLES, len(right)))  # (R, E)
    drawn = score(right[picks].mean(axis=1), tokens[picks].mean(axis=1))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(float(score(right.mean(), tokens.mean())), float(low), float(high))


def slope(levels: NDArray[Any], tokens: NDArray[Any]) -> float:
    """Least-squares slope of tokens over levels; nan where there is one level only."""
    centred = levels - levels.mean()
    square = float((centred**2).sum())
    return float((centred * tokens).sum()) / square if square else float("nan")


def spearman(levels: NDArray[Any], tokens: NDArray[Any]) -> float:
    """Rank correlation of tokens and levels, ties at their mean rank; nan without spread."""
    import numpy as np

    def ranks(values: NDArray[Any]) -> NDArray[Any]:
        _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
        return (np.cumsum(counts) - (counts - 1) / 2)[place]

    one, other = ranks(levels), ranks(tokens)
    one, other = one - one.mean(), other - other.mean()
    scale = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / scale if scale else float("nan")


def accuracy_area(samples: NDArray[Any], budgets: Sequence[int], seed: int) -> Interval:
    """Mean accuracy over the budgets from 0 to the last, linear in between, over questions."""
    import numpy as np

    at = np.array([0, *budgets])
    curves = samples.mean(axis=1)  # (Q, 1 + B)
    areas = ((curves[:, 1:] + curves[:, :-1]) / 2 * np.diff(at)).sum(axis=1) / at[-1]
    return bootstrap_mean(areas.tolist(), seed=derive_seed("area", seed))
