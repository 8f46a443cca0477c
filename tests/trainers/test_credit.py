"""Credit among plays, on rewards worked out by hand."""

import dataclasses
from typing import Any, Literal

import pytest

from ponder.generators import generate
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_episodes, credit_questions, credit_step
from ponder.trainers.objectives import Objective
from ponder.verifiers import Verdict

PLAIN = Objective(scale="none")
NOBODY: Any = None  # A prover that is never asked.
TASK = generate("chain_sum")


def rollout(group: int, play: int, turn: int, reward: float) -> Rollout:
    return Rollout(
        TASK,
        "chain_sum",
        group,
        play,
        turn,
        Completion("", (1,), (1,), (0.0,), True),
        Verdict(0.0, False, None, "none", ""),
        {"reward": reward},
    )


def test_questions_are_compared_within_their_group() -> None:
    rollouts = [rollout(0, 0, 0, 1), rollout(1, 0, 0, 5), rollout(0, 1, 0, 0), rollout(1, 1, 0, 9)]
    assert credit_questions(rollouts, PLAIN).tolist() == [0.5, -2, -0.5, 2]


def of_length(group: int, play: int, reward: float, tokens: int) -> Rollout:
    completion = Completion("", (1,), (1,) * tokens, (0.0,) * tokens, True)
    return dataclasses.replace(rollout(group, play, 0, reward), completion=completion)


# Two groups of four, whose rows lie between one another's.
MIXED = [
    *(of_length(0, 0, 1, 50), of_length(1, 0, 0, 5), of_length(0, 1, 0, 20)),
    *(of_length(0, 2, 1, 10), of_length(1, 1, 1, 9), of_length(1, 2, 1, 40)),
    *(of_length(0, 3, 1, 20), of_length(1, 3, 1, 7)),
]


@pytest.mark.parametrize(
    ("keep", "by", "expected"),
    [
        # Of 50, 20, 10, 20 tokens the 10 and the earlier 20 (1 and 0 less 1/2); of 5, 9, 40, 7
        # the 5 and the 7 (0 and 1).
        (2, "shortest", [0, -0.5, -0.5, 0.5, 0, 0, 0, 0.5]),
        # 1, 0 and 1 of 10 and 20s; 0, 1 and 1 of 5, 9, 7: less 2/3.
        (3, "shortest", [0, -2 / 3, -2 / 3, 1 / 3, 1 / 3, 0, 1 / 3, 1 / 3]),
        # Most a token: 1/10 and 1/20; 1/7 and 1/9. All of them are right.
        (2, "efficiency", [0] * 8),
        (4, "shortest", [0.25, -0.75, -0.75, 0.25, 0.25, 0.25, 0.25, 0.25]),
        (0, "shortest", [0.25, -0.75, -0.75, 0.25, 0.25, 0.25, 0.25, 0.25]),
    ],
)
def test_what_is_kept_is_compared_and_the_rest_credited_with_nothing(
    keep: int, by: Literal["shortest", "efficiency"], expected: list[float]
) -> None:
    found = credit_questions(MIXED, PLAIN, keep=keep, by=by)
    assert found.tolist() == pytest.approx(expected)
    config = TrainConfig(objective="dr_grpo", group_size=4, keep=keep, keep_by=by)
    episodes = [*ENDED, *WENT_ON]
    outcome, credit, measured = credit_step(MIXED, episodes, config, NOBODY, 0)
    # Episodes are compared whole.
    assert outcome.tolist() == pytest.approx([*expected, -0.85, 0.85, 0, 0])
    assert [float(part) for part in credit] == outcome.tolist()
    assert measured == {}


def test_what_is_not_kept_is_no_part_of_the_spread() -> None:
    # 1 and 0 have a deviation of sqrt(1/2), whatever else there is.
    rows = [of_length(0, 0, 1, 1), of_length(0, 1, 0, 2), of_length(0, 2, 9, 3)]
    for scale in ("std", "batch"):
        objective = Objective(scale=scale, epsilon=0.0)
        found = credit_questions(rows, objective, keep=2).tolist()
        assert found == pytest.approx([0.5**0.5, -(0.5**0.5), 0])


# Two plays of three questions. The first spends it all on its first question and ends there,
# paying -0.2 for the two never reached; the second answers all three.
ENDED = [rollout(0, 0, 0, 1.0 - 0.2)]
WENT_ON = [rollout(0, 1, 0, 0.5), rollout(0, 1, 1, 1.0), rollout(0, 1, 2, 1.0)]


@pytest.mark.parametrize(
    ("credit", "expected"),
    [
        # Turn 0: 0.8 against 0.5. Later turns have one member each: nothing to compare.
        ("own", [0.15, -0.15, 0, 0]),
        # Turn 0: 0.8 against 2.5.
        ("to_go", [-0.85, 0.85, 0, 0]),
        ("episode", [-0.85, 0.85, 0, 0]),
    ],
)
def test_spending_early_shows_in_the_return(credit: str, expected: list[float]) -> None:
    found = credit_episodes([*ENDED, *WENT_ON], PLAIN, credit=credit)
    assert found.tolist() == pytest.approx(expected)


def test_to_go_leaves_out_what_came_before() -> None:
    rollouts = [
        rollout(0, 0, 0, 1),
        rollout(0, 0, 1, 0),
        rollout(0, 1, 0, 0),
        rollout(0, 1, 1, 1),
    ]
    to_go = credit_episodes(rollouts, PLAIN, credit="to_go").tolist()
    assert to_go == [0, -0.5, 0, 0.5]
    assert credit_episodes(rollouts, PLAIN, credit="episode").tolist() == [0, 0, 0, 0]


def test_episodes_are_compared_with_plays_of_the_same_episode_only() -> None:
    rollouts = [rollout(g, p, 0, 10 * g + p) for g in range(2) for p in range(2)]
    assert credit_episodes(rollouts, PLAIN, credit="to_go").tolist() == [-0.5, 0.5, -0.5, 0.5]


def test_no_rollouts_give_no_credit() -> None:
    assert credit_questions([], PLAIN).tolist() == []
    assert credit_episodes([], PLAIN, credit="own").tolist() == []


def test_an_unknown_credit_is_named() -> None:
    with pytest.raises(ValueError, match="own, to_go, episode"):
        credit_episodes(ENDED, PLAIN, credit="all")
