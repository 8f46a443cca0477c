"""Single questions put to an endpoint: many at once, and every failure kept with its reason."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ponder.evaluation.plan import Ask, Plan
from ponder.evaluation.questions import OnRows, ignore
from ponder.evaluation.rows import Progress, QuestionRow, Unanswered, quiet
from ponder.evaluation.store import opened
from ponder.policies.agents.endpoint import EndpointError
from ponder.policies.policy import Turn
from ponder.policies.served import ServedPolicy
from ponder.quoting import quoted
from ponder.verifiers import verify

PATIENCE = 10
"""Failures in a row, for each request at once, after which an endpoint is no longer asked."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a plan.

    Attributes:
        rows: The answers that there are, in the plan's order.
        unanswered: What was asked and brought no answer.
        gave_up: The last reason, where so many failed in a row that the rest was not asked.
    """

    rows: list[QuestionRow]
    unanswered: list[Unanswered]
    gave_up: str = ""


async def evaluate_served(
    policy: ServedPolicy,
    plan: Plan,
    *,
    concurrency: int = 8,
    out: Path | None = None,
    on_progress: Progress = quiet,
    on_rows: OnRows = ignore,
) -> Answered:
    """Puts what a plan asks to an endpoint, a bounded number of questions at once.

    What fails is kept with its reason, and asked again the next time. The endpoint's own draws
    are not named by the plan's seed, so that asking anew gives other answers.

    Args:
        policy: Answers.
        plan: What is asked.
        concurrency: Questions at once, at least 1.
        out: A JSONL file that receives the rows as they come; of what it holds already, nothing
            is asked again.
        on_progress: Told how many questions were dealt with, answered or not.
        on_rows: Told each row as it comes.

    Raises:
        ValueError: If `out` is of another policy or sampling, or an argument is out of range.
    """
    if concurrency < 1:
        raise ValueError(f"concurrency must be at least 1, got {quoted(concurrency)}")
    asks = plan.asks
    settings = {**plan.settings(policy.name), "url": policy.url}
    with opened(out, settings, asks) as store:
        done = len(asks) - len(store.todo)
        on_progress(done, len(asks))

        def keep(row: QuestionRow | Unanswered) -> None:
            nonlocal done
            store.keep([row])
            done += 1
            if isinstance(row, QuestionRow):
                on_rows([row])
            on_progress(done, len(asks))

        gave_up = await _work(policy, plan, store.todo, concurrency, keep)
        keys = {ask.key for ask in asks}
        failed = [row for row in store.unanswered if (row.uid, row.sample) in keys]
        return Answered(store.asked(asks), failed, gave_up)


async def _work(
    policy: ServedPolicy,
    plan: Plan,
    todo: Sequence[Ask],
    concurrency: int,
    keep: Callable[[QuestionRow | Unanswered], None],
) -> str:
    """Has so many workers ask, one question after the other, until none is left.

    Returns:
        Why they gave up; empty if they did not.
    """
    waiting = iter(todo)
    in_a_row, gave_up = 0, ""

    async def work() -> None:
        nonlocal in_a_row, gave_up
        for ask in waiting:
            row = await _ask(policy, plan, ask)
            keep(row)
            in_a_row = in_a_row + 1 if isinstance(row, Unanswered) else 0
            if isinstance(row, Unanswered) and in_a_row >= PATIENCE * concurrency:
                gave_up = row.error
            if gave_up:
                return

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(concurrency, len(todo))):
                group.create_task(work())
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return gave_up


async def _ask(policy: ServedPolicy, plan: Plan, ask: Ask) -> QuestionRow | Unanswered:
    task = ask.task
    try:
        answer = await policy.answer(Turn(task.question, task.answer_format), plan.max_tokens)
    except EndpointError as error:
        return Unanswered(task.uid, ask.source, task.level, ask.sample, str(error))
    # Beside the event loop: a checker may take its time.
    verdict = await asyncio.to_thread(verify, task, answer.text)
    return QuestionRow(
        uid=task.uid,
        source=ask.source,
        level=task.level,
        correct=verdict.correct,
        tokens=answer.tokens,
        finished=answer.finished,
        how=verdict.how,
        extracted=verdict.extracted,
        answer=task.answer,
        question=task.question,
        text=answer.text,
        sample=ask.sample,
        prompt_tokens=answer.prompt_tokens,
        estimated=answer.estimated,
    )
