"""Rows of data from a dataset: what to judge by, and the plain reward."""

import dataclasses
import json
from typing import Any

import pytest

import ponder
from ponder.rewards import Rules, judge_row, reward
from ponder.task import Task

TASK = ponder.generate("chain_sum", level=2, seed=3)
RIGHT, WRONG = f"<answer>{TASK.answer}</answer>", "<answer>1000000</answer>"


def as_columns(task: Task, **parquet: Any) -> dict[str, Any]:
    return {**json.loads(task.to_json()), **parquet}


@pytest.mark.parametrize(
    "row",
    [
        {"uid": TASK.uid},
        {"task": TASK.to_json()},
        {"task": json.loads(TASK.to_json())},
        as_columns(TASK),
        as_columns(TASK, facts=json.dumps(dict(TASK.facts))),
        {"question": "", "gold": TASK.answer},
        {"gold": int(TASK.answer)},
    ],
    ids=["uid", "task as text", "task", "columns", "columns of Parquet", "gold", "number"],
)
def test_a_row_says_in_many_ways_what_to_judge_by(row: dict[str, Any]) -> None:
    assert reward(RIGHT, row) == 1.0
    assert reward(["I wonder.", RIGHT], row) == 1.0
    assert reward(WRONG, row) == 0.0
    assert reward(None, row) == 0.0


def test_rules_reach_the_verdict() -> None:
    bare = {"gold": "7", "response": "7"}
    assert judge_row(bare)[1].correct
    assert not judge_row(bare, Rules(lenient=False))[1].correct
    opened = {"gold": "7", "response": "it is \\boxed{7}"}
    assert not judge_row(opened, Rules(reasoning_open=True))[1].correct
    order = {"gold": "1 2", "response": "<answer>2 1</answer>"}
    assert judge_row(order, Rules(kind="multiset"))[1].correct
    assert not judge_row(order, Rules(kind="sequence"))[1].correct


@pytest.mark.parametrize("row", [{}, {"uid": None}, {"gold": None}, {"question": "1 + 1?"}])
def test_a_row_without_anything_to_judge_by_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needs the fields of a task, 'task', 'uid'"):
        reward("2", row)


def test_every_field_of_a_task_is_a_column() -> None:
    assert as_columns(TASK).keys() == {field.name for field in dataclasses.fields(Task)}
