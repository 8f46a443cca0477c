"""Isotonic regression against pooling adjacent violators, written out as the textbooks do."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.allocation import isotonic, response_curves

VALUES = st.lists(st.integers(-20, 20), min_size=1, max_size=9)


def pool(values, weights):
    """Merges neighbours that fall, block by block."""
    blocks = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append([value, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            value, weight, size = blocks.pop()
            before = blocks[-1]
            before[0] = (before[0] * before[1] + value * weight) / (before[1] + weight)
            before[1] += weight
            before[2] += size
    return [value for value, _, size in blocks for _ in range(size)]


@given(VALUES, st.data())
def test_it_pools_adjacent_violators(values, data):
    size = len(values)
    weights = data.draw(st.lists(st.floats(0.1, 10), min_size=size, max_size=size))
    assert isotonic(values, weights) == pytest.approx(pool(values, weights), abs=1e-9)
    assert isotonic(values) == pytest.approx(pool(values, [1] * size), abs=1e-9)


@given(VALUES)
def test_it_rises_and_keeps_the_mean(values):
    fit = isotonic(values)
    assert (np.diff(fit) >= 0).all()
    assert fit.sum() == pytest.approx(sum(values), abs=1e-9)
    assert isotonic(fit) == pytest.approx(fit, abs=1e-9)


def test_rows_are_fitted_each_on_its_own():
    rows = np.random.default_rng(4).random((3, 5, 7))
    weights = np.random.default_rng(5).random((3, 5, 7)) + 0.1
    fit = isotonic(rows, weights)
    for place in np.ndindex(3, 5):
        assert fit[place] == pytest.approx(pool(rows[place], weights[place]))


def test_a_weight_counts_as_that_many_values():
    assert isotonic([3, 1], [1, 3]) == pytest.approx([1.5, 1.5])


def test_answers_become_monotone_curves():
    # Shares right by budget: 0, 1/2, 1, 1/2; the last two are pooled to 3/4.
    samples = [[[0, 1, 1, 0], [0, 0, 1, 1]]]
    assert response_curves(samples) == pytest.approx(np.array([[0, 0.5, 0.75, 0.75]]))


@pytest.mark.parametrize(
    ("values", "weights", "message"),
    [
        ([], None, "at least one"),
        (1.0, None, "at least one"),
        ([1, 2], [1], "shape"),
        ([1, 2], [1, 0], "above 0"),
        ([1, 2], [1, float("nan")], "above 0"),
    ],
)
def test_bad_arguments_are_refused(values, weights, message):
    with pytest.raises(ValueError, match=message):
        isotonic(values, weights)
