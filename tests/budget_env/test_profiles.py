"""Difficulty profiles of an episode."""

import random
from collections import Counter

import pytest

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.budget_env.profiles import Profile
from ponder.generators.mixture import Mixture

MIXTURE = Mixture.parse("chain_sum:1-10,gcd:1-4*3")


def levels(profile: str, seed: int, num_questions: int = 6) -> list[int]:
    config = EnvConfig(profile=profile, num_questions=num_questions)
    environment = BudgetEnvironment(MIXTURE, config)
    environment.reset(seed=seed)
    return [task.level for task in environment.episode.tasks]


def test_counts_are_kept_in_random_order():
    orders = set()
    for seed in range(40):
        drawn = levels("3x1-3,2x4-6,1x7-10", seed)
        strata = ["E" if level <= 3 else "M" if level <= 6 else "H" for level in drawn]
        assert Counter(strata) == {"E": 3, "M": 2, "H": 1}
        orders.add("".join(strata))
    assert len(orders) > 20


def test_rising_and_falling_sort_what_the_mixture_draws():
    for seed in range(20):
        rising, falling = levels("rising", seed), levels("falling", seed)
        assert rising == sorted(rising) and falling == sorted(falling, reverse=True)
        assert sorted(rising) == sorted(falling)
    assert len({tuple(levels("rising", seed)) for seed in range(20)}) > 10


def test_sources_are_drawn_by_weight_among_those_that_hold_the_level():
    rng = random.Random(0)
    drawn = Counter(slot for _ in range(400) for slot in [MIXTURE.draw_slot(rng, level=2)])
    assert set(drawn) == {("chain_sum", 2), ("gcd", 2)}
    # Three to one; 400 draws stay within five deviations of 300.
    assert abs(drawn["gcd", 2] - 300) < 5 * 8.7
    assert {MIXTURE.draw_slot(rng, level=9) for _ in range(20)} == {("chain_sum", 9)}
    with pytest.raises(ValueError, match="level must be one that the mixture holds"):
        MIXTURE.draw_slot(rng, level=11)


def test_the_episode_of_a_profile_has_an_address():
    environment = BudgetEnvironment(MIXTURE, EnvConfig(profile="2x1,1x10", num_questions=6))
    environment.reset(seed=5)
    episode = environment.episode
    assert type(episode).load(episode.uid, MIXTURE) == episode
    environment.reset(seed=5, questions=[["gcd", 1]])
    assert len(environment.episode.tasks) == 1


def test_the_mixture_itself_is_the_default():
    assert Profile.parse("mixture").draw(MIXTURE, 6, random.Random(0)) is None


@pytest.mark.parametrize("text", ["", "up", "3x", "x3", "0x1", "2x5-3", "1x1;1x2", "1x1,,1x2"])
def test_a_malformed_profile_is_named(text):
    with pytest.raises(ValueError, match="profile must be 'mixture', 'rising', 'falling' or"):
        EnvConfig(profile=text)


def test_levels_that_no_source_holds_are_named():
    environment = BudgetEnvironment(MIXTURE, EnvConfig(profile="1x11-20"))
    with pytest.raises(ValueError, match="level must be one that the mixture holds"):
        environment.reset(seed=1)
