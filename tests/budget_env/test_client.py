"""The clients: typed, over the network and in process, synchronous and asynchronous."""

import asyncio

import pytest

from ponder.budget_env import Action, BudgetEnvironment, EnvConfig, Observation, State
from ponder.budget_env.client import BudgetClient, LocalClient
from ponder.generators.mixture import Mixture
from tests.budget_env.serving import SETTINGS, serving


@pytest.fixture(scope="module")
def address():
    with serving() as address:
        yield address


def local() -> LocalClient:
    config = EnvConfig(num_questions=SETTINGS["num_questions"])
    return LocalClient(BudgetEnvironment(Mixture.parse(SETTINGS["mixture"]), config))


def played(client):
    """Plays an episode; this code does not know what it plays on."""
    with client:
        results = [client.reset(seed=3, episode_id="e", total_budget=60)]
        while not results[-1].done:
            results.append(client.step(Action(response="5", metadata={"grading_response": "6"})))
        return results, client.state()


async def played_asynchronously(client):
    async with client:
        results = [await client.reset(seed=3, episode_id="e", total_budget=60)]
        while not results[-1].done:
            results.append(
                await client.step(Action(response="5", metadata={"grading_response": "6"}))
            )
        return results, await client.state()


def test_code_runs_on_either(address):
    results, state = played(local().sync())
    assert len(results) == 4
    assert isinstance(results[0].observation, Observation) and isinstance(state, State)
    assert results[1].reward == results[1].observation.reward
    assert results[-1].metadata["stop_reason"] == "completed"
    for again in (
        played(BudgetClient(base_url=f"http://{address}").sync()),
        asyncio.run(played_asynchronously(local())),
        asyncio.run(played_asynchronously(BudgetClient(base_url=f"http://{address}"))),
    ):
        assert again == (results, state)


def test_a_response_may_be_bare_text(address):
    for client in (local().sync(), BudgetClient(base_url=f"http://{address}").sync()):
        with client:
            client.reset(seed=3, total_budget=60)
            assert client.step("12345678").observation.history[0]["tokens_used"] == 2


def test_an_error_says_what_was_wrong(address):
    with (
        BudgetClient(base_url=f"http://{address}").sync() as client,
        pytest.raises(RuntimeError, match="total_budget must be an integer of at least 10, got 1"),
    ):
        client.reset(total_budget=1)
    with pytest.raises(ValueError, match="total_budget must be an integer of at least 10, got 1"):
        local().sync().reset(total_budget=1)


def test_lone_surrogates_do_the_same_on_either(address):
    action = Action(response="\ud800 5", metadata={"grading_response": "<answer>\udfff</answer>"})
    seen = []
    for client in (local().sync(), BudgetClient(base_url=f"http://{address}").sync()):
        with client:
            client.reset(seed=3, total_budget=60)
            seen += [client.step("\ud800 5").observation, client.step(action).observation]
    assert seen[:2] == seen[2:]
    assert seen[0].history[0]["tokens_used"] == 1
