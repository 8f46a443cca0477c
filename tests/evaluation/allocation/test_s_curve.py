"""The logistic curve: what is put in comes out, nothing near fits better, intervals cover."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.evaluation.allocation import (
    SCurve,
    fit_s_curve,
    s_curve_intervals,
    s_curves_by_level,
)

BUDGETS = np.array([0, 16, 32, 64, 128, 256, 512, 1024])


def test_the_curve_by_hand():
    curve = SCurve(0.1, 0.9, 100.0, 2.0)
    # At the midpoint halfway; at three times it 1 / (1 + 1/9) = 0.9 of the way; at 0 the floor.
    assert curve.accuracy([0, 100, 300]) == pytest.approx([0.1, 0.5, 0.1 + 0.8 * 0.9])


@settings(max_examples=20)
@given(st.floats(0, 0.3), st.floats(0.6, 1), st.floats(40, 500), st.floats(0.8, 8))
def test_a_curve_without_noise_is_found_again(floor, ceiling, midpoint, slope):
    truth = SCurve(floor, ceiling, midpoint, slope)
    found = fit_s_curve(BUDGETS, truth.accuracy(BUDGETS))
    assert found.accuracy(BUDGETS[1:]) == pytest.approx(truth.accuracy(BUDGETS[1:]), abs=3e-4)
    assert found.midpoint == pytest.approx(midpoint, rel=0.03)
    assert (found.floor, found.ceiling) == pytest.approx((floor, ceiling), abs=0.01)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 8), min_size=8, max_size=8), st.integers(0, 2**32))
def test_no_other_curve_fits_better(counts, seed):
    rows = np.array(counts) / 8
    found = fit_s_curve(BUDGETS, rows)
    assert 0 <= found.floor <= found.ceiling <= 1
    rng = np.random.default_rng(seed)
    ends = np.sort(rng.random((2, 500)), axis=0)
    middle = np.exp(rng.uniform(np.log(16), np.log(1024), 500))
    others = SCurve(*ends, middle, np.exp(rng.uniform(np.log(0.25), np.log(64), 500)))
    tried = BUDGETS > 0

    def error(curve):
        return ((curve.accuracy(BUDGETS[tried]) - rows[tried]) ** 2).sum(axis=-1)

    assert error(found) <= error(others).min() + 1e-4


@settings(max_examples=20)
@given(st.lists(st.integers(0, 8), min_size=8, max_size=8), st.integers(2, 50))
def test_tokens_of_another_size_move_the_midpoint_alone(counts, factor):
    rows = np.array(counts) / 8
    one, other = fit_s_curve(BUDGETS, rows), fit_s_curve(BUDGETS * factor, rows)
    assert other.accuracy(BUDGETS * factor) == pytest.approx(one.accuracy(BUDGETS), abs=1e-3)


def test_flat_and_falling_curves_are_flat():
    for rows in ([0, *[0.5] * 7], [0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]):
        found = fit_s_curve(BUDGETS, rows)
        assert (found.floor, found.ceiling) == pytest.approx((0.5, 0.5))


def test_budget_0_takes_no_part():
    rows = SCurve(0.2, 0.8, 100.0, 2.0).accuracy(BUDGETS)
    attempted = np.where(BUDGETS > 0, rows, 0)
    for one, other in zip(fit_s_curve(BUDGETS, attempted), fit_s_curve(BUDGETS, rows), strict=True):
        assert one == other


def test_many_curves_are_fitted_as_one_by_one():
    rows = np.random.default_rng(6).random((2, 3, 8))
    whole = fit_s_curve(BUDGETS, rows)
    for place in np.ndindex(2, 3):
        one = fit_s_curve(BUDGETS, rows[place])
        assert [part[place] for part in whole] == pytest.approx([float(part) for part in one])


def test_intervals_cover_the_truth_as_often_as_they_say():
    truth = SCurve(0.1, 0.9, 100.0, 2.0)
    rng = np.random.default_rng(7)
    options = {"confidence": 0.8, "resamples": 50}
    covered = {"questions": 0, "answers": 0}
    for place in range(30):
        # Questions differ, each with a midpoint of its own around the level's.
        own = SCurve(0.1, 0.9, 100 * np.exp(rng.normal(0, 0.3, 40)), 2.0).accuracy(BUDGETS)
        many = rng.random((40, 8, 8)) < own[:, None]
        one = rng.random((1, 200, 8)) < truth.accuracy(BUDGETS)
        for name, samples in (("questions", many), ("answers", one)):
            found = s_curve_intervals(BUDGETS, samples, seed=place, **options).midpoint
            covered[name] += found.low <= truth.midpoint <= found.high
    # 24 of 30 are expected; 16 or fewer are one case in 500, all 30 one in 800.
    assert all(17 <= count <= 29 for count in covered.values())


def test_levels_are_fitted_apart():
    rng = np.random.default_rng(8)
    levels = [3, 1, 3, 1, 1]
    samples = rng.random((5, 8, 8)) < 0.5
    found = s_curves_by_level(BUDGETS, samples, levels, seed=9)
    assert list(found) == [1, 3]
    for level, rows in ((1, [1, 3, 4]), (3, [0, 2])):
        alone = fit_s_curve(BUDGETS, samples[rows].mean(axis=(0, 1)))
        assert [part.estimate for part in found[level]] == pytest.approx(
            [float(part) for part in alone]
        )
        assert all(part.low <= part.high for part in found[level])


def test_one_answer_shows_no_spread():
    found = s_curve_intervals(BUDGETS, np.ones((1, 1, 8)), seed=0)
    assert found.floor.estimate == 1
    assert np.isnan([found.floor.low, found.slope.high]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: fit_s_curve([0, 16], [0, 1]), "two above 0"),
        (lambda: fit_s_curve([0, 32, 16], [0, 1, 1]), "increase"),
        (lambda: fit_s_curve(BUDGETS, [0, 1]), "accuracy must be"),
        (lambda: fit_s_curve([0, 1, 2], [0, 1, 1.5]), "0 to 1"),
        (lambda: fit_s_curve([0, 1, 2], [0, 1, float("nan")]), "0 to 1"),
        (lambda: s_curve_intervals(BUDGETS, np.ones((8, 8)), seed=0), "samples must be"),
        (lambda: s_curve_intervals(BUDGETS, np.ones((2, 2, 8)), seed=0, confidence=1), "confid"),
        (lambda: s_curve_intervals(BUDGETS, np.ones((2, 2, 8)), seed=0, resamples=0), "resamples"),
        (lambda: s_curves_by_level(BUDGETS, np.ones((2, 2, 8)), [1], seed=0), "levels"),
    ],
)
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
