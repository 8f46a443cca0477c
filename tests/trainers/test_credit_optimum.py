"""Two questions that share a budget, with a known optimum: who reaches it.

Ten tokens. The first question is right with 0.56 after 2 tokens and with 0.96 after 9; the second
with 0.20 after 1 token and with 0.95 after 8. After 9 tokens on the first only the cheap way is
left for the second, unless less than the 2 tokens that any answer takes remain: then it is never
reached. So the first alone is best answered for 9 tokens, 0.96 in all, and both are best answered
by 2 and 8, 0.56 + 0.95 = 1.51.
"""

import itertools

import pytest
import torch

from ponder import generate
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.trainers.credit import credit_episodes
from ponder.trainers.objectives import Objective
from ponder.verifiers import Verdict

BUDGET, LEAST = 10, 2
COSTS = ((2, 9), (1, 8))
CHANCES = ((0.56, 0.96), (0.20, 0.95))
TASK = generate("chain_sum", level=1, seed=0)


def expected(policy: torch.Tensor) -> float:
    """Right answers an episode, exactly; `policy` (2, 2) holds probabilities."""
    total = 0.0
    for first, second in itertools.product(range(2), repeat=2):
        right = CHANCES[0][first]
        left = BUDGET - COSTS[0][first]
        if left >= LEAST and left >= COSTS[1][second]:
            right += CHANCES[1][second]
        total += float(policy[0, first] * policy[1, second]) * right
    return total


def test_the_optimum_by_hand() -> None:
    best = max(
        expected(torch.eye(2)[[first, second]])
        for first, second in itertools.product(range(2), repeat=2)
    )
    assert best == pytest.approx(1.51)
    assert expected(torch.eye(2)[[1, 1]]) == pytest.approx(0.96)


def play(
    probabilities: torch.Tensor, group: int, number: int, generator: torch.Generator
) -> list[tuple[Rollout, int]]:
    """Plays an episode; gives its turns with what was chosen."""
    left, turns = BUDGET, []
    for turn in range(2):
        if left < LEAST:
            break
        choice = int(torch.multinomial(probabilities[turn], 1, generator=generator))
        cost = COSTS[turn][choice]
        fits = cost <= left
        drawn = float(torch.rand(1, generator=generator)) < CHANCES[turn][choice]
        correct = fits and drawn
        spent = min(cost, left)
        left -= spent
        completion = Completion("", (), (0,) * spent, (0.0,) * spent, True)
        verdict = Verdict(float(correct), correct, None, "tag", "")
        reward = {"correctness": float(correct)}
        turns.append(
            (
                Rollout(TASK, "sums", group, number, turn, completion, verdict, reward, BUDGET),
                choice,
            )
        )
    return turns


def learned(credit: str) -> torch.Tensor:
    """Trains a table of logits by the policy gradient with Ponder's credit."""
    generator = torch.Generator().manual_seed(7)
    logits = torch.zeros(2, 2, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.SGD([logits], lr=1.0)
    objective = Objective(scale="none")
    for _ in range(150):
        probabilities = logits.detach().softmax(1)
        turns = [
            turn
            for group, number in itertools.product(range(4), range(8))
            for turn in play(probabilities, group, number, generator)
        ]
        values = credit_episodes([rollout for rollout, _ in turns], objective, credit=credit)
        logp = logits.log_softmax(1)
        chosen = torch.stack([logp[rollout.turn, choice] for rollout, choice in turns])
        optimiser.zero_grad()
        (-(chosen * values).mean()).backward()
        optimiser.step()
    return logits.detach().softmax(1)


@pytest.mark.parametrize("credit", ["to_go", "episode"])
def test_credit_for_what_comes_after_reaches_the_optimum(credit: str) -> None:
    assert expected(learned(credit)) > 1.45


def test_credit_for_the_own_question_is_myopic() -> None:
    assert expected(learned("own")) < 1.0
