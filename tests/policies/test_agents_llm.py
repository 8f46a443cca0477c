"""Agents that ask an endpoint: every fault of one ends in a recorded step, none in a lost episode.

The endpoint is a real HTTP server; only what it says is made up.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.budget_env.client import LocalClient
from ponder.generators import registry
from ponder.generators.mixture import Mixture
from ponder.policies.agents import Played, make_agent, play_episode
from ponder.policies.agents.endpoint import OPENAI, Endpoint, EndpointConfig
from ponder.policies.agents.llm import LlmAgent
from tests.policies.stub_endpoint import Behaviour, Handler, Request, Stub, completion, endpoint

MIXTURE = Mixture.parse("chain_sum:1-4")
RIGHT = completion("<answer>5</answer>")


@pytest.fixture
def doubling(monkeypatch: pytest.MonkeyPatch) -> Mixture:
    """A family that talks back."""
    known = registry._modules()
    monkeypatch.setitem(known, "doubling", ("external", "tests.budget_env.doubling"))
    return Mixture.parse("doubling:1")


async def playing(config: EndpointConfig, table: BudgetEnvironment, episodes: int) -> list[Played]:
    agent = LlmAgent(Endpoint(config), "llm")
    tables = [BudgetEnvironment(table._mixture, table.config) for _ in range(episodes)]
    try:
        return await asyncio.gather(
            *(
                play_episode(agent, LocalClient(own), seed=seed, total_budget=100)
                for seed, own in enumerate(tables)
            )
        )
    finally:
        await agent.aclose()


def play(
    server: Stub | str,
    *,
    questions: int = 2,
    mixture: Mixture = MIXTURE,
    episodes: int = 1,
    settings: dict[str, Any] | None = None,
    **options: Any,
) -> Played:
    url = server if isinstance(server, str) else server.url
    given = {"timeout": 5.0, "backoff": 0.01, "attempts": 3, "model": "stub"} | options
    table = BudgetEnvironment(mixture, EnvConfig(num_questions=questions, **(settings or {})))
    return asyncio.run(playing(EndpointConfig(base_url=url, **given), table, episodes))[-1]


def once(fault: Behaviour) -> Behaviour:
    """Fails at the first request, and answers from then on."""

    def behave(handler: Handler, request: Request) -> None:
        if len(handler.server.requests) == 1:
            fault(handler, request)
        else:
            handler.give(RIGHT)

    return behave


def giving(body: Any, status: int = 200, **headers: str) -> Behaviour:
    return lambda handler, request: handler.give(body, status, **headers)


def stalling(handler: Handler, request: Request) -> None:
    handler.server.stopped.wait(30)


def trickling(handler: Handler, request: Request) -> None:
    """Sends a byte now and then, so that no single wait is long."""
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    while not handler.server.stopped.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def dropping(handler: Handler, request: Request) -> None:
    handler.drop()


def test_a_reply_becomes_a_step_with_both_counts():
    with endpoint(giving(completion("Well. <answer>5</answer>", tokens=9))) as server:
        played = play(server)
    assert [step["response"] for step in played.steps] == ["Well. <answer>5</answer>"] * 2
    # 24 bytes are 6 tokens by the environment's rule; the endpoint says 9.
    assert [(step["tokens"], step["usage"]) for step in played.steps] == [(6, 9), (6, 9)]
    assert all(not step["note"] for step in played.steps)


def test_the_request_is_capped_at_what_remains():
    with endpoint(giving(completion("x" * 240))) as server:
        play(server, questions=3)
    assert [request["max_tokens"] for request in server.requests] == [100, 40]
    first, second = (request["messages"] for request in server.requests)
    assert server.requests[0]["model"] == "stub"
    assert "temperature" not in server.requests[0]
    assert "100 tokens are left for 3 questions" in first[-1]["content"]
    assert "1. 60 tokens, wrong: What is" in second[-1]["content"]
    assert "40 tokens are left for 2 questions" in second[-1]["content"]


def test_under_the_soft_cap_the_request_is_capped_at_the_most():
    with endpoint(giving(completion("x" * 600))) as server:
        play(server, settings={"budget_mode": "soft", "max_tokens": 70}, temperature=0.5)
    assert [request["max_tokens"] for request in server.requests] == [70, 70]
    assert server.requests[0]["temperature"] == 0.5


PASSING = {
    "429": (giving({"error": {"message": "slow down"}}, 429), "status 429"),
    "500": (giving(b"<html>oops</html>", 500), "status 500"),
    "503": (giving(b"", 503), "status 503"),
    "408": (giving({"error": "late"}, 408), "status 408"),
    "dropped": (dropping, "broke in mid-reply"),
    "stalled": (stalling, "no whole reply within 0.3 seconds"),
    "trickled": (trickling, "no whole reply within 0.3 seconds"),
}


@pytest.mark.parametrize("name", PASSING)
def test_a_fault_that_passes_is_tried_again(name: str):
    fault, _ = PASSING[name]
    with endpoint(once(fault)) as server:
        played = play(server, timeout=0.3)
    assert len(server.requests) == 3
    assert [step["response"] for step in played.steps] == ["<answer>5</answer>"] * 2
    assert [step["note"] for step in played.steps] == ["", ""]


@pytest.mark.parametrize("name", PASSING)
def test_a_fault_that_stays_is_explained_and_costs_no_episode(name: str):
    fault, why = PASSING[name]
    with endpoint(fault) as server:
        played = play(server, questions=5, timeout=0.3, attempts=2)
    assert len(server.requests) == 3 * 2
    assert played.stop_reason == "completed" and len(played.steps) == 5
    for step in played.steps[:3]:
        assert why in step["note"] and "(2 tries)" in step["note"]
        assert (step["response"], step["tokens"], step["usage"]) == ("", 0, None)
    assert all(step["note"].startswith("not asked") for step in played.steps[3:])
    assert played.reward == pytest.approx(-0.5)


STAYING: dict[str, tuple[Any, str]] = {
    "no JSON": (giving(b"{'choices': "), "the reply is not JSON"),
    "half a JSON": (giving(b'{"choices": [{"message": {"con'), "the reply is not JSON"),
    "bytes": (giving(b"\xff\xfe\x00"), "the reply is not JSON"),
    "nested deep": (giving(b"[" * 100_000), "the reply is not JSON"),
    "nothing": (giving(b""), "the reply is not JSON"),
    "a list": (giving(b"[]"), "must be a JSON object"),
    "no choices": (giving({"id": "x"}), "has no choices"),
    "an error": (giving({"error": {"message": "no such model"}}), "no such model"),
    "empty choices": (giving({"choices": []}), "has no choices"),
    "odd choices": (giving({"choices": ["a"]}), "has no choices"),
    "null choices": (giving({"choices": None}), "has no choices"),
    "null content": (giving(completion(None)), "has no text (finish_reason 'stop')"),
    "empty content": (giving(completion("")), "has no text"),
    "odd content": (giving(completion([{"type": "text"}])), "has no text"),
    "null message": (giving({"choices": [{"message": None}]}), "has no text"),
    "10 MB": (giving(completion("x" * 10_000_000)), "longer than 300,000 bytes"),
    "10 MB of nothing": (giving(b" " * 10_000_000), "longer than 300,000 bytes"),
    "401": (giving({"error": {"message": "bad key"}}, 401), "refused with status 401"),
    "404": (giving({"detail": "no such model"}, 404), "no such model"),
    "400": (giving({"error": {"message": "too long"}}, 400), "too long"),
    "10 MB of error": (giving(b"x" * 10_000_000, 400), "refused with status 400"),
}


@pytest.mark.parametrize("name", STAYING)
def test_a_fault_that_will_not_pass_is_asked_once_and_explained(name: str):
    fault, why = STAYING[name]
    with endpoint(once(fault)) as server:
        played = play(server)
    assert len(server.requests) == 2
    first, second = played.steps
    assert why in first["note"] and len(first["note"]) <= 400
    assert first["response"] == "" and second["response"] == "<answer>5</answer>"


def test_a_refused_connection_is_explained():
    with endpoint(giving(RIGHT)) as server:
        url = server.url
    played = play(url, attempts=2)
    assert f"no connection to {url}" in played.steps[0]["note"]
    assert len(played.steps) == 2


def test_the_wait_that_a_server_asks_for_is_kept():
    busy = giving({"error": "busy"}, 429, retry_after="1")
    with endpoint(once(busy)) as server:
        begun = time.monotonic()
        play(server, questions=1, backoff=0.0)
    assert time.monotonic() - begun >= 1
    assert len(server.requests) == 2


def test_an_endpoint_that_knows_the_newer_name_of_the_cap_gets_it():
    def behave(handler: Handler, request: Request) -> None:
        if "max_tokens" in request:
            message = "Unsupported parameter: use 'max_completion_tokens' instead."
            handler.give({"error": {"message": message}}, 400)
        else:
            handler.give(RIGHT)

    with endpoint(behave) as server:
        played = play(server)
    assert [step["note"] for step in played.steps] == ["", ""]
    assert [request.get("max_completion_tokens") for request in server.requests] == [None, 100, 95]


def test_reasoning_that_is_kept_apart_is_charged():
    reply = completion("<answer>5</answer>", reasoning_content="I add and add.")
    with endpoint(giving(reply)) as server:
        (step,) = play(server, questions=1).steps
    assert step["response"] == "<think>I add and add.</think>\n<answer>5</answer>"
    assert step["tokens"] == -(-len(step["response"]) // 4)


def test_thought_without_an_answer_is_a_response_and_no_failure():
    with endpoint(giving(completion(None, reasoning="I add"))) as server:
        (step,) = play(server, questions=1).steps
    assert step["response"].startswith("<think>I add") and not step["note"]


def test_a_content_of_parts_is_joined():
    parts = [{"type": "text", "text": "So "}, {"type": "image"}, {"text": "<answer>5</answer>"}]
    with endpoint(giving(completion(parts))) as server:
        (step,) = play(server, questions=1).steps
    assert step["response"] == "So <answer>5</answer>" and not step["note"]


def test_a_key_that_is_repeated_is_not_noted():
    said = {"error": {"message": "no such key: Bearer sk-secret-123"}}
    for status in (401, 500):
        with endpoint(giving(said, status)) as server:
            (step,) = play(server, questions=1, attempts=1, api_key="sk-secret-123").steps
        assert "no such key: Bearer ***" in step["note"]
        assert "secret" not in step["note"]


def test_a_refusal_without_end_is_not_read_to_its_end():
    sent = []

    def behave(handler: Handler, request: Request) -> None:
        handler.send_response(400)
        handler.send_header("transfer-encoding", "chunked")
        handler.end_headers()
        for _ in range(2_000):
            handler.wfile.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
            sent.append(0x10000)

    with endpoint(behave) as server:
        (step,) = play(server, questions=1, attempts=1).steps
    assert "refused with status 400" in step["note"]
    # What is in flight when the client leaves is a matter of buffers.
    assert sum(sent) < 20_000_000


@pytest.mark.parametrize(
    "usage",
    [None, {}, {"completion_tokens": "many"}, {"completion_tokens": 10**400}, 3, []],
)
def test_an_endpoint_that_counts_nothing_is_believed_nothing(usage: Any):
    with endpoint(giving(completion("5", tokens=None) | {"usage": usage})) as server:
        assert play(server).steps[0]["usage"] is None


def test_requests_at_once_are_bounded():
    def slow(handler: Handler, request: Request) -> None:
        handler.server.stopped.wait(0.05)
        handler.give(RIGHT)

    with endpoint(slow) as server:
        play(server, episodes=9, concurrency=3)
    assert len(server.requests) == 18
    assert server.most_at_once == 3


def test_a_question_of_several_turns_is_one_conversation(doubling: Mixture):
    def behave(handler: Handler, request: Request) -> None:
        asked = len(handler.server.requests)
        handler.give(completion("6" if asked % 2 else "DONE: 12"))

    with endpoint(behave) as server:
        played = play(server, mixture=doubling, questions=2)
    assert [(step["position"], step["turn"]) for step in played.steps] == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]
    assert [step["correct"] for step in played.steps] == [None, False, None, False]
    chats = [[message["content"] for message in r["messages"]] for r in server.requests]
    assert chats[1][-3].startswith("Start at") and chats[1][-2] == "6"
    assert "Turn 1: go on." in chats[1][-1]
    # The next question knows nothing of the turns of the one before.
    assert len(chats[2]) == len(chats[0]) == len(chats[1]) - 2


VARIABLES = ("BASE_URL", "KEY", "MODEL")


@pytest.fixture
def variables(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def put(kind: str, **values: str) -> None:
        for name in VARIABLES:
            monkeypatch.delenv(f"BASELINE_{kind}_{name}", raising=False)
        for name, value in values.items():
            monkeypatch.setenv(f"BASELINE_{kind}_{name}", value)

    return put


def test_the_environment_says_where_a_model_is(variables: Callable[..., None]):
    variables("LOCAL", BASE_URL="http://127.0.0.1:9/v1", MODEL="m")
    agent = make_agent("llm_local", concurrency=3)
    assert isinstance(agent, LlmAgent)
    assert agent.name == "llm_local:m"
    config = agent.endpoint.config
    assert (config.base_url, config.api_key) == ("http://127.0.0.1:9/v1", "none")
    assert config.concurrency == 3
    variables("API", KEY="secret", MODEL="m")
    agent = make_agent("llm_api:other")
    assert isinstance(agent, LlmAgent)
    config = agent.endpoint.config
    assert (config.base_url, config.api_key, config.model) == (OPENAI, "secret", "other")
    assert "secret" not in repr(config)


@pytest.mark.parametrize(
    ("kind", "values", "missing"),
    [
        ("LOCAL", {"MODEL": "m"}, "BASELINE_LOCAL_BASE_URL must be set"),
        ("LOCAL", {}, "BASELINE_LOCAL_BASE_URL and BASELINE_LOCAL_MODEL must be set"),
        ("API", {"MODEL": "m"}, "BASELINE_API_KEY must be set"),
    ],
)
def test_a_variable_that_is_missing_is_named(
    variables: Callable[..., None], kind: str, values: dict[str, str], missing: str
):
    variables(kind, **values)
    with pytest.raises(ValueError, match=missing):
        make_agent(f"llm_{kind.lower()}")


@pytest.mark.parametrize(
    "wrong", [{"concurrency": 0}, {"attempts": 0}, {"timeout": 0.0}, {"backoff": -1.0}]
)
def test_an_impossible_setting_is_refused(wrong: dict[str, Any]):
    with pytest.raises(ValueError, match="must be"):
        EndpointConfig(model="m", **wrong)
