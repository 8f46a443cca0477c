"""Plain plans: worked out by hand, and never better than the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.allocation import Problem, equal_split, greedy_marginal, knapsack

BUDGETS = [0, 10, 20, 30]
CONCAVE, S_SHAPED = [0, 0.3, 0.4, 0.4], [0, 0, 0.9, 0.9]
CURVES = [CONCAVE, S_SHAPED]


def both(total, **settings):
    return Problem(BUDGETS, [[0, 1]], total, **settings)


def test_greedy_never_starts_an_s_shaped_curve():
    # With 20 tokens: the concave curve offers 0.3 at once and then 0.1, the S-shaped one nothing
    # for its first 10, so greedy buys 0.4; the oracle buys 0.9 for the same 20.
    assert greedy_marginal(CURVES, both(20)).levels.tolist() == [[2, 0]]
    assert knapsack(CURVES, both(20)).levels.tolist() == [[0, 2]]
    # With 30 greedy has 10 left that nothing improves; the oracle takes 0.3 and 0.9.
    assert greedy_marginal(CURVES, both(30)).value == pytest.approx([0.4])
    assert knapsack(CURVES, both(30)).value == pytest.approx([1.2])


def test_an_equal_split_is_rounded_down_and_not_given_out_again():
    plan = equal_split(CURVES, both(39))
    assert plan.tokens.tolist() == [[10, 10]]
    assert plan.value == pytest.approx([0.3])
    assert equal_split(CURVES, both(40)).value == pytest.approx([1.3])
    assert equal_split(CURVES, both(1_000)).tokens.tolist() == [[30, 30]]
    assert equal_split(CURVES, both(19)).tokens.tolist() == [[0, 0]]


def test_what_the_environment_would_not_put_is_dropped():
    # After 10 of 25 tokens, 15 are left: less than 16, so the episode ends.
    assert equal_split(CURVES, both(25, min_tokens=15)).tokens.tolist() == [[10, 10]]
    assert equal_split(CURVES, both(25, min_tokens=16)).tokens.tolist() == [[10, 0]]
    curves = [[0, 0.2, 0.2, 0.2], [0, 0.5, 0.5, 0.5]]
    assert greedy_marginal(curves, both(25, min_tokens=15)).tokens.tolist() == [[10, 10]]
    assert greedy_marginal(curves, both(25, min_tokens=16)).tokens.tolist() == [[10, 0]]


def test_gains_are_weighed_by_the_token():
    # A's first 10 tokens add 0.5. Of the 30 left, A would turn all into 0.6 and B 10 into 0.3:
    # B gives more per token, and then A's step no longer fits.
    problem = Problem([0, 10, 40], [[0, 1]], 40)
    plan = greedy_marginal([[0, 0.5, 1.1], [0, 0.3, 0.3]], problem)
    assert plan.tokens.tolist() == [[10, 10]]


def test_a_step_that_does_not_fit_gives_way_to_one_that_does():
    # 30 tokens: B's 20-token step pays most per token, then A's 20-token step does not fit in
    # 10, and C's does.
    curves = [[0, 0.5, 0.9], [0, 0.6, 0.7], [0, 0.1, 0.2]]
    problem = Problem([0, 20, 30], [[0, 1, 2]], 30)
    assert greedy_marginal(curves, problem).tokens.tolist() == [[0, 30, 0]]


@given(
    st.lists(st.lists(st.integers(0, 8), min_size=3, max_size=3), min_size=1, max_size=5),
    st.integers(5, 200),
    st.integers(1, 30),
)
def test_no_plan_beats_the_oracle(rows, total, min_tokens):
    curves = np.array([[0, *row] for row in rows]) / 8
    problem = Problem(
        BUDGETS, [np.arange(len(rows))], max(total, min_tokens), min_tokens=min_tokens
    )
    best = knapsack(curves, problem)
    for plan in (equal_split(curves, problem), greedy_marginal(curves, problem)):
        assert plan.value[0] <= best.value[0] + 1e-9
        assert plan.tokens.sum() <= problem.totals[0]
        assert (plan.won == curves[problem.episodes, plan.levels]).all()


@given(st.lists(st.lists(st.integers(0, 8), min_size=3, max_size=3), min_size=1, max_size=5))
def test_greedy_is_optimal_on_concave_curves_of_even_steps(rows):
    gains = -np.sort(-np.array(rows), axis=1) / 24
    curves = np.append(np.zeros((len(rows), 1)), np.cumsum(gains, axis=1), axis=1)
    for total in (10, 30, 60, 100):
        problem = Problem(BUDGETS, [np.arange(len(rows))], total)
        greedy, best = greedy_marginal(curves, problem), knapsack(curves, problem)
        assert greedy.value == pytest.approx(best.value)
