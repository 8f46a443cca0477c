"""The study: play budget episodes, and measure what each of their questions takes.

A policy plays episodes under a shared budget; then each of their questions is answered again and
again, alone, within each of several budgets. From the two, `figures.py` says how the policy
divides its tokens and how it should have. If asked to, it thinks about each question once more,
and is made to answer after each segment of the thought: that is what `regret.py` needs.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, get_args

from ponder.budget_env import Episode
from ponder.evaluation.episodes import episode_seeds, evaluate_episodes
from ponder.evaluation.folder import EPISODES
from ponder.evaluation.responses import Mode, ResponseConfig, measure_responses, require_mode
from ponder.evaluation.rows import EpisodeRow, Progress, ResponseRow, ThoughtRow, quiet
from ponder.evaluation.thoughts import ThoughtConfig, measure_thoughts
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.policy import Policy
from ponder.policies.segments import How, Segmenter
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Split, Task

RESPONSES = "responses.jsonl"
THOUGHTS = "thoughts.jsonl"
RISE = 1.4
"""Each budget of the default grid is about so many times the one before."""

MOST_ANSWERS = 10_000_000
"""Of a study; a longer list of them fills the memory before the first is there."""
MOST_CELLS = 20_000_000
"""Questions by steps of the budget, which the best division is worked out over at once."""
_LEAST = {
    "episodes": 2,
    "num_questions": 1,
    "min_tokens": 1,
    "samples": 2,
    "thoughts": 0,
    "rounds": 0,
}

Watch = Callable[[str, int, int], None]
"""Told what is done of `episodes`, `questions` or `thoughts`, and of how many."""


@dataclass(frozen=True)
class StudyConfig:
    """What is played and measured.

    Attributes:
        episodes: How many, at least 2.
        num_questions: In an episode.
        budget: Of an episode, in tokens.
        min_tokens: An episode ends when less than this is left; at least 1.
        samples: K, answers to each question within each budget; at least 2, better 8.
        grid: Budgets of a single question, rising, the last at most `budget`; empty for the
            default, from `min_tokens` to `budget` in steps of about 1.4 times.
        mode: How a policy is held to a budget, see `responses.py`.
        answer_tokens: Kept for a forced answer.
        show_budget: Whether prompts in episodes tell the tokens and questions left.
        temperature: Of sampling.
        split: Of the questions.
        seed: Names episodes and sampling.
        thoughts: On each question, for regret; 0 measures none. Local policies only.
        segments: Where a thought is cut.
        regret_budgets: C0, in tokens of one question, rising; empty for the default, an equal
            share of the budget and twice that.
        rounds: How often a thought that has ended is made to go on, each time by at most an
            equal share of the budget; of no effect without thoughts.
    """

    episodes: int = 60
    num_questions: int = 10
    budget: int = 300
    min_tokens: int = 4
    samples: int = 8
    grid: Sequence[int] = ()
    mode: Mode = "told"
    answer_tokens: int = 24
    show_budget: bool = True
    temperature: float = 1.0
    split: Split = "test"
    seed: int = 0
    thoughts: int = 0
    segments: How = "lines"
    regret_budgets: Sequence[int] = ()
    rounds: int = 0

    def __post_init__(self) -> None:
        """Checks what no part of the study checks by itself."""
        object.__setattr__(self, "grid", tuple(self.grid))
        object.__setattr__(self, "regret_budgets", tuple(self.regret_budgets))
        for name, least in _LEAST.items():
            if getattr(self, name) < least:
                why = ": one half of them chooses a plan, the other values it"
                raise ValueError(
                    f"{name} must be at least {least}, got {getattr(self, name)}"
                    f"{why if name == 'samples' else ''}"
                )
        if self.budget < self.min_tokens:
            raise ValueError(
                f"budget must be at least min_tokens, {self.min_tokens}, got {self.budget}"
            )
        _require_rising("grid", self.grid)
        _require_rising("regret_budgets", self.regret_budgets)
        if self.grid and self.grid[-1] > self.budget:
            raise ValueError(
                f"grid must end at the budget of {self.budget} tokens or before, got "
                f"{list(self.grid)}"
            )
        if self.segments not in get_args(How):
            raise ValueError(
                f"segments must be one of {get_args(How)}, got {quoted(self.segments)}"
            )
        self._require_workable()
        # What is wrong with them shows before anything is played.
        _ = self.responses, self.thinking

    def _require_workable(self) -> None:
        """Refuses what no memory holds: too many answers, or too fine a division of the budget."""
        each = self.samples * len(self.budgets) + self.thoughts * (1 + self.rounds)
        answers = self.episodes * self.num_questions * each
        if answers > MOST_ANSWERS:
            raise ValueError(
                f"episodes x num_questions x (samples x budgets of the grid + thoughts) must be "
                f"at most {MOST_ANSWERS:,}, got {answers:,}"
            )
        step = math.gcd(*self.budgets)
        used = min(self.budget, self.num_questions * self.budgets[-1] + self.min_tokens)
        if (self.num_questions + 1) * (used // step + 1) > MOST_CELLS:
            raise ValueError(
                f"budget must be at most {MOST_CELLS // (self.num_questions + 1) * step:,} tokens "
                f"for {self.num_questions} questions and budgets in steps of {step}, got "
                f"{self.budget:,}; a grid of multiples of a larger step allows more"
            )

    @property
    def budgets(self) -> list[int]:
        """The grid."""
        return list(self.grid) or default_grid(self.min_tokens, self.budget)

    @property
    def share(self) -> int:
        """An equal share of the budget for each question, at least 1 token."""
        return max(1, self.budget // self.num_questions)

    @property
    def horizons(self) -> list[int]:
        """The budgets of regret."""
        return list(self.regret_budgets) or [self.share, 2 * self.share]

    @property
    def segmenter(self) -> Segmenter:
        """Cuts thoughts."""
        return Segmenter(self.segments)

    @property
    def thinking(self) -> ThoughtConfig:
        """How thoughts are measured, where they are."""
        return ThoughtConfig(
            segmenter=self.segmenter,
            max_tokens=self.budget,
            thoughts=max(1, self.thoughts),
            samples=self.samples,
            answer_tokens=self.answer_tokens,
            rounds=self.rounds,
            round_tokens=self.share,
            temperature=self.temperature,
            seed=derive_seed("study thoughts", self.seed),
        )

    @property
    def responses(self) -> ResponseConfig:
        """How the response curves are measured."""
        return ResponseConfig(
            budgets=self.budgets,
            samples=self.samples,
            mode=self.mode,
            answer_tokens=self.answer_tokens,
            temperature=self.temperature,
            # Not the episodes' own sampling: plays must not be among the answers that the oracle
            # is made of.
            seed=derive_seed("study responses", self.seed),
        )


class Measured(NamedTuple):
    """What a study saw.

    Attributes:
        policy: Its name.
        episodes: `num_questions` rows an episode.
        responses: A row for each distinct question of the episodes.
        thoughts: `config.thoughts` rows for each of these questions.
    """

    policy: str
    episodes: list[EpisodeRow]
    responses: list[ResponseRow]
    thoughts: list[ThoughtRow]


def _require_rising(name: str, budgets: Sequence[int]) -> None:
    listed = list(budgets)
    if listed and (listed[0] < 1 or sorted(set(listed)) != listed):
        raise ValueError(f"{name} must rise from at least 1, got {quoted(listed)}")


def default_grid(least: int, most: int) -> list[int]:
    """Budgets from the least to the most, each some 1.4 times the one before.

    >>> default_grid(4, 60)
    [4, 6, 8, 11, 15, 22, 30, 42, 59]
    """
    grid: list[int] = []
    place = float(least)
    while round(place) <= most:
        if not grid or round(place) > grid[-1]:
            grid.append(round(place))
        place *= RISE
    return grid


def run_study(
    policy: Policy,
    mixture: Mixture,
    config: StudyConfig,
    *,
    batch_size: int = 16,
    out: Path | None = None,
    on_progress: Watch = lambda what, done, total: None,
) -> Measured:
    """Plays the episodes and measures their questions; what `out` holds is not done again.

    Args:
        policy: Is studied.
        mixture: Gives the questions.
        config: What is played and measured.
        batch_size: Episodes at once; of questions a half of it, at least 1.
        out: A folder that receives the rows as they come; None keeps nothing.
        on_progress: Told after every batch.

    Raises:
        ValueError: If `out` holds another study, an argument is out of range, or the policy
            cannot be studied so.
    """
    require_possible(policy, config)
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {quoted(batch_size)}")
    tasks = episode_tasks(mixture, config)
    fewer = max(1, batch_size // 2)
    episodes = play_study(
        policy,
        mixture,
        config,
        batch_size=batch_size,
        out=out / EPISODES if out else None,
        on_progress=partial(on_progress, "episodes"),
    )
    responses = measure_responses(
        policy,
        tasks,
        config.responses,
        batch_size=fewer,
        out=out / RESPONSES if out else None,
        on_progress=partial(on_progress, "questions"),
    )
    thoughts: list[ThoughtRow] = []
    if config.thoughts and isinstance(policy, LocalPolicy):
        thoughts = measure_thoughts(
            policy,
            tasks,
            config.thinking,
            batch_size=fewer,
            out=out / THOUGHTS if out else None,
            on_progress=partial(on_progress, "thoughts"),
        )
    return Measured(policy.name, episodes, responses, thoughts)


def play_study(
    policy: Policy,
    mixture: Mixture,
    config: StudyConfig,
    *,
    batch_size: int,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[EpisodeRow]:
    """Plays a study's episodes alone; arguments and errors as of `evaluate_episodes`.

    The questions do not depend on the budget, so that studies of several budgets can share the
    responses to them.
    """
    return evaluate_episodes(
        policy,
        mixture,
        episodes=config.episodes,
        budget=config.budget,
        num_questions=config.num_questions,
        seed=config.seed,
        min_tokens=config.min_tokens,
        max_tokens=config.budget,
        split=config.split,
        show_budget=config.show_budget,
        temperature=config.temperature,
        segmenter=config.segmenter,
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def require_possible(policy: Policy, config: StudyConfig) -> None:
    """Refuses what a policy cannot be asked for.

    Raises:
        ValueError: If thoughts are to be ended or answers forced, and the policy is not of this
            process.
    """
    require_mode(policy, config.mode)
    if config.thoughts and not isinstance(policy, LocalPolicy):
        raise ValueError(
            "thoughts are ended by going on from a policy's own keys and values, which "
            f"{policy.name!r} does not give; leave thoughts at 0, got {config.thoughts}"
        )


def episode_tasks(mixture: Mixture, config: StudyConfig) -> list[tuple[str, Task]]:
    """Lists the distinct questions of the episodes with their sources, in order."""
    found: dict[str, tuple[str, Task]] = {}
    for seed in episode_seeds(config.episodes, config.seed):
        episode = Episode.draw(
            mixture, seed=seed, split=config.split, num_questions=config.num_questions
        )
        for source, task in zip(episode.sources, episode.tasks, strict=True):
            found.setdefault(task.uid, (source, task))
    return list(found.values())
