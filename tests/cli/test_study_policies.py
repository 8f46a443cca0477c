"""`ponder study` of policies that are no local models: the scripted one, and endpoints.

The endpoint is a real HTTP server; only what it says is made up.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ponder.evaluation.rows import EpisodeRow, ResponseRow, read_rows
from ponder.evaluation.study.measure import StudyConfig, episode_tasks
from ponder.generators.mixture import Mixture
from tests.cli.conftest import Ran
from tests.policies.stub_endpoint import Handler, Request, endpoint

Command = Callable[..., Ran]
NEEDED = 10
EPISODES, QUESTIONS = 4, 2
OPTIONS = (
    *("study", "chain_sum:1-2", "--episodes", EPISODES, "--num-questions", QUESTIONS),
    *("--samples", 2, "--batch-size", 2),
)
SERVED = (*OPTIONS, "--budget", 20, "--grid", "4,10,20", "--model", "stub")
CONFIG = StudyConfig(episodes=EPISODES, num_questions=QUESTIONS)
ANSWERS = {
    task.question: task.answer for _, task in episode_tasks(Mixture.parse("chain_sum:1-2"), CONFIG)
}


def spends_all(handler: Handler, request: Request) -> None:
    """Takes all that it may, and is right with ten tokens or more."""
    asked, cap = request["messages"][-1]["content"], request["max_tokens"]
    (answer,) = (answer for question, answer in ANSWERS.items() if question in asked)
    message = {"content": f"<answer>{answer}</answer>" if cap >= NEEDED else "Hm"}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    handler.give({"choices": [choice], "usage": {"completion_tokens": cap}})


def figures_of(folder: Path) -> dict[str, Any]:
    (found,) = json.loads((folder / "figures.json").read_text()).values()
    return dict(found)


@pytest.mark.parametrize(("mode", "oracle", "gap"), [("told", 2, 0.5), ("cut", 1, 0)])
def test_an_endpoint_is_studied(
    ponder_command: Command, tmp_path: Path, mode: str, oracle: float, gap: float
) -> None:
    with endpoint(spends_all) as server:
        ran = ponder_command(*SERVED, "-o", tmp_path, "--base-url", server.url, "--mode", mode)
        assert ran.code == 0, ran.err
        asked = len(server.requests)
        # The first question of each episode takes all there is. A told budget asks for its own
        # answer; without, one long answer serves all budgets, and is complete within the last.
        assert asked == EPISODES + len(ANSWERS) * 2 * (3 if mode == "told" else 1)
        assert ponder_command(*SERVED, "-o", tmp_path, "--base-url", server.url, "--mode", mode)
        assert len(server.requests) == asked
    found = figures_of(tmp_path)
    assert found["contest"]["estimate"] == 1
    assert [end["estimate"] for end in found["oracle"]] == [oracle, oracle]
    assert found["gap"]["upper"]["estimate"] == gap
    assert found["starvation"]["estimate"] == 0.5
    assert "≈" in (tmp_path / "report.html").read_text()
    assert "estimated" not in ran.out


def test_an_endpoint_that_fails_ends_with_1_and_the_study_goes_on(
    ponder_command: Command, tmp_path: Path
) -> None:
    def behave(handler: Handler, request: Request) -> None:
        if len(handler.server.requests) > EPISODES:
            handler.give({"error": "out of credit"}, 402)
        else:
            spends_all(handler, request)

    with endpoint(behave) as server:
        ran = ponder_command(*SERVED, "-o", tmp_path, "--base-url", server.url)
    assert ran.code == 1
    assert "out of credit" in ran.err
    assert "Traceback" not in ran.err
    assert len(read_rows(tmp_path / "episodes.jsonl", EpisodeRow).rows) == EPISODES * QUESTIONS
    with endpoint(spends_all) as server:
        ran = ponder_command(*SERVED, "-o", tmp_path, "--base-url", server.url)
        assert len(server.requests) == len(ANSWERS) * 2 * 3
    assert ran.code == 0, ran.err


def test_the_scripted_policy_is_studied(ponder_command: Command, tmp_path: Path) -> None:
    options = (*OPTIONS, "--budget", 90, "--grid", "4,12,30,80", "--model", "scripted")
    ran = ponder_command(*options, "-o", tmp_path)
    assert ran.code == 0, ran.err
    assert "of 2 questions right with 90 tokens" in " ".join(ran.out.split())
    for row in read_rows(tmp_path / "responses.jsonl", ResponseRow).rows:
        wanted = row.tokens[0][-1]
        assert 6 <= wanted <= 72
        for right, spent in zip(row.correct, row.tokens, strict=True):
            assert spent == [min(wanted, budget) for budget in (4, 12, 30, 80)]
            assert not any(right[place] for place, budget in enumerate(spent) if budget < wanted)
    assert figures_of(tmp_path)["regret"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--mode", "forced"), "use 'told' or 'cut'"),
        (("--thoughts", 1), "leave thoughts at 0"),
    ],
)
@pytest.mark.parametrize(
    "policy", [("--model", "scripted"), ("--model", "x", "--base-url", "http://127.0.0.1:9/v1")]
)
def test_what_needs_a_local_model_is_refused_before_anything_is_written(
    ponder_command: Command,
    tmp_path: Path,
    policy: tuple[object, ...],
    options: tuple[object, ...],
    said: str,
) -> None:
    ran = ponder_command(*OPTIONS, "-o", tmp_path / "out", *policy, *options)
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()
