"""Before and after: pairing, words, and folders of which a part is missing."""

import math

import pytest

from ponder.evaluation import before_after_table
from ponder.evaluation.comparison import differing_settings, number, show, show_change
from ponder.evaluation.folder import read_folder
from ponder.evaluation.intervals import Interval
from tests.evaluation.rows import question, turn, write

BEFORE = [question(f"q{i}", tokens=40 + i, correct=i < 2) for i in range(10)]
AFTER = [question(f"q{i}", tokens=20 + i, correct=i < 7) for i in range(10)]


def rows_of(folder):
    return {(row.group, row.measure): row for row in before_after_table(folder)}


def test_changes_are_paired(tmp_path):
    write(tmp_path / "eval/before/questions.jsonl", BEFORE)
    write(tmp_path / "eval/after/questions.jsonl", AFTER)
    found = rows_of(tmp_path)
    tokens = found["questions", "tokens"]
    assert (tokens.before.estimate, tokens.after.estimate) == (44.5, 24.5)
    assert tokens.change == (-20, -20, -20)
    accuracy = found["questions", "accuracy"]
    assert accuracy.change.estimate == pytest.approx(0.5)
    assert 0 < accuracy.change.low < 0.5 < accuracy.change.high < 1
    assert accuracy.count == 10


def test_several_answers_to_a_question_are_averaged(tmp_path):
    rows = [question("a", tokens=10), question("a", tokens=40, correct=False, sample=1)]
    write(tmp_path / "questions.jsonl", [*rows, question("b", tokens=5)])
    found = rows_of(tmp_path)
    assert found["questions", "accuracy"].count == 2
    assert found["questions", "accuracy"].after.estimate == 0.75
    assert found["questions", "tokens"].after.estimate == (25 + 5) / 2


def test_only_what_both_answered_is_compared(tmp_path):
    write(tmp_path / "eval/before/questions.jsonl", BEFORE)
    write(tmp_path / "eval/after/questions.jsonl", AFTER[:4], total=10)
    tokens = rows_of(tmp_path)["questions", "tokens"]
    assert tokens.count == 4
    assert (tokens.before.estimate, tokens.after.estimate) == (41.5, 21.5)


@pytest.mark.parametrize(
    ("place", "before", "after"),
    [("eval/before", 44.5, None), ("eval/after", None, 44.5), (".", None, 44.5)],
)
def test_one_evaluation_alone_has_no_change(tmp_path, place, before, after):
    write(tmp_path / place / "questions.jsonl", BEFORE)
    tokens = rows_of(tmp_path)["questions", "tokens"]
    assert (tokens.before and tokens.before.estimate) == before
    assert (tokens.after and tokens.after.estimate) == after
    assert tokens.change is None
    assert tokens.texts()[2] == "-"


def test_nothing_in_common_is_nothing_compared(tmp_path):
    write(tmp_path / "eval/before/questions.jsonl", BEFORE[:3])
    write(tmp_path / "eval/after/questions.jsonl", AFTER[3:])
    assert before_after_table(tmp_path) == []


def test_episodes_are_compared_as_wholes(tmp_path):
    for label, tokens in (("before", 50), ("after", 30)):
        rows = [turn(f"e{e}", p, tokens=tokens, correct=e > 1) for e in range(4) for p in (0, 1)]
        write(tmp_path / f"eval/{label}/episodes.jsonl", rows)
    found = rows_of(tmp_path)
    assert found["episodes", "right answers"].count == 4
    assert found["episodes", "right answers"].before.estimate == 1
    assert found["episodes", "budget used"].change == pytest.approx((-0.4, -0.4, -0.4))


def test_settings_that_differ_are_named(tmp_path):
    write(tmp_path / "eval/before/questions.jsonl", BEFORE, seed=1, max_tokens=50)
    write(tmp_path / "eval/after/questions.jsonl", AFTER, seed=1, max_tokens=60, policy="another")
    assert differing_settings(read_folder(tmp_path)) == ["questions: max_tokens"]


def test_a_folder_that_holds_nothing_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds none of"):
        before_after_table(tmp_path)
    with pytest.raises(FileNotFoundError, match="no folder"):
        before_after_table(tmp_path / "absent")


@pytest.mark.parametrize("line", ["{", "3", '{"loss": 1}'])
def test_a_damaged_log_is_refused_by_line(tmp_path, line):
    (tmp_path / "log.jsonl").write_text(f'{{"step": 0}}\n{line}\n{{"step": 2}}\n')
    with pytest.raises(ValueError, match="line 2"):
        read_folder(tmp_path)


def test_a_log_line_still_being_written_is_left_out(tmp_path):
    (tmp_path / "log.jsonl").write_text('{"step": 0}\n{"step": 1')
    assert [entry["step"] for entry in read_folder(tmp_path).log] == [0]


@pytest.mark.parametrize(
    ("value", "unit", "text", "change"),
    [
        (Interval(0.5, 0.4, 0.6), "share", "50 % (40 to 60)", "+50 points (40 to 60)"),
        (Interval(-0.125, -0.2, -0.05), "share", "-12.5 % (-20 to -5)", "-12.5 points (-20 to -5)"),
        (Interval(31.25, 30, 250), "tokens", "31.2 (30.0 to 250)", "+31.2 (30.0 to 250)"),
        (Interval(2.5, math.nan, math.nan), "count", "2.50", "+2.50"),
        (Interval(0.5, math.nan, math.nan), "share", "50 %", "+50 points"),
        (Interval(-0.0001, -0.0001, 0), "share", "0 % (0 to 0)", "0 points (0 to 0)"),
        (None, "share", "-", "-"),
    ],
)
def test_numbers_in_words(value, unit, text, change):
    assert show(value, unit) == text
    assert show_change(value, unit) == change


def test_negative_zero_is_zero():
    assert number(-0.001, "count") == "0.00"
    assert number(-0.01, "tokens") == "0.0"
