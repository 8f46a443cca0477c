"""What benchmarks keep: it adds up, survives a kill in mid-line, and names what it cannot read."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks import kept


@dataclass(frozen=True)
class Row:
    name: str
    marks: tuple[list[int], float]


ONE, TWO = Row("one", ([1, 0], 0.5)), Row("two", ([], 2.0))


def test_what_is_added_is_read(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kept.jsonl"
    assert kept.read(file, Row) == []
    kept.add(file, [ONE])
    kept.add(file, [TWO, ONE])
    assert kept.read(file, Row) == [ONE, TWO, ONE]


def test_a_line_cut_off_by_a_kill_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    kept.add(file, [ONE, TWO])
    file.write_bytes(file.read_bytes()[:-5])
    assert kept.read(file, Row) == [ONE]
    kept.add(file, [TWO])
    assert kept.read(file, Row) == [ONE, TWO]


@pytest.mark.parametrize("line", ['{"name": "x"', '{"name": "x", "mark": 1}', "[]", '{"name": 1}'])
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "kept.jsonl"
    kept.add(file, [ONE])
    file.write_text(f"{file.read_text()}{line}\n")
    with pytest.raises(SystemExit, match=r"kept\.jsonl, line 2: "):
        kept.read(file, Row)


def test_runs_that_were_asked_differently_are_not_compared() -> None:
    kept.require_same("questions", {"a": 1, "b": 1})
    with pytest.raises(SystemExit, match="questions were not the same"):
        kept.require_same("questions", {"a": 1, "b": 2})
