"""The bracket by hand and by law; that it covers a known truth is in test_known_truth."""

import itertools

import numpy as np
import pytest

from ponder.evaluation.allocation import Problem, knapsack, oracle_bracket, response_curves
from tests.evaluation.allocation.simulation import draw_study

FEW = {"resamples": 50}


def test_certain_answers_leave_nothing_open():
    # A is right from 10 tokens on, B from 30 on: 40 tokens buy both, 39 only one of them.
    curves = np.array([[0, 1, 1], [0, 0, 1]])
    samples = np.repeat(curves[:, None], 8, axis=1)
    for total, value in ((40, 2), (39, 1)):
        problem = Problem([0, 10, 30], [[0, 1], [1, 0]], total)
        found = oracle_bracket(samples, problem, seed=1, **FEW)
        assert (found.lower.estimate, found.upper.estimate) == (value, value)
        assert (found.low, found.high) == (value, value)
        assert found.plan.value.tolist() == [value, value]


def test_two_answers_by_hand():
    # One budget, two questions, tokens for one of them. Question 0 was right once of twice,
    # question 1 never. The plug-in takes question 0 at 1/2. Cross-fitting takes it where the
    # choosing answer was right, and the other one was wrong; else, both at 0, it takes neither.
    samples = np.array([[[0, 1], [0, 0]], [[0, 0], [0, 0]]])
    found = oracle_bracket(samples, Problem([0, 10], [[0, 1]], 10), seed=2, **FEW)
    assert found.upper.estimate == 0.5
    assert found.lower.estimate == 0


def test_both_halves_choose_and_both_value():
    # The first answer chooses 10 tokens, where the second is wrong; the second chooses 20, where
    # the first is right.
    samples = np.array([[[0, 1, 1], [0, 0, 1]]])
    found = oracle_bracket(samples, Problem([0, 10, 20], [[0]], 20), seed=1, splits=1, **FEW)
    assert found.lower.estimate == 0.5


def test_cross_fitting_is_the_mean_over_all_halvings():
    # Four answers to each of two questions have 6 x 6 halvings; with many splits the mean over
    # random ones comes near to the mean over all, both directions being among the 36.
    rng = np.random.default_rng(3)
    samples = rng.random((2, 4, 4)) < [0, 0.3, 0.5, 0.7]
    problem = Problem([0, 10, 20, 30], [[0, 1]], 40)
    halves = [set(half) for half in itertools.combinations(range(4), 2)]
    values = []
    for first, second in itertools.product(halves, repeat=2):
        chosen = np.array([samples[0][sorted(first)], samples[1][sorted(second)]])
        valued = np.array(
            [samples[0][sorted({0, 1, 2, 3} - first)], samples[1][sorted({0, 1, 2, 3} - second)]]
        )
        levels = knapsack(response_curves(chosen), problem).levels[0]
        values.append(valued.mean(axis=1)[[0, 1], levels].sum())
    found = oracle_bracket(samples, problem, seed=4, splits=400, **FEW)
    spread = np.std(values) / np.sqrt(400)
    assert found.lower.estimate == pytest.approx(np.mean(values), abs=4 * spread)
    assert spread > 0


def test_intervals_lie_around_their_estimates():
    study = draw_study(np.random.default_rng(5), episodes=20, size=4, total=200)
    found = oracle_bracket(study.samples, study.problem, seed=6, **FEW)
    assert found.upper.estimate == pytest.approx(found.upper_won.sum(axis=1).mean())
    assert found.lower.estimate == pytest.approx(found.lower_won.sum(axis=1).mean())
    for part in (found.lower, found.upper):
        assert part.low < part.estimate < part.high
    assert found.low < found.high


def test_an_odd_number_of_answers_is_halved_as_near_as_may_be():
    study = draw_study(np.random.default_rng(7), episodes=10, answers=5, size=4, total=200)
    found = oracle_bracket(study.samples, study.problem, seed=8, **FEW)
    assert 0 < found.lower.estimate < found.upper.estimate


def test_the_seed_alone_decides():
    study = draw_study(np.random.default_rng(9), episodes=10, size=4, total=200)
    one, same, other = (
        oracle_bracket(study.samples, study.problem, seed=seed, **FEW) for seed in (1, 1, 2)
    )
    assert (one.lower, one.upper) == (same.lower, same.upper)
    assert one.lower != other.lower


@pytest.mark.parametrize(
    ("samples", "settings", "message"),
    [
        (np.zeros((1, 8)), {}, "samples must be"),
        (np.zeros((1, 1, 2)), {}, "K at least 2"),
        (np.full((1, 2, 2), 0.5), {}, "0 or 1"),
        (np.ones((1, 2, 2)), {}, "0 at budget 0"),
        (np.zeros((1, 2, 2)), {"splits": 0}, "splits"),
        (np.zeros((1, 2, 2)), {"confidence": 1}, "confidence"),
        (np.zeros((1, 2, 2)), {"resamples": 0}, "resamples"),
    ],
)
def test_bad_arguments_are_refused(samples, settings, message):
    with pytest.raises(ValueError, match=message):
        oracle_bracket(samples, Problem([0, 10], [[0]], 10), seed=0, **settings)


def test_a_flat_stretch_does_not_pull_the_upper_end_below_the_oracle():
    # Ten tokens are enough for a chance of 0.6, and more are of no use: 2.4 of four. Isotonic
    # regression pulls down the first budget of the flat stretch, which is the one to take.
    rng = np.random.default_rng(3)
    truth = np.array([0, 0, 0.6, 0.6, 0.6])
    isotonic, upper, held = [], [], 0
    for place in range(60):
        samples = rng.random((160, 8, 5)) < truth
        problem = Problem([0, 5, 10, 20, 40], np.arange(160).reshape(40, 4), 40)
        found = oracle_bracket(samples, problem, seed=place, splits=1, resamples=100)
        isotonic.append(found.plan.value.mean())
        upper.append(found.upper.estimate)
        held += found.low <= 2.4 <= found.high
    assert np.mean(isotonic) < 2.3
    assert np.mean(upper) >= 2.4 - 4 * np.std(upper) / np.sqrt(60)
    assert held >= 57
