"""`ponder study` and the comparison of studies, from one end to the other."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ponder.policies.local import new_embedded
from tests.cli.conftest import Ran

Command = Callable[..., Ran]
OPTIONS = (
    *("--episodes", 6, "--num-questions", 2, "--budget", 24),
    *("--samples", 2, "--grid", "4,8,24", "--batch-size", 2),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    new_embedded(seed=0).save(folder)
    return folder


def test_studies_are_made_and_compared(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, more in ((one, ()), (other, ("--mode", "forced", "--answer-tokens", 3))):
        ran = ponder_command(
            "study", "chain_sum:1-2", "-o", folder, "--model", model, *OPTIONS, *more
        )
        assert ran.code == 0, ran.err
        assert "of 2 questions right with 24 tokens" in " ".join(ran.out.split())
        assert "Gap Ratio against the lower oracle" in ran.out
        assert (folder / "report.html").is_file()
    refused = ponder_command(
        "study", "chain_sum:1-2", "-o", one, "--model", model, *OPTIONS, "--seed", 1
    )
    assert refused.code == 2
    assert "seed was 0 and is 1" in refused.err
    ran = ponder_command("report", one, other, "-o", tmp_path / "both")
    assert ran.code == 0, ran.err
    assert set(json.loads((tmp_path / "both" / "figures.json").read_text())) == {"one", "other"}
    assert ponder_command("report", one).code == 0
    ran = ponder_command("report", one, other)
    assert ran.code == 2
    assert "--out" in ran.err


def test_a_killed_study_goes_on(
    ponder_process: Callable[..., subprocess.Popen[bytes]],
    ponder_command: Command,
    model: Path,
    tmp_path: Path,
) -> None:
    thinking = ("--thoughts", 1, "--rounds", 1, "--regret-budgets", "6,12", "--answer-tokens", 3)
    arguments = ("study", "chain_sum:1-2", "--model", model, *OPTIONS, *thinking)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert ponder_command(*arguments, "-o", whole).code == 0
    process = ponder_process(*arguments, "-o", killed)
    thoughts = killed / "thoughts.jsonl"
    while not thoughts.is_file() or thoughts.read_bytes().count(b"\n") < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert thoughts.read_bytes().count(b"\n") < 13
    assert ponder_command(*arguments, "-o", killed).code == 0
    for name in ("episodes.jsonl", "responses.jsonl", "thoughts.jsonl", "figures.json"):
        one, other = ((folder / name).read_text() for folder in (killed, whole))
        assert one.replace('"killed"', '"whole"') == other


def test_a_grid_is_whole_numbers(ponder_command: Command, tmp_path: Path) -> None:
    ran = ponder_command("study", "chain_sum:1", "-o", tmp_path, "--grid", "8,x")
    assert ran.code == 2
    assert "--grid must be whole numbers between commas" in ran.err
    ran = ponder_command("study", "chain_sum:1", "-o", tmp_path, "--regret-budgets", "8-9")
    assert ran.code == 2
    assert "--regret-budgets must be whole numbers between commas" in ran.err


SIMULATED = ("--model", "scripted", *OPTIONS)


def test_what_a_refused_command_wanted_is_not_noted(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    arguments = ("study", "-o", tmp_path, "--model", model, *OPTIONS)
    assert ponder_command(*arguments, "chain_sum:1-2").code == 0
    held = (tmp_path / "study.json").read_bytes()
    for wanted, said in (
        (("chain_sum:1-3", "--thoughts", 1), "mixture was"),
        (("chain_sum:1-2", "--thoughts", 1, "--batch-size", 3), "batch_size was 2"),
        (("chain_sum:1-2", "--model", "scripted"), "policy was"),
        (("chain_sum:1-2", "--rounds", 1), "give --thoughts too"),
    ):
        ran = ponder_command(*arguments, *wanted)
        assert ran.code == 2 and said in ran.err and ran.err.count("\n") == 1
        assert (tmp_path / "study.json").read_bytes() == held
    assert ponder_command("report", tmp_path).code == 0
    other = new_embedded(seed=1)
    other.save(model.parent / "other")
    (tmp_path / "study.json").write_text(
        held.decode().replace(str(model), str(model.parent / "other"))
    )
    ran = ponder_command(*arguments, "chain_sum:1-2", "--model", model.parent / "other")
    assert ran.code == 2 and "weights was" in ran.err


def test_a_folder_of_something_else_is_left_alone(ponder_command: Command, tmp_path: Path) -> None:
    for name, held in (("config.json", "a run"), ("questions.jsonl", "an evaluation")):
        folder = tmp_path / held.replace(" ", "-")
        folder.mkdir()
        (folder / name).write_text("{}")
        ran = ponder_command("study", "chain_sum:1", "-o", folder, *SIMULATED)
        assert ran.code == 2 and f"which holds {held}" in ran.err
        assert [file.name for file in folder.iterdir()] == [name]


def test_files_of_two_studies_are_not_one(ponder_command: Command, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert ponder_command("study", "chain_sum:1-2", "-o", one, *SIMULATED).code == 0
    more = ("--num-questions", 3, "--samples", 4)
    assert ponder_command("study", "chain_sum:1-2", "-o", other, *SIMULATED, *more).code == 0
    settings = (one / "study.json").read_text()
    for name, file in (
        ("study.json", "episodes.jsonl"),
        ("episodes.jsonl", "episodes.jsonl"),
        ("responses.jsonl", "responses.jsonl"),
    ):
        held = (one / name).read_bytes()
        (one / name).write_bytes((other / name).read_bytes())
        ran = ponder_command("report", one)
        assert ran.code == 2 and f"{file} holds rows of another study" in ran.err
        (one / name).write_bytes(held)
    for wrong in ('{"samples": "2"}', '{"nothing": 1}', '{"samples": 0}', "[]", ""):
        (one / "study.json").write_text(wrong)
        ran = ponder_command("report", one)
        assert ran.code == 2 and "study.json" in ran.err and ran.err.count("\n") == 1
    (one / "study.json").write_text(settings)
    (one / "responses.jsonl").unlink()
    ran = ponder_command("report", one)
    assert ran.code == 2 and "so the study is unfinished" in ran.err


def test_studies_are_printed_beside_one_another(ponder_command: Command, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        assert ponder_command("study", "chain_sum:1", "-o", folder, *SIMULATED).code == 0
    ran = ponder_command("report", one, other, "-o", tmp_path / "both")
    assert ran.code == 0, ran.err
    assert ran.out.count("of 2 questions right with 24 tokens") == 2
    (line,) = (line for line in ran.out.splitlines() if "rank correlation" in line)
    # One level alone has no slope and no rank.
    assert line.count("undefined") == 2 and "nan" not in ran.out
    assert ">nan" not in (tmp_path / "both/report.html").read_text()
    assert "right answers an episode" in ponder_command("report", one).out
