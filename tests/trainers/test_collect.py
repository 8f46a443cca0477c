"""What a step plays: refills replace questions that tell nothing, by streams of their own."""

import dataclasses
import math
from collections.abc import Sequence

import pytest

from ponder.generators.mixture import Mixture
from ponder.policies.policy import Completion, Turn
from ponder.trainers.collect import Collected, all_earned_the_same, collect, new_curriculum
from ponder.trainers.config import TrainConfig
from tests.trainers.test_credit import rollout

CONFIG = TrainConfig(
    source="chain_sum:1-4", question_groups=3, group_size=2, episode_groups=0, gamma=1.0
)


class Scripted:
    """Says nothing, but for the groups of each round that are told to differ in their format."""

    name = "scripted"

    def __init__(self, *differing: Sequence[int]) -> None:
        self.differing = differing
        self.asked: list[list[str]] = []
        self.seeds: list[int] = []

    def complete(
        self, turns: Sequence[Turn], *, max_tokens: Sequence[int], seed: int, temperature: float
    ) -> list[Completion]:
        differing = self.differing[len(self.asked)]
        self.asked.append([turn.question for turn in turns[::2]])
        self.seeds.append(seed)
        texts = [
            "<answer>x</answer>" if row % 2 and row // 2 in differing else "xxx"
            for row in range(len(turns))
        ]
        return [
            Completion(text, (1,), tuple(map(ord, text)), (-1.0,) * len(text), True)
            for text in texts
        ]

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(map(chr, ids))


def collected(policy: Scripted, step: int = 0, **changes: int) -> Collected:
    config = dataclasses.replace(CONFIG, **changes)
    mixture = Mixture.parse(config.source)
    return collect(policy, mixture, new_curriculum(mixture, config), config, step)  # type: ignore[arg-type]


def test_groups_that_tell_nothing_are_asked_anew_until_the_rounds_are_over() -> None:
    # First the middle group tells; of the two left the second; the last one never does.
    policy = Scripted([1], [1], [])
    found = collected(policy, refills=2)
    assert [len(questions) for questions in policy.asked] == [3, 2, 1]
    asked: dict[int, list[str]] = {group: [] for group in range(3)}
    for r in found.questions:
        asked[r.group].append(r.task.question)
    (_, middle, _), (_, last), (first,) = policy.asked
    assert asked == {0: [first] * 2, 1: [middle] * 2, 2: [last] * 2}
    # Two rows each of groups 0 and 2 in the first round, of group 0 in the second.
    assert [r.group for r in found.replaced] == [0, 0, 2, 2, 0, 0]
    told = {r.group for r in found.questions if r.reward}
    assert told == {1, 2}


def test_every_round_has_questions_and_sampling_of_its_own() -> None:
    policy = Scripted([], [], [])
    collected(policy, refills=2)
    questions = [question for each in policy.asked for question in each]
    assert len(set(questions)) == 9
    assert len(set(policy.seeds)) == 3


def test_refills_leave_the_first_round_as_it_is_and_repeat() -> None:
    plain, refilled, again = Scripted([0]), Scripted([0], [0, 1]), Scripted([0], [0, 1])
    assert collected(plain).replaced == []
    collected(refilled, refills=5)
    collected(again, refills=5)
    assert plain.asked[0] == refilled.asked[0]
    assert plain.seeds[0] == refilled.seeds[0]
    assert refilled.asked == again.asked


def test_the_curriculum_hears_of_what_was_replaced() -> None:
    config = dataclasses.replace(CONFIG, refills=1)
    mixture = Mixture.parse(config.source)
    curriculum = new_curriculum(mixture, config)
    heard = []
    curriculum.update = lambda results: heard.extend(results)  # type: ignore[method-assign]
    collect(Scripted([0], [0]), mixture, curriculum, config, 0)  # type: ignore[arg-type]
    # 3 groups of 2, and 2 more of 2 in the second round.
    assert len(heard) == 10


@pytest.mark.parametrize(
    ("rewards", "same"),
    [
        ([0.1 + 0.2, 0.3], False),  # they differ in the last bit
        ([0.3, 0.3, 0.3], True),
        ([1.0, math.nan, 1.0], False),
        ([math.nan, math.nan], False),
    ],
)
def test_equal_is_exactly_equal(rewards: list[float], same: bool) -> None:
    group = [rollout(0, play, 0, reward) for play, reward in enumerate(rewards)]
    assert all_earned_the_same(group) is same
