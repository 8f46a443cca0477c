"""The report of several runs: its parts, its words, and the course of training."""

import json

import pytest

from ponder.evaluation.side_by_side import write_side_by_side
from ponder.evaluation.side_by_side.course import course_of
from tests.evaluation.rows import question, write
from tests.evaluation.test_report import Page

pytest.importorskip("matplotlib")


def entry(step, accuracy, **more):
    return {
        "step": step,
        "tokens_seen": 100 * (step + 1),
        "questions": {
            "accuracy": accuracy,
            "tokens": 20.0,
            "by_level": {"1": [4, accuracy, 20.0]},
        },
        "seconds": {"total": 30.0},
        **more,
    }


def make_run(folder, gamma, right, steps=4, **score):
    for label, known in (("before", 2), ("after", right)):
        rows = [
            question(f"q{i}", level=1 + i % 2, correct=i < known, tokens=40 - known)
            for i in range(10)
        ]
        write(folder / "eval" / label / "questions.jsonl", rows, max_tokens=40)
    config = {"gamma": gamma, "lr": 0.1, "source": "chain_sum"}
    (folder / "config.json").write_text(json.dumps(config))
    lines = [json.dumps(entry(step, step / 10, **score)) for step in range(steps)]
    (folder / "log.jsonl").write_text("".join(f"{line}\n" for line in lines))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    make_run(folder / "plain", 1, 5)
    make_run(folder / "short", 0.9, 9, valid={"score": 0.5})
    return [folder / "plain", folder / "short"]


def test_runs_stand_side_by_side(runs, tmp_path):
    path, found = write_side_by_side(runs, tmp_path / "both")
    page = Page(path)
    for title in (
        "2 runs side by side",
        "What differs in their settings",
        "Before training, at each level",
        "After training, at each level",
        "Against the first",
        "Over training",
    ):
        assert title in page.text
    # Before, after, over steps and over tokens.
    assert page.elements["svg"] == 4
    assert "Score on the valid split" in page.text
    assert "plain: 50 % (" in page.text and "short: 90 % (" in page.text
    assert "against plain +40 points (" in page.text and "-4.0 (-4.0 to -4.0) tokens" in page.text
    assert "gamma" in page.text and "lr" not in page.text
    assert 'class="missing"' not in page.source and 'class="warning"' not in page.source
    plain = json.loads((tmp_path / "both/comparison.json").read_text())
    assert plain["folders"] == ["plain", "short"]
    assert len(plain["changes"]) == len(found.changes) > 0


def test_runs_half_done_say_what_is_not_there(runs, tmp_path):
    make_run(tmp_path / "begun", 1, 5, steps=0)
    (tmp_path / "begun/eval/after/questions.jsonl").unlink()
    path, _ = write_side_by_side([runs[0], tmp_path / "begun"], tmp_path / "both")
    page = Page(path)
    assert "begun has no such evaluation." in page.text
    assert "begun has logged nothing in training." in page.text


def test_a_course_is_binned_and_reads_the_tokens_of_the_middle():
    log = [entry(step, step / 100, valid={"score": step / 10}) for step in range(80)]
    course = course_of(log)
    # Two steps to a bin: 0 and 1, which had sampled 100 and 200 tokens.
    assert (course.steps[0], course.sampled[0], course.accuracy[0]) == (0.5, 150, 0.005)
    assert len(course.steps) == 40 and course.scores[79] == 7.9
    assert course_of([{"step": 0}]) is None
