"""The configuration of a training run: one flat record, validated, echoed into the run."""

import dataclasses
import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ponder.trainers.objectives import PRESETS


@dataclass(frozen=True)
class TrainConfig:
    """Everything that a run depends on besides the policy that it starts from."""

    source: str = "chain_sum:1-8"
    """Sources and levels, as `Mixture.parse` reads them."""
    curriculum: str = "sliding_window"
    """Which levels come next: fixed, linear, threshold, sliding_window."""
    curriculum_options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the curriculum, such as `window` or `threshold`."""
    steps: int = 200
    """Optimiser steps."""
    max_train_tokens: int = 0
    """Stop once this many completion tokens were sampled, to compare runs at equal tokens; 0 is
    no such limit."""
    group_size: int = 8
    """Completions (or plays of one episode) that are compared with one another."""
    question_groups: int = 8
    """Single questions a step, each answered `group_size` times without a budget."""
    episode_groups: int = 2
    """Budget episodes a step, each played `group_size` times."""
    num_questions: int = 4
    """Questions in a budget episode."""
    min_budget: int = 10
    """Least budget of an episode, in tokens a question."""
    max_budget: int = 80
    """Largest budget of an episode, in tokens a question; drawn log-uniformly in between."""
    show_budget: bool = True
    """Whether prompts inside episodes carry the budget line."""
    credit: Literal["own", "to_go", "episode"] = "to_go"
    """What a turn of an episode is credited with: its own reward, all from it on, or all."""
    context: Literal["fresh", "chat"] = "fresh"
    """Whether a turn sees its question alone, or the turns before it as well."""
    min_tokens: int = 4
    """An episode ends when less than this is left of its budget."""
    max_tokens: int = 240
    """Most tokens of one completion."""
    gamma: float = 0.998
    """Discount of correctness per token before the answer, for single questions."""
    format_reward: float = 0.1
    """Reward of an answer in the asked format, undiscounted."""
    objective: str = "dapo"
    """A preset: grpo, dr_grpo, dapo, rloo, gspo."""
    epsilon: float = 1e-4
    """Added to a group's standard deviation."""
    kl: float = 0.01
    """Weight of the divergence from the reference policy."""
    reference_steps: int = 16
    """The reference policy is copied from the one in training every so many steps."""
    lr: float = 5e-5
    """Learning rate after warm-up."""
    warmup: int = 10
    """Steps over which the learning rate rises from 0."""
    clip_norm: float = 1.0
    """Largest norm of the gradient."""
    temperature: float = 1.0
    """Of sampling, in training and evaluation."""
    micro_tokens: int = 4_096
    """Most tokens, padding included, of one forward and backward pass."""
    eval_per_level: int = 40
    """Single questions of each source and level in an evaluation on the test split."""
    eval_episodes: int = 60
    """Budget episodes in an evaluation on the test split."""
    eval_budget: int = 30
    """Budget of an evaluated episode, in tokens a question."""
    checkpoint_every: int = 20
    """Save everything every so many steps."""
    seed: int = 0
    """Names the streams of data, sampling and initialisation, each of its own."""

    def __post_init__(self) -> None:
        """Checks what can be checked without loading anything."""
        if self.objective not in PRESETS:
            close = difflib.get_close_matches(self.objective, PRESETS, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise ValueError(
                f"objective must be one of {sorted(PRESETS)}, got {self.objective!r}{hint}"
            )
        for name in ("steps", "num_questions", "max_tokens", "reference_steps", "micro_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if self.group_size < 2:
            raise ValueError(
                f"group_size must be at least 2, got {self.group_size}: a group of one has "
                "nothing to be compared with"
            )
        if min(self.question_groups, self.episode_groups) < 0 or not (
            self.question_groups or self.episode_groups
        ):
            raise ValueError(
                "question_groups and episode_groups must be at least 0 and not both 0, got "
                f"{self.question_groups} and {self.episode_groups}"
            )
        if not 1 <= self.min_budget <= self.max_budget:
            raise ValueError(
                "budgets must satisfy 1 <= min_budget <= max_budget, got "
                f"{self.min_budget} and {self.max_budget}"
            )
        if not 0 < self.gamma <= 1:
            raise ValueError(f"gamma must be above 0 and at most 1, got {self.gamma}")

    def to_json(self) -> str:
        """Writes the configuration for people and machines."""
        return json.dumps(dataclasses.asdict(self), indent=2) + "\n"

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "TrainConfig":
        """Builds a configuration from parsed JSON.

        Raises:
            ValueError: If a name is unknown or a value out of range.
        """
        known = [field.name for field in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                raise ValueError(f"there is no setting {name!r}{hint}")
        return cls(**values)
