"""Tasks, addresses and splits."""

import copy
import dataclasses
import json
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.task import SPLITS, Address, Checker, Draft, Lines, Task, split_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
OPTIONS = st.dictionaries(st.text(max_size=5), VALUES, max_size=3)
TASKS = st.builds(
    Task,
    uid=st.text(),
    question=st.text(),
    answer_format=st.text(),
    answer=st.text(),
    checker=st.builds(Checker, st.text(), OPTIONS),
    steps=st.lists(st.text(), max_size=4).map(tuple),
    complexity=st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    facts=OPTIONS,
    key=st.text(),
    level=st.integers(1, 20),
)
KNOBS = st.dictionaries(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True),
    st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    max_size=3,
)
ADDRESSES = st.builds(
    Address,
    name=st.from_regex(r"[a-z0-9_]{1,9}(/[a-z0-9_]{1,9})?", fullmatch=True),
    version=st.integers(0, 10**9 - 1),
    split=st.sampled_from(SPLITS),
    level=st.integers(1, 20),
    seed=st.integers(-(10**30) + 1, 10**30 - 1),
    index=st.integers(0, 10**18 - 1),
    knobs=KNOBS.map(lambda knobs: tuple(sorted(knobs.items()))),
)
DRAFT = Draft("What is  1 + 1?\n", "Give an integer.", "2", Checker("integer"), ("1 + 1 = 2",), 2)
TASK = Task(
    "sums@1/train/L1/s0/i0", "What is 1 + 1?", "Give an integer.", "2", Checker("integer"),
    ("1 + 1 = 2",), 2, {}, "1+1", 1,
)  # fmt: skip


@given(TASKS)
def test_a_task_is_exact_through_json(task: Task) -> None:
    line = task.to_json()
    assert Task.from_json(line) == task
    assert Task.from_json(line).to_json() == line
    assert "\n" not in line


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Task)])
def test_a_line_without_a_field_is_refused(field: str) -> None:
    fields = json.loads(TASK.to_json())
    del fields[field]
    with pytest.raises(ValueError, match="exactly the fields"):
        Task.from_json(json.dumps(fields))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("checker", 5),
        ("checker", {"name": "integer"}),
        ("checker", {"name": "integer", "options": {}, "extra": 1}),
        ("steps", 5),
        ("steps", "1 + 1 = 2"),
    ],
)
def test_a_field_of_another_shape_is_refused(field: str, value: object) -> None:
    fields = {**json.loads(TASK.to_json()), field: value}
    with pytest.raises(ValueError, match=field):
        Task.from_json(json.dumps(fields))


@pytest.mark.parametrize("line", ["", "5", "[]", "null", "{", '{"uid": "x"}', '"uid"'])
def test_what_is_no_task_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        Task.from_json(line)


@pytest.mark.parametrize("line", ["{", "nan", "[" * 100_000, "9" * 5_000, None, 5, b"\xff"])
def test_a_line_that_cannot_be_read_is_named_in_short(line: object) -> None:
    with pytest.raises(ValueError, match="a task") as caught:
        Task.from_json(line)  # type: ignore[arg-type]
    assert type(caught.value) is ValueError
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("knobs", ["{terms:5}", '{"terms":' + "9" * 5_000 + "}"])
def test_knobs_of_a_uid_that_cannot_be_read_are_named(knobs: str) -> None:
    with pytest.raises(ValueError, match=r"the knobs of a uid must be JSON, got '\{"):
        Address.parse(f"chain_sum@1[{knobs}]/train/L1/s0/i0")


@given(st.lists(st.text(), max_size=4).map(tuple), st.integers(-5, 5), st.integers(-5, 5))
def test_lines_are_the_tuple_of_what_is_written(
    written: tuple[str, ...], start: int, stop: int
) -> None:
    lines = Lines(lambda: iter(written))
    assert lines == written and written == lines and lines == Lines(lambda: written)
    assert lines != (*written, "more") and lines != list(written)
    assert (len(lines), list(lines), repr(lines)) == (len(written), list(written), repr(written))
    assert lines[start:stop] == written[start:stop] and hash(lines) == hash(written)
    assert [lines[place] for place in range(len(written))] == list(written)


def test_lines_are_written_once_and_only_when_read() -> None:
    calls = []
    lines = Lines(lambda: calls.append(1) or ["so"])
    task = dataclasses.replace(TASK, steps=lines)
    assert task.prompt() and not calls
    assert task.steps[0] == "so" and list(task.steps) == ["so"] and calls == [1]


def test_a_task_with_lines_is_exact_through_json_pickle_and_copy() -> None:
    task, plain = (
        dataclasses.replace(TASK, steps=steps) for steps in (Lines(lambda: ["so"]), ("so",))
    )
    assert Task.from_json(task.to_json()) == task == plain
    for other in (pickle.loads(pickle.dumps(task)), copy.deepcopy(task)):
        assert other == task and type(other.steps) is tuple


def test_lines_that_cannot_be_written_fail_each_time_they_are_read() -> None:
    lines = Lines(lambda: [str(1 // 0)])
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            len(lines)


def test_a_task_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TASK.answer = "3"  # type: ignore[misc]


def test_the_source_is_the_name_in_the_uid() -> None:
    assert TASK.source == "sums"
    assert dataclasses.replace(TASK, uid="rg/gcd@2/test/L1/s0/i0").source == "rg/gcd"


@pytest.mark.parametrize(
    ("style", "last"),
    [
        ("plain", "Give an integer."),
        ("boxed", "Put the final answer in \\boxed{}."),
        ("tag", "Put the final answer between <answer> and </answer>."),
    ],
)
def test_a_prompt_is_question_format_and_style(style: str, last: str) -> None:
    lines = TASK.prompt(style).split("\n")  # type: ignore[arg-type]
    assert lines[:2] == ["What is 1 + 1?", "Give an integer."]
    assert lines[-1] == last


def test_an_unknown_style_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'loud'"):
        TASK.prompt("loud")  # type: ignore[arg-type]


def test_the_key_of_a_draft_is_its_question_unless_it_has_one() -> None:
    assert DRAFT.content_key == "What is 1 + 1?"
    assert dataclasses.replace(DRAFT, key="1+1").content_key == "1+1"


@given(ADDRESSES)
def test_an_address_is_exact_through_its_uid(address: Address) -> None:
    assert Address.parse(str(address)) == address


def test_a_uid_reads_as_documented() -> None:
    plain = Address("countdown", 1, "train", 3, 7, 0)
    assert str(plain) == "countdown@1/train/L3/s7/i0"
    changed = dataclasses.replace(plain, knobs=(("largest", 9), ("numbers", 6)))
    assert str(changed) == 'countdown@1[{"largest":9,"numbers":6}]/train/L3/s7/i0'


@pytest.mark.parametrize(
    "uid",
    [
        "",
        "countdown",
        "countdown@1/train/L3/s7",
        "countdown@1/dev/L3/s7/i0",
        "countdown@1/train/L3/s7/i-1",
        "countdown@1/train/L3/s7/i0 ",
        "countdown@1/train/L3/s7/i0\n",
        "Countdown@1/train/L3/s7/i0",
        "countdown@x/train/L3/s7/i0",
        "countdown@1[{]/train/L3/s7/i0",
        "countdown@1[{numbers:6}]/train/L3/s7/i0",
        "countdown@1[[6]]/train/L3/s7/i0",
        "countdown@1/train/L٣/s7/i0",
        "countdown@1/train/L3/s" + "9" * 10_000 + "/i0",
    ],
)
def test_what_is_no_uid_is_refused(uid: str) -> None:
    with pytest.raises(ValueError):
        Address.parse(uid)


@pytest.mark.parametrize(
    ("key", "split"),
    [
        # The first eight bytes of `b2sum -l 256` of '["problem 0"]' are 6 modulo 10, and so on.
        ("problem 0", "train"),
        ("problem 4", "train"),
        ("problem 7", "train"),
        ("problem 11", "valid"),
        ("problem 15", "valid"),
        ("problem 2", "test"),
        ("problem 8", "test"),
        ("problem 39", "test"),
    ],
)
def test_a_split_is_a_hash_of_the_key(key: str, split: str) -> None:
    assert split_of(key) == split


def test_splits_hold_eight_one_and_one_tenth() -> None:
    count = 20_000
    found = [split_of(f"key {i}") for i in range(count)]
    for split, share in (("train", 0.8), ("valid", 0.1), ("test", 0.1)):
        spread = math.sqrt(count * share * (1 - share))
        assert abs(found.count(split) - count * share) < 4 * spread  # type: ignore[arg-type]
