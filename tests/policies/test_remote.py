"""Playing on a server gives what playing in process gives."""

import dataclasses
import re

import pytest

from ponder.budget_env import EnvConfig
from ponder.generators.mixture import Mixture
from ponder.policies.play import EpisodePlan, play_episodes
from ponder.policies.policy import Completion
from tests.budget_env.serving import serving

CONFIG = EnvConfig(num_questions=3, min_tokens=4, tokenizer="chars")
SERVED = {"num_questions": 3, "min_tokens": 4, "tokenizer": "chars"}
PLANS = [
    EpisodePlan(seed=1, budget=60),
    EpisodePlan(seed=2, budget=33, questions=(("chain_sum", 1), ("chain_sum", 3))),
    EpisodePlan(seed=2**60, budget=9),
]


class Guesser:
    """Adds up, wrongly where the question is long; is charged an end token as well."""

    name = "guesser"

    def complete(self, turns, *, max_tokens, seed, temperature=1.0):
        made = []
        for turn, most in zip(turns, max_tokens, strict=True):
            terms = re.findall(r"[-+]?[0-9]", turn.question.replace(" ", ""))
            total = sum(map(int, terms)) + (len(terms) > 5)
            text = f"so\n{total}"[: most - 1]
            made.append(Completion(text, (1,), (0,) * (len(text) + 1), (), True))
        return made


def played(env_url="", config=CONFIG, mixture="chain_sum:1-3"):
    rollouts = play_episodes(
        Guesser(),
        Mixture.parse(mixture),
        PLANS,
        config=config,
        group_size=2,
        max_tokens=50,
        show_budget=True,
        chat=True,
        seed=0,
        env_url=env_url,
    )
    # The server tells whether an answer is right, and no more of its verdict.
    return [
        dataclasses.replace(rollout, verdict=rollout.verdict.correct)  # type: ignore[arg-type]
        for rollout in rollouts
    ]


def test_rollouts_are_those_of_the_environment_in_process():
    with serving(**SERVED, trust_charged=True) as address:
        there = played(f"http://{address}")
        assert there == played()
        assert played(f"http://{address}") == there  # on the same connections
    assert len(there) > 8 and {r.verdict for r in there} == {True, False}


def test_a_server_that_does_not_believe_the_count_is_named():
    with (
        serving(**SERVED) as address,
        pytest.raises(ValueError, match=r"the server charged \d+ tokens where \d+ were sampled"),
    ):
        played(f"http://{address}")


@pytest.mark.parametrize(
    ("served", "here", "name"),
    [
        ({}, {"mixture": "chain_sum:2-3"}, "question"),
        ({"split": "test"}, {}, "question"),
        ({"min_tokens": 5}, {}, "min_tokens"),
        ({"budget_mode": "soft"}, {}, "budget_mode"),
        ({"num_questions": 4}, {}, "num_questions"),
    ],
)
def test_a_server_that_differs_is_named(served, here, name):
    with (
        serving(**{**SERVED, "trust_charged": True, **served}) as address,
        pytest.raises(ValueError, match=f"the server's {name} is "),
    ):
        played(f"http://{address}", **here)


def test_a_server_that_is_not_there_is_an_error_of_the_network():
    with pytest.raises(OSError, match="Failed to connect"):
        played("http://127.0.0.1:9")


def test_a_server_that_wants_its_token_says_where_to_give_it(monkeypatch):
    monkeypatch.delenv("PONDER_TOKEN", raising=False)
    with (
        serving(**SERVED, token="secret") as address,
        pytest.raises(OSError, match="HTTP 401; give the server's token in PONDER_TOKEN"),
    ):
        played(f"http://{address}")
