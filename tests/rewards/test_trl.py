"""The reward function for TRL: lists in, None where there is nothing to judge by."""

import pickle
import warnings
from typing import Any

import pytest

import ponder
from ponder.rewards import Rules
from ponder.rewards.trl import trl_reward

TASKS = [ponder.generate("chain_sum", level=1, seed=1, index=i) for i in range(3)]


def test_lists_in_lists_out_and_none_where_nothing_is_known() -> None:
    rewards = trl_reward()(
        prompts=["?"] * 4,
        completions=[f"\\boxed{{{task.answer}}}" for task in TASKS] + ["\\boxed{1}"],
        completion_ids=[[1]] * 4,
        uid=[TASKS[0].uid, None, None, None],
        gold=[None, TASKS[1].answer + "0", TASKS[2].answer, None],
        trainer_state=object(),
    )
    assert rewards == [1.0, 0.0, 1.0, None]


def test_a_conversation_is_judged_by_its_last_reply() -> None:
    right, wrong = ({"role": "assistant", "content": text} for text in ("\\boxed{5}", "\\boxed{6}"))
    tool = {"role": "tool", "content": "\\boxed{5}"}
    silent = {"role": "assistant", "content": None}
    parts = {"role": "assistant", "content": [{"type": "text", "text": "\\boxed{5}"}]}
    completions = [[wrong, tool, right], [right, wrong, tool], [silent], [], [wrong, parts]]
    assert trl_reward()(completions=completions, gold=["5"] * 5) == [1.0, 0.0, 0.0, 0.0, 1.0]


def test_the_gold_is_taken_from_the_column_that_is_named() -> None:
    columns: dict[str, Any] = {"answer": ["5", None], "gold": ["6", "6"]}
    assert trl_reward(gold="answer")(completions=["5", "5"], **columns) == [1.0, None]
    assert trl_reward()(completions=["5", "5"], **columns) == [0.0, 0.0]


def test_a_dataset_without_a_column_to_judge_by_is_warned_of() -> None:
    reward = trl_reward()
    with pytest.warns(UserWarning, match="only \\['solution', 'source'\\]") as caught:
        given = {"prompts": ["?"], "completion_ids": [[1]], "solution": ["5"], "source": ["a"]}
        assert reward(completions=["5"], **given) == [None]
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert reward(completions=["5"], gold=[None]) == [None]
        assert trl_reward(gold="solution")(completions=["5"], solution=["5"]) == [1.0]


def test_the_warning_comes_once() -> None:
    reward = trl_reward()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            reward(completions=["5"], text=["5"])
    assert len(caught) == 1


def test_it_can_be_pickled() -> None:
    reward = trl_reward(Rules(kind="integer", lenient=False), gold="answer")
    again = pickle.loads(pickle.dumps(reward))
    assert again == reward
    assert again.__name__ == "ponder"
    assert again(completions=["5", "\\boxed{5}"], answer=["5", "5"]) == [0.0, 1.0]


def test_rules_apply() -> None:
    assert trl_reward(Rules(lenient=False))(completions=["5"], gold=["5"]) == [0.0]


def test_it_has_the_name_that_the_log_shows() -> None:
    assert trl_reward().__name__ == "ponder"


def test_gradients_are_left_alone() -> None:
    torch = pytest.importorskip("torch")
    with torch.enable_grad():
        weight = torch.ones(1, requires_grad=True)
        rewards = trl_reward()(completions=["\\boxed{5}", "6"], gold=["5", "5"])
        loss = (weight * torch.tensor(rewards)).sum()
    loss.backward()
    assert weight.grad.item() == 1.0
