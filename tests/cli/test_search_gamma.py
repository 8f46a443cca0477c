"""`ponder search-gamma`, from one end to the other, on an untrained network."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ponder.policies.local import new_embedded
from tests.cli.conftest import Ran

Command = Callable[..., Ran]
SETTINGS = ("group_size=2", "question_groups=1", "episode_groups=0", "max_tokens=6")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    new_embedded(seed=0).save(folder)
    return folder


def test_it_prints_a_row_a_run_and_the_gamma(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "search"
    arguments = ("search-gamma", "-o", out, "--model", model, "--source", "chain_sum:1")
    options = ("--steps", 1, "--high", 0.125, *(f"--set={each}" for each in SETTINGS))
    ran = ponder_command(*arguments, *options)
    assert ran.code == 0, ran.err
    # An untrained network is never right: the strongest discount costs it nothing.
    rows = [row for row in map(str.split, ran.out.splitlines()) if row[-1:] == ["yes"]]
    assert [(row[0], row[1]) for row in rows] == [("0", "0.0%"), ("0.125", "0.0%")]
    assert "gamma: 0.875 (1 - gamma = 0.125)" in ran.out
    assert json.loads((out / "gamma_search.json").read_text())["gamma"] == 0.875
    configs = sorted(out.glob("probes/*/config.json"))
    assert [json.loads(path.read_text())["gamma"] for path in configs] == [1.0, 0.875]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--low", "0.5"), "low < high"),
        (("--rounds", "-1"), "rounds must be at least 0"),
        (("--set", "gama=1"), "did you mean 'gamma'"),
        (("--set", "gamma"), "NAME=JSON"),
        (("--set", "curriculum=sliding_window"), "curriculum must be one of"),
        (("--set", "progress=dense", "--set", "prover=no/such/policy"), "prover: model"),
        (("--low", "0.1", "--high", "0.1000001"), "low, high and rounds must leave"),
        (("--source", "chain_summ:1"), "did you mean 'chain_sum'"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing(
    ponder_command: Command, model: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    ran = ponder_command("search-gamma", "-o", tmp_path / "search", "--model", model, *options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "search").exists()
