"""The oracle as a bracket: what a perfect allocator would win, from few answers a question.

The oracle's value is the mean over episodes of the most that any plan wins under the true
response curves. From K answers a question it cannot be had without bias, but it can be shut in.

- Above, a plug-in: the curves are estimated, the knapsack is solved on them, and the same curves
  value its plan. It chooses what chance made look good, so it is too high if the curves are right
  or too high in expectation (Jensen's inequality). That holds for each budget's own answers, and
  for their mean with those at the next larger budgets, which are less noisy. Of such windows the
  one with the least value is taken.
- Below, two-fold cross-fitting: one half of the answers chooses the plan, the other half values
  it, in both directions and over several random halvings. The value is unbiased for a plan from
  half the answers, and no plan wins more than the best, so it is too low.

Between the two stands the isotonic plug-in, whose curves are the best single estimate, and whose
plan is the one to look at. It is no bound: isotonic regression pulls down the first budgets of a
flat stretch, which are the ones that a plan takes. `python -m benchmarks.oracle_bias` shows all
three beside a known truth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.curves import raised, response_curves
from ponder.evaluation.allocation.knapsack import knapsack
from ponder.evaluation.allocation.problem import Plan, Problem
from ponder.evaluation.allocation.spread import episode_ratio
from ponder.evaluation.intervals import CONFIDENCE, RESAMPLES, Interval
from ponder.quoting import quoted
from ponder.randomness import derive_seed

SPLITS = 8
WIDTHS = (1, 2, 4)
"""Windows of the upper end, in budgets; one over all budgets is tried as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Bracket:
    """The oracle's value, in right answers an episode.

    Attributes:
        lower: The cross-fitted value with its interval.
        upper: The value of the raised curves with its interval.
        plan: The isotonic plug-in's plan, with what it expects to win.
        lower_won: (E, n) right answers by cross-fitting, a mean over halvings.
        upper_won: (E, n) right answers by the raised curves.
    """

    lower: Interval
    upper: Interval
    plan: Plan
    lower_won: NDArray[np.float64]
    upper_won: NDArray[np.float64]

    @property
    def low(self) -> float:
        """Where an interval for the oracle itself begins: the lower end of `lower`."""
        return self.lower.low

    @property
    def high(self) -> float:
        """Where it ends: the upper end of `upper`."""
        return self.upper.high


def oracle_bracket(
    samples: ArrayLike,
    problem: Problem,
    *,
    seed: int,
    splits: int = SPLITS,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Bracket:
    """Shuts the oracle's value in, with bootstrap intervals.

    Each of the two intervals is for the expectation of its own estimator. `low` to `high` covers
    the oracle at least as often as `confidence` says, since each end is wrong on one side only
    and the biases point outwards.

    The intervals speak for new questions of the same kind. Episodes are drawn anew, or questions
    where episodes share them, see `episode_ratio`. Answers are not drawn anew within a question:
    each question brings its own, so their noise is in the spread between questions already.
    Drawing them as well would count it twice, and solving again would add the plug-in's bias
    twice.

    Args:
        samples: (Q, K, B) 0 or 1: whether answer k to question q was right at each budget. K is
            at least 2, and better 8.
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        splits: Random halvings, at least 1.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the samples do not fit the problem, or an argument is out of range.
    """
    table = np.asarray(samples, dtype=np.float64)
    if table.ndim != 3 or table.shape[1] < 2:
        raise ValueError(f"samples must be (Q, K, B) with K at least 2, got {table.shape}")
    if not np.isin(table, (0, 1)).all():
        raise ValueError("samples must be 0 or 1; some are not")
    if splits < 1:
        raise ValueError(f"splits must be at least 1, got {quoted(splits)}")
    plan = knapsack(response_curves(table), problem)
    lower_won = _cross_fitted(
        table, problem, splits, np.random.default_rng(derive_seed("halves", seed))
    )
    upper_won = _raised_plug_in(table, problem)
    lower, upper = (
        episode_ratio(
            won.sum(axis=1),
            np.ones(len(won)),
            problem,
            seed=derive_seed("bracket", seed),
            confidence=confidence,
            resamples=resamples,
        )
        for won in (lower_won, upper_won)
    )
    return Bracket(lower, upper, plan, lower_won, upper_won)


def _raised_plug_in(samples: NDArray[np.float64], problem: Problem) -> NDArray[np.float64]:
    """Chooses and values by the same raised answers, by the window that wins least: (E, n)."""
    plans = [
        knapsack(raised(samples, width).mean(axis=1), problem)
        for width in sorted({*WIDTHS, samples.shape[2]})
    ]
    return min((plan.won for plan in plans), key=np.sum)


def _cross_fitted(
    samples: NDArray[np.float64], problem: Problem, splits: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Chooses by one half of each question's answers and values by the other: (E, n)."""
    questions, answers, _ = samples.shape
    won = np.zeros(problem.episodes.shape)
    everyone = np.arange(questions)[:, None]
    for _ in range(splits):
        order = rng.permuted(np.tile(np.arange(answers), (questions, 1)), axis=1)
        halves = order[:, : answers // 2], order[:, answers // 2 :]
        for chosen_by, valued_by in (halves, halves[::-1]):
            levels = knapsack(response_curves(samples[everyone, chosen_by]), problem).levels
            values = samples[everyone, valued_by].mean(axis=1)  # (Q, B)
            won += values[problem.episodes, levels] / (2 * splits)
    return won
