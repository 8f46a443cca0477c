"""Batches of an endpoint. It is a real HTTP server; only what it says is made up."""

from typing import Any

import pytest

from ponder.policies.agents.endpoint import EndpointError
from ponder.policies.batches import ServedBatches
from ponder.policies.policy import Completion, Turn
from ponder.policies.served import connect
from tests.policies.stub_endpoint import Behaviour, Handler, Request, completion, endpoint

CAPS = [9, 3, 5, 7, 4, 8]
TURNS = [Turn(f"Question {cap}?", "", cap, 1) for cap in CAPS]


def ask(behaviour: Behaviour, **changes: Any) -> tuple[list[Completion], ServedBatches, list[Any]]:
    with endpoint(behaviour) as server:
        made = connect("stub", server.url, max_tokens=9, temperature=0.7, concurrency=2)
        with ServedBatches(made) as policy:
            arguments = {"max_tokens": CAPS, "seed": 1, "temperature": 0.7, **changes}
            return policy.complete(TURNS, **arguments), policy, [server]


def all_of_it(handler: Handler, request: Request) -> None:
    """Spends its cap; later questions are answered before earlier ones."""
    handler.server.stopped.wait(0.02 * (request["max_tokens"] % 3))
    asked = request["messages"][-1]["content"]
    number = next(cap for cap in CAPS if f"Question {cap}?" in asked)
    handler.give(completion(f"<answer>{number}</answer>", tokens=request["max_tokens"]))


def test_answers_come_in_the_order_of_the_turns_and_within_their_caps() -> None:
    found, policy, (server,) = ask(all_of_it)
    assert [one.text for one in found] == [f"<answer>{cap}</answer>" for cap in CAPS]
    assert [len(one.token_ids) for one in found] == CAPS
    assert all(one.finished for one in found)
    assert {request["temperature"] for request in server.requests} == {0.7}
    assert server.most_at_once == 2
    assert (policy.name, policy.answers, policy.estimated) == ("endpoint:stub", 6, 0)


def test_the_connections_serve_several_batches() -> None:
    with endpoint(all_of_it) as server:
        made = connect("stub", server.url, max_tokens=9, temperature=0.0)
        with ServedBatches(made) as policy:
            for _ in range(3):
                policy.complete(TURNS, max_tokens=CAPS, seed=1, temperature=0.0)
            assert policy.answers == len(server.requests) == 18


def test_what_exceeds_the_cap_is_cut_off() -> None:
    text = "0123456789" * 2
    found, _, _ = ask(lambda handler, _: handler.give(completion(text, tokens=10)))
    # Ten tokens of 20 characters, of which so many may stay.
    assert [one.text for one in found] == [text[: 2 * cap] for cap in CAPS]
    assert [len(one.token_ids) for one in found] == CAPS
    assert not any(one.finished for one in found)


def test_uncounted_tokens_are_estimated_and_told() -> None:
    found, policy, _ = ask(lambda handler, _: handler.give(completion("x" * 20, tokens=None)))
    assert [len(one.token_ids) for one in found] == [min(5, cap) for cap in CAPS]
    assert [len(one.text) for one in found] == [20, 12, 20, 20, 16, 20]
    assert policy.estimated == 6


def test_one_failure_ends_the_batch_with_its_reason() -> None:
    def behave(handler: Handler, request: Request) -> None:
        if request["max_tokens"] == 5:
            handler.give({"error": {"message": "no such question"}}, 400)
        else:
            all_of_it(handler, request)

    with pytest.raises(EndpointError, match="no such question"):
        ask(behave)


def test_another_temperature_is_refused() -> None:
    with pytest.raises(ValueError, match=r"temperature must be 0.7.*got 1.0"):
        ask(all_of_it, temperature=1.0)
