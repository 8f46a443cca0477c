"""`ponder report` of several folders: what it prints and what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.evaluation.rows import question, write

pytest.importorskip("matplotlib")

Command = Callable[..., Ran]


def test_evaluations_stand_side_by_side_and_are_printed(
    ponder_command: Command, tmp_path: Path
) -> None:
    one, two = tmp_path / "<b>one", tmp_path / "two"
    for folder, right, cap in ((one, 3, 8), (two, 6, 9)):
        rows = [
            question(f"q{i}", level=1 + i % 2, correct=i < right, source=source)
            for source in ("chain_sum", "gcd")
            for i in range(8)
        ]
        write(folder / "questions.jsonl", rows, total=20, max_tokens=cap)
    ran = ponder_command("report", one, two, "-o", tmp_path / "both")
    assert ran.code == 0, ran.err
    lines = [line.split() for line in ran.out.splitlines()]
    # Level 1 has places 0, 2, 4, 6 of each source: 2 of 4 right, then 3 of 4.
    rows = [line[:6] for line in lines if line[:2] == ["gcd", "1"]]
    assert rows == [["gcd", "1", "4", "50", "75", "+25"]]
    assert "questions: max_tokens" in ran.out and "16 of 20 rows" in ran.out
    page = (tmp_path / "both/report.html").read_text()
    assert "<b>one" not in page and "&lt;b&gt;one" in page
    assert page.count("<svg") == 1
    assert "Over training" not in page


def test_kinds_are_not_mixed_and_a_folder_is_asked_for(
    ponder_command: Command, tmp_path: Path
) -> None:
    write(tmp_path / "plain/questions.jsonl", [question("q")])
    write(tmp_path / "run/eval/before/questions.jsonl", [question("q")])
    ran = ponder_command("report", tmp_path / "run", tmp_path / "plain", "-o", tmp_path / "both")
    assert ran.code == 2 and "all of runs, all of evaluations" in ran.err
    ran = ponder_command("report", tmp_path / "plain", tmp_path / "plain")
    assert ran.code == 2 and "--out" in ran.err
