"""`ponder report` of several folders: what it prints and what it refuses."""

import os
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


def test_one_evaluation_is_printed_as_it_was_measured(
    ponder_command: Command, tmp_path: Path
) -> None:
    rows = [question(f"q{i}", level=1 + i % 2, correct=i < 6) for i in range(8)]
    write(tmp_path / "one/questions.jsonl", rows)
    ran = ponder_command("report", tmp_path / "one", "-o", tmp_path / "elsewhere")
    assert ran.code == 0, ran.err
    lines = [line.split() for line in ran.out.splitlines()]
    # Level 1 has places 0, 2, 4, 6, of which the last is wrong, and so has level 2.
    assert [line[:4] for line in lines if line[:2] == ["chain_sum", "1"]] == [
        ["chain_sum", "1", "4", "75"]
    ]
    assert "before" not in ran.out
    assert (tmp_path / "elsewhere/report.html").is_file()
    assert not (tmp_path / "one/report.html").exists()


def test_a_comparison_is_not_written_over_something_else(
    ponder_command: Command, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        write(tmp_path / name / "questions.jsonl", [question("q")])
    (tmp_path / "file").write_text("mine")
    for out, said in (("one", "holds an evaluation"), ("file", "is a file")):
        ran = ponder_command("report", tmp_path / "one", tmp_path / "two", "-o", tmp_path / out)
        assert ran.code == 2 and said in ran.err and ran.err.count("\n") == 1
        ran = ponder_command("report", tmp_path / "two", "-o", tmp_path / out)
        assert ran.code == 2 and said in ran.err
    assert not (tmp_path / "one/report.html").exists()
    for _ in range(2):
        ran = ponder_command("report", tmp_path / "one", tmp_path / "two", "-o", tmp_path / "both")
        assert ran.code == 0, ran.err


def test_control_characters_are_written_out_and_not_sent(
    ponder_command: Command, tmp_path: Path
) -> None:
    red = "\x1b[31m\x07red"
    for name in ("one", "two"):
        rows = [question(f"q{i}", source=f"{red}{i}", text=f"<script>{red}") for i in range(2)]
        write(tmp_path / name / "questions.jsonl", rows)
    for folders in (["one"], ["one", "two"]):
        ran = ponder_command("report", *(tmp_path / f for f in folders), "-o", tmp_path / "out")
        assert ran.code == 0, ran.err
        assert "\x1b" not in ran.out and "\x07" not in ran.out
        assert r"\u001b[31m\u0007red0" in ran.out
        page = (tmp_path / "out/report.html").read_text()
        assert "<script" not in page and "\x1b" not in page
    odd = tmp_path / os.fsdecode(b"\xff")
    (tmp_path / "two").rename(odd)
    ran = ponder_command("report", odd)
    assert ran.code == 0 and r"\udcff/report.html" in ran.out
    assert ponder_command("report", tmp_path / "one", odd, "-o", tmp_path / "out").code == 0
    (tmp_path / "one/questions.jsonl").write_text(f'{{"\x1b{red}": 1}}\n')
    ran = ponder_command("report", tmp_path / "one")
    assert ran.code == 2 and "\x1b" not in ran.err
