"""Thoughts, ended after each of their segments: what `regret.py` needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.evaluation.rows import Progress, ThoughtRow, collect, quiet
from ponder.policies.forcing import forced_answers
from ponder.policies.local import LocalPolicy
from ponder.policies.play import Rollout, answer_questions
from ponder.policies.policy import Completion
from ponder.policies.sampling import check_temperature, sample
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import thought_cuts
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Task
from ponder.verifiers import verify

CONTINUATIONS = ("Wait", "But wait", "Alternatively", "But hold on")
"""What a thought is made to go on with, one after the other (the authors' code)."""


@dataclass(frozen=True)
class ThoughtConfig:
    """How thoughts are sampled and ended.

    Attributes:
        segmenter: Cuts them.
        max_tokens: Cap of a completion, at least 1.
        thoughts: On each question, at least 1.
        samples: K, answers at each end, at least 1.
        answer_tokens: Most tokens of an answer, at least 1.
        rounds: How often a thought that has ended is made to go on instead of answering
            (extrapolation beyond the budget of training); each round is one more segment.
        round_tokens: Most tokens of a round, at least 1.
        continuations: What the rounds begin with, in turn; at least one.
        temperature: Of sampling.
        seed: Names the sampling.
    """

    segmenter: Segmenter
    max_tokens: int
    thoughts: int = 1
    samples: int = 8
    answer_tokens: int = 24
    rounds: int = 0
    round_tokens: int = 2_048
    continuations: Sequence[str] = CONTINUATIONS
    temperature: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Checks the ranges."""
        for name in ("max_tokens", "thoughts", "samples", "answer_tokens", "round_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {quoted(getattr(self, name))}")
        if self.rounds < 0:
            raise ValueError(f"rounds must be at least 0, got {quoted(self.rounds)}")
        if not self.continuations:
            raise ValueError("continuations must be at least 1 text, got none")
        check_temperature(self.temperature)


def measure_thoughts(
    policy: LocalPolicy,
    tasks: Sequence[tuple[str, Task]],
    config: ThoughtConfig,
    *,
    batch_size: int = 8,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[ThoughtRow]:
    """Thinks about each question, and answers after each segment of the thought.

    Args:
        policy: Thinks and answers.
        tasks: `(source, task)` pairs.
        config: How.
        batch_size: Questions at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; if it holds some of this very
            measurement already, the rest is added.
        on_progress: Told how many questions are done.

    Returns:
        `config.thoughts` rows a task, in order.

    Raises:
        ValueError: If `out` is of other settings, or `batch_size` is below 1.
    """
    settings: dict[str, Any] = {
        "kind": "thoughts",
        "policy": policy.name,
        "tasks": [task.uid for _, task in tasks],
        **dataclasses.asdict(config),
        "continuations": list(config.continuations),
    }

    def make(start: int, stop: int) -> list[ThoughtRow]:
        return think(policy, tasks[start:stop], config, derive_seed("thoughts", config.seed, start))

    return collect(
        ThoughtRow,
        make,
        settings,
        units=len(tasks),
        rows_per_unit=config.thoughts,
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def think(
    policy: LocalPolicy, tasks: Sequence[tuple[str, Task]], config: ThoughtConfig, seed: int
) -> list[ThoughtRow]:
    """Thinks about some questions in one batch, and answers at each end."""
    rollouts = answer_questions(
        policy,
        tasks,
        group_size=config.thoughts,
        max_tokens=config.max_tokens,
        seed=seed,
        temperature=config.temperature,
    )
    cuts = [thought_cuts(r.completion, policy.decode, config.segmenter) for r in rollouts]
    read = [rollout.completion for rollout in rollouts]
    for number in range(config.rounds):
        text = config.continuations[number % len(config.continuations)]
        read = go_on(policy, read, cuts, text, config, derive_seed("round", seed, number))
        for places, thought in zip(cuts, read, strict=True):
            places.append(len(thought.token_ids))
    answers = forced_answers(
        policy,
        read,
        cuts,
        samples=config.samples,
        max_tokens=config.answer_tokens,
        seed=seed,
        temperature=config.temperature,
    )
    return [
        thought_row(rollout, places, drawn)
        for rollout, places, drawn in zip(rollouts, cuts, answers, strict=True)
    ]


def go_on(
    policy: LocalPolicy,
    thoughts: Sequence[Completion],
    cuts: Sequence[Sequence[int]],
    text: str,
    config: ThoughtConfig,
    seed: int,
) -> list[Completion]:
    """Takes away what stands after each thought's last cut, and has it think on from a text.

    Of what is sampled, the thought is kept and the answer left out.
    """
    begin = policy.tokenizer(text, add_special_tokens=False)["input_ids"]
    kept = [
        (*thought.token_ids[: places[-1]], *begin)
        for thought, places in zip(thoughts, cuts, strict=True)
    ]
    drawn = sample(
        policy.model,
        [(*thought.prompt_ids, *ids) for thought, ids in zip(thoughts, kept, strict=True)],
        [config.round_tokens] * len(kept),
        stop_ids=policy.stop_ids,
        pad_id=policy.pad_id,
        seed=seed,
        temperature=config.temperature,
        stopped=policy.stopped,
    )
    longer = []
    for thought, ids, more in zip(thoughts, kept, drawn, strict=True):
        whole = Completion(policy.decode(more.token_ids), (), more.token_ids, (), more.finished)
        end = thought_cuts(whole, policy.decode, Segmenter("length", length=10**9))[-1]
        grown = (*ids, *more.token_ids[:end])
        longer.append(Completion(policy.decode(grown), thought.prompt_ids, grown, (), True))
    return longer


def thought_row(
    rollout: Rollout, cuts: Sequence[int], answers: Sequence[Sequence[Completion]]
) -> ThoughtRow:
    """Judges the answers to one thought."""
    verdicts = [[verify(rollout.task, answer.text) for answer in drawn] for drawn in answers]
    return ThoughtRow(
        uid=rollout.task.uid,
        source=rollout.source,
        level=rollout.task.level,
        play=rollout.play,
        text=rollout.completion.text,
        finished=rollout.completion.finished,
        right=rollout.verdict.correct,
        length=rollout.tokens,
        cuts=list(cuts),
        correct=[[int(verdict.correct) for verdict in drawn] for drawn in verdicts],
        tokens=[[len(answer.token_ids) for answer in drawn] for drawn in answers],
        extracted=[[verdict.extracted for verdict in drawn] for drawn in verdicts],
    )
