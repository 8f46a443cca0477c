"""What differs between folders: pairing by question, parts, and settings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.evaluation.side_by_side import read_sides, the_kind
from ponder.evaluation.side_by_side.changes import by_part, changes, difference
from ponder.evaluation.side_by_side.folders import asked_differently, differing_values
from tests.evaluation.rows import question, turn, write

values = st.dictionaries(
    st.integers(0, 8), st.floats(-100, 100, allow_nan=False), min_size=1, max_size=6
)


def test_common_questions_are_compared_one_by_one():
    first = {name: float(name) for name in range(10)}
    other = {name: float(name) + 2 for name in range(20)}
    counts, paired, before, after, change = difference(first, other, seed=1)
    assert paired and counts == (10, 10)
    assert (before.estimate, after.estimate) == (4.5, 6.5)
    # Every question moved by the same: drawn question by question, that has no spread.
    assert change == pytest.approx((2, 2, 2))


def test_different_questions_are_drawn_apart():
    first = {("a", name): float(name) for name in range(10)}
    other = {("b", name): float(name) + 2 for name in range(12)}
    counts, paired, _, _, change = difference(first, other, seed=1)
    assert not paired and counts == (10, 12)
    # Means 4.5 and 7.5, standard errors sqrt(8.25 / 10) and sqrt(143 / 12 / 12): together 1.35.
    assert change.estimate == pytest.approx(3)
    assert change.high - change.low == pytest.approx(2 * 1.96 * 1.348, rel=0.1)


def test_a_few_common_questions_do_not_stand_for_all():
    first = {name: 0.0 for name in range(10)}
    other = {name: 1.0 for name in range(7, 17)}
    assert difference(first, other, seed=1)[:2] == ((10, 10), False)
    other = {name: 1.0 for name in range(5, 15)}
    assert difference(first, other, seed=1)[:2] == ((5, 5), True)


@settings(max_examples=25, deadline=None)
@given(values, values)
def test_the_other_way_round_is_the_negative(first, other):
    one, back = difference(first, other, seed=3), difference(other, first, seed=3)
    assert one[0] == back[0][::-1] and one[1] == back[1]
    assert one[4].estimate == pytest.approx(-back[4].estimate)
    assert one[4].estimate == pytest.approx(one[3].estimate - one[2].estimate)


def test_rows_belong_to_every_part_of_theirs():
    rows = [question("q1"), question("q2", level=2), question("q3", level=2, source="gcd")]
    sizes = {str(part): len(found) for part, found in by_part(rows).items()}
    assert sizes == {
        "all": 3,
        "level 1": 1,
        "level 2": 2,
        "chain_sum": 2,
        "gcd": 1,
        "chain_sum, level 1": 1,
        "chain_sum, level 2": 1,
        "gcd, level 2": 1,
    }
    assert set(map(str, by_part(rows[:2]))) == {"all", "level 1", "level 2"}


def test_every_evaluation_is_compared_with_the_firsts(tmp_path):
    for name, right in (("one", 1), ("two", 3)):
        for label in ("before", "after"):
            known = right if label == "after" else 1
            rows = [question(f"q{i}", correct=i < known, tokens=10 * known) for i in range(4)]
            write(tmp_path / name / "eval" / label / "questions.jsonl", rows)
        turns = [turn("e", place, tokens=9, correct=place < right) for place in (0, 1)]
        write(tmp_path / name / "eval/after/episodes.jsonl", turns)
    found = {
        (change.label, change.group, str(change.part), change.measure): change
        for change in changes(read_sides([tmp_path / "one", tmp_path / "two"]))
    }
    accuracy = found["after", "questions", "all", "accuracy"]
    assert (accuracy.name, accuracy.counts, accuracy.paired) == ("two", (4, 4), True)
    assert accuracy.change.estimate == 0.5
    assert found["before", "questions", "all", "accuracy"].change == (0, 0, 0)
    assert found["after", "questions", "level 1", "tokens"].change == (20, 20, 20)
    assert found["after", "episodes", "all", "right answers"].change.estimate == 1
    assert accuracy.as_json()["change"]["estimate"] == 0.5
    assert accuracy.as_json()["level"] is None


def test_settings_that_differ_are_listed_with_each_ones_value():
    found = differing_values({"a": {"lr": 1, "gamma": 1, "x": None}, "b": {"lr": 1, "gamma": 0.5}})
    assert found == {"gamma": {"a": "1", "b": "0.5"}, "x": {"a": "null", "b": "-"}}


def test_who_answered_is_no_difference_in_what_was_asked(tmp_path):
    rows = [question("q1")]
    write(tmp_path / "a/questions.jsonl", rows, max_tokens=8, policy="a", weights="1")
    write(tmp_path / "b/questions.jsonl", rows, max_tokens=9, policy="b", weights="2")
    write(tmp_path / "c/questions.jsonl", rows, max_tokens=8, policy="c")
    sides = read_sides([tmp_path / name for name in "abc"])
    assert asked_differently(sides) == {"b": ["questions: max_tokens"]}


def test_folders_must_be_of_one_kind(tmp_path):
    write(tmp_path / "plain/questions.jsonl", [question("q")])
    write(tmp_path / "run/eval/before/questions.jsonl", [question("q")])
    (tmp_path / "study").mkdir()
    (tmp_path / "study/study.json").write_text("{}")
    for kind, name in (("evaluation", "plain"), ("run", "run"), ("study", "study")):
        assert the_kind([tmp_path / name] * 2) == kind
        with pytest.raises(ValueError, match=rf"{name} \({kind}\)"):
            the_kind([tmp_path / name, tmp_path / ("run" if name != "run" else "plain")])
    with pytest.raises(FileNotFoundError, match="no folder"):
        the_kind([tmp_path / "absent"])
    with pytest.raises(ValueError, match="different names"):
        read_sides([tmp_path / "run", tmp_path / "run"])
