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
