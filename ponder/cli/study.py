"""`ponder study`: where a policy's tokens go, and where they should have gone."""

from pathlib import Path
from typing import Annotated, Any

import typer


def command(
    source: Annotated[str, typer.Argument(help="Sources and levels, e.g. chain_sum:1-8.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives rows, figures, report.")],
    model: Annotated[
        str, typer.Option(help="embedded, smollm2, a folder, a .gguf file, or a hub id.")
    ] = "embedded",
    episodes: Annotated[int, typer.Option(help="Budget episodes.")] = 60,
    num_questions: Annotated[int, typer.Option(help="Questions in an episode.")] = 10,
    budget: Annotated[int, typer.Option(help="Of an episode, in tokens.")] = 300,
    min_tokens: Annotated[int, typer.Option(help="An episode ends below this.")] = 4,
    samples: Annotated[int, typer.Option(help="Answers to a question within a budget.")] = 8,
    grid: Annotated[
        str, typer.Option(help="Budgets of one question, e.g. 8,16,32; empty: steps of 1.4 times.")
    ] = "",
    mode: Annotated[str, typer.Option(help="told, cut or forced: see docs/study.md.")] = "told",
    answer_tokens: Annotated[int, typer.Option(help="Kept for a forced answer.")] = 24,
    show_budget: Annotated[bool, typer.Option(help="Whether prompts tell the budget.")] = True,
    temperature: Annotated[float, typer.Option(help="0 takes the likeliest token.")] = 1.0,
    batch_size: Annotated[int, typer.Option(help="Episodes at once.")] = 16,
    seed: Annotated[int, typer.Option(help="Names questions and sampling.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
) -> None:
    """Study how a policy divides a token budget over questions of different levels.

    It plays budget episodes on the test split, then answers each of their questions within each
    budget of a grid, and holds the first against the best division that the second allows.
    Stopped half way, the same command goes on.

    For example:

        ponder study chain_sum:1-8 -o runs/study
        ponder study chain_sum:1-8 -o runs/study-demo --model runs/demo/policy
        ponder report runs/study runs/study-demo -o runs/compared
    """
    from rich.console import Console
    from rich.table import Table

    from ponder.cli._training import quiet_transformers, set_threads, watching
    from ponder.evaluation.study import StudyConfig, run_study, write_study
    from ponder.evaluation.study.report import begin_study, figure_rows, headline
    from ponder.generators.mixture import Mixture
    from ponder.policies.local import load

    chosen: Any = mode
    config = StudyConfig(
        episodes=episodes,
        num_questions=num_questions,
        budget=budget,
        min_tokens=min_tokens,
        samples=samples,
        grid=read_grid(grid),
        mode=chosen,
        answer_tokens=answer_tokens,
        show_budget=show_budget,
        temperature=temperature,
        seed=seed,
    )
    mixture = Mixture.parse(source)
    begin_study(out, config)
    quiet_transformers()
    set_threads(threads)
    policy = load(model)
    with watching(0) as (on_progress, _):
        run_study(policy, mixture, config, batch_size=batch_size, out=out, on_progress=on_progress)
    report, figures = write_study([out], out)
    ((name, study),) = figures.items()
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(headline(name, study))
    table = Table("figure", "value")
    for row in figure_rows(study):
        table.add_row(*row)
    console.print(table)
    print(f"report: {report}")


def read_grid(text: str) -> list[int]:
    """Reads budgets that are separated by commas.

    >>> read_grid("8,16")
    [8, 16]
    """
    try:
        return [int(part) for part in text.split(",")] if text else []
    except ValueError:
        raise ValueError(
            f"--grid must be whole numbers between commas, such as 8,16,32, got {text!r}"
        ) from None
