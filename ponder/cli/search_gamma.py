"""`ponder search-gamma`: the strongest discount that does not hurt training accuracy."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives the runs and the result.")],
    model: Annotated[
        str, typer.Option(help="embedded, smollm2, a folder, a .gguf file, or a hub id.")
    ] = "embedded",
    source: Annotated[
        str | None, typer.Option(help="Sources and levels, e.g. chain_sum:1-8,gcd:1-4.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="Optimiser steps of each run.")] = None,
    config: Annotated[Path | None, typer.Option(help="JSON with any settings of a run.")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="One setting, NAME=JSON; may be given many times."),
    ] = None,
    low: Annotated[float, typer.Option(help="Least 1 - gamma to look at.")] = 1e-5,
    high: Annotated[float, typer.Option(help="Largest 1 - gamma to look at.")] = 1e-1,
    tolerance: Annotated[float, typer.Option(help="Points of accuracy it may cost.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Bisections.")] = 4,
    last: Annotated[float, typer.Option(help="Share of a run's steps that is compared.")] = 0.25,
    seed: Annotated[int | None, typer.Option(help="Names every random stream.")] = None,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
) -> None:
    """Search for gamma by short training runs: the furthest from 1 that keeps the accuracy.

    Up to 3 runs and one for each round, all from the same policy on the same questions, each
    compared with the run of gamma 1. The curriculum is `fixed` unless set. A search that was
    stopped goes on when the same command is given again; finished runs are not run again.

    For example:

        ponder search-gamma -o runs/gamma --source chain_sum:1-8 --steps 60
        ponder search-gamma -o runs/gamma --low 1e-4 --high 1e-2 --rounds 2 --set group_size=4
    """
    from rich.console import Console
    from rich.table import Table

    from ponder.cli._training import (
        end_interrupted,
        quiet_transformers,
        read_settings,
        set_threads,
        watching,
    )
    from ponder.policies.local import load
    from ponder.trainers.collect import new_curriculum, new_mixture, require_server
    from ponder.trainers.config import TrainConfig
    from ponder.trainers.gamma_search import RESULT, Search, chosen, search_gamma

    given = {"source": source, "steps": steps, "seed": seed}
    values = {"curriculum": "fixed"} | read_settings(config, given, set_)
    settings = TrainConfig.from_mapping(values)
    search = Search(low, high, tolerance, rounds, last)
    # A slip in these need not wait for the model.
    mixture = new_mixture(settings)
    new_curriculum(mixture, settings)
    require_server(mixture, settings)
    quiet_transformers()
    set_threads(threads)
    policy = load(model)
    with watching(settings.steps) as (_, on_step):
        found = search_gamma(
            policy,
            settings,
            out,
            search,
            on_probe=lambda distance: print(f"run of 1 - gamma = {distance:.3g}"),
            on_step=on_step,
        )
    if found is None:
        end_interrupted(out)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("1 - gamma", "accuracy", "tokens", "accepted"):
        table.add_column(title, justify="left" if title == "accepted" else "right")
    for probe, tokens in sorted(found, key=lambda each: each[0].distance):
        accepted = "yes" if probe.accepted else "no"
        table.add_row(f"{probe.distance:.3g}", f"{probe.accuracy:.1%}", f"{tokens:.1f}", accepted)
    Console(highlight=False, emoji=False).print(table)
    distance = chosen([probe for probe, _ in found])
    print(f"gamma: {1 - distance!r} (1 - gamma = {distance:.3g}); {out / RESULT}")
