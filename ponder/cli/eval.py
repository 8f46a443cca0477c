"""`ponder eval`: how right, and how long, a policy is at each level."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    source: Annotated[str, typer.Argument(help="Sources and levels, e.g. chain_sum:1-3,gcd:1-3.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives rows and report.")],
    model: Annotated[
        str, typer.Option(help="embedded, smollm2, a folder, or a hub id.")
    ] = "embedded",
    per_level: Annotated[int, typer.Option(help="Questions of each source and level.")] = 20,
    max_tokens: Annotated[int, typer.Option(help="Cap of an answer.")] = 256,
    temperature: Annotated[float, typer.Option(help="0 takes the likeliest token.")] = 1.0,
    batch_size: Annotated[int, typer.Option(help="Answers at once.")] = 16,
    seed: Annotated[int, typer.Option(help="Names questions and sampling.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
) -> None:
    """Evaluate a policy on single questions of the test split.

    Prints pass rate, format rate and tokens for each source and level, each with a bootstrap
    interval, and writes the rows and a report. Stopped half way, the same command goes on.

    For example:

        ponder eval chain_sum:1-8 -o runs/eval
        ponder eval chain_sum:1-3,gcd:1-3 -o runs/smol --model smollm2 --max-tokens 128
    """
    from rich.console import Console
    from rich.table import Column, Table

    from ponder.cli._training import quiet_transformers, set_threads, watching
    from ponder.evaluation import evaluate_questions, write_report
    from ponder.evaluation.comparison import show
    from ponder.evaluation.summary import QUESTION_MEASURES, questions_by_source_and_level
    from ponder.generators.mixture import Mixture
    from ponder.policies.local import load

    mixture = Mixture.parse(source)
    quiet_transformers()
    set_threads(threads)
    policy = load(model)
    with watching(0) as (on_progress, _):
        rows = evaluate_questions(
            policy,
            mixture,
            per_level=per_level,
            seed=seed,
            max_tokens=max_tokens,
            temperature=temperature,
            batch_size=batch_size,
            out=out / "questions.jsonl",
            on_progress=lambda done, total: on_progress("questions", done, total),
        )
    table = Table(
        Column("source", no_wrap=True),
        "level",
        "n",
        *(measure.name for measure in QUESTION_MEASURES),
    )
    for (name, level), summary in questions_by_source_and_level(rows).items():
        cells = [show(summary.values[m.name], m.unit) for m in QUESTION_MEASURES]
        table.add_row(name, str(level), str(summary.count), *cells)
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(table)
    print(f"report: {write_report(out)}")
