"""What is no row is refused by its place and name, whatever is put into it."""

import dataclasses
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.evaluation.row_types import row_fields
from ponder.evaluation.rows import (
    EpisodeRow,
    QuestionRow,
    ResponseRow,
    ThoughtRow,
    header_line,
    read_rows,
)
from tests.evaluation.rows import question, turn

RESPONSE = ResponseRow("q", "gcd", 1, [4, 8], [[0, 1], [1, 1]], [[4, 8], [3, 7]])
THOUGHT = ThoughtRow(
    "q", "gcd", 1, 0, "2+2=4", True, True, 9, [0, 5], [[0, 1]] * 2, [[3, 3]] * 2, [["4", None]] * 2
)
ROWS = {
    "questions": question("q"),
    "episodes": turn("e", 0, tokens=5, parts=[2, 3]),
    "responses": RESPONSE,
    "thoughts": THOUGHT,
}
COUNTS = {"budget": 100, "num_questions": 2}


def written(tmp_path, kind, **changes):
    row = {**dataclasses.asdict(ROWS[kind]), **changes}
    path = tmp_path / "rows.jsonl"
    path.write_text(header_line({"kind": kind, **COUNTS}, 1) + json.dumps(row) + "\n")
    return path


@pytest.mark.parametrize("kind", ROWS)
def test_a_row_is_read_as_it_was_written(tmp_path, kind):
    assert read_rows(written(tmp_path, kind), type(ROWS[kind])).rows == [ROWS[kind]]


WRONG = {
    bool: [0, 1, "yes", None],
    int: [-1, 1.5, True, "1", None, 10**30, float("nan")],
    str: [5, None, ["x"]],
    str | None: [5, False],
    int | None: [-1, "5", True],
}


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (kind, name, value)
        for kind, row in ROWS.items()
        for name, wanted in row_fields(type(row)).items()
        for value in WRONG.get(wanted, [5, "x", None, {"a": "b"}, [[[]]], ["x"], [-1], [[1.5]]])
    ],
)
def test_a_value_of_another_type_is_named(tmp_path, kind, name, value):
    with pytest.raises(ValueError, match=f"rows.jsonl, line 2: {name} must be"):
        read_rows(written(tmp_path, kind, **{name: value}), type(ROWS[kind]))


@pytest.mark.parametrize(
    ("kind", "changes", "name"),
    [
        ("questions", {"level": 0}, "level"),
        ("episodes", {"budget": 0}, "budget"),
        ("responses", {"correct": []}, "correct"),
        ("responses", {"correct": [[0, 1], [1]]}, "correct"),
        ("responses", {"tokens": [[4, 8]]}, "tokens"),
        ("responses", {"budgets": [4]}, "correct"),
        ("thoughts", {"cuts": []}, "correct"),
        ("thoughts", {"cuts": [0]}, "correct"),
        ("thoughts", {"tokens": [[3, 3], [3]]}, "tokens"),
        ("thoughts", {"extracted": [["4"], ["4"]]}, "extracted"),
        ("thoughts", {"correct": [[], []]}, "correct"),
        ("responses", {"correct": [[0, 1], [1, 2]]}, "correct"),
    ],
)
def test_tables_that_do_not_fit_are_named(tmp_path, kind, changes, name):
    with pytest.raises(ValueError, match=f"line 2: {name} must be"):
        read_rows(written(tmp_path, kind, **changes), type(ROWS[kind]))


@pytest.mark.parametrize(
    "header",
    [
        {"settings": {"kind": "questions"}, "total": "x"},
        {"settings": {"kind": "questions"}, "total": -1},
        {"settings": {"kind": "questions"}, "total": 1, "begun": None},
        {"settings": {"kind": "questions"}, "total": 1, "more": 1},
        {"settings": {}, "total": 1},
        {"settings": {"kind": "episodes"}, "total": 1},
        {"settings": [], "total": 1},
        {"total": 1},
    ],
)
def test_another_header_is_refused(tmp_path, header):
    path = written(tmp_path, "questions")
    row = path.read_text().splitlines()[1]
    path.write_text(f"{json.dumps(header)}\n{row}\n")
    with pytest.raises(ValueError, match="it is another file, or damaged"):
        read_rows(path, QuestionRow)


def test_episodes_tell_budget_and_questions(tmp_path):
    path = written(tmp_path, "episodes")
    path.write_text(path.read_text().replace('"budget": 100', '"budget": 0', 1))
    with pytest.raises(ValueError, match="it is another file, or damaged"):
        read_rows(path, EpisodeRow)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@settings(max_examples=50)
@given(kind=st.sampled_from(sorted(ROWS)), data=st.data())
def test_anything_is_either_a_row_or_refused(tmp_path_factory, kind, data):
    fields = st.sampled_from([*row_fields(type(ROWS[kind])), "other"])
    changes = data.draw(st.dictionaries(fields, JSON, min_size=1, max_size=3))
    path = written(tmp_path_factory.mktemp("rows"), kind, **changes)
    try:
        (row,) = read_rows(path, type(ROWS[kind])).rows
    except ValueError as error:
        assert "line 2" in str(error)
    else:
        assert isinstance(row, type(ROWS[kind]))
