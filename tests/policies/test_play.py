"""Playing episodes: what a policy cannot play yet is named, and not played wrongly."""

import pytest

from ponder.budget_env import EnvConfig
from ponder.generators import registry
from ponder.generators.mixture import Mixture
from ponder.policies.play import EpisodePlan, play_episodes
from ponder.policies.policy import Completion


class Talker:
    """Says the same, whatever is asked."""

    name = "talker"

    def complete(self, turns, *, max_tokens, seed, temperature=1.0):
        return [Completion("6", (1,), (2,), (0.0,), True) for _ in turns]


def test_a_family_that_talks_back_is_refused_by_name(monkeypatch):
    monkeypatch.setitem(registry._modules(), "doubling", ("external", "tests.budget_env.doubling"))
    with pytest.raises(ValueError, match=r"doubling@1.* questions of one turn only"):
        play_episodes(
            Talker(),
            Mixture.parse("doubling:1"),
            [EpisodePlan(seed=1, budget=100)],
            config=EnvConfig(num_questions=2, min_tokens=1, max_tokens=50),
            group_size=1,
            max_tokens=50,
            show_budget=True,
            chat=False,
            seed=0,
        )
