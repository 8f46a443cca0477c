"""Single questions without a budget: how right, and how long, a policy is at each level."""

from pathlib import Path
from typing import Any

from ponder.evaluation.rows import Progress, QuestionRow, collect, quiet
from ponder.generators.mixture import Mixture
from ponder.policies.play import answer_questions
from ponder.policies.policy import Policy
from ponder.policies.sampling import check_temperature
from ponder.randomness import derive_seed
from ponder.task import Split, Task


def question_tasks(
    mixture: Mixture, *, per_level: int, seed: int, split: Split = "test"
) -> list[tuple[str, Task]]:
    """Draws the questions of an evaluation: `per_level` for each source and level.

    Args:
        mixture: Its weights play no part, only its sources and levels.
        per_level: At least 1.
        seed: Names the questions.
        split: Of the questions.

    Returns:
        `(source, task)` pairs, by source and level.

    Raises:
        ValueError: If `per_level` is less than 1.
    """
    if per_level < 1:
        raise ValueError(f"per_level must be at least 1, got {per_level!r}")
    slots = sorted({(name, level) for name, levels in _levels(mixture) for level in levels})
    own = derive_seed("evaluation questions", seed)
    return [
        (name, mixture.source(name).task(level=level, split=split, seed=own, index=index))
        for name, level in slots
        for index in range(per_level)
    ]


def evaluate_questions(
    policy: Policy,
    mixture: Mixture,
    *,
    per_level: int,
    seed: int,
    max_tokens: int,
    split: Split = "test",
    temperature: float = 1.0,
    batch_size: int = 64,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[QuestionRow]:
    """Answers `per_level` questions of each source and level, once each.

    Args:
        policy: Answers.
        mixture: Its sources and levels.
        per_level: Questions for each source and level, at least 1.
        seed: Names the questions and the sampling.
        max_tokens: Cap of an answer.
        split: Of the questions.
        temperature: Of sampling.
        batch_size: Questions at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; if it holds some of this very
            evaluation already, the rest is added.
        on_progress: Told how many questions are done.

    Raises:
        ValueError: If `out` is of other settings, or an argument is out of range.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, got {max_tokens!r}")
    check_temperature(temperature)
    tasks = question_tasks(mixture, per_level=per_level, seed=seed, split=split)
    settings: dict[str, Any] = {
        "kind": "questions",
        "policy": policy.name,
        "mixture": mixture.digest,
        "per_level": per_level,
        "seed": seed,
        "split": split,
        "max_tokens": max_tokens,
        "temperature": temperature,
    }

    def make(start: int, stop: int) -> list[QuestionRow]:
        rollouts = answer_questions(
            policy,
            tasks[start:stop],
            group_size=1,
            max_tokens=max_tokens,
            seed=derive_seed("evaluation answers", seed, start),
            temperature=temperature,
        )
        return [
            QuestionRow(
                uid=rollout.task.uid,
                source=rollout.source,
                level=rollout.task.level,
                correct=rollout.verdict.correct,
                tokens=rollout.tokens,
                finished=rollout.completion.finished,
                how=rollout.verdict.how,
                extracted=rollout.verdict.extracted,
                answer=rollout.task.answer,
                question=rollout.task.question,
                text=rollout.completion.text,
            )
            for rollout in rollouts
        ]

    return collect(
        QuestionRow,
        make,
        settings,
        units=len(tasks),
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def _levels(mixture: Mixture) -> list[tuple[str, tuple[int, ...]]]:
    """Gives each part's source by name, with its levels."""
    parts = []
    for part in mixture.parts:
        source = mixture.source(part.source) if isinstance(part.source, str) else part.source
        parts.append((source.name, tuple(part.levels or source.levels)))
    return parts
