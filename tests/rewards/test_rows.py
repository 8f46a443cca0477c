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


def test_a_row_has_a_checker_and_options_of_its_own() -> None:
    order = {"gold": "1 2", "response": "<answer>2 1</answer>"}
    assert judge_row({**order, "kind": "multiset"})[1].correct
    assert not judge_row({**order, "kind": "sequence"}, Rules(kind="multiset"))[1].correct
    assert judge_row({**order, "kind": None, "options": None}, Rules(kind="multiset"))[1].correct
    near = {"gold": "1", "response": "1.05", "kind": "decimal"}
    assert not judge_row(near)[1].correct
    for options in ({"tolerance": "0.1"}, '{"tolerance": "0.1"}'):
        assert judge_row({**near, "options": options})[1].correct
    nulls = {"tolerance": "0.1", "units": None}
    assert judge_row({**near, "options": nulls})[1].correct
    rules = Rules(kind="decimal", options={"tolerance": "0.1"})
    assert judge_row(near, rules)[1].correct
    assert not judge_row({**near, "options": {}}, rules)[1].correct
    assert judge_row({"gold": "1", "response": "1", "kind": "integer"}, rules)[1].correct


@pytest.mark.parametrize(
    ("own", "message"),
    [
        ({"kind": "maths"}, "did you mean 'math'"),
        ({"kind": 5}, "kind must be the name of a checker"),
        ({"options": {"unit": "require"}}, "no option 'unit'"),
        ({"options": "units"}, "its 'options' is not JSON"),
        ({"options": "[1]"}, "its 'options' must be a JSON object"),
        ({"options": 5}, "its 'options' must be those of the checker"),
        (
            {"kind": "decimal", "options": {"tolerance": 0.1}},
            r"'tolerance' must be a decimal string .* got 0\.1 \(float\)",
        ),
        ({"kind": "decimal", "options": {"tolerance": "a"}}, "got 'a'"),
    ],
)
def test_a_checker_or_options_of_a_row_that_make_no_sense_are_named(
    own: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        reward("2", {"gold": "2", **own})


@pytest.mark.parametrize(("uid", "shown"), [("gsm8k/17", "gsm8k/17"), (17, "17"), (None, None)])
def test_a_uid_beside_a_gold_may_be_of_any_kind(uid: Any, shown: str | None) -> None:
    assert judge_row({"gold": "7", "uid": uid, "response": "7"})[0] == shown
    uid_of_a_task, verdict = judge_row({"gold": "7", "uid": TASK.uid, "response": RIGHT})
    assert (uid_of_a_task, verdict.correct) == (TASK.uid, True)
    with pytest.raises(ValueError, match="gsm8k"):
        reward("7", {"uid": "gsm8k/17"})


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


def test_the_choices_of_a_question_are_no_options() -> None:
    row = {"gold": "B", "response": "(B)", "options": ["A) 1", "B) 2"]}
    assert judge_row(row)[1].correct
