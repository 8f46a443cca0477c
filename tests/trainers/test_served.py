"""Training against a served environment: the same rewards from the same seeds."""

import pytest

from ponder.generators.mixture import Mixture
from ponder.policies.local import load
from ponder.trainers.collect import collect, new_curriculum, require_server
from ponder.trainers.config import TrainConfig
from tests.budget_env.serving import serving

SETTINGS = {
    "source": "chain_sum:1-3",
    "question_groups": 1,
    "group_size": 2,
    "episode_groups": 2,
    "num_questions": 2,
    "max_tokens": 60,
    "seed": 3,
}


@pytest.fixture(scope="module")
def policy():
    return load("embedded")


def episodes(policy, **settings):
    config = TrainConfig.from_mapping(SETTINGS | settings)
    mixture = Mixture.parse(config.source)
    curriculum = new_curriculum(mixture, config)
    return [collect(policy, mixture, curriculum, config, step)[1] for step in (0, 1)]


def test_a_step_collects_what_it_collects_in_process(policy):
    served = {"mixture": "chain_sum:1-3", "num_questions": 2, "min_tokens": 4}
    with serving(**served, tokenizer="chars", trust_charged=True) as address:
        there = episodes(policy, env_url=f"http://{address}")
    here = episodes(policy)
    for step_there, step_here in zip(there, here, strict=True):
        assert len(step_there) == len(step_here) > 2
        for one, other in zip(step_there, step_here, strict=True):
            assert one.completion == other.completion
            assert (one.task, one.components, one.budget) == (
                *(other.task, other.components, other.budget),
            )
            assert one.verdict.correct == other.verdict.correct


@pytest.mark.parametrize(
    ("served", "message"),
    [
        ({"min_tokens": 5, "trust_charged": True}, "the server's min_tokens is '5', not '4'"),
        ({"min_tokens": 4}, "start it with PONDER_TRUST_CHARGED=true"),
        ({"mixture": "gcd:1", "min_tokens": 4}, "the server refused: .*chain_sum"),
    ],
)
def test_a_server_that_cannot_be_trained_on_is_named_before_any_work(served, message):
    with serving(**({"mixture": "chain_sum:1-3", "tokenizer": "chars"} | served)) as address:
        config = TrainConfig.from_mapping(SETTINGS | {"env_url": f"http://{address}"})
        with pytest.raises(ValueError, match=message):
            require_server(Mixture.parse(config.source), config)
    require_server(Mixture.parse(config.source), TrainConfig.from_mapping(SETTINGS))
