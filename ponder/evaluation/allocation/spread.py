"""Intervals over episodes whose questions may recur in other episodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ponder.evaluation.allocation.problem import Problem
from ponder.evaluation.intervals import (
    CONFIDENCE,
    RESAMPLES,
    Interval,
    bootstrap_mean,
    bootstrap_ratio,
)


def episode_ratio(
    numerators: ArrayLike,
    denominators: ArrayLike,
    problem: Problem,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates `mean(numerators) / mean(denominators)` over episodes.

    The interval covers what an endless supply of such episodes, of new questions, would give.
    Where every episode has questions of its own, episodes are drawn anew, and each brings its
    questions and their answers along. Where episodes share questions they are not independent.
    With d_e the influence of episode e on the ratio and D_q the sum of d_e over the episodes that
    hold question q,

        variance = (sum_e d_e^2 + sum over e != f of |e and f's common questions| d_e d_f) / E^2
                 = (sum_q D_q^2 - (n - 1) sum_e d_e^2) / E^2

    is the first-order term of a mean over combinations of questions (Hoeffding, A class of
    statistics with asymptotically normal distribution, 1948) and, without any sharing, the
    episodes' own. If it exceeds that, questions are drawn anew instead: a bootstrap of the D_q,
    scaled to this variance. The factor (Q - 1) / (Q - n) undoes what episodes of n different
    questions out of Q take from a question's influence. Episodes are thought of as random
    combinations; where the same ones recur as a whole, the interval is wider than it need be.

    Args:
        numerators: (E,).
        denominators: (E,).
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the lengths differ, or an argument is out of range.
    """
    top, bottom = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    count, questions = problem.episodes.shape
    if top.shape != (count,) or bottom.shape != (count,):
        raise ValueError(
            f"numerators and denominators must be one of each of the {count} episodes, got shapes "
            f"{top.shape} and {bottom.shape}"
        )
    whole = bottom.sum()
    if whole:
        ratio = top.sum() / whole
        influences = (top - ratio * bottom) * count / whole
        held, place = np.unique(problem.episodes, return_inverse=True)
        shared = np.bincount(place.ravel(), weights=np.repeat(influences, questions))
        own = (influences**2).sum()
        variance = (shared**2).sum() - (questions - 1) * own
        if variance > own * (1 + 1e-9):
            scale = np.sqrt(variance / (shared**2).sum()) * len(held) / count
            scale *= (len(held) - 1) / max(1, len(held) - questions)
            return bootstrap_mean(
                (ratio + scale * shared).tolist(),
                seed=seed,
                confidence=confidence,
                resamples=resamples,
            )
    return bootstrap_ratio(
        top.tolist(), bottom.tolist(), seed=seed, confidence=confidence, resamples=resamples
    )


def answer_sum(
    estimate: float,
    credits: ArrayLike,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Gives an estimate for fixed questions its interval: their answers alone are drawn anew.

    Of K answers to a question K - 1 are drawn with replacement, which makes the variance of the
    draws the unbiased one (Rao and Wu, Resampling inference with complex survey data, 1988).

    Args:
        estimate: The interval is that of the credits' sum, put around it.
        credits: (Q, K) what each answer contributes, K at least 2.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If an argument is out of range.
    """
    table = np.asarray(credits, dtype=float)
    if table.ndim != 2 or table.shape[1] < 2:
        raise ValueError(f"credits must be (Q, K) with K at least 2, got {table.shape}")
    check_bootstrap(confidence, resamples)
    rng = np.random.default_rng(seed)
    answers = table.shape[1]
    equal = np.full(answers, 1 / answers)
    draws = np.zeros(resamples)
    for row in table[table.any(axis=1)]:
        draws += rng.multinomial(answers - 1, equal, size=resamples) @ row
    draws = draws * answers / (answers - 1) - table.sum()
    tail = (1 - confidence) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return Interval(estimate, estimate + float(low), estimate + float(high))


def check_bootstrap(confidence: float, resamples: int) -> None:
    """Checks what every bootstrap is given.

    Raises:
        ValueError: If `confidence` is not between 0 and 1, or `resamples` less than 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be above 0 and below 1, got {confidence!r}")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, got {resamples!r}")
