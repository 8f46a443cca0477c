"""The configuration of a training run: one flat record, validated, echoed into the run."""

import dataclasses
import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ponder.policies.segments import How
from ponder.quoting import quoted
from ponder.trainers.choices import check_choice, naming
from ponder.trainers.gfpo import KeepBy
from ponder.trainers.length_rewards import (
    LENGTH_REWARDS,
    MEASURED,
    LengthReward,
    make_length_reward,
)
from ponder.trainers.objectives import PRESETS, Objective, make
from ponder.trainers.ranges import check_kind, check_ranges

Credit = Literal["own", "to_go", "episode"]
Context = Literal["fresh", "chat"]
Progress = Literal["none", "dense", "branches"]
Schedule = Literal["linear", "cosine", "constant"]

MOST_COMPLETIONS = 1_000_000
"""Of a step, or of an evaluation's episodes; a longer list fills the memory before any is there."""


@dataclass(frozen=True)
class TrainConfig:
    """Everything that a run depends on besides the policy that it starts from."""

    source: str = "chain_sum:1-8"
    """Sources and levels, as `Mixture.parse` reads them; weights count in evaluated episodes
    alone."""
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
    refills: int = 0
    """Rounds in which questions whose answers all earned the same are replaced by new ones."""
    episode_groups: int = 2
    """Budget episodes a step, each played `group_size` times."""
    episode_every: int = 1
    """Steps from one with budget episodes to the next; those between have questions alone."""
    num_questions: int = 4
    """Questions in a budget episode."""
    min_budget: int = 15
    """Least budget of an episode, in tokens a question; and least target that L1 draws."""
    max_budget: int = 120
    """Largest of both; drawn log-uniformly in between."""
    show_budget: bool = True
    """Whether prompts inside episodes carry the budget line."""
    credit: Credit = "to_go"
    """What a turn of an episode is credited with: its own reward, all from it on, or all."""
    env_url: str = ""
    """A server (`ponder serve`) of the same source and rules to play episodes on; empty: none."""
    context: Context = "fresh"
    """Whether a turn sees its question alone, or the turns before it as well."""
    min_tokens: int = 4
    """An episode ends when less than this is left of its budget."""
    max_tokens: int = 240
    """Most tokens of one completion."""
    gamma: float = 0.998
    """Discount of correctness per token before the answer, for single questions."""
    format_reward: float = 0.1
    """Reward of an answer in the asked format, undiscounted."""
    length_reward: str = ""
    """What single questions earn in place of discounted correctness, by their length as well:
    l1_exact, l1_max, shorter_better, think_prune, laser, laser_d, o1_pruner, kimi; empty: none."""
    length_reward_options: Mapping[str, Any] = field(default_factory=dict)
    """Options of it, such as `target` or `weight`."""
    length_reference: str = ""
    """The policy that o1_pruner compares with: a name or folder, never trained."""
    keep: int = 0
    """So many answers of each group of single questions are learned from (GFPO); 0 is all."""
    keep_by: KeepBy = "shortest"
    """Which: the shortest, or those of most reward a token, `efficiency`."""
    progress: Progress = "none"
    """Whether single questions are rewarded for progress as well (MRT): `dense`, added to the
    advantage of each segment's tokens; or `branches`, which end at once or go on from a prefix."""
    alpha: float = 1.0
    """Weight of dense progress."""
    segments: How = "lines"
    """Where a thought is cut: markers, blank_lines, lines, sentences, length."""
    prover: str = ""
    """The policy that answers at once, to measure progress: a name or folder, never trained;
    empty: the policy in training."""
    prover_samples: int = 4
    """Answers to each prefix."""
    prover_tokens: int = 24
    """Most tokens of such an answer."""
    prover_temperature: float = 1.0
    """Of sampling it; at 0 the prover gives its likeliest answer, and one is enough."""
    objective: str = "dapo"
    """A preset: grpo, dr_grpo, dapo, rloo, gspo."""
    objective_options: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `Objective` that replace the preset's, such as `dual_clip` or `kl_estimator`."""
    epsilon: float = 1e-4
    """Added to a group's standard deviation."""
    kl: float = 0.01
    """Weight of the divergence from the reference policy."""
    reference_steps: int = 16
    """The reference policy is renewed from the one in training every so many steps."""
    reference_mix: float = 1.0
    """Share of the policy in the renewed reference, the rest is the old one; 1 is a copy."""
    lr: float = 5e-5
    """Learning rate after warm-up and before decay."""
    warmup: int = 10
    """Steps over which the learning rate rises from 0."""
    schedule: Schedule = "linear"
    """How the learning rate falls after that: linear, cosine, or not at all, constant."""
    decay: float = 0.5
    """Share of the run, at its end, over which the learning rate falls to 0."""
    weight_decay: float = 0.0
    """AdamW's, on every weight that is trained."""
    clip_norm: float = 1.0
    """Largest norm of the gradient."""
    temperature: float = 1.0
    """Of sampling, in training and evaluation; at 0 only progress tells answers apart."""
    micro_tokens: int = 4_096
    """Most tokens, padding included, of one forward and backward pass; a longer completion stands
    alone."""
    gradient_checkpointing: bool = False
    """Compute activations anew in the backward pass: slower, in less memory."""
    lora_rank: int = 0
    """Train adapters of this rank instead of the weights; 0 trains the weights."""
    eval_per_level: int = 40
    """Single questions of each source and level in an evaluation on the test split."""
    eval_episodes: int = 60
    """Budget episodes in an evaluation on the test split."""
    eval_budget: int = 30
    """Budget of an evaluated episode, in tokens a question."""
    eval_every: int = 0
    """Steps from one small evaluation on the valid split to the next; 0 is never."""
    eval_every_per_level: int = 10
    """Its single questions of each source and level, and budget episodes, if the run has any."""
    checkpoint_every: int = 20
    """Save everything every so many steps."""
    seed: int = 0
    """Names the streams of data, sampling and initialisation, each of its own."""

    def __post_init__(self) -> None:
        """Checks what can be checked without loading anything."""
        for name, kind in _KINDS.items():
            check_kind(name, getattr(self, name), kind)
        check_choice("objective", self.objective, sorted(PRESETS))
        check_choice("credit", self.credit, get_args(Credit))
        check_choice("schedule", self.schedule, get_args(Schedule))
        check_choice("context", self.context, get_args(Context))
        check_choice("progress", self.progress, get_args(Progress))
        check_choice("segments", self.segments, get_args(How))
        check_choice("length_reward", self.length_reward, ["", *LENGTH_REWARDS])
        check_choice("keep_by", self.keep_by, get_args(KeepBy))
        check_ranges(self)
        self.build_objective()
        self._check_groups()
        self._check_budgets()
        self._check_length()
        self._check_keep()
        if self.clip_norm == 0:
            raise ValueError("clip_norm must be above 0, got 0: nothing would be learned")
        if not 0 <= self.decay <= 1:
            raise ValueError(f"decay must be from 0 to 1, got {quoted(self.decay)}")
        for name in ("gamma", "reference_mix"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(f"{name} must be above 0 and at most 1, got {getattr(self, name)}")

    def _check_groups(self) -> None:
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
        self._check_counts()
        if self.refills and not self.question_groups:
            raise ValueError(
                "refills must be 0 without question_groups, which alone are refilled, got "
                f"{self.refills}"
            )
        if self.episode_every > 1 and not self.question_groups:
            raise ValueError(
                "without question_groups every step needs its episodes: episode_every must be 1, "
                f"got {self.episode_every}"
            )

    def _check_counts(self) -> None:
        groups = self.question_groups + self.episode_groups * self.num_questions
        if self.group_size * groups > MOST_COMPLETIONS:
            raise ValueError(
                "group_size times (question_groups + episode_groups times num_questions) must be "
                f"at most {MOST_COMPLETIONS:,} completions a step, got {self.group_size} times "
                f"({self.question_groups} + {self.episode_groups} times {self.num_questions})"
            )
        if self.eval_episodes and self.num_questions > MOST_COMPLETIONS:
            raise ValueError(
                f"num_questions must be at most {MOST_COMPLETIONS:,}, got {self.num_questions}"
            )

    def _check_budgets(self) -> None:
        if not 1 <= self.min_budget <= self.max_budget:
            raise ValueError(
                "budgets must satisfy 1 <= min_budget <= max_budget, got "
                f"{self.min_budget} and {self.max_budget}"
            )
        uses = (
            ("eval_budget", "eval_episodes"),
            ("eval_budget", "eval_every"),
            ("min_budget", "episode_groups"),
        )
        for name, count in uses:
            least = getattr(self, name)
            if getattr(self, count) and least * self.num_questions < self.min_tokens:
                raise ValueError(
                    f"{name} times num_questions must be at least min_tokens "
                    f"({self.min_tokens}), got {least} times {self.num_questions}"
                )
        self._check_progress()

    def _check_progress(self) -> None:
        if self.progress != "none" and not self.question_groups:
            raise ValueError(
                "progress is that of single questions: question_groups must be at least 1 with "
                f"progress {self.progress!r}, got 0"
            )
        if self.prover and self.progress != "dense":
            raise ValueError(
                "prover must be empty unless progress is 'dense', which alone asks it, got "
                f"{self.prover!r} with progress {self.progress!r}"
            )
        if self.prover_temperature == 0 and self.prover_samples > 1:
            raise ValueError(
                "at prover_temperature 0 all answers are the same: prover_samples must be 1, got "
                f"{self.prover_samples}"
            )
        if self.temperature == 0 and self.progress == "none":
            raise ValueError(
                "temperature must be above 0, got 0.0: all answers to a question would be the "
                "same, with nothing to be learned from their comparison"
            )
        if self.progress == "branches" and (self.gamma != 1 or self.group_size < 4):
            raise ValueError(
                "with progress 'branches' gamma must be 1, since branches begin in the middle of a "
                "thought, and group_size at least 4, for two of either kind, got "
                f"{self.gamma} and {self.group_size}"
            )

    def _check_length(self) -> None:
        name, compares = self.length_reward, self.length_reward == "o1_pruner"
        if (self.length_reference != "") != (compares and self.measures_length):
            raise ValueError(
                "length_reference must be given for o1_pruner, unless its options give "
                f"{list(MEASURED['o1_pruner'])}, and for nothing else, got "
                f"{self.length_reference!r} for {name!r}"
            )
        if not name:
            if self.length_reward_options:
                raise ValueError("length_reward_options must be empty without a length_reward")
            return
        # 1 stands for what the run measures; every such option allows it.
        self.build_length_reward(**dict.fromkeys(MEASURED.get(name, ()), 1))
        if self.gamma != 1 or self.progress == "branches" or not self.question_groups:
            raise ValueError(
                "with a length_reward, which weighs whole answers to single questions by their "
                "length, gamma must be 1, progress not 'branches', and question_groups at least 1, "
                f"got {self.gamma}, {self.progress!r} and {self.question_groups}"
            )
        if name == "think_prune" and self.max_train_tokens:
            raise ValueError(
                "max_train_tokens must be 0 with think_prune, whose rounds are counted in steps, "
                f"got {self.max_train_tokens}"
            )

    def _check_keep(self) -> None:
        if self.keep and not 2 <= self.keep <= self.group_size:
            raise ValueError(
                f"keep must be 0 or from 2 to group_size ({self.group_size}), got {self.keep}"
            )
        if self.keep and (self.progress != "none" or not self.question_groups):
            raise ValueError(
                "with keep progress must be 'none', since what is not kept is credited with "
                "nothing, and question_groups at least 1, got "
                f"{self.progress!r} and {self.question_groups}"
            )

    @property
    def measures_length(self) -> bool:
        """Whether the length reward needs what its options do not give."""
        return any(
            name not in self.length_reward_options for name in MEASURED.get(self.length_reward, ())
        )

    def build_length_reward(self, **measured: float) -> LengthReward:
        """The length reward of the run.

        Args:
            measured: Options that the settings may leave open.

        Raises:
            ValueError: If an option is unknown, missing or out of range.
        """
        options = {**measured, **self.length_reward_options}
        with naming("length_reward_options"):
            return make_length_reward(self.length_reward, **options)

    def build_objective(self) -> Objective:
        """The preset with what the settings change of it.

        Raises:
            ValueError: If an option is unknown or out of range.
        """
        for name in ("epsilon", "kl"):
            if name in self.objective_options:
                raise ValueError(
                    f"objective_options must leave out {name}, which is a setting of its own"
                )
        with naming("objective_options"):
            return make(self.objective, epsilon=self.epsilon, kl=self.kl, **self.objective_options)

    def to_json(self) -> str:
        """Writes the configuration for people and machines."""
        return json.dumps(dataclasses.asdict(self), indent=2) + "\n"

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> "TrainConfig":
        """Builds a configuration from parsed JSON.

        Raises:
            ValueError: If a name is unknown or a value out of range.
        """
        if not isinstance(values, Mapping):
            raise ValueError(f"settings must be a JSON object, got {quoted(values, 200)}")
        known = [field.name for field in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else "docs/training.md lists them"
                raise ValueError(f"there is no setting {quoted(name)}; {hint}")
        return cls(**values)


_KINDS: Mapping[str, type] = {
    setting.name: Mapping if setting.default is dataclasses.MISSING else type(setting.default)
    for setting in dataclasses.fields(TrainConfig)
}
