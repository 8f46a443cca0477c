"""The transfer matrix: its cells worked out by hand, its refusals, and its report."""

import json

import pytest

from ponder.evaluation.side_by_side import write_side_by_side
from ponder.evaluation.transfer import sources_of, transfer_matrix
from ponder.evaluation.transfer_report import is_clear, transfer_rows, write_transfer
from tests.evaluation.rows import question, write
from tests.evaluation.test_report import Page

QUESTIONS = 8


def answers(right, tokens=20):
    """Rows of two sources; the first so many questions of each are right."""
    return [
        question(f"{source}{i}", source=source, correct=i < known, tokens=tokens)
        for source, known in right.items()
        for i in range(QUESTIONS)
    ]


START = answers({"gcd": 2, "lcm": 4})
TRAINED = {
    "lcm": {0: answers({"gcd": 2, "lcm": 8}, 10), 1: answers({"gcd": 4, "lcm": 8}, 10)},
    "gcd": {0: answers({"gcd": 6, "lcm": 3}, 30), 1: answers({"gcd": 8, "lcm": 3}, 30)},
}


def test_a_cell_is_the_mean_change_over_questions_and_seeds():
    found = transfer_matrix(START, TRAINED)
    assert (found.trained, found.tested) == (["lcm", "gcd"], ["lcm", "gcd"])
    changes = {key: cell.change.estimate for key, cell in found.cells.items()}
    # Of 8 questions: 4 more; 0 and 2 more; 1 less; 4 and 6 more.
    assert changes == {
        ("lcm", "lcm"): 4 / 8,
        ("lcm", "gcd"): 1 / 8,
        ("gcd", "lcm"): -1 / 8,
        ("gcd", "gcd"): 5 / 8,
    }
    cell = found.cells["gcd", "gcd"]
    assert (cell.seeds, cell.questions) == (2, QUESTIONS)
    assert (cell.before.estimate, cell.after.estimate) == (2 / 8, 7 / 8)
    assert is_clear(cell) and not is_clear(found.cells["lcm", "gcd"])
    tokens = transfer_matrix(START, TRAINED, measure="tokens")
    assert tokens.cells["lcm", "gcd"].change == (-10, -10, -10)


def test_rows_are_matched_by_question_not_by_place():
    shuffled = {
        name: {seed: rows[::-1] for seed, rows in runs.items()} for name, runs in TRAINED.items()
    }
    assert transfer_matrix(START, shuffled) == transfer_matrix(START, TRAINED)


def test_columns_may_be_grouped_otherwise():
    found = transfer_matrix(START, TRAINED, by=lambda row: "both")
    assert found.tested == ["both"]
    assert found.cells["lcm", "both"].change.estimate == 5 / 16


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="'gcd', seed 1 answered"):
        other = {**TRAINED, "gcd": {0: TRAINED["gcd"][0], 1: TRAINED["gcd"][1][1:]}}
        transfer_matrix(START, other)
    with pytest.raises(ValueError, match="measure must be one of"):
        transfer_matrix(START, TRAINED, measure="joy")
    for start, trained in (([], TRAINED), (START, {}), (START, {"gcd": {}})):
        with pytest.raises(ValueError, match="at least one run"):
            transfer_matrix(start, trained)


def test_the_report_has_a_heat_map_with_its_numbers(tmp_path):
    pytest.importorskip("matplotlib")
    found = [transfer_matrix(START, TRAINED, measure=name) for name in ("accuracy", "tokens")]
    page = Page(write_transfer(tmp_path, found))
    assert page.elements["svg"] == 1
    assert "+62.5" in page.text and "-12.5" in page.text and "-10.0" in page.text
    assert len(transfer_rows(found)) == 8
    plain = json.loads((tmp_path / "transfer.json").read_text())
    assert [part["measure"] for part in plain] == ["accuracy", "tokens"]
    assert plain[0]["cells"][1]["change"]["estimate"] == 0.125
    with pytest.raises(ValueError, match="at least one"):
        write_transfer(tmp_path, [])


def test_evaluations_of_trained_runs_side_by_side_show_it(tmp_path):
    pytest.importorskip("matplotlib")
    folders = [tmp_path / "start"]
    write(folders[0] / "questions.jsonl", START)
    for source, runs in TRAINED.items():
        for seed, rows in runs.items():
            run = tmp_path / "runs" / f"{source}-{seed}"
            (run / "policy").mkdir(parents=True)
            (run / "config.json").write_text(json.dumps({"source": source, "seed": seed}))
            folders.append(tmp_path / f"{source}-{seed}")
            write(folders[-1] / "questions.jsonl", rows, policy=str(run / "policy"))
    page = Page(write_side_by_side(folders, tmp_path / "all")[0])
    assert "Trained on one, tested on another" in page.text and "+62.5" in page.text
    # Of one source alone there is no matrix.
    page = Page(write_side_by_side(folders[:3], tmp_path / "one")[0])
    assert "all were trained on lcm." in page.text and "+62.5" not in page.text


def test_a_row_may_be_a_mixture_as_a_run_writes_it():
    assert sources_of("lcm:1-4*2,gcd:3") == {"lcm", "gcd"}
    assert sources_of("words, backward") == {"words, backward"}
    trained = {"lcm:1-4": TRAINED["lcm"], "gcd:2": TRAINED["gcd"]}
    found = transfer_matrix(START, trained)
    # What was trained on comes first, in the order of the rows: the frames make a diagonal.
    assert (found.trained, found.tested) == (["lcm:1-4", "gcd:2"], ["lcm", "gcd"])
    assert found.cells["lcm:1-4", "gcd"].change.estimate == 1 / 8


def test_why_there_is_no_matrix_is_said(tmp_path):
    pytest.importorskip("matplotlib")
    folders = [tmp_path / name for name in ("start", "one", "two")]
    for place, folder in enumerate(folders):
        run = tmp_path / f"run{place}"
        run.mkdir()
        config = {"source": "lcm:1" if place == 1 else "gcd:1", "seed": 0}
        if place:
            (run / "config.json").write_text(json.dumps(config))
        rows = answers({"gcd": 2, "lcm": 4})
        write(folder / "questions.jsonl", rows, policy=str(run / "policy"))

    def said(*chosen):
        report, _ = write_side_by_side(chosen, tmp_path / "out")
        return Page(report).text

    start, one, two = folders
    assert "There is no matrix" not in said(*folders)
    assert "There is no matrix of transfer: all were trained on lcm:1." in said(start, one)
    write(tmp_path / "again/one2/questions.jsonl", rows, policy=str(tmp_path / "run1/policy"))
    assert "one2 is of the same source and seed" in said(start, one, tmp_path / "again/one2")
    write(tmp_path / "fewer/questions.jsonl", rows[1:], policy=str(tmp_path / "run2/policy"))
    assert "fewer has answered other questions than start" in said(start, one, tmp_path / "fewer")
    assert "start is no evaluation of single questions of a policy" in said(two, one, start)
    write(tmp_path / "begin/questions.jsonl", rows)
    assert "matrix of transfer" not in said(start, tmp_path / "begin")
