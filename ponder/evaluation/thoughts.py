"""Thoughts, ended after each of their segments: what `regret.py` needs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
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
from ponder.randomness import derive_seed
from ponder.task import Task
from ponder.verifiers import verify

CONTINUATIONS = ("Wait", "But wait", "Alternatively", "But hold on")
"""What a thought is made to go on with, one after the other (the authors' code)."""


def measure_thoughts(
    policy: LocalPolicy,
    tasks: Sequence[tuple[str, Task]],
    *,
    thoughts: int,
    samples: int,
    max_tokens: int,
    seed: int,
    segmenter: Segmenter,
    answer_tokens: int = 24,
    rounds: int = 0,
    round_tokens: int = 2_048,
    continuations: Sequence[str] = CONTINUATIONS,
    temperature: float = 1.0,
    batch_size: int = 8,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[ThoughtRow]:
    """Thinks about each question, and answers after each segment of the thought.

    Args:
        policy: Thinks and answers.
        tasks: `(source, task)` pairs.
        thoughts: On each question, at least 1.
        samples: K, answers at each end, at least 1.
        max_tokens: Cap of a completion.
        seed: Names the sampling.
        segmenter: Cuts the thoughts.
        answer_tokens: Most tokens of an answer.
        rounds: How often a thought that has ended is made to go on, instead of answering
            (extrapolation beyond the budget of training); each round is one more segment.
        round_tokens: Most tokens of a round.
        continuations: What the rounds begin with, in turn.
        temperature: Of sampling.
        batch_size: Questions at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; if it holds some of this very
            measurement already, the rest is added.
        on_progress: Told how many questions are done.

    Returns:
        `thoughts` rows a task, in order.

    Raises:
        ValueError: If `out` is of other settings, or an argument is out of range.
    """
    for name, value, least in (
        ("thoughts", thoughts, 1),
        ("samples", samples, 1),
        ("max_tokens", max_tokens, 1),
        ("answer_tokens", answer_tokens, 1),
        ("rounds", rounds, 0),
        ("round_tokens", round_tokens, 1),
        ("continuations", len(continuations), 1),
    ):
        if value < least:
            raise ValueError(f"{name} must be at least {least}, got {value!r}")
    check_temperature(temperature)
    settings: dict[str, Any] = {
        "kind": "thoughts",
        "policy": policy.name,
        "tasks": [task.uid for _, task in tasks],
        "thoughts": thoughts,
        "samples": samples,
        "max_tokens": max_tokens,
        "seed": seed,
        "segmenter": dataclasses.asdict(segmenter),
        "answer_tokens": answer_tokens,
        "rounds": rounds,
        "round_tokens": round_tokens,
        "continuations": list(continuations),
        "temperature": temperature,
    }

    def make(start: int, stop: int) -> list[ThoughtRow]:
        own = derive_seed("thoughts", seed, start)
        rollouts = answer_questions(
            policy,
            tasks[start:stop],
            group_size=thoughts,
            max_tokens=max_tokens,
            seed=own,
            temperature=temperature,
        )
        cuts = [thought_cuts(r.completion, policy.decode, segmenter) for r in rollouts]
        read = [rollout.completion for rollout in rollouts]
        for number in range(rounds):
            text = continuations[number % len(continuations)]
            seed_of_round = derive_seed("round", own, number)
            read = go_on(policy, read, cuts, text, round_tokens, seed_of_round, temperature)
            for places, thought in zip(cuts, read, strict=True):
                places.append(len(thought.token_ids))
        answers = forced_answers(
            policy,
            read,
            cuts,
            samples=samples,
            max_tokens=answer_tokens,
            seed=own,
            temperature=temperature,
        )
        return [
            thought_row(rollout, places, drawn)
            for rollout, places, drawn in zip(rollouts, cuts, answers, strict=True)
        ]

    return collect(
        ThoughtRow,
        make,
        settings,
        units=len(tasks),
        rows_per_unit=thoughts,
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def go_on(
    policy: LocalPolicy,
    thoughts: Sequence[Completion],
    cuts: Sequence[Sequence[int]],
    text: str,
    max_tokens: int,
    seed: int,
    temperature: float,
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
        [max_tokens] * len(kept),
        stop_ids=policy.stop_ids,
        pad_id=policy.pad_id,
        seed=seed,
        temperature=temperature,
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
