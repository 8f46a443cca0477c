"""Simulated studies of which the truth is known: accuracy is a stated S-curve of level and tokens.

It is what `ScriptedPolicy` plays in `tests/evaluation/simulation.py`, drawn with numpy so that
hundreds of studies take seconds.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ponder.evaluation.allocation import Contest, Problem, knapsack

LEVELS = np.arange(1, 11)
BUDGETS = np.array([0, 16, 32, 64, 96, 128, 192, 256])
QUESTIONS = 10
TOTALS = {"scarce": 160, "tight": 480, "ample": 960}


def accuracy(levels, tokens):
    """Gives the probability of a right answer; 0 where a question is not attempted."""
    needed = 12 + 14 * levels
    right = 0.05 + 0.93 / (1 + np.exp(-6 * (tokens / needed - 0.8)))
    return np.where(tokens > 0, right, 0.0)


TRUE_CURVES = accuracy(LEVELS[:, None], BUDGETS)
"""(10, 8) of each level."""


@dataclass(frozen=True)
class Study:
    """Answers to questions of random levels, and the episodes that they make up.

    Attributes:
        levels: (Q,) from 0, as rows of `TRUE_CURVES`.
        samples: (Q, K, B).
        problem: The episodes.
        true_curves: (Q, B).
    """

    levels: np.ndarray
    samples: np.ndarray
    problem: Problem
    true_curves: np.ndarray


def draw_study(
    rng, *, episodes, answers=8, total=TOTALS["tight"], pool=None, size=QUESTIONS, skill=1.0
):
    """Draws a study: every episode has questions of its own, or they come from a pool.

    `skill` is what the curves are multiplied by.
    """
    count = pool or episodes * size
    levels = rng.integers(len(LEVELS), size=count)
    curves = skill * TRUE_CURVES[levels]
    samples = rng.random((count, answers, len(BUDGETS))) < curves[:, None]
    if pool:
        held = np.array([rng.choice(pool, size=size, replace=False) for _ in range(episodes)])
    else:
        held = np.arange(count).reshape(episodes, size)
    return Study(levels, samples, Problem(BUDGETS, held, total), curves)


def play(rng, study, tokens):
    """Plays every episode once, spending `tokens` (E, n) within the cap."""
    levels = LEVELS[study.levels[study.problem.episodes]]
    correct = rng.random(tokens.shape) < accuracy(levels, tokens)
    return Contest(correct, tokens)


@cache
def true_oracle(total, episodes=20_000, size=QUESTIONS):
    """The mean over endless episodes of the most that any plan wins, to about 0.005."""
    rng = np.random.default_rng(99)
    held = rng.integers(len(LEVELS), size=(episodes, size))
    return knapsack(TRUE_CURVES, Problem(BUDGETS, held, total)).value.mean()
