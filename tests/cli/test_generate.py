"""`ponder generate`: equal arguments, equal bytes, whoever does it and however it is stopped."""

import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from ponder.cli.generate import Job, render
from ponder.generators.mixture import Mixture
from ponder.task import Task
from tests.cli.conftest import Ran

Command = Callable[..., Ran]
Start = Callable[..., "subprocess.Popen[bytes]"]

SOURCES = "chain_sum:1-8"
KILLED_COUNT = 8_000


def wait_for(happens: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def chunks_in(path: Path) -> int:
    """How many chunks the journal of an unfinished file counts."""
    journal = path.with_name(path.name + ".journal")
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0


def kill_when_under_way(process: "subprocess.Popen[bytes]", path: Path, chunks: int) -> None:
    """Kills a writing process with SIGKILL, and waits until the workers it leaves have ended."""
    wait_for(lambda: chunks_in(path) >= chunks)
    workers = psutil.Process(process.pid).children(recursive=True)
    assert process.poll() is None, "it was done before it could be killed"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert psutil.wait_procs(workers, timeout=10)[1] == []


def test_the_lines_are_the_mixture_in_order(ponder_command: Command, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    sources = "chain_sum:2*3,chain_sum:5-6"
    ran = ponder_command("generate", sources, "-n", 25, "--seed", 7, "--split", "valid", "-o", path)
    assert ran.code == 0, ran.err
    mixture = Mixture.parse(sources)
    expected = [mixture.task(i, split="valid", seed=7) for i in range(25)]
    assert [Task.from_json(line) for line in path.read_text().splitlines()] == expected
    assert [entry.name for entry in tmp_path.iterdir()] == ["tasks.jsonl"]


def test_without_a_file_the_lines_go_to_standard_output(ponder_command: Command) -> None:
    ran = ponder_command("generate", SOURCES, "-n", 3)
    mixture = Mixture.parse(SOURCES)
    assert ran.out.splitlines() == [mixture[i].to_json() for i in range(3)]


def test_work_units_meet_without_gap_or_overlap() -> None:
    job = Job(SOURCES, "train", 0, 2_500, False)
    mixture = Mixture.parse(SOURCES)
    lines = b"".join(render(job, unit) for unit in range(job.chunks)).decode().splitlines()
    assert len(lines) == 2_500
    for index in (0, 999, 1_000, 1_999, 2_000, 2_499):
        assert lines[index] == mixture[index].to_json()


def test_the_number_of_workers_does_not_show(ponder_command: Command, tmp_path: Path) -> None:
    files = [tmp_path / f"{workers}.jsonl" for workers in (1, 3)]
    for workers, path in zip((1, 3), files, strict=True):
        ran = ponder_command("generate", SOURCES, "-n", 3_100, "--workers", workers, "-o", path)
        assert ran.code == 0, ran.err
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_killed_and_run_again_it_gives_the_same_file(
    ponder_command: Command, ponder_process: Start, tmp_path: Path, suffix: str
) -> None:
    whole, killed = tmp_path / f"whole{suffix}", tmp_path / f"killed{suffix}"
    arguments = ("generate", SOURCES, "-n", KILLED_COUNT, "--workers", 2, "-o")
    assert ponder_command(*arguments, whole).code == 0
    kill_when_under_way(ponder_process(*arguments, killed), killed, chunks=1)
    assert not killed.exists()
    kill_when_under_way(ponder_process(*arguments, killed), killed, chunks=3)
    ran = ponder_command(*arguments, killed)
    assert ran.code == 0, ran.err
    assert "from before" in ran.err
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (whole, killed)]
    assert digests[0] == digests[1]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [killed.name, whole.name]


def test_an_interrupt_says_how_to_go_on(ponder_process: Start, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    process = ponder_process("generate", SOURCES, "-n", 1_000_000, "--workers", 2, "-o", path)
    wait_for(lambda: chunks_in(path) >= 1)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert process.returncode != 0
    assert error.decode().splitlines() == ["stopped; run the same command again to go on"]
    assert chunks_in(path) >= 1


def test_of_two_at_once_the_second_is_told(
    ponder_command: Command, ponder_process: Start, tmp_path: Path
) -> None:
    path = tmp_path / "tasks.jsonl"
    arguments = ("generate", SOURCES, "-n", 1_000_000, "--workers", 1, "-o", path)
    first = ponder_process(*arguments)
    wait_for(lambda: chunks_in(path) >= 1)
    ran = ponder_command(*arguments)
    assert first.poll() is None
    assert ran.code == 2
    assert ran.err.splitlines() == [
        f"ponder: another process is writing {str(path)!r}; wait for it, or choose another file"
    ]


def test_another_command_does_not_go_on_with_a_killed_one(
    ponder_command: Command, ponder_process: Start, tmp_path: Path
) -> None:
    path = tmp_path / "tasks.jsonl"
    arguments = ("generate", SOURCES, "-n", 1_000_000, "--workers", 1, "-o", path)
    kill_when_under_way(ponder_process(*arguments), path, chunks=1)
    ran = ponder_command(*arguments, "--seed", 5)
    assert ran.code == 2
    assert "seed was 0" in ran.err


def test_parquet_holds_the_same_tasks(ponder_command: Command, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "tasks.parquet"
    assert ponder_command("generate", SOURCES, "-n", 1_200, "-o", path).code == 0
    rows = parquet.read_table(path).to_pylist()
    mixture = Mixture.parse(SOURCES)
    assert len(rows) == 1_200
    for index in (0, 1_199):
        task, row = mixture[index], rows[index]
        for name in ("uid", "question", "answer", "answer_format", "level", "complexity", "key"):
            assert row[name] == getattr(task, name)
        assert row["steps"] == list(task.steps)
        assert json.loads(row["checker"]) == {"name": "integer", "options": {}}
        assert json.loads(row["facts"]) == {}


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_episodes_are_written_whole(ponder_command: Command, tmp_path: Path, suffix: str) -> None:
    from ponder.budget_env import Episode

    path = tmp_path / f"episodes{suffix}"
    ran = ponder_command(
        "generate", SOURCES, "--episodes", "-n", 60, "--seed", 3, "--split", "test", "-o", path
    )
    assert ran.code == 0, ran.err
    if suffix == ".jsonl":
        lines = path.read_text().splitlines()
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        rows = parquet.read_table(path).to_pylist()
        lines = [json.dumps(row | {"tasks": json.loads(row["tasks"])}) for row in rows]
    mixture = Mixture.parse(SOURCES)
    episodes = [Episode.from_json(line) for line in lines]
    assert len(episodes) == 60
    for index in (0, 59):
        assert episodes[index] == Episode.draw(mixture, seed=3, index=index, split="test")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chain_sun"], "did you mean 'chain_sum'?"),
        (["chain_sum:0-3"], "levels"),
        (["chain_sum:"], "NAME"),
        (["chain_sum", "--count", "0"], "count must be at least 1, got 0"),
        (["chain_sum", "--workers", "0"], "workers must be from 1 to"),
        (["chain_sum", "-o", "tasks.csv"], "must end in one of"),
        (["chain_sum", "-o", "absent/tasks.jsonl"], "make it first"),
    ],
)
def test_a_bad_argument_is_one_line_on_standard_error(
    ponder_command: Command, arguments: list[str], message: str
) -> None:
    ran = ponder_command("generate", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert message in ran.err


def test_a_file_that_is_no_corpus_is_one_line_too(ponder_command: Command, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.json"
    corpus.write_text("not a corpus")
    ran = ponder_command("generate", f"metamathqa={corpus}", "-n", 5_000)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "Traceback" not in ran.err


def test_a_corpus_is_not_written_over(
    ponder_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ponder.generators.corpora import shelf
    from tests.generators.test_corpora import metamath_rows

    monkeypatch.setattr(shelf, "_places", {})
    corpus = tmp_path / "own.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in metamath_rows()))
    before = corpus.read_bytes()
    ran = ponder_command("generate", f"metamathqa={corpus}", "-n", 3, "-o", corpus)
    assert (ran.code, corpus.read_bytes()) == (2, before)
    assert "is read for this" in ran.err


def test_a_family_that_was_edited_meanwhile_is_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ponder.cli import generate
    from ponder.cli._resumable import open_part

    job, output = Job("chain_sum:1", "train", 0, 5_000, False), tmp_path / "tasks.jsonl"
    half = generate._identity(job)
    with open_part(output, half) as part:
        part.append(render(job, 0))
    monkeypatch.setattr(generate, "_fingerprint", lambda job: "another")
    with pytest.raises(ValueError, match=f"first was '{half['first']}'"):
        generate._write(job, 1, output)
