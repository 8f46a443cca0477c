"""What every curriculum keeps to, and what each rule does with learners of known ability."""

import json
import random

import pytest

from ponder import curriculum
from ponder.curriculum import TRUNCATED, Outcome
from ponder.curriculum.interface import above_chance, family_chance
from ponder.generators.registry import family

LEVELS = {"sums": range(1, 11), "maze": [2, 4, 6, 8, 10]}


def no_chance(source, level):
    return 0.0


OPTIONS = {
    "fixed": {},
    "linear": {"questions": 100},
    "threshold": {"last_k": 20, "chance": no_chance},
    "sliding_window": {"chance": no_chance},
}
EVERY_RULE = pytest.mark.parametrize("name", sorted(OPTIONS))


def able_up_to(level):
    """A learner that answers rightly just what is not above `level`."""
    return lambda source, asked, rng: asked <= level


def at_rate(rate):
    """A learner that is right at a fixed rate, whatever the level."""
    return lambda source, asked, rng: rng.random() < rate


def train(rule, learner, rounds=200, n=16, seed=0):
    """Lets a learner answer what the rule asks; gives the levels asked, round by round."""
    rng = random.Random(seed)
    asked = []
    for _ in range(rounds):
        chosen = rule.next(n, rng)
        asked.append(chosen)
        rule.update(Outcome(s, level, learner(s, level, rng)) for s, level in chosen)
    return asked


def levels_of(chosen, source):
    return {level for name, level in chosen if name == source}


def outcomes(source, level, right, wrong, flags=frozenset()):
    return [Outcome(source, level, n < right, flags) for n in range(right + wrong)]


@EVERY_RULE
def test_every_rule_is_covered_and_made_by_name(name):
    assert set(OPTIONS) == set(curriculum.RULES)
    assert curriculum.make(name, LEVELS).next(0, random.Random(0)) == []


@EVERY_RULE
@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
def test_only_levels_on_offer_are_asked(name, rate):
    for chosen in train(curriculum.make(name, LEVELS, **OPTIONS[name]), at_rate(rate)):
        assert len(chosen) == 16
        assert all(level in LEVELS[source] for source, level in chosen)


@EVERY_RULE
def test_sources_are_asked_evenly(name):
    asked = train(curriculum.make(name, LEVELS, **OPTIONS[name]), at_rate(0.5))
    sums = sum(source == "sums" for chosen in asked for source, _ in chosen)
    # 3,200 fair draws: mean 1,600, standard deviation 28.3; four of them.
    assert abs(sums - 1_600) < 114


@EVERY_RULE
@pytest.mark.parametrize("rounds", [0, 7, 60])
def test_state_survives_json_and_gives_the_same_draws(name, rounds):
    first = curriculum.make(name, LEVELS, **OPTIONS[name])
    train(first, able_up_to(6), rounds=rounds)
    state = json.loads(json.dumps(first.state_dict()))
    second = curriculum.make(name, LEVELS, **OPTIONS[name])
    second.load_state_dict(state)
    assert second.state_dict() == first.state_dict()
    assert train(second, able_up_to(8), seed=9) == train(first, able_up_to(8), seed=9)


@EVERY_RULE
def test_state_is_a_copy(name):
    rule = curriculum.make(name, LEVELS, **OPTIONS[name])
    before = json.dumps(rule.state_dict())
    state = rule.state_dict()
    fresh = curriculum.make(name, LEVELS, **OPTIONS[name])
    fresh.load_state_dict(state)
    train(fresh, able_up_to(9))
    assert json.dumps(state) == before


@EVERY_RULE
def test_draws_depend_on_the_given_rng_alone(name):
    before = random.getstate()
    one, two = (curriculum.make(name, LEVELS, **OPTIONS[name]) for _ in range(2))
    assert one.next(50, random.Random(3)) == two.next(50, random.Random(3))
    assert random.getstate() == before


@EVERY_RULE
def test_foreign_states_are_refused(name):
    rule = curriculum.make(name, LEVELS, **OPTIONS[name])
    with pytest.raises(ValueError, match="state must be of rule"):
        rule.load_state_dict({"rule": "other"})
    with pytest.raises(ValueError, match="state must have the fields"):
        rule.load_state_dict({"rule": name, "more": 1})


@pytest.mark.parametrize("name", ["threshold", "sliding_window"])
def test_states_of_other_sources_or_levels_are_refused(name):
    rule = curriculum.make(name, LEVELS, **OPTIONS[name])
    train(rule, able_up_to(3))
    other = curriculum.make(name, {"sums": range(1, 11)}, **OPTIONS[name])
    with pytest.raises(ValueError, match="state is of sources"):
        other.load_state_dict(rule.state_dict())
    narrower = curriculum.make(name, {"sums": [9], "maze": [9]}, **OPTIONS[name])
    with pytest.raises(ValueError, match="but its levels are"):
        narrower.load_state_dict(rule.state_dict())


@pytest.mark.parametrize("name", ["threshold", "sliding_window"])
def test_outcomes_of_unknown_sources_are_refused(name):
    rule = curriculum.make(name, LEVELS, **OPTIONS[name])
    with pytest.raises(ValueError, match="outcome's source must be one of"):
        rule.update([Outcome("gcd", 1, True)])


# fixed


def test_fixed_asks_all_levels_evenly_whatever_happens():
    asked = train(curriculum.make("fixed", {"sums": range(1, 5)}), at_rate(0.0))
    counts = [sum(level == k for chosen in asked for _, level in chosen) for k in range(1, 5)]
    # 3,200 draws: 800 of each, standard deviation 24.5; four of them.
    assert all(abs(count - 800) < 98 for count in counts)


# linear


def test_linear_gives_each_level_an_equal_run_and_stays_at_the_last():
    rule = curriculum.make("linear", {"sums": range(1, 6)}, questions=20)
    levels = [level for _, level in rule.next(30, random.Random(0))]
    assert levels == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 14


def test_linear_does_not_care_for_success():
    right, wrong = (
        train(curriculum.make("linear", LEVELS, questions=1_000), at_rate(rate), seed=1)[-1]
        for rate in (1.0, 0.0)
    )
    assert levels_of(right, "sums") == levels_of(wrong, "sums") == {10}


# threshold


def at_level_two():
    """A threshold rule with a window of 10, brought to level 2 by ten right answers."""
    rule = curriculum.make("threshold", {"sums": range(1, 4)}, last_k=10, chance=no_chance)
    rule.update(outcomes("sums", 1, 10, 0))
    return rule


@pytest.mark.parametrize(
    ("right", "wrong", "level"),
    [
        (8, 2, 3),  # 0.8 is above 0.7
        (7, 3, 2),  # 0.7 is not
        (3, 7, 2),  # 0.3 is not below 0.3
        (2, 8, 1),  # 0.2 is
        (9, 0, 2),  # a window of nine is not full
        (0, 9, 2),
    ],
)
def test_threshold_by_hand(right, wrong, level):
    rule = at_level_two()
    rule.update(outcomes("sums", 2, right, wrong))
    assert rule.state_dict()["level"] == {"sums": level}


def test_threshold_window_slides_while_the_level_stays():
    rule = at_level_two()
    rule.update(outcomes("sums", 2, 5, 5))  # 0.5: stays
    # The window drops its oldest, the right ones: three wrong ones leave 2 of 10.
    rule.update(outcomes("sums", 2, 0, 2))
    assert rule.state_dict()["level"] == {"sums": 2}
    rule.update(outcomes("sums", 2, 0, 1))
    assert rule.state_dict()["level"] == {"sums": 1}


def test_threshold_forgets_its_window_on_a_move():
    assert at_level_two().state_dict()["recent"] == {"sums": []}


def test_threshold_ignores_outcomes_of_a_level_it_left():
    rule = at_level_two()
    rule.update(outcomes("sums", 1, 0, 50) + outcomes("sums", 3, 50, 0))
    assert rule.state_dict() == at_level_two().state_dict()


def test_threshold_stays_within_the_levels():
    rule = curriculum.make("threshold", {"maze": [4, 8]}, last_k=5, chance=no_chance)
    rule.update(outcomes("maze", 4, 0, 50))
    assert rule.state_dict()["level"] == {"maze": 4}
    rule.update(outcomes("maze", 4, 50, 0))
    rule.update(outcomes("maze", 8, 50, 0))
    assert rule.state_dict()["level"] == {"maze": 8}


def test_threshold_climbs_with_an_able_learner_and_comes_down_with_one_that_forgets():
    rule = curriculum.make("threshold", LEVELS, **OPTIONS["threshold"])
    top = train(rule, at_rate(1.0))[-1]
    assert levels_of(top, "sums") == levels_of(top, "maze") == {10}
    bottom = train(rule, at_rate(0.0))[-1]
    assert (levels_of(bottom, "sums"), levels_of(bottom, "maze")) == ({1}, {2})


def test_threshold_hovers_where_ability_ends():
    rule = curriculum.make("threshold", LEVELS, **OPTIONS["threshold"])
    late = [chosen for chosen in train(rule, able_up_to(6), rounds=400)[200:]]
    assert set().union(*(levels_of(chosen, "sums") for chosen in late)) == {6, 7}
    assert set().union(*(levels_of(chosen, "maze") for chosen in late)) == {6, 8}


# sliding window


def window_rule(**options):
    return curriculum.make("sliding_window", {"sums": range(1, 11)}, chance=no_chance, **options)


@pytest.mark.parametrize(
    ("options", "right", "wrong", "frontier", "seen"),
    [
        ({}, 8, 0, 2, 0),
        ({}, 7, 1, 1, 0),  # 0.875 is below 0.9, and counting starts again
        ({}, 7, 0, 1, 7),  # eight are needed
        ({"samples": 2}, 15, 1, 2, 0),  # 16 are needed; 0.9375
        ({"samples": 2}, 14, 2, 1, 0),
        ({"samples": 2}, 8, 0, 1, 8),
        ({"prompts": 10}, 9, 1, 2, 0),  # 0.9 is enough
    ],
)
def test_window_by_hand(options, right, wrong, frontier, seen):
    rule = window_rule(**options)
    rule.update(outcomes("sums", 1, right, wrong))
    state = rule.state_dict()
    assert (state["frontier"], state["seen"]) == ({"sums": frontier}, {"sums": seen})


def test_window_counts_the_frontier_alone():
    rule = window_rule()
    rule.update(outcomes("sums", 1, 8, 0))
    rule.update(outcomes("sums", 1, 0, 50) + outcomes("sums", 3, 50, 0))
    assert rule.state_dict() | {"rule": ""} == {
        "rule": "",
        "frontier": {"sums": 2},
        "seen": {"sums": 0},
        "right": {"sums": 0},
    }


def test_window_asks_the_last_levels_up_to_the_frontier_evenly():
    rule = window_rule()
    for level in range(1, 7):
        assert levels_of(rule.next(400, random.Random(level)), "sums") == set(
            range(max(1, level - 3), level + 1)
        )
        rule.update(outcomes("sums", level, 8, 0))
    chosen = rule.next(4_000, random.Random(0))
    counts = [sum(level == k for _, level in chosen) for k in range(4, 8)]
    # 1,000 of each, standard deviation 27.4; four of them.
    assert all(abs(count - 1_000) < 110 for count in counts)


def test_window_counts_places_where_levels_have_gaps():
    rule = curriculum.make("sliding_window", {"maze": [2, 4, 6, 8]}, window=2, chance=no_chance)
    for level in (2, 4):
        rule.update(outcomes("maze", level, 8, 0))
    assert levels_of(rule.next(100, random.Random(0)), "maze") == {4, 6}


def test_window_climbs_with_an_able_learner_and_never_falls():
    rule = curriculum.make("sliding_window", LEVELS, **OPTIONS["sliding_window"])
    train(rule, able_up_to(7), rounds=400)
    assert rule.state_dict()["frontier"] == {"sums": 8, "maze": 8}
    train(rule, at_rate(0.0), rounds=400)
    assert rule.state_dict()["frontier"] == {"sums": 8, "maze": 8}
    train(rule, at_rate(1.0), rounds=400)
    assert rule.state_dict()["frontier"] == {"sums": 10, "maze": 10}


# chance and truncation


@pytest.mark.parametrize(
    ("accuracy", "chance", "expected"),
    [(1.0, 0.25, 1.0), (0.25, 0.25, 0.0), (0.75, 0.5, 0.5), (0.0, 0.5, -1.0), (0.3, 0.0, 0.3)],
)
def test_above_chance_by_hand(accuracy, chance, expected):
    assert above_chance(accuracy, chance) == pytest.approx(expected)


@pytest.mark.parametrize("chance", [-0.1, 1.0, 2.0])
def test_chance_must_leave_room_for_success(chance):
    with pytest.raises(ValueError, match="chance must be"):
        above_chance(0.5, chance)


def test_family_chance_is_what_the_family_declares_and_zero_for_others():
    assert family_chance("chain_sum", 1) == family("chain_sum").chance(1) > 0
    assert family_chance("metamathqa", 3) == 0


@pytest.mark.parametrize(("chance", "level"), [(0.0, 2), (0.5, 1)])
def test_guessing_does_not_climb_the_threshold(chance, level):
    """Eight of ten: success 0.8 where guessing scores nothing, 0.6 where it scores half."""
    rule = curriculum.make("threshold", {"sums": [1, 2]}, last_k=10, chance=lambda s, k: chance)
    rule.update(outcomes("sums", 1, 8, 2))
    assert rule.state_dict()["level"] == {"sums": level}


@pytest.mark.parametrize(("chance", "frontier"), [(0.0, 2), (0.5, 1)])
def test_guessing_does_not_move_the_window(chance, frontier):
    """Nine of ten: 0.9 where guessing scores nothing, 0.8 where it scores half."""
    rule = curriculum.make(
        "sliding_window", {"sums": [1, 2]}, prompts=10, chance=lambda s, k: chance
    )
    rule.update(outcomes("sums", 1, 9, 1))
    assert rule.state_dict()["frontier"] == {"sums": frontier}


@pytest.mark.parametrize(("count_truncated", "level"), [(False, 2), (True, 1)])
def test_cut_responses_count_only_on_request(count_truncated, level):
    rule = curriculum.make(
        "threshold",
        {"sums": [1, 2]},
        last_k=10,
        chance=no_chance,
        count_truncated=count_truncated,
    )
    cut = outcomes("sums", 1, 0, 5, frozenset({TRUNCATED}))
    right = outcomes("sums", 1, 5, 0)
    rule.update(right + cut + right)
    assert rule.state_dict()["level"] == {"sums": level}


# arguments


@pytest.mark.parametrize(
    ("name", "sources", "options", "message"),
    [
        ("treshold", LEVELS, {}, "did you mean 'threshold'"),
        ("bandit", LEVELS, {}, r"there are \['fixed', 'linear'"),
        ("threshold", LEVELS, {"last": 3}, "did you mean 'last_k'"),
        ("fixed", LEVELS, {"window": 3}, "'fixed' has no option 'window'"),
        ("fixed", {}, {}, "sources must map at least one source"),
        ("fixed", {"sums": []}, {}, "levels of source 'sums'"),
        ("fixed", {"sums": [0, 1]}, {}, "levels of source 'sums'"),
        ("linear", LEVELS, {"questions": 0}, "questions must be"),
        ("threshold", LEVELS, {"last_k": 0}, "last_k must be"),
        ("threshold", LEVELS, {"up": 0.2}, "0 <= down < up <= 1 must hold"),
        ("sliding_window", LEVELS, {"window": 0}, "window must be"),
        ("sliding_window", LEVELS, {"prompts": 1.5}, "prompts must be"),
        ("sliding_window", LEVELS, {"samples": 0}, "samples must be"),
        ("sliding_window", LEVELS, {"threshold": 0}, "threshold must be"),
        ("sliding_window", LEVELS, {"threshold": "0.5"}, "threshold must be"),
        ("sliding_window", LEVELS, {"threshold": True}, "threshold must be"),
        ("sliding_window", LEVELS, {"chance": 0.5}, "chance must be a function"),
        ("sliding_window", LEVELS, {"count_truncated": "no"}, "count_truncated must be true or"),
        ("threshold", LEVELS, {"up": "high"}, "0 <= down < up <= 1 must hold"),
        ("threshold", LEVELS, {"down": None}, "0 <= down < up <= 1 must hold"),
        ("threshold", LEVELS, {"chance": 0.5}, "chance must be a function"),
        ("threshold", LEVELS, {"count_truncated": 1}, "count_truncated must be true or"),
    ],
)
def test_bad_arguments_are_named(name, sources, options, message):
    with pytest.raises(ValueError, match=message):
        curriculum.make(name, sources, **options)
