"""The whole way once, with the real parts: a scripted policy measured, bracketed, and played."""

import numpy as np

from ponder.evaluation.allocation import (
    Contest,
    Problem,
    gap_bracket,
    gap_parts,
    knapsack,
    oracle_bracket,
)
from ponder.evaluation.episodes import evaluate_episodes
from ponder.generators.mixture import Mixture
from ponder.policies.policy import Turn
from ponder.policies.scripted import ScriptedPolicy
from ponder.verifiers import verify
from tests.evaluation.allocation.simulation import BUDGETS, accuracy
from tests.evaluation.simulation import episode_lookup

SOURCE = "chain_sum:3-10"
EPISODES, SIZE, TOTAL, ANSWERS, SEED = 30, 5, 240, 8, 11


def script(tasks, tokens):
    """A policy of the simulation's accuracy, that spends what it is told on each question."""
    return ScriptedPolicy(
        tasks,
        accuracy=lambda level, spent: float(accuracy(level, spent)),
        tokens=lambda turn, level: tokens[turn.question],
    )


def measured(tasks):
    """Asks for answers at every budget above 0: (Q, K, B)."""
    questions = list(tasks)
    samples = np.zeros((len(questions), ANSWERS, len(BUDGETS)), dtype=int)
    turns = [Turn(question, tasks[question].answer_format) for question in questions]
    for place, budget in enumerate(BUDGETS.tolist()[1:], start=1):
        policy = script(tasks, dict.fromkeys(questions, budget))
        for answer in range(ANSWERS):
            found = policy.complete(
                turns, max_tokens=[budget] * len(turns), seed=100 * place + answer
            )
            samples[:, answer, place] = [
                verify(tasks[question], completion.text).correct
                for question, completion in zip(questions, found, strict=True)
            ]
    return samples


def test_a_policy_that_follows_the_best_plan_has_no_gap_in_the_environment():
    mixture = Mixture.parse(SOURCE)
    tasks = episode_lookup(mixture, EPISODES, SIZE, SEED)
    questions = list(tasks)
    assert len(questions) == EPISODES * SIZE  # no question twice
    problem = Problem(BUDGETS, np.arange(len(questions)).reshape(EPISODES, SIZE), TOTAL)
    levels = np.array([tasks[question].level for question in questions])
    best = knapsack(accuracy(levels[:, None], BUDGETS), problem)
    # A policy cannot say nothing: what the plan does not attempt takes one token.
    spent = dict(zip(questions, best.tokens.ravel().clip(1).tolist(), strict=True))
    rows = evaluate_episodes(
        script(tasks, spent),
        mixture,
        episodes=EPISODES,
        budget=TOTAL + SIZE,
        num_questions=SIZE,
        seed=SEED,
        min_tokens=1,
        max_tokens=TOTAL,
    )
    assert [row.question for row in rows] == questions
    contest = Contest(
        np.array([row.correct for row in rows]).reshape(EPISODES, SIZE),
        np.array([row.tokens for row in rows]).reshape(EPISODES, SIZE),
    )
    assert (contest.tokens == best.tokens.clip(1)).all()

    bracket = oracle_bracket(measured(tasks), problem, seed=1)
    assert bracket.low < best.value.mean() < bracket.high
    gap = gap_bracket(bracket, contest, problem, seed=2)
    assert gap.lower.low < 0 < gap.upper.high
    parts = gap_parts(best, contest, problem, seed=3)
    assert parts.counts["wrong_at_any_price"] == sum(parts.counts.values()) > 0
