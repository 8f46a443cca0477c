"""`ponder demo`: from a warm-started policy to a picture of where the tokens went."""

import itertools
from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="The run's folder.")] = Path("runs/demo"),
    fast: Annotated[bool, typer.Option("--fast", help="Levels 1 to 4, in minutes.")] = False,
    from_scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Make the warm start too, first.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Names every random stream.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 2,
) -> None:
    """Train the small policy that ships, and show its tokens by difficulty before and after.

    It knows how to work sums in five styles, from the answer alone to every step done twice.
    GRPO teaches it which style is worth its tokens: without a budget the shortest that is right,
    in an episode whatever the tokens and questions left allow.

    For example:

        ponder demo
        ponder demo --fast -o runs/fast
    """
    from ponder.cli._training import print_report, quiet_transformers, set_threads, watching
    from ponder.evaluation.claim import RUN, require_room
    from ponder.policies.local import load_embedded
    from ponder.trainers.pipeline import demo_config, run_all
    from ponder.trainers.warmstart import STEPS, warm_started

    config = demo_config(seed=seed, fast=fast)
    require_room(out, RUN)
    quiet_transformers()
    set_threads(threads)
    done = itertools.count(1)
    with watching(config.steps) as (on_progress, on_step):
        policy = (
            warm_started(seed, on_loss=lambda loss: on_progress("warm start", next(done), STEPS))
            if from_scratch
            else load_embedded()
        )
        report = run_all(policy, config, out, on_progress=on_progress, on_step=on_step)
    print_report(report, out)
