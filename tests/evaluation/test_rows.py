"""Files of rows: gone on with, never doubled, and never written over what is not theirs."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ponder.evaluation.rows import QuestionRow, collect
from tests.evaluation.rows import question

SETTINGS = {"kind": "questions"}


def gather(out: Path, make=lambda start, stop: rows(start, stop)) -> list[QuestionRow]:  # type: ignore[no-untyped-def]
    return collect(QuestionRow, make, SETTINGS, units=4, rows_per_unit=1, batch_size=2, out=out)


def rows(start: int, stop: int) -> list[QuestionRow]:
    return [question(f"u{place}") for place in range(start, stop)]


def test_a_second_writer_is_refused_while_the_first_is_at_it(tmp_path: Path) -> None:
    out = tmp_path / "questions.jsonl"

    def intrude(start: int, stop: int) -> list[QuestionRow]:
        # A thread of its own: what holds the folder may ask for it again.
        with ThreadPoolExecutor() as pool, pytest.raises(ValueError, match="another process"):
            pool.submit(gather, out).result()
        return rows(start, stop)

    assert [row.uid for row in gather(out, intrude)] == ["u0", "u1", "u2", "u3"]
    assert len(out.read_text().splitlines()) == 1 + 4


@pytest.mark.parametrize("content", ["my precious notes", "my precious notes\n", '{"a": 1}\n'])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: str) -> None:
    out = tmp_path / "questions.jsonl"
    out.write_text(content)
    with pytest.raises(ValueError, match=r"questions\.jsonl"):
        gather(out)
    assert out.read_text() == content


@pytest.mark.parametrize("kept", [0, 1, 10])
def test_a_torn_header_is_written_again(tmp_path: Path, kept: int) -> None:
    out = tmp_path / "questions.jsonl"
    gather(out)
    whole = out.read_text()
    out.write_text(whole[:kept])
    gather(out)
    assert out.read_text() == whole
