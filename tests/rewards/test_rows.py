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


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"kind": "maths"}, "did you mean 'math'"),
        ({"kind": None}, "kind must be the name of a checker"),
        ({"options": ["units"]}, "options must map"),
        ({"options": {"unit": "require"}}, "no option 'unit'"),
        ({"kind": "integer", "options": {"units": "require"}}, "no option 'units'"),
    ],
)
def test_rules_that_make_no_sense_are_refused_at_once(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules(**given)


def test_a_response_may_be_messages() -> None:
    parts = [{"type": "text", "text": "It is "}, {"type": "text", "text": RIGHT}]
    asked = {"role": "user", "content": WRONG}
    for content in (RIGHT, parts):
        assert reward([asked, {"role": "assistant", "content": content}], {"uid": TASK.uid}) == 1.0
        assert reward([asked, {"role": "tool", "content": content}], {"uid": TASK.uid}) == 0.0


def test_a_null_is_named() -> None:
    with pytest.raises(ValueError, match="'uid' or 'gold'; its 'uid' is null and its 'gold' is"):
        reward("2", {"gold": None, "uid": None})
    with pytest.raises(ValueError, match="'uid' or 'gold'; it has \\['question', 'response'\\]"):
        reward("2", {"question": "1 + 1?"})


@pytest.mark.parametrize("row", [{}, {"uid": None}, {"gold": None}, {"question": "1 + 1?"}])
def test_a_row_without_anything_to_judge_by_is_named(row: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="needs the fields of a task, 'task', 'uid'"):
        reward("2", row)


@pytest.mark.parametrize("gold", [10**1500, -(10**5000), float("nan"), True, [1]], ids=range(5))
def test_a_gold_that_is_no_number_is_named(gold: Any) -> None:
    with pytest.raises(ValueError, match="'gold' must be text or a number"):
        reward("2", {"gold": gold})


def test_a_row_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="a row must map names to values"):
        judge_row(5)  # type: ignore[arg-type]


def test_every_field_of_a_task_is_a_column() -> None:
    assert as_columns(TASK).keys() == {field.name for field in dataclasses.fields(Task)}
