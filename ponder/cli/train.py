"""`ponder train`: evaluate, train with GRPO, evaluate again, report."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="The run's folder.")],
    model: Annotated[
        str, typer.Option(help="embedded, smollm2, a folder, a .gguf file, or a hub id.")
    ] = "embedded",
    source: Annotated[
        str | None, typer.Option(help="Sources and levels, e.g. chain_sum:1-8,gcd:1-4.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Optimiser steps.")] = None,
    config: Annotated[Path | None, typer.Option(help="JSON with any settings of a run.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="One setting, NAME=JSON; may be given many times."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Names every random stream.")] = None,
    env_url: Annotated[
        str | None, typer.Option(help="A server to play budget episodes on; else in process.")
    ] = None,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
) -> None:
    """Train a policy with GRPO on single questions and budget episodes, and report on it.

    Evaluations on the test split come before and after. A run that was stopped, by Ctrl-C or a
    crash, goes on from its last checkpoint when the same command is given again.
    `docs/training.md` lists what `--set` takes.

    For example:

        ponder train -o runs/sums --source chain_sum:1-8 --steps 100
        ponder train -o runs/smol --model smollm2 --source chain_sum:1 --set group_size=4
        ponder train -o runs/control --set gamma=1 --set episode_groups=0
    """
    from ponder.cli._training import (
        print_report,
        quiet_transformers,
        read_settings,
        set_threads,
        watching,
    )
    from ponder.policies.local import load
    from ponder.trainers.collect import new_curriculum, new_mixture, require_server
    from ponder.trainers.config import TrainConfig
    from ponder.trainers.pipeline import run_all

    given = {"source": source, "steps": steps, "seed": seed, "env_url": env_url}
    chosen = TrainConfig.from_mapping(read_settings(config, given, set_))
    # A slip in these need not wait for the model.
    mixture = new_mixture(chosen)
    new_curriculum(mixture, chosen)
    require_server(mixture, chosen)
    quiet_transformers()
    set_threads(threads)
    policy = load(model)
    with watching(chosen.steps) as (on_progress, on_step):
        report = run_all(policy, chosen, out, on_progress=on_progress, on_step=on_step)
    print_report(report, out)
