"""`ponder warmstart`: make the weights of the embedded policy that ships, or one that searches."""

from pathlib import Path
from typing import Annotated

import typer

LOG = "warmstart.jsonl"


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives weights and log.")],
    seed: Annotated[int, typer.Option(help="Names every random stream.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
    search: Annotated[
        bool, typer.Option("--search", help="A policy that searches: attempts, checks, retries.")
    ] = False,
    steps: Annotated[
        int | None, typer.Option(help="Optimiser steps; 7,000, or 1,500 of searching.")
    ] = None,
) -> None:
    """Fine-tune the embedded policy from nothing on worked sums in a menu of styles.

    Writes `embedded.safetensors` in half precision, as it ships, and `warmstart.jsonl`, the loss
    by step. With `--search` the policy that ships learns to search for an expression that makes a
    number instead, and is written as the folder `policy`. The same seed and number of threads
    give the same weights.

    For example:

        ponder warmstart -o runs/warmstart
        ponder warmstart -o runs/search --search
    """
    from ponder.cli._training import quiet_transformers, set_threads, watching
    from ponder.evaluation.claim import alone, require_room
    from ponder.files import write_whole
    from ponder.policies.local import save_weights
    from ponder.trainers import search_start, warmstart

    if steps is not None and steps < 1:
        raise ValueError(f"steps must be at least 1, got {steps}")
    make = search_start.search_started if search else warmstart.warm_started
    total = steps or (search_start.STEPS if search else warmstart.STEPS)
    quiet_transformers()
    set_threads(threads)
    require_room(out)
    losses: list[float] = []

    with alone(out / LOG):
        with watching(0, kept=False) as (on_progress, _):

            def on_loss(loss: float) -> None:
                losses.append(loss)
                on_progress("warm start", len(losses), total)

            policy = make(seed, steps=total, on_loss=on_loss)
        written = out / ("policy" if search else "embedded.safetensors")
        if search:
            policy.save(written)
        else:
            save_weights(policy, written)
        lines = [f'{{"step": {step}, "loss": {loss:.4f}}}\n' for step, loss in enumerate(losses)]
        write_whole(out / LOG, "".join(lines))
    print(f"weights: {written}")
