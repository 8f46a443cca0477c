"""`ponder eval`: how right, and how long, a policy is at each level."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ponder.cli._answering import Watch
    from ponder.evaluation.plan import Plan
    from ponder.policies.policy import Policy, Turn

QUESTIONS = "questions.jsonl"


def command(
    source: Annotated[str, typer.Argument(help="Sources and levels, e.g. chain_sum:1-3,gcd:1-3.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives rows, summary and report.")],
    model: Annotated[
        str,
        typer.Option(
            help="embedded, smollm2, a folder, a hub id, or scripted; with --base-url, the name "
            "that the endpoint knows."
        ),
    ] = "embedded",
    per_level: Annotated[int, typer.Option(help="Questions of each source and level.")] = 20,
    samples: Annotated[int, typer.Option(help="Answers to each question.")] = 1,
    max_tokens: Annotated[int, typer.Option(help="Cap of an answer.")] = 256,
    temperature: Annotated[float, typer.Option(help="0 takes the likeliest token.")] = 1.0,
    batch_size: Annotated[int, typer.Option(help="Answers at once, in this process.")] = 16,
    seed: Annotated[int, typer.Option(help="Names questions and sampling.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
    base_url: Annotated[
        str | None, typer.Option(help="Of an OpenAI-compatible endpoint; ends in /v1 as a rule.")
    ] = None,
    key_variable: Annotated[
        str, typer.Option(help="The environment variable that holds the endpoint's key.")
    ] = "BASELINE_API_KEY",
    concurrency: Annotated[int, typer.Option(help="Requests to an endpoint at once.")] = 8,
    timeout: Annotated[float, typer.Option(help="Seconds for a whole reply.")] = 600.0,
    price_in: Annotated[float, typer.Option(help="Of a million tokens read.")] = 0.0,
    price_out: Annotated[float, typer.Option(help="Of a million tokens sampled.")] = 0.0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it takes.")] = False,
) -> None:
    """Evaluate a policy on single questions of the test split.

    Says what it takes, then prints pass@1, with several samples pass@k and maj@k, tokens of right
    and wrong answers, format failures and answers cut off, for each source and level, and for
    each family the drop from its easiest to its hardest level. Rows, summary.json with bootstrap
    intervals and report.html go into the folder. Stopped half way, the same command goes on;
    levels, sources, questions and samples may be added to a folder of the same policy.

    For example:

        ponder eval chain_sum:1-8 -o runs/eval --samples 4
        ponder eval chain_sum:1-3,gcd:1-3 -o runs/smol --model smollm2 --max-tokens 128
        ponder eval gcd:1-8 -o runs/api --model NAME --base-url URL --price-in 0.1 --price-out 0.4
    """
    from ponder.cli._answering import say_outlook, watching_answers
    from ponder.evaluation.claim import EVALUATION, RUN, alone, require_room
    from ponder.evaluation.outlook import Prices, outlook
    from ponder.evaluation.plan import Plan
    from ponder.evaluation.store import missing
    from ponder.generators.mixture import Mixture

    if batch_size < 1:
        raise ValueError(f"batch_size must be at least 1, got {batch_size}")
    prices = Prices(read=price_in, sampled=price_out)
    plan = Plan(
        mixture=Mixture.parse(source),
        per_level=per_level,
        samples=samples,
        seed=seed,
        max_tokens=max_tokens,
        temperature=temperature,
    )
    if base_url is None:
        policy, weights, count = _policy(model, plan, threads)
        settings = plan.settings(policy.name, weights)
    else:
        served, count = _served(model, base_url, plan, concurrency, timeout, key_variable)
        settings = plan.settings(served.name)
    require_room(out, EVALUATION, RUN)
    with nullcontext() if dry_run else alone(out / QUESTIONS):
        todo = missing(out / QUESTIONS, settings, plan.asks)
        ahead = outlook(todo, max_tokens, count)
        print(say_outlook(ahead, len(plan.asks), prices), flush=True)
        if dry_run:
            return
        with watching_answers(ahead, prices) as watch:
            if base_url is None:
                _answer(policy, weights, plan, batch_size, out, watch)
                gave_up = ""
            else:
                gave_up = asyncio.run(_ask(served, plan, concurrency, out, watch))
        _tell(out, watch, gave_up)


def _policy(model: str, plan: Plan, threads: int) -> tuple[Policy, str, Callable[[Turn], int]]:
    """Loads a policy of this process; gives it, the digest of its weights, and what counts."""
    if model == "scripted":
        from ponder.policies.served import prompt_size
        from ponder.policies.simulated import simulated

        return simulated(ask.task for ask in plan.asks), "", prompt_size
    from ponder.cli._training import quiet_transformers, set_threads
    from ponder.policies.fingerprint import weights_digest
    from ponder.policies.local import load

    quiet_transformers()
    set_threads(threads)
    policy = load(model)
    return policy, weights_digest(policy.model), lambda turn: len(policy.prompt_ids(turn))


def _answer(
    policy: Policy, weights: str, plan: Plan, batch_size: int, out: Path, watch: Watch
) -> None:
    from ponder.evaluation.questions import evaluate_plan

    evaluate_plan(
        policy,
        plan,
        weights=weights,
        batch_size=batch_size,
        out=out / QUESTIONS,
        on_progress=watch.on_progress,
        on_rows=watch.on_rows,
    )


def _served(
    model: str, base_url: str, plan: Plan, concurrency: int, timeout: float, key: str
) -> tuple[Any, Callable[[Turn], int]]:
    from ponder.policies.served import connect, prompt_size

    policy = connect(
        model,
        base_url,
        max_tokens=plan.max_tokens,
        temperature=plan.temperature,
        concurrency=concurrency,
        timeout=timeout,
        key=key,
    )
    return policy, prompt_size


async def _ask(policy: Any, plan: Plan, concurrency: int, out: Path, watch: Watch) -> str:
    """Has an endpoint answer; gives the reason if it was given up."""
    from ponder.evaluation.served import evaluate_served

    try:
        answered = await evaluate_served(
            policy,
            plan,
            concurrency=concurrency,
            out=out / QUESTIONS,
            on_progress=watch.on_progress,
            on_rows=watch.on_rows,
        )
    finally:
        await policy.aclose()
    return answered.gave_up


def _tell(out: Path, watch: Watch, gave_up: str) -> None:
    """Prints tables, writes summary and report; where an endpoint only failed, exits with 1."""
    from ponder.cli._answering import print_scaling
    from ponder.cli._terminal import say
    from ponder.evaluation import QuestionRow, read_rows, write_report
    from ponder.evaluation.markup import visible
    from ponder.evaluation.scaling_summary import SUMMARY, summarise_scaling, write_scaling

    file = read_rows(out / QUESTIONS, QuestionRow)
    scaling = summarise_scaling(file)
    print_scaling(scaling)
    if used := watch.used():
        print(used)
    write_scaling(out / SUMMARY, scaling)
    if file.rows:
        say(f"report: {write_report(out)}")
    if gave_up:
        text = visible(f"the endpoint only failed, and was left alone: {gave_up}")
        print(f"ponder: {text}", file=sys.stderr)
    elif watch.ahead.answers and not watch.answers:
        print("ponder: no answer came; the table says why", file=sys.stderr)
    else:
        return
    raise typer.Exit(1)
