"""Length rewards: values worked out by hand, and the laws that each keeps or breaks."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.trainers.gfpo import gfpo_keep
from ponder.trainers.laser_targets import laser_d_targets
from ponder.trainers.length_rewards import (
    LENGTH_REWARDS,
    L1Exact,
    L1Max,
    LaserD,
    LengthReward,
    ThinkPrune,
    make_length_reward,
)

REWARDS: dict[str, LengthReward] = {
    "l1_exact": make_length_reward("l1_exact", target=1000),
    "l1_max": make_length_reward("l1_max", target=1000),
    "l1_max additive": make_length_reward("l1_max", target=1000, additive=True),
    "shorter_better": make_length_reward("shorter_better"),
    "think_prune": make_length_reward("think_prune", limits=[1000, 500]),
    "laser": make_length_reward("laser", target=1000),
    "laser_d": make_length_reward("laser_d", easy=500, medium=1000, hard=2000),
    "o1_pruner": make_length_reward("o1_pruner", reference_tokens=1000, reference_accuracy=0.5),
    "kimi": make_length_reward("kimi"),
}
RIGHT_MAY_EARN_LESS_THAN_WRONG = {"l1_exact", "shorter_better", "o1_pruner"}
SHORTER_RIGHT_MAY_EARN_LESS = {"l1_exact"}
WRONG_EARNS_NOTHING = {"l1_max", "think_prune", "laser", "laser_d"}

groups = st.lists(st.tuples(st.booleans(), st.integers(0, 6000)), min_size=1, max_size=8)
everyone = pytest.mark.parametrize("name", sorted(REWARDS))


def rewards(name: str, group: list[tuple[bool, int]]) -> list[float]:
    return REWARDS[name]([c for c, _ in group], [length for _, length in group])


def test_every_method_is_tried() -> None:
    assert {name.split()[0] for name in REWARDS} == set(LENGTH_REWARDS)


@pytest.mark.parametrize(
    ("name", "correct", "tokens", "expected"),
    [
        # 1 - 3e-4 * 100; 0 - 3e-4 * 200; 1 - 3e-4 * 1000
        ("l1_exact", [True, False, True], [900, 1200, 0], [0.97, -0.06, 0.7]),
        # 0.5; 0.5 + 3e-4 * 500; 0.5 - 3e-4 * 2000 < 0; a wrong one
        ("l1_max", [True, True, True, False], [1000, 500, 3000, 0], [0.5, 0.65, 0, 0]),
        # 1 + (0.15 + 1) / 2; 1 + 1/2; 0 + 1/2; 3e-4 * -4000 clips to -1
        ("l1_max additive", [True, True, False, False], [500, 1000, 1000, 5000],
         [1.575, 1.5, 0.5, 0]),
        # The shortest right answer has 100 tokens, though a wrong one has 50.
        ("shorter_better", [True, True, False], [100, 300, 50], [2, 1.8, -0.05]),
        # None is right: 100 off the mean of 200.
        ("shorter_better", [False, False], [100, 300], [-0.1, -0.1]),
        ("think_prune", [True, True, False], [1000, 1001, 10], [1, 0, 0]),
        ("laser", [True, True, False], [1000, 1001, 10], [1.5, 1, 0]),
        # 1000 / 500 - 1 + 2 / 2; the same less 2; 1000 / 4000 - 1 + 1
        ("o1_pruner", [True, False, True], [500, 500, 4000], [2, 0, 0.25]),
        # 1000 / 1 - 1 + 1 clips to 4; 1000 / 6000 - 1 - 1 does not clip
        ("o1_pruner", [True, False], [0, 6000], [4, 1 / 6 - 2]),
        # x = 1/2, 0, -1/2; a wrong answer earns at most 0
        ("kimi", [True, False, False], [100, 200, 300], [1.2, 0, -0.2]),
        ("kimi", [False, False, True], [100, 200, 300], [0, 0, 0.8]),
    ],
)  # fmt: skip
def test_values_by_hand(
    name: str, correct: list[bool], tokens: list[int], expected: list[float]
) -> None:
    assert REWARDS[name](correct, tokens) == pytest.approx(expected)


def test_o1_pruner_is_clipped_below() -> None:
    # 0 / 5 - 1 + 2 * (0 - 1) = -3
    reward = make_length_reward("o1_pruner", reference_tokens=0, reference_accuracy=1)
    assert reward([False], [5]) == [-2]


def test_no_tokens_count_as_one_to_o1_pruner() -> None:
    # 2 / 1 - 1 + 2 * (1 - 0)
    reward = make_length_reward("o1_pruner", reference_tokens=2, reference_accuracy=0)
    assert reward([True, True], [0, 1]) == [3, 3]


@pytest.mark.parametrize(
    ("correct", "bonus_up_to"),
    [
        ([True, True, False], 10),  # two thirds are easy
        ([True, True, True, False, False], 20),  # 3/5
        ([True, False, False], 20),  # one third is medium
        ([True, False, False, False], 30),
        ([True], 10),
    ],
)
def test_laser_d_takes_the_target_of_the_groups_difficulty(
    correct: list[bool], bonus_up_to: int
) -> None:
    reward = LaserD(easy=10, medium=20, hard=30)
    assert reward(correct, [bonus_up_to] * len(correct))[0] == 1.5
    assert reward(correct, [bonus_up_to + 1] * len(correct))[0] == 1


@pytest.mark.parametrize(
    ("progress", "limit"),
    [(0, 4000), (0.33, 4000), (0.34, 3000), (0.66, 3000), (0.67, 2000), (1, 2000)],
)
def test_think_prune_tightens_its_limit_in_equal_rounds(progress: float, limit: int) -> None:
    reward = ThinkPrune().at(progress)
    assert reward([True, True], [limit, limit + 1]) == [1, 0]


@pytest.mark.parametrize(
    ("name", "of_right", "of_wrong"),
    [
        ("l1_exact", 0.7, -0.3),
        # delta + 0.3
        ("l1_max", 0.8, 0),
        ("l1_max additive", 1.65, 0.65),
        # A wrong answer alone is its own mean.
        ("shorter_better", 2, 0),
        ("think_prune", 1, 0),
        ("laser", 1.5, 0),
        ("laser_d", 1.5, 0),
        ("o1_pruner", 4, 4),
        ("kimi", 1, 0),
    ],
)
def test_a_group_of_one_without_a_token(name: str, of_right: float, of_wrong: float) -> None:
    assert REWARDS[name]([True], [0]) == pytest.approx([of_right])
    assert REWARDS[name]([False], [0]) == pytest.approx([of_wrong])


@everyone
def test_equal_answers_earn_the_same(name: str) -> None:
    for right in (True, False):
        found = REWARDS[name]([right] * 4, [700] * 4)
        assert len(set(found)) == 1
        assert math.isfinite(found[0])


@everyone
@given(group=groups, seed=st.integers(0, 99))
def test_the_order_of_a_group_does_not_matter(
    name: str, group: list[tuple[bool, int]], seed: int
) -> None:
    order = random.Random(seed).sample(range(len(group)), len(group))
    whole = rewards(name, group)
    assert rewards(name, [group[place] for place in order]) == [whole[place] for place in order]


@everyone
@given(group=groups, length=st.integers(0, 6000))
def test_at_one_length_a_right_answer_earns_no_less_than_a_wrong_one(
    name: str, group: list[tuple[bool, int]], length: int
) -> None:
    right, wrong, *_ = rewards(name, [(True, length), (False, length), *group])
    assert right >= wrong


@pytest.mark.parametrize("name", sorted(REWARDS.keys() - RIGHT_MAY_EARN_LESS_THAN_WRONG))
@given(group=groups)
def test_no_right_answer_earns_less_than_a_wrong_one(
    name: str, group: list[tuple[bool, int]]
) -> None:
    found = list(zip(rewards(name, group), group, strict=True))
    of_right = [reward for reward, (c, _) in found if c]
    of_wrong = [reward for reward, (c, _) in found if not c]
    assert min(of_right, default=math.inf) >= max(of_wrong, default=-math.inf)


@pytest.mark.parametrize(
    ("name", "correct", "tokens", "expected"),
    [
        # 4000 off the target cost 1.2
        ("l1_exact", [True, False], [5000, 1000], [-0.2, 0]),
        # 2010 tokens longer than the shortest right answer cost 2.01
        ("shorter_better", [True, True, False], [10, 2020, 10], [2, -0.01, 0]),
        # 1000 / 1000 - 1 + 1 against 1000 / 200 - 1 - 1
        ("o1_pruner", [True, False], [1000, 200], [1, 3]),
    ],
)
def test_a_right_answer_that_earns_less_than_a_wrong_one(
    name: str, correct: list[bool], tokens: list[int], expected: list[float]
) -> None:
    assert name in RIGHT_MAY_EARN_LESS_THAN_WRONG
    assert REWARDS[name](correct, tokens) == pytest.approx(expected)
    right, wrong = expected[len(expected) - 2], expected[-1]
    assert right < wrong


@pytest.mark.parametrize("name", sorted(REWARDS.keys() - SHORTER_RIGHT_MAY_EARN_LESS))
@given(group=groups)
def test_of_two_right_answers_the_shorter_earns_no_less(
    name: str, group: list[tuple[bool, int]]
) -> None:
    found = zip(group, rewards(name, group), strict=True)
    by_length = [reward for (c, _), reward in sorted(found, key=lambda each: each[0][1]) if c]
    assert by_length == sorted(by_length, reverse=True)


def test_l1_exact_pays_for_tokens_up_to_the_target() -> None:
    half, whole = L1Exact(1000)([True, True], [500, 1000])
    assert half < whole


@pytest.mark.parametrize("name", sorted(WRONG_EARNS_NOTHING))
@given(group=groups)
def test_a_wrong_answer_earns_nothing(name: str, group: list[tuple[bool, int]]) -> None:
    found = zip(rewards(name, group), group, strict=True)
    assert all(reward == 0 for reward, (c, _) in found if not c)


def test_the_additive_form_pays_for_short_wrong_answers() -> None:
    # (3e-4 * 1000 + 1) / 2 and (3e-4 * 0 + 1) / 2
    assert L1Max(1000, additive=True)([False, False], [0, 1000]) == pytest.approx([0.65, 0.5])


def test_laser_d_targets_by_hand() -> None:
    correct = [[True] * 3, [True, True, False], [True, False, False], [False, False]]
    tokens = [[30, 10, 20], [40, 50, 60], [7, 5, 6], [9, 100]]
    # Of eight at least 5, 2 and 1 are right. Six easy lengths: the second covers a third, and
    # 5/3 >= 1 > 5/6. Three medium ones: the second covers 2/3. Hard ones must all be covered.
    expected = {"easy": 20, "medium": 6, "hard": 100}
    assert laser_d_targets(correct, tokens, group_size=8, longest=400) == expected
    assert laser_d_targets(correct, tokens, group_size=8, longest=50)["hard"] == 50
    # Of a group of two no third is a whole answer; and there may be no such questions.
    assert laser_d_targets(correct, tokens, group_size=2, longest=400)["medium"] == 400
    assert laser_d_targets([], [], group_size=8, longest=7) == dict.fromkeys(expected, 7)
    assert LaserD(**expected)([True], [20]) == [1.5]


@given(lengths=st.lists(st.integers(0, 40), min_size=1, max_size=12), size=st.integers(3, 16))
def test_a_laser_d_target_is_the_least_length_that_covers_an_answer(
    lengths: list[int], size: int
) -> None:
    found = laser_d_targets([[True] * len(lengths)], [lengths], group_size=size, longest=1000)
    covered = [Fraction(sum(x <= l for x in lengths), len(lengths)) for l in range(41)]  # noqa: E741
    right = int(Fraction(2, 3) * size)
    assert found["easy"] == next(l for l in range(41) if covered[l] * right >= 1)  # noqa: E741


def test_gfpo_keeps_the_shortest() -> None:
    rewards = [1.0, 0.0, 1.0, 1.0]
    assert gfpo_keep(rewards, [30, 10, 20, 10], 2) == [False, True, False, True]
    assert gfpo_keep(rewards, [5, 5, 5, 5], 3) == [True, True, True, False]


def test_gfpo_keeps_the_most_reward_a_token() -> None:
    # 1/30, 0, 1/20, 1/40
    kept = gfpo_keep([1.0, 0.0, 1.0, 1.0], [30, 10, 20, 40], 2, by="efficiency")
    assert kept == [True, False, True, False]
    # An answer of no tokens counts as one.
    assert gfpo_keep([1.0, 2.0], [0, 1], 1, by="efficiency") == [False, True]
    assert gfpo_keep([1.0, 2.0], [0, 4], 1, by="efficiency") == [True, False]


@given(lengths=st.lists(st.integers(0, 20), min_size=1, max_size=10), data=st.data())
def test_nothing_that_gfpo_drops_is_shorter_than_what_it_keeps(
    lengths: list[int], data: st.DataObject
) -> None:
    keep = data.draw(st.integers(1, len(lengths)))
    mask = gfpo_keep([0.0] * len(lengths), lengths, keep)
    assert sum(mask) == keep
    kept = [length for length, chosen in zip(lengths, mask, strict=True) if chosen]
    assert sorted(kept) == sorted(lengths)[:keep]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("lazer", {}, "did you mean 'laser'"),
        ("laser", {"targt": 5}, "did you mean 'target'"),
        ("laser", {}, "needs the option 'target'"),
        ("kimi", {"weight": 3}, "weight must be a finite number, from 0 to 2, got 3"),
        ("l1_exact", {"target": 0}, "target"),
        ("l1_exact", {"target": math.nan}, "target"),
        ("l1_max", {"target": 5, "additive": 1}, "additive"),
        ("l1_max", {"target": 5, "delta": 2}, "delta"),
        ("think_prune", {"limits": []}, "limits"),
        ("think_prune", {"limits": 4000}, "limits"),
        ("think_prune", {"limits": "400"}, "limits"),
        ("shorter_better", {"beta": -1}, "beta"),
        ("o1_pruner", {"reference_tokens": 5, "reference_accuracy": 50}, "reference_accuracy"),
        ("o1_pruner", {"reference_tokens": 5, "reference_accuracy": 0, "high": -3}, "high"),
        ("laser_d", {"easy": 1, "medium": 2, "hard": "3"}, "hard"),
    ],
)
def test_bad_options_are_named(name: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make_length_reward(name, **options)


@everyone
@pytest.mark.parametrize(("correct", "tokens"), [([], []), ([True], [1, 2]), ([True], [-1])])
def test_what_is_no_group_is_refused(name: str, correct: list[bool], tokens: list[int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        REWARDS[name](correct, tokens)


def test_bad_arguments_beside_are_named() -> None:
    with pytest.raises(ValueError, match="keep"):
        gfpo_keep([1.0], [1], 2)
    with pytest.raises(ValueError, match="by must be"):
        gfpo_keep([1.0], [1], 1, by="longest")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="progress"):
        ThinkPrune().at(1.5)
    with pytest.raises(ValueError, match="each question"):
        laser_d_targets([[True]], [], group_size=8, longest=9)
