"""`ponder evaluate-episodes`, from one end to the other."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.budget_env.serving import serving
from tests.cli.conftest import Ran
from tests.policies.stub_endpoint import Handler, Request, completion, endpoint

Command = Callable[..., Ran]
ALL = "uniform,greedy_max, difficulty_oracle,scripted"


def test_baselines_are_played_summarised_and_reported(
    ponder_command: Command, tmp_path: Path
) -> None:
    arguments = ("evaluate-episodes", "chain_sum:1-4", "-o", tmp_path / "out", "--agents", ALL)
    options = ("--episodes", 3, "--questions", 4, "--budget", 100, "--max-tokens", 60)
    ran = ponder_command(*arguments, *options)
    assert ran.code == 0, ran.err
    for word in ("accuracy", "starvation", "difficulty_oracle", "50 % (50 to 50)"):
        assert word in ran.out
    out = tmp_path / "out"
    assert f"report: {out / 'report.html'}" in ran.out
    assert (out / "report.html").read_text().count("<svg") == 2
    summary = json.loads((out / "summary.json").read_text())
    assert list(summary["agents"]) == ["uniform", "greedy_max", "difficulty_oracle", "scripted"]
    assert summary["agents"]["greedy_max"]["overall"]["starvation"]["estimate"] == 0.5
    steps = (out / "steps.jsonl").read_bytes()
    assert steps.count(b"\n") == 3 * (4 + 2 + 4 + 4)
    assert ponder_command(*arguments, *options).code == 0
    assert (out / "steps.jsonl").read_bytes() == steps


def test_a_model_behind_an_endpoint_plays_on_a_server(
    ponder_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def behave(handler: Handler, request: Request) -> None:
        if len(handler.server.requests) == 3:
            handler.give({"choices": []})
        else:
            handler.give(completion("<answer>5</answer>", tokens=8))

    with serving(split="test", token="secret") as address, endpoint(behave) as server:
        monkeypatch.setenv("BASELINE_LOCAL_BASE_URL", server.url)
        monkeypatch.setenv("PONDER_TOKEN", "secret")
        ran = ponder_command(
            *("evaluate-episodes", "-o", tmp_path, "--agents", "llm_local:stub"),
            *("--episodes", 4, "--budget", 100, "--concurrency", 2),
            *("--env-url", f"http://{address}"),
        )
    assert ran.code == 0, ran.err
    assert len(server.requests) == 12
    assert "llm_local:stub: no response in 1 steps: EndpointError: the reply has no" in ran.out
    (own,) = json.loads((tmp_path / "summary.json").read_text())["agents"].values()
    assert own["counted_tokens"]["endpoint"]["estimate"] == 8
    assert own["overall"]["failures"]["estimate"] == pytest.approx(1 / 12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chain_sum", "--agents", "best"], "an agent must be one of"),
        (["chain_sum", "--agents", "llm_api"], "BASELINE_API_KEY"),
        (["nothing"], "there is no source named 'nothing'"),
        ([], "mixture must be given where no server is"),
        (["chain_sum", "--budget", 3], "total_budget must be an integer of at least 10, got 3"),
        (["chain_sum", "--episodes", 0], "episodes must be at least 1"),
        (["chain_sum", "--budget-mode", "none"], "budget_mode must be one of"),
        (["chain_sum", "--temperature", "nan"], "--temperature must be a finite number"),
        (["chain_sum", "--temperature", "-1"], "--temperature must be a finite number"),
        (["--env-url", "http://127.0.0.1:9"], "Failed to connect"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(
    ponder_command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[object],
    message: str,
) -> None:
    for name in ("BASE_URL", "KEY", "MODEL"):
        monkeypatch.delenv(f"BASELINE_API_{name}", raising=False)
    ran = ponder_command("evaluate-episodes", "-o", tmp_path, "--episodes", 1, *arguments)
    assert ran.code == 2
    assert message in ran.err and ran.err.count("\n") == 1


def test_a_refused_command_does_not_bind_the_corrected_one(
    ponder_command: Command, tmp_path: Path
) -> None:
    arguments = ("evaluate-episodes", "chain_sum:1", "-o", tmp_path, "--episodes", 1)
    assert ponder_command(*arguments, "--budget", 3).code == 2
    ran = ponder_command(*arguments, "--budget", 100)
    assert ran.code == 0, ran.err


def test_what_is_named_must_be_the_servers_and_a_missing_token_is(
    ponder_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(split="test", token="secret") as address:
        arguments = ("evaluate-episodes", "-o", tmp_path, "--env-url", f"http://{address}")
        monkeypatch.delenv("PONDER_TOKEN", raising=False)
        ran = ponder_command(*arguments, "--agents", "uniform")
        assert (ran.code, "give the server's token in PONDER_TOKEN" in ran.err) == (2, True)
        monkeypatch.setenv("PONDER_TOKEN", "secret")
        ran = ponder_command(*arguments, "--agents", "uniform", "--budget-mode", "soft")
        assert ran.code == 2
        assert "the environment's budget_mode is 'hard', not 'soft'" in ran.err
