"""The continuous solution: hulls by hand, the price by bisection, and the bound as a law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.allocation import Problem, equilibrium, hull_slopes, knapsack

BUDGETS = np.array([0, 10, 30, 40, 80])
CURVES = st.lists(st.lists(st.integers(0, 8), min_size=4, max_size=4), min_size=1, max_size=6).map(
    lambda rows: np.array([[0, *row] for row in rows]) / 8
)


def problem_of(curves, total):
    return Problem(BUDGETS, [np.arange(len(curves))], total)


def dual(price, curves, total):
    """What a seller of tokens at that price lets the questions win, and what they ask for."""
    surplus = curves - price * BUDGETS
    best = surplus.max(axis=1)
    asked = np.array(
        [BUDGETS[row >= top - 1e-12].min() for row, top in zip(surplus, best, strict=True)]
    )
    return best.sum() + price * total, asked.sum()


def bisect(curves, total):
    """Finds the least price at which no more than the total is asked for."""
    if dual(0, curves, total)[1] <= total:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if dual(middle, curves, total)[1] > total:
            low = middle
        else:
            high = middle
    return high


def test_a_hull_by_hand():
    # From 0 straight to 0.9 at 30, over the 0.1 at 10; then 0.1 more at 80, over the dip at 40.
    slopes = hull_slopes([0, 0.1, 0.9, 0.8, 1.0], BUDGETS)
    assert slopes == pytest.approx([0.03, 0.03, 0.002, 0.002])


def test_an_equilibrium_by_hand():
    # Hulls: A gives 0.05 a token up to 10 and then 0.01 up to 30; B 0.03 up to 30; C 0.009 up to
    # 80. Of 50 tokens A's first 10 and B's 30 are bought, and half of A's next 20: the price is
    # 0.01, and C is not worth it anywhere.
    curves = np.array([[0, 0.5, 0.7, 0.7, 0.7], [0, 0, 0.9, 0.9, 0.9], [0, 0, 0, 0, 0.72]])
    found = equilibrium(curves, problem_of(curves, 50))
    assert found.price == pytest.approx([0.01])
    assert found.tokens == pytest.approx(np.array([[20, 30, 0]]))
    assert found.value == pytest.approx([0.5 + 0.1 + 0.9])
    assert found.abandoned.tolist() == [[False, False, True]]


@given(CURVES, st.integers(1, 300))
def test_its_value_bounds_the_knapsack_from_above(curves, total):
    problem = problem_of(curves, total)
    assert equilibrium(curves, problem).value[0] >= knapsack(curves, problem).value[0] - 1e-9


@given(CURVES, st.integers(1, 300))
def test_price_and_value_are_those_of_a_bisection(curves, total):
    found = equilibrium(curves, problem_of(curves, total))
    price = bisect(curves, total)
    assert dual(price, curves, total)[0] == pytest.approx(found.value[0], abs=1e-9)
    assert dual(found.price[0], curves, total)[0] == pytest.approx(found.value[0], abs=1e-9)
    assert found.price[0] <= price + 1e-9


@given(CURVES, st.integers(1, 300))
def test_marginal_utility_meets_the_price(curves, total):
    found = equilibrium(curves, problem_of(curves, total))
    assert found.tokens.sum() <= total + 1e-9
    if found.price[0] > 0:
        assert found.tokens.sum() == pytest.approx(total)
    for tokens, slopes in zip(found.tokens[0], hull_slopes(curves, BUDGETS), strict=True):
        if tokens > 0:
            left = slopes[np.searchsorted(BUDGETS, tokens - 1e-9) - 1]
            assert left >= found.price[0] - 1e-9
        if tokens < BUDGETS[-1]:
            right = slopes[np.searchsorted(BUDGETS, tokens + 1e-9) - 1]
            assert right <= found.price[0] + 1e-9


@given(CURVES)
def test_hulls_are_concave_and_touch_the_curves_from_above(curves):
    slopes = hull_slopes(curves, BUDGETS)
    hulls = np.cumsum(np.append(np.zeros((len(curves), 1)), slopes * np.diff(BUDGETS), 1), axis=1)
    assert (np.diff(slopes, axis=1) <= 1e-12).all()
    assert (hulls >= curves - 1e-9).all()
    # Where the hull bends, and at both ends, it is the curve: so no smaller one is concave.
    bends = np.diff(slopes, axis=1) < -1e-9
    assert hulls[:, 1:-1][bends] == pytest.approx(curves[:, 1:-1][bends])
    assert hulls[:, -1] == pytest.approx(curves[:, -1])


def test_many_episodes_agree_with_one_by_one():
    rng = np.random.default_rng(3)
    curves = np.sort(rng.random((9, 5)), axis=1)
    curves[:, 0] = 0
    episodes, totals = rng.integers(9, size=(20, 4)), rng.integers(1, 300, size=20)
    whole = equilibrium(curves, Problem(BUDGETS, episodes, totals))
    for place in range(20):
        one = equilibrium(curves, Problem(BUDGETS, episodes[[place]], totals[place]))
        assert one.value == pytest.approx(whole.value[[place]])
        assert one.price == pytest.approx(whole.price[[place]])
