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
    assert "another seed" in refused.err
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
