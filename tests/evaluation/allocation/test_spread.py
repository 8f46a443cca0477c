"""Intervals over episodes: clusters where questions are shared, answers where they are fixed."""

import itertools
import math

import numpy as np
import pytest

from ponder.evaluation import bootstrap_ratio
from ponder.evaluation.allocation import Problem, episode_ratio

BUDGETS = [0, 10]


def half_width(interval):
    return (interval.high - interval.low) / 2


def test_episodes_of_their_own_questions_are_drawn_anew():
    rng = np.random.default_rng(1)
    top, bottom = rng.random(12), 1 + rng.random(12)
    problem = Problem(BUDGETS, np.arange(36).reshape(12, 3), 20)
    found = episode_ratio(top, bottom, problem, seed=2)
    assert found == bootstrap_ratio(top.tolist(), bottom.tolist(), seed=2)


def test_copies_of_an_episode_add_no_certainty():
    # Four copies of each of 40 episodes of one question: 40 questions, not 160 episodes.
    values = np.random.default_rng(3).random(40)
    once = episode_ratio(values, np.ones(40), Problem(BUDGETS, np.arange(40)[:, None], 20), seed=4)
    held = np.repeat(np.arange(40), 4)[:, None]
    many = episode_ratio(np.repeat(values, 4), np.ones(160), Problem(BUDGETS, held, 20), seed=4)
    assert many == pytest.approx(once)


def test_shared_questions_widen_the_interval_as_their_variance_says():
    # Every pair of 24 questions, each episode worth the sum of its two. The mean over pairs is
    # twice the mean over questions, and its standard error is 2 s / sqrt(24).
    worth = np.random.default_rng(5).random(24)
    held = np.array(list(itertools.combinations(range(24), 2)))
    values = worth[held].sum(axis=1)
    found = episode_ratio(values, np.ones(len(held)), Problem(BUDGETS, held, 20), seed=6)
    assert found.estimate == pytest.approx(2 * worth.mean())
    expected = 1.96 * 2 * worth.std() / math.sqrt(24)
    assert half_width(found) == pytest.approx(expected, rel=0.1)
    alone = bootstrap_ratio(values.tolist(), [1.0] * len(held), seed=6)
    assert half_width(alone) < expected / 2


def test_noise_of_the_episodes_is_counted_once():
    # Questions have no worth of their own here: every episode is a coin of its own.
    rng = np.random.default_rng(7)
    held = np.array([rng.choice(50, 5, replace=False) for _ in range(200)])
    values = rng.random(200)
    found = episode_ratio(values, np.ones(200), Problem(BUDGETS, held, 20), seed=8)
    alone = bootstrap_ratio(values.tolist(), [1.0] * 200, seed=8)
    assert half_width(alone) * 0.95 <= half_width(found) <= 1.6 * half_width(alone)


def test_where_all_episodes_hold_the_same_questions_plays_are_drawn_anew():
    values = np.random.default_rng(9).random(30)
    problem = Problem(BUDGETS, np.tile([0, 1, 2], (30, 1)), 20)
    found = episode_ratio(values, np.ones(30), problem, seed=10)
    assert found == bootstrap_ratio(values.tolist(), [1.0] * 30, seed=10)


def test_a_ratio_over_nothing_is_undefined():
    found = episode_ratio([1, 1], [0, 0], Problem(BUDGETS, [[0], [1]], 20), seed=0)
    assert math.isnan(found.estimate)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda p: episode_ratio([1], [1, 1], p, seed=0), "numerators"),
        (lambda p: episode_ratio([1, 1], [1], p, seed=0), "denominators"),
        (lambda p: episode_ratio([1, 1], [1, 1], p, seed=0, confidence=0), "confidence"),
        (lambda p: episode_ratio([1, 1], [1, 1], p, seed=0, resamples=0), "resamples"),
    ],
)
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call(Problem(BUDGETS, [[0], [1]], 20))
