"""The oracle against every plan that a ledger lets through, one by one."""

import itertools
import sys

import numpy as np
import pytest

from ponder.budget_env.ledger import Ledger
from ponder.evaluation.allocation import Problem, knapsack


def fits(plan, total, min_tokens):
    """Plays a plan's tokens on the environment's own ledger."""
    ledger = Ledger(total, min_tokens=min_tokens)
    for tokens in plan:
        if ledger.exhausted or tokens > ledger.remaining:
            if tokens:
                return False
        else:
            ledger = ledger.charge(tokens)
    return True


def brute_force(curves, budgets, total, min_tokens):
    """Gives the best value, and the fewest tokens of all plans that reach it."""
    offers = []
    for levels in itertools.product(range(len(budgets)), repeat=len(curves)):
        tokens = [budgets[level] for level in levels]
        if fits(tokens, total, min_tokens):
            value = sum(curve[level] for curve, level in zip(curves, levels, strict=True))
            offers.append((value, sum(tokens)))
    best = max(value for value, _ in offers)
    return best, min(tokens for value, tokens in offers if value > best - 1e-9)


def draw_curves(rng, questions, levels):
    """Draws curves of every kind: smooth and full of ties, monotone and not."""
    if rng.random() < 0.5:
        curves = rng.random((questions, levels))
    else:
        curves = rng.integers(0, 9, (questions, levels)) / 8
    if rng.random() < 0.5:
        curves = np.sort(curves, axis=1)
    curves[:, 0] = 0
    return curves


def test_it_equals_brute_force_on_a_thousand_instances():
    rng = np.random.default_rng(1)
    for _ in range(1_000):
        questions, levels = int(rng.integers(1, 5)), int(rng.integers(2, 5))
        step = int(rng.choice([1, 2, 5]))
        budgets = step * np.append(0, np.sort(rng.choice(np.arange(1, 9), levels - 1, False)))
        min_tokens = int(rng.integers(1, 3 * step + 2))
        total = int(rng.integers(min_tokens, step * 24 + min_tokens))
        curves = draw_curves(rng, questions, levels)
        problem = Problem(budgets, [np.arange(questions)], total, min_tokens=min_tokens)
        plan = knapsack(curves, problem)
        value, tokens = brute_force(curves, budgets.tolist(), total, min_tokens)
        assert plan.value[0] == pytest.approx(value, abs=1e-9)
        assert plan.tokens.sum() == tokens
        assert fits(plan.tokens[0].tolist(), total, min_tokens)
        assert (curves[np.arange(questions), plan.levels[0]] == plan.won[0]).all()


@pytest.mark.parametrize("cells", [1, 300, 2_000_000])
def test_many_episodes_at_once_are_solved_as_one_by_one(cells, monkeypatch):
    module = sys.modules["ponder.evaluation.allocation.knapsack"]
    monkeypatch.setattr(module, "_CELLS_AT_ONCE", cells)
    rng = np.random.default_rng(2)
    curves = draw_curves(rng, 12, 5)
    episodes = rng.integers(12, size=(40, 3))
    totals = rng.integers(9, 80, size=40)
    budgets = [0, 4, 8, 20, 36]
    whole = knapsack(curves, Problem(budgets, episodes, totals, min_tokens=9))
    for place in range(40):
        one = Problem(budgets, episodes[place : place + 1], totals[place], min_tokens=9)
        assert (knapsack(curves, one).levels == whole.levels[place]).all()


def test_a_budget_for_everything_buys_the_top_of_every_curve():
    curves = [[0, 0.2, 0.9], [0, 0.5, 0.5], [0, 0.4, 0.1]]
    plan = knapsack(curves, Problem([0, 10, 20], [[0, 1, 2]], 10**9))
    assert plan.levels.tolist() == [[2, 1, 1]]
    assert plan.value == pytest.approx([1.8])


def test_the_last_tokens_count_for_what_must_remain():
    # 15 left after the first question are 1 step of 10, but enough where 15 must remain.
    curves = [[0, 0.5], [0, 0.5]]
    assert knapsack(curves, Problem([0, 10], [[0, 1]], 25, min_tokens=15)).value == [1]
    assert knapsack(curves, Problem([0, 10], [[0, 1]], 25, min_tokens=16)).value == [0.5]
