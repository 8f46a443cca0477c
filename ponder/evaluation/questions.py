"""Single questions without a budget: how right, and how long, a policy is at each level."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ponder.evaluation.plan import Ask, Plan, batches, question_tasks
from ponder.evaluation.rows import Progress, QuestionRow, quiet
from ponder.evaluation.store import opened
from ponder.generators.mixture import Mixture
from ponder.policies.play import answer_questions
from ponder.policies.policy import Policy
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Split

__all__ = ["OnRows", "evaluate_plan", "evaluate_questions", "ignore", "question_tasks"]

OnRows = Callable[[Sequence[QuestionRow]], None]
"""Told the rows that have just come."""


def ignore(rows: Sequence[QuestionRow]) -> None:
    """Tells nobody."""


def evaluate_questions(
    policy: Policy,
    mixture: Mixture,
    *,
    per_level: int,
    seed: int,
    max_tokens: int,
    split: Split = "test",
    temperature: float = 1.0,
    samples: int = 1,
    batch_size: int = 64,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[QuestionRow]:
    """Answers `per_level` questions of each source and level, `samples` times each.

    Args:
        policy: Answers.
        mixture: Its sources and levels.
        per_level: Questions for each source and level, at least 1.
        seed: Names the questions and the sampling.
        max_tokens: Cap of an answer.
        split: Of the questions.
        temperature: Of sampling.
        samples: Answers to each question, at least 1.
        batch_size: Questions at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; of what it holds already, nothing
            is asked again.
        on_progress: Told how many answers are there.

    Returns:
        A row for each answer: the first to every question, then the second, and so on.

    Raises:
        ValueError: If `out` is of another policy or sampling, or an argument is out of range.
    """
    plan = Plan(
        mixture=mixture,
        per_level=per_level,
        samples=samples,
        seed=seed,
        split=split,
        max_tokens=max_tokens,
        temperature=temperature,
    )
    return evaluate_plan(policy, plan, batch_size=batch_size, out=out, on_progress=on_progress)


def evaluate_plan(
    policy: Policy,
    plan: Plan,
    *,
    weights: str = "",
    batch_size: int = 64,
    out: Path | None = None,
    on_progress: Progress = quiet,
    on_rows: OnRows = ignore,
) -> list[QuestionRow]:
    """Has a policy of this process answer what a plan asks.

    Args:
        policy: Answers.
        plan: What is asked.
        weights: A digest of the policy's; a file of others is refused. Empty does not compare.
        batch_size: As for `evaluate_questions`, and so are `out` and `on_progress`.
        out: A file, or None.
        on_progress: Told after every batch, and once at the start.
        on_rows: Told the rows of every batch, before the progress.

    Returns:
        As `evaluate_questions` does.

    Raises:
        ValueError: If `out` is of another policy or sampling, or an argument is out of range.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {quoted(batch_size)}")
    asks = plan.asks
    settings = {**plan.settings(policy.name, weights), "batch_size": batch_size}
    with opened(out, settings, asks) as store:
        done = len(asks) - len(store.todo)
        on_progress(done, len(asks))
        for batch in batches(store.todo, batch_size):
            # A batch's place among all rows names its sampling, so that no two share a stream.
            made = _answer(policy, plan, batch, len(store.rows))
            store.keep(made)
            done += len(made)
            on_rows(made)
            on_progress(done, len(asks))
        return store.asked(asks)


def _answer(policy: Policy, plan: Plan, batch: Sequence[Ask], start: int) -> list[QuestionRow]:
    rollouts = answer_questions(
        policy,
        [(ask.source, ask.task) for ask in batch],
        group_size=1,
        max_tokens=plan.max_tokens,
        seed=derive_seed("evaluation answers", plan.seed, start),
        temperature=plan.temperature,
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
            sample=ask.sample,
        )
        for ask, rollout in zip(batch, rollouts, strict=True)
    ]
