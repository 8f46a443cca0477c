"""The part file: whatever a kill leaves behind, going on gives the bytes of an unbroken run."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.cli import _resumable
from ponder.cli._resumable import open_part

JOB = {"count": 3, "seed": 7}
CHUNKS = st.lists(st.binary(max_size=40), min_size=1, max_size=6)


class Killed(Exception):
    """Stands for the process ending here."""


def write(path: Path, chunks: list[bytes], *, stop_after: int | None = None) -> None:
    """Writes `chunks` from where the part stands, and dies after some of them if told to."""
    with open_part(path, JOB) as part:
        for number in range(part.chunks, len(chunks)):
            if number == stop_after:
                raise Killed
            part.append(chunks[number])
        part.publish()


@given(CHUNKS, st.data())
def test_a_run_killed_anywhere_and_gone_on_with_gives_the_same_file(
    chunks: list[bytes], data: st.DataObject
) -> None:
    stop = data.draw(st.integers(0, len(chunks) - 1), label="killed before chunk")
    # What a kill inside the append leaves: more bytes than were journaled, and half a line.
    torn = data.draw(st.binary(max_size=20), label="torn bytes")
    half = data.draw(
        st.sampled_from([b"", b"3", b"3 ", b"1 00ff\n", b"\xff\n"]), label="torn journal line"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tasks.jsonl")
        with pytest.raises(Killed):
            write(path, chunks, stop_after=stop)
        assert not path.exists()
        with Path(folder, "tasks.jsonl.part").open("ab") as part:
            part.write(torn)
        with Path(folder, "tasks.jsonl.journal").open("ab") as journal:
            journal.write(half)
        write(path, chunks)
        assert path.read_bytes() == b"".join(chunks)
        assert [entry.name for entry in Path(folder).iterdir()] == ["tasks.jsonl"]


@pytest.mark.parametrize("kept", [0, 1, 3, 4, 5])
def test_a_part_shorter_than_its_journal_is_trusted_only_as_far_as_it_goes(
    tmp_path: Path, kept: int
) -> None:
    path = tmp_path / "f.jsonl"
    with pytest.raises(Killed):
        write(path, [b"aaa", b"bb", b"c"], stop_after=2)
    with (tmp_path / "f.jsonl.part").open("r+b") as part:
        part.truncate(kept)
    with open_part(path, JOB) as part:
        assert part.chunks == {0: 0, 1: 0, 3: 1, 4: 1, 5: 2}[kept]
    write(path, [b"aaa", b"bb", b"c"])
    assert path.read_bytes() == b"aaabbc"


def test_bytes_lost_in_a_power_cut_are_written_again(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with pytest.raises(Killed):
        write(path, [b"aaa", b"bb", b"c", b"d"], stop_after=3)
    with (tmp_path / "f.jsonl.part").open("r+b") as part:
        part.seek(3)
        part.write(b"\0\0")
    with open_part(path, JOB) as part:
        assert part.chunks == 1
    write(path, [b"aaa", b"bb", b"c", b"d"])
    assert path.read_bytes() == b"aaabbcd"


@pytest.mark.parametrize(
    "first",
    [
        *(b"garbage", b"5", b"[]", b"null", b'"text"', b"\xff\xfe", bytes(50), b"[" * 100_000),
        b'{"seed":' + b"9" * 5_000 + b"}",
    ],
)
def test_a_damaged_journal_is_told_from_that_of_another_job(tmp_path: Path, first: bytes) -> None:
    path = tmp_path / "f.jsonl"
    (tmp_path / "f.jsonl.journal").write_bytes(first + b"\n3 x\n")
    with pytest.raises(ValueError, match=r"f\.jsonl.* cannot be told .*remove \['f.jsonl.journal'"):
        write(path, [b"aaa"])


@pytest.mark.parametrize("size", ["-3", "4", "1" * 13, "9" * 20, "9" * 5_000, "\u00b2"])
def test_a_damaged_size_ends_what_is_kept(tmp_path: Path, size: str) -> None:
    path = tmp_path / "f.jsonl"
    with pytest.raises(Killed):
        write(path, [b"aaa", b"bbb", b"c"], stop_after=2)
    journal = tmp_path / "f.jsonl.journal"
    lines = journal.read_bytes().split(b"\n")
    lines[2] = size.encode() + lines[2][1:]
    journal.write_bytes(b"\n".join(lines))
    with open_part(path, JOB) as part:
        assert part.chunks == 1
    write(path, [b"aaa", b"bbb", b"c"])
    assert path.read_bytes() == b"aaabbbc"


def test_chunks_written_before_are_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with pytest.raises(Killed):
        write(path, [b"old", b"x"], stop_after=1)
    write(path, [b"new", b"y"])
    assert path.read_bytes() == b"oldy"


def test_another_job_may_not_go_on_with_the_part(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with pytest.raises(Killed):
        write(path, [b"a", b"b"], stop_after=1)
    with pytest.raises(ValueError, match=r"seed was 7"), open_part(path, {**JOB, "seed": 8}):
        pass
    assert (tmp_path / "f.jsonl.part").read_bytes() == b"a"


def test_a_second_writer_is_refused_while_the_first_is_at_it(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    with open_part(path, JOB) as first:
        first.append(b"first")
        with pytest.raises(ValueError, match="another process is writing"), open_part(path, JOB):
            pass
        first.publish()
    assert path.read_bytes() == b"first"


def test_a_lock_on_a_journal_that_has_gone_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, journal = tmp_path / "f.jsonl", tmp_path / "f.jsonl.journal"
    lock, locked = _resumable.lock, []

    def lock_late(file: object) -> bool:
        # The other writer publishes, and so removes its journal, just before the first lock.
        if not locked:
            journal.unlink()
        locked.append(file)
        return lock(file)

    monkeypatch.setattr(_resumable, "lock", lock_late)
    with open_part(path, JOB):
        assert journal.exists()
    assert len(locked) == 2


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="absent"), open_part(tmp_path / "absent" / "f.jsonl", JOB):
        pass


def test_an_old_file_stays_whole_until_the_new_one_is_ready(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(b"old")
    with open_part(path, JOB) as part:
        part.append(b"new")
        assert path.read_bytes() == b"old"
        part.publish()
    assert path.read_bytes() == b"new"


def test_a_failed_conversion_keeps_the_part(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"

    def fail(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:1])
        raise Killed

    with pytest.raises(Killed), open_part(path, JOB) as part:
        part.append(b"data")
        part.publish(fail)
    assert not path.exists()
    with open_part(path, JOB) as part:
        assert part.chunks == 1
        part.publish(lambda source, target: target.write_bytes(source.read_bytes() * 2) and None)
    assert path.read_bytes() == b"datadata"


def test_a_folder_in_the_place_of_the_file_is_named_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").mkdir()
    with pytest.raises(ValueError, match="is a folder"), open_part(tmp_path / "out.jsonl", {}):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
