"""`ponder warmstart`: what it leaves, and where it does not write."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ponder.files import lock
from ponder.policies.local import load
from tests.cli.conftest import Ran

Command = Callable[..., Ran]


def test_it_leaves_a_policy_and_the_losses(ponder_command: Command, tmp_path: Path) -> None:
    ran = ponder_command("warmstart", "-o", tmp_path / "search", "--search", "--steps", 1)
    assert ran.code == 0, ran.err
    (line,) = (tmp_path / "search" / "warmstart.jsonl").read_text().splitlines()
    assert json.loads(line)["step"] == 0
    assert load(str(tmp_path / "search" / "policy")).embedded


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("run/config.json", "holds a run; give another folder"),
        ("run/study.json", "holds a study; give another folder"),
        ("run", "is a file"),
    ],
)
def test_what_is_there_is_left_alone_and_nothing_is_learned_for_nothing(
    ponder_command: Command, tmp_path: Path, found: str, said: str
) -> None:
    (tmp_path / found).parent.mkdir(exist_ok=True)
    (tmp_path / found).write_text("{}")
    ran = ponder_command("warmstart", "-o", tmp_path / "run", "--search")
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / found]


def test_only_one_writes_to_a_folder(ponder_command: Command, tmp_path: Path) -> None:
    with (tmp_path / ".lock").open("a") as held:
        assert lock(held)
        ran = ponder_command("warmstart", "-o", tmp_path, "--steps", 7_000)
    assert ran.code == 2
    assert "another process is at work" in ran.err
