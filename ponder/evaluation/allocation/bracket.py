"""The oracle as a bracket: what a perfect allocator would win, from few answers a question.

The oracle's value is the mean over episodes of the most that any plan wins under the true
response curves. From K answers a question it cannot be had without bias, but it can be shut in.

- Above, the isotonic plug-in: the curves are estimated, the knapsack is solved on them, and the
  same curves value its plan. It chooses what chance made look good, so it is too high.
- Below, two-fold cross-fitting: one half of the answers chooses the plan, the other half values
  it, in both directions and over several random halvings. The value is unbiased for a plan from
  half the answers, and no plan wins more than the best, so it is too low.

How far off they are depends on the curves. In a simulation whose truth is known (10 questions of
10 levels an episode, 7 budgets, S-curves that reach 0.98, and the same times 0.6 and 0.25), in
percent of the oracle, over a scarce, a tight and an ample budget:

    curves reach   K    raw plug-in    isotonic plug-in   cross-fitted
    0.98           4    +9 to +14      +6 to +8           -10 to -18
    0.98           8    +5 to +7       +3 to +4           -6 to -10
    0.59           4    +34 to +39     +7 to +8           -21 to -30
    0.59           8    +21 to +22     +4                 -15 to -22
    0.24           8    +56 to +61     +9 to +14          -27 to -34

(`python -m benchmarks.oracle_bias`). A raw plug-in takes for each question the budget at which
chance was kindest; on a curve that stays flat below 1 there are many to choose from. Isotonic
regression takes most of that away: the +21 % at K = 4 and +13 % at K = 8 that the design of this
project reckons with lie among the raw figures. It also pulls down the first budgets of a flat
stretch, which are the ones that a plan takes. With many answers that can outweigh the choice: at
K = 128 the isotonic plug-in was too low by 0.8 % at worst, so `upper` is above the oracle for the
few answers that it is made for, not for any number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.curves import response_curves
from ponder.evaluation.allocation.knapsack import knapsack
from ponder.evaluation.allocation.problem import Plan, Problem
from ponder.evaluation.allocation.spread import answer_sum, episode_ratio
from ponder.evaluation.intervals import CONFIDENCE, RESAMPLES, Interval
from ponder.randomness import derive_seed

SPLITS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Bracket:
    """The oracle's value, in right answers an episode.

    Attributes:
        lower: The cross-fitted value with its interval.
        upper: The plug-in value with its interval.
        plan: The plug-in's plan, with what it expects to win.
        lower_won: (E, n) right answers by cross-fitting, a mean over halvings.
    """

    lower: Interval
    upper: Interval
    plan: Plan
    lower_won: NDArray[np.float64]

    @property
    def low(self) -> float:
        """Where an interval for the oracle itself begins: the lower end of `lower`."""
        return self.lower.low

    @property
    def high(self) -> float:
        """Where it ends: the upper end of `upper`."""
        return self.upper.high


class _CrossFit(NamedTuple):
    """Attributes: won (E, n); credits (Q, K), each answer's part in the mean over episodes."""

    won: NDArray[np.float64]
    credits: NDArray[np.float64]


def oracle_bracket(
    samples: ArrayLike,
    problem: Problem,
    *,
    seed: int,
    splits: int = SPLITS,
    fixed_questions: bool = False,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Bracket:
    """Shuts the oracle's value in, with bootstrap intervals.

    Each of the two intervals is for the expectation of its own estimator. `low` to `high` covers
    the oracle at least as often as `confidence` says, since each end is wrong on one side only
    and the biases point outwards.

    What is drawn anew depends on what the figure is to speak for:

    - New questions of the same kind (default). Episodes are drawn anew, or questions where
      episodes share them, see `episode_ratio`. Answers are not drawn anew within a question: each
      question brings its own, so their noise is in the spread between questions already. Drawing
      them as well would count it twice, and solving again would add the plug-in's bias twice.
    - These questions alone (`fixed_questions`), such as one exam that is put again and again, or
      levels that each have one pooled curve. The questions then show no spread, and their answers
      are all that varies. They are drawn anew, K - 1 of K, which makes the variance unbiased (Rao
      and Wu 1988); the plans stay as they are, since to first order the value of a best plan
      changes only through the values at its levels (the envelope theorem). A plan from half the
      answers is not the best, so the lower interval is too narrow by a tenth to a quarter: in
      simulations it covered its expectation in 85 to 91 %, the upper one in 92 to 100 %, and
      `low` to `high` the oracle in 98 to 100 %.

    Args:
        samples: (Q, K, B) 0 or 1: whether answer k to question q was right at each budget. K is
            at least 2, and better 8.
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        splits: Random halvings, at least 1.
        fixed_questions: Whether the intervals speak for these questions alone.
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
        raise ValueError(f"splits must be at least 1, got {splits!r}")
    plan = knapsack(response_curves(table), problem)
    fit = _cross_fit(table, problem, splits, np.random.default_rng(derive_seed("halves", seed)))
    own = derive_seed("bracket", seed)
    if fixed_questions:
        # Of the plug-in without its smoothing, which varies a little more.
        used = _usage(problem, plan.levels, len(table))[:, None]
        plugged = (used * table).sum(axis=2) / table.shape[1]
        lower, upper = (
            answer_sum(
                float(value.mean()), part, seed=own, confidence=confidence, resamples=resamples
            )
            for value, part in ((fit.won.sum(axis=1), fit.credits), (plan.value, plugged))
        )
    else:
        lower, upper = (
            episode_ratio(
                value,
                np.ones_like(value),
                problem,
                seed=own,
                confidence=confidence,
                resamples=resamples,
            )
            for value in (fit.won.sum(axis=1), plan.value)
        )
    return Bracket(lower, upper, plan, fit.won)


def _cross_fit(
    samples: NDArray[np.float64], problem: Problem, splits: int, rng: np.random.Generator
) -> _CrossFit:
    """Chooses by one half of each question's answers and values by the other, both ways."""
    questions, answers, _ = samples.shape
    won = np.zeros(problem.episodes.shape)
    credits = np.zeros((questions, answers))
    everyone = np.arange(questions)[:, None]
    for _ in range(splits):
        order = rng.permuted(np.tile(np.arange(answers), (questions, 1)), axis=1)
        halves = order[:, : answers // 2], order[:, answers // 2 :]
        for chosen_by, valued_by in (halves, halves[::-1]):
            levels = knapsack(response_curves(samples[everyone, chosen_by]), problem).levels
            values = samples[everyone, valued_by]  # (Q, K / 2, B)
            won += values.mean(axis=1)[problem.episodes, levels] / (2 * splits)
            use = _usage(problem, levels, questions)[:, None] / values.shape[1]
            credits[everyone, valued_by] += (use * values).sum(axis=2) / (2 * splits)
    return _CrossFit(won, credits)


def _usage(problem: Problem, levels: NDArray[np.int64], questions: int) -> NDArray[np.float64]:
    """Counts how often an episode holds each question at each level: (Q, B), a mean."""
    width = len(problem.budgets)
    flat = np.bincount((problem.episodes * width + levels).ravel(), minlength=questions * width)
    return flat.reshape(questions, width) / len(levels)
