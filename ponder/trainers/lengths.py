"""The length reward of a run: the groups of a step, and what the method has to know besides.

Some methods need a number that a group does not tell. Where the settings do not give it either:

- L1 asks for a number of tokens in the prompt: drawn for each question from the range of budgets.
- LASER-D has a target for each difficulty: measured anew at every step on the last groups of the
  run. (In the authors' code it is a monitoring set, answered from time to time; here nothing
  more is sampled than is trained on.)
- O1-Pruner compares with a reference policy: a frozen one answers each question as often as the
  policy in training does.
"""

import dataclasses
import itertools
import math
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from ponder import randomness
from ponder.policies.play import Rollout, answer_questions
from ponder.policies.policy import Policy
from ponder.trainers.config import TrainConfig
from ponder.trainers.laser_targets import laser_d_targets
from ponder.trainers.length_rewards import ThinkPrune

MONITORED = 128
"""Groups on which LASER-D's targets are measured."""
PROMPTED = ("l1_exact", "l1_max")
"""Methods whose target stands in the prompt."""


class Lengths:
    """Rewards single questions by correctness and length, if the run asks for it.

    Attributes:
        config: The run.
        reference: Answers each question for O1-Pruner; never trained.
        monitored: The last groups, right answers and tokens of each, where targets are measured.
    """

    def __init__(self, config: TrainConfig, reference: Policy | None = None) -> None:
        """The state before the first step."""
        self.config, self.reference = config, reference
        self.monitored: deque[tuple[list[bool], list[int]]] = deque(maxlen=MONITORED)

    def target(self, step: int, attempt: int, place: int) -> int | None:
        """The tokens that the prompt of a question asks for; None if it asks for none."""
        if self.config.length_reward not in PROMPTED:
            return None
        given: int | None = self.config.length_reward_options.get("target")
        if given is not None:
            return given
        rng = randomness.stream("length target", self.config.seed, step, attempt, place)
        low, high = math.log(self.config.min_budget), math.log(self.config.max_budget)
        return round(math.exp(rng.uniform(low, high)))

    def reward(self, rollouts: Sequence[Rollout], step: int, attempt: int) -> list[Rollout]:
        """Puts the length reward, under its name, in the place of correctness.

        Args:
            rollouts: Of single questions with their components; groups one after another.
            step: Of the run.
            attempt: Which round of refills they are of.
        """
        if not self.config.length_reward:
            return list(rollouts)
        groups = [list(rows) for _, rows in itertools.groupby(rollouts, lambda r: r.group)]
        measured = self._measure(groups, step, attempt)
        return [
            rewarded
            for group, options in zip(groups, measured, strict=True)
            for rewarded in self._reward_group(group, options, step)
        ]

    def _reward_group(
        self, group: Sequence[Rollout], measured: Mapping[str, float], step: int
    ) -> list[Rollout]:
        reward = self.config.build_length_reward(**measured)
        if isinstance(reward, ThinkPrune):
            reward = reward.at(step / self.config.steps)
        values = reward([r.verdict.correct for r in group], [r.tokens for r in group])
        name = self.config.length_reward
        return [
            dataclasses.replace(r, components={name: value, "format": r.components["format"]})
            for r, value in zip(group, values, strict=True)
        ]

    def _measure(
        self, groups: Sequence[Sequence[Rollout]], step: int, attempt: int
    ) -> list[dict[str, float]]:
        """What the method has to know of each group, by the names of its options."""
        if not self.config.measures_length:
            return [{}] * len(groups)
        if self.config.length_reward == "laser_d":
            self.monitored.extend(
                ([r.verdict.correct for r in group], [r.tokens for r in group]) for group in groups
            )
            return [self.targets()] * len(groups)
        if self.config.length_reward == "o1_pruner":
            return self._compare(groups, step, attempt)
        targets = (self.target(step, attempt, group[0].group) for group in groups)
        return [{"target": target} for target in targets if target is not None]

    def targets(self) -> dict[str, float]:
        """LASER-D's, as of now; empty where none are measured."""
        if self.config.length_reward != "laser_d" or not self.config.measures_length:
            return {}
        correct, tokens = zip(*self.monitored, strict=True) if self.monitored else ((), ())
        found = laser_d_targets(
            correct, tokens, group_size=self.config.group_size, longest=self.config.max_tokens
        )
        given = self.config.length_reward_options
        return {name: given.get(name, target) for name, target in found.items()}

    def describe(self) -> dict[str, Any]:
        """What the log says besides the reward: the targets, where they are measured."""
        return {"length_targets": targets} if (targets := self.targets()) else {}

    def _compare(
        self, groups: Sequence[Sequence[Rollout]], step: int, attempt: int
    ) -> list[dict[str, float]]:
        """Lets the reference answer each question; its mean length and accuracy there."""
        if self.reference is None:
            raise ValueError("o1_pruner needs a reference policy: set length_reference")
        answers = answer_questions(
            self.reference,
            [(group[0].source, group[0].task) for group in groups],
            group_size=self.config.group_size,
            max_tokens=self.config.max_tokens,
            seed=randomness.derive_seed("length reference", self.config.seed, step, attempt),
            temperature=self.config.temperature,
        )
        rows = [list(rows) for _, rows in itertools.groupby(answers, lambda r: r.group)]
        return [
            {
                "reference_tokens": sum(r.tokens for r in own) / len(own),
                "reference_accuracy": sum(r.verdict.correct for r in own) / len(own),
            }
            for own in rows
        ]

    def state_dict(self) -> dict[str, Any]:
        """Gives what the steps so far have left, as JSON holds it."""
        return {"monitored": list(self.monitored)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Takes it back; a run that is older than length rewards has left nothing."""
        self.monitored.clear()
        self.monitored.extend((correct, tokens) for correct, tokens in state.get("monitored", []))
