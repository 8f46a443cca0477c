"""Credit among plays, on rewards worked out by hand."""

import pytest

from ponder.generators import generate
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.trainers.credit import credit_episodes, credit_questions
from ponder.trainers.objectives import Objective
from ponder.verifiers import Verdict

PLAIN = Objective(scale="none")
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
