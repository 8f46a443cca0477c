"""What a problem refuses, and that a plan is one that the environment lets through."""

import numpy as np
import pytest

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.evaluation.allocation import Problem, knapsack
from ponder.generators.mixture import Mixture

BUDGETS = [0, 10, 30]


def test_a_total_serves_all_episodes_or_each_has_its_own():
    assert Problem(BUDGETS, [[0], [1]], 40).totals.tolist() == [40, 40]
    assert Problem(BUDGETS, [[0], [1]], [40, 50]).totals.tolist() == [40, 50]


@pytest.mark.parametrize(
    ("budgets", "step"), [([0, 10, 30], 10), ([0, 16, 24], 8), ([0, 3, 7], 1), ([0, 5], 5)]
)
def test_the_step_divides_every_budget(budgets, step):
    assert Problem(budgets, [[0]], 10).step == step


def test_arguments_are_copied():
    totals = np.array([40])
    problem = Problem(BUDGETS, [[0]], totals)
    totals[0] = 1
    assert problem.totals.tolist() == [40]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([10, 20], [[0]], 40), "budgets must be 0 and then increase"),
        (([0, 20, 20], [[0]], 40), "budgets must be 0 and then increase"),
        (([0], [[0]], 40), "budgets must be 0 and then increase"),
        (([0.0, 1.0], [[0]], 40), "budgets must be integers"),
        ((BUDGETS, [0], 40), "episodes must be integers in 2 dimensions"),
        ((BUDGETS, [[-1]], 40), "episodes must be"),
        ((BUDGETS, np.zeros((0, 3), dtype=int), 40), "episodes must be"),
        ((BUDGETS, [[0]], [40, 40]), "totals must be one number"),
        ((BUDGETS, [[0]], 40.5), "totals must be integers"),
        ((BUDGETS, [[0]], 0), "totals must be at least min_tokens = 1, got 0"),
    ],
)
def test_bad_problems_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Problem(*arguments)


@pytest.mark.parametrize("min_tokens", [0, 1.5])
def test_min_tokens_is_a_positive_integer(min_tokens):
    with pytest.raises(ValueError, match="min_tokens"):
        Problem(BUDGETS, [[0]], 40, min_tokens=min_tokens)


@pytest.mark.parametrize(
    ("curves", "message"),
    [
        ([[0, 1]], r"curves must be \(Q, 3\) with Q at least 2"),
        ([[0, 0, 1]], r"curves must be \(Q, 3\) with Q at least 2"),
        ([[0, 0, 1], [0, float("nan"), 1]], "finite"),
        ([[0, 0, 1], [0.1, 0.2, 1]], "0 at budget 0"),
    ],
)
def test_curves_that_do_not_fit_are_refused(curves, message):
    with pytest.raises(ValueError, match=message):
        knapsack(curves, Problem(BUDGETS, [[0, 1]], 40))


@pytest.mark.parametrize(("total", "min_tokens"), [(60, 1), (47, 10), (35, 20), (20, 20)])
def test_the_environment_lets_a_best_plan_through(total, min_tokens):
    environment = BudgetEnvironment(
        Mixture.parse("chain_sum:1"), EnvConfig(num_questions=4, min_tokens=min_tokens)
    )
    curves = [[0, 0.5, 0.6], [0, 0.1, 0.9], [0, 0, 0.7], [0, 0.6, 0.6]]
    problem = Problem(BUDGETS, [[0, 1, 2, 3]], total, min_tokens=min_tokens)
    plan = knapsack(curves, problem)
    observation = environment.reset(seed=1, total_budget=total)
    won = 0
    for tokens in plan.tokens[0].tolist():
        if observation.done:
            assert tokens == 0
            continue
        answer = environment.task.answer if tokens else ""
        observation = environment.step(f"<answer>{answer}</answer>", charged=tokens)
        won += tokens > 0
    assert environment.state.total_correct == won > 0
