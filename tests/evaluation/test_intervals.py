"""Intervals against exact enumeration, the normal approximation, and laws."""

import math
import statistics
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation import bootstrap_difference, bootstrap_mean, bootstrap_ratio
from ponder.evaluation.intervals import (
    bootstrap_contrast,
    bootstrap_crossed,
    bootstrap_quantiles,
)

NUMBERS = st.lists(st.floats(-100, 100), min_size=2, max_size=12)


def test_three_values_agree_with_all_27_resamples():
    # The 27 equally likely resamples of 0, 1, 10 have the means 0 (1), 1/3 (3), 2/3 (3), 1 (1),
    # 10/3 (3), 11/3 (6), 4 (3), 20/3 (3), 7 (3), 10 (1): a tenth lies at 1/3, nine tenths at 7.
    found = bootstrap_mean([0, 1, 10], seed=1, confidence=0.8, resamples=20_000)
    assert found == pytest.approx((11 / 3, 1 / 3, 7))


def test_a_large_sample_agrees_with_the_normal_approximation():
    values = [0.0, 1.0] * 200
    half = 1.96 * statistics.pstdev(values) / math.sqrt(len(values))
    found = bootstrap_mean(values, seed=2)
    assert found == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=0.006)


def test_the_interval_covers_the_truth_as_often_as_it_says():
    import numpy as np

    rng = np.random.default_rng(4)
    covered = 0
    for place in range(300):
        found = bootstrap_mean(rng.exponential(size=60).tolist(), seed=place, resamples=400)
        covered += found.low <= 1 <= found.high
    # 0.95 less what the percentile bootstrap is known to lose on skewed samples of 60.
    assert 0.89 <= covered / 300 <= 0.985


@given(NUMBERS, st.integers(2, 5))
def test_copies_in_a_cluster_add_no_certainty(values, copies):
    once = bootstrap_mean(values, seed=5, resamples=50)
    many = bootstrap_mean(
        [value for value in values for _ in range(copies)],
        clusters=[place for place in range(len(values)) for _ in range(copies)],
        seed=5,
        resamples=50,
    )
    assert many == pytest.approx(once, abs=1e-9)


@given(NUMBERS, st.floats(-10, 10))
def test_a_constant_change_is_known_exactly(before, shift):
    after = [value + shift for value in before]
    found = bootstrap_difference(after, before, seed=6, resamples=50)
    assert found == pytest.approx((shift, shift, shift), abs=1e-9)


@given(st.lists(st.floats(0.5, 100), min_size=2, max_size=12), st.floats(-10, 10))
def test_a_constant_ratio_is_known_exactly(bottom, factor):
    top = [factor * value for value in bottom]
    found = bootstrap_ratio(top, bottom, seed=7, resamples=50)
    assert found == pytest.approx((factor, factor, factor), abs=1e-9)


def test_a_ratio_is_of_means_and_not_a_mean_of_ratios():
    assert bootstrap_ratio([1, 3], [1, 1], seed=0).estimate == 2
    assert bootstrap_ratio([1, 9], [1, 3], seed=0).estimate == 2.5


@given(NUMBERS)
def test_bounds_lie_around_the_estimates_of_the_sample(values):
    found = bootstrap_mean(values, seed=8, resamples=200)
    assert found.estimate == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9


def test_the_seed_alone_decides():
    values = list(range(30))
    assert bootstrap_mean(values, seed=9) == bootstrap_mean(values, seed=9)
    assert bootstrap_mean(values, seed=9) != bootstrap_mean(values, seed=10)


def test_one_cluster_shows_no_spread():
    found = bootstrap_mean([1, 2, 3], clusters=["a", "a", "a"], seed=0)
    assert found.estimate == 2
    assert math.isnan(found.low) and math.isnan(found.high)


def test_a_ratio_over_nothing_is_undefined():
    assert all(math.isnan(value) for value in bootstrap_ratio([1, 2], [0, 0], seed=0))
    found = bootstrap_ratio([0, 2], [0, 1], seed=0)
    assert found == (2, 2, 2)


def test_two_groups_agree_with_all_their_resamples():
    # Means of 0, 1 are 0 (1), 1/2 (2), 1 (1); of 0, 10: 0 (1), 5 (2), 10 (1). Of the 16 equally
    # likely differences the least, -10 (1), and the largest, 1 (1), are a sixteenth each.
    found = bootstrap_contrast([[0, 1], [0, 10]], [1, -1], seed=1, resamples=20_000)
    assert found == pytest.approx((-4.5, -10, 1))
    inner = bootstrap_contrast(
        [[0, 1], [0, 10]], [1, -1], seed=1, confidence=0.85, resamples=20_000
    )
    assert inner == pytest.approx((-4.5, -9.5, 0.5))


def test_an_unpaired_difference_agrees_with_the_normal_approximation():
    one, other = [0.0, 1.0, 1.0, 1.0] * 100, [0.0, 0.0, 0.0, 1.0] * 50
    spread = math.sqrt(0.1875 / 400 + 0.1875 / 200)
    found = bootstrap_contrast([one, other], [1, -1], seed=2)
    assert found == pytest.approx((0.5, 0.5 - 1.96 * spread, 0.5 + 1.96 * spread), abs=0.01)


def test_a_group_of_one_shows_no_spread():
    found = bootstrap_contrast([[1, 0], [1]], [1, -1], seed=0)
    assert found.estimate == -0.5
    assert math.isnan(found.low) and math.isnan(found.high)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), min_size=1, max_size=12),
    st.lists(st.floats(0, 1), min_size=1, max_size=3),
)
def test_quantiles_are_those_of_all_values(pairs, shares):
    import numpy as np

    values = [value for value, _ in pairs]
    found = bootstrap_quantiles(
        values, shares, seed=3, clusters=[cluster for _, cluster in pairs], resamples=20
    )
    wanted = np.quantile(values, shares, method="inverted_cdf")
    assert [value.estimate for value in found] == wanted.tolist()
    for value in found:
        assert not value.low < min(values) and not value.high > max(values)


def test_quantiles_of_whole_clusters_agree_with_all_their_resamples():
    # Two clusters, 1 1 1 and 9: their medians are 1 (3 of 4 resamples hold the first) or 9.
    values, clusters = [1, 9, 1, 1], ["a", "b", "a", "a"]
    (wide,) = bootstrap_quantiles(values, [0.5], seed=4, clusters=clusters, resamples=4000)
    (narrow,) = bootstrap_quantiles(
        values, [0.5], seed=4, clusters=clusters, confidence=0.4, resamples=4000
    )
    assert wide == (1, 1, 9)
    assert narrow == (1, 1, 1)
    # Without clusters three of four values are 1, and a median of 9 takes three 9s or more.
    (alone,) = bootstrap_quantiles(values, [0.5], seed=4, confidence=0.8, resamples=4000)
    assert alone == (1, 1, 1)


def test_many_values_are_quick():
    started = time.process_time()
    bootstrap_mean([float(place % 7) for place in range(20_000)], seed=0)
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bootstrap_mean([], seed=0), "at least one"),
        (lambda: bootstrap_mean([1], seed=0, confidence=1), "confidence"),
        (lambda: bootstrap_mean([1], seed=0, resamples=0), "resamples"),
        (lambda: bootstrap_mean([1, 2], seed=0, clusters=["a"]), "clusters"),
        (lambda: bootstrap_difference([1], [1, 2], seed=0), "before"),
        (lambda: bootstrap_ratio([1], [1, 2], seed=0), "denominators"),
        (lambda: bootstrap_contrast([], [], seed=0), "at least one"),
        (lambda: bootstrap_contrast([[1], []], [1, 1], seed=0), "at least one"),
        (lambda: bootstrap_contrast([[1]], [1, 1], seed=0), "weights"),
        (lambda: bootstrap_quantiles([], [0.5], seed=0), "at least one"),
        (lambda: bootstrap_quantiles([1], [1.5], seed=0), "shares"),
    ],
)
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_crossed_rows_and_columns_are_both_drawn():
    # Rows of 0, 3 and 6: three draws of three are all zeros in one of 27, more than 2.5 %.
    assert bootstrap_crossed([[0.0] * 9, [3.0] * 9, [6.0] * 9], seed=1) == (3, 0, 6)
    # The spread of an additive table is known: var(rows) / S + var(columns) / Q.
    rows, columns = [float(i) for i in range(30)], [float(i % 7) for i in range(42)]
    found = bootstrap_crossed([[r + c for c in columns] for r in rows], seed=1)
    spread = math.sqrt(statistics.pvariance(rows) / 30 + statistics.pvariance(columns) / 42)
    assert found.estimate == pytest.approx(14.5 + 3)
    assert found.high - found.low == pytest.approx(2 * 1.96 * spread, rel=0.05)


def test_one_crossed_row_is_the_bootstrap_over_columns():
    values = [float(i % 5) for i in range(60)]
    crossed, plain = bootstrap_crossed([values], seed=1), bootstrap_mean(values, seed=1)
    assert crossed == pytest.approx(plain, abs=0.06)
    assert math.isnan(bootstrap_crossed([[1.0], [2.0]], seed=1).low)


@pytest.mark.parametrize("table", [[], [[]], [[1.0], [1.0, 2.0]]])
def test_a_crossed_table_must_be_whole(table):
    with pytest.raises(ValueError, match="must"):
        bootstrap_crossed(table, seed=1)
