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
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.curves import raised, response_curves
from ponder.evaluation.allocation.knapsack import knapsack
from ponder.evaluation.allocation.problem import Plan, Problem
from ponder.evaluation.allocation.spread import answer_sum, episode_ratio
from ponder.evaluation.intervals import CONFIDENCE, RESAMPLES, Interval
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


class _Valued(NamedTuple):
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

    Each of the two intervals covers the expectation of its own estimator; for fixed questions the
    upper one does somewhat less often, since which window is least may change with the answers.
    `low` to `high` covers the oracle at least as often as `confidence` says, since each end is
    wrong on one side only and the biases point outwards.

    What is drawn anew depends on what the figure is to speak for:

    - New questions of the same kind (default). Episodes are drawn anew, or questions where
      episodes share them, see `episode_ratio`. Answers are not drawn anew within a question: each
      question brings its own, so their noise is in the spread between questions already. Drawing
      them as well would count it twice, and solving again would add the plug-in's bias twice.
    - These questions alone (`fixed_questions`), such as one exam that is put again and again, or
      levels that each have one pooled curve. The questions then show no spread, and their answers
      are all that varies. They are drawn anew, K - 1 of K, which makes the variance unbiased (Rao
      and Wu 1988); the plans stay as they are, since to first order the value of a best plan
      changes only through the values at its levels (the envelope theorem).

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
    top = _raised_plug_in(table, problem)
    values = (fit.won.sum(axis=1), top.won.sum(axis=1))
    if fixed_questions:
        lower, upper = (
            answer_sum(
                float(value.mean()), part, seed=own, confidence=confidence, resamples=resamples
            )
            for value, part in zip(values, (fit.credits, top.credits), strict=True)
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
            for value in values
        )
    return Bracket(lower, upper, plan, fit.won, top.won)


def _raised_plug_in(samples: NDArray[np.float64], problem: Problem) -> _Valued:
    """Chooses and values by the same raised answers, by the window that wins least."""
    least: _Valued | None = None
    for width in sorted({*WIDTHS, samples.shape[2]}):
        answers = raised(samples, width)
        plan = knapsack(answers.mean(axis=1), problem)
        if least is None or plan.won.sum() < least.won.sum():
            use = _usage(problem, plan.levels, len(samples))[:, None] / samples.shape[1]
            least = _Valued(plan.won, (use * answers).sum(axis=2))
    assert least is not None
    return least


def _cross_fit(
    samples: NDArray[np.float64], problem: Problem, splits: int, rng: np.random.Generator
) -> _Valued:
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
    return _Valued(won, credits)


def _usage(problem: Problem, levels: NDArray[np.int64], questions: int) -> NDArray[np.float64]:
    """Counts how often an episode holds each question at each level: (Q, B), a mean."""
    width = len(problem.budgets)
    flat = np.bincount((problem.episodes * width + levels).ravel(), minlength=questions * width)
    return flat.reshape(questions, width) / len(levels)
