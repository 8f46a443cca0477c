"""`ponder warmstart`: make the weights of the embedded policy that ships."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Receives weights and log.")],
    seed: Annotated[int, typer.Option(help="Names every random stream.")] = 0,
    threads: Annotated[int, typer.Option(help="Torch's; at most the free cores.")] = 1,
) -> None:
    """Fine-tune the embedded policy from nothing on worked sums in a menu of styles.

    Writes `embedded.safetensors` in half precision, as it ships, and `warmstart.jsonl`, the loss
    by step. The same seed and number of threads give the same weights.

    For example:

        ponder warmstart -o runs/warmstart
    """
    from ponder.cli._training import quiet_transformers, set_threads, watching
    from ponder.files import write_whole
    from ponder.policies.local import save_weights
    from ponder.trainers.warmstart import warm_started

    quiet_transformers()
    set_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    losses: list[float] = []
    with watching(0) as (on_progress, _):
        policy = warm_started(
            seed,
            on_progress=lambda done, total: on_progress("warm start", done, total),
            on_loss=losses.append,
        )
    save_weights(policy, out / "embedded.safetensors")
    lines = [f'{{"step": {step}, "loss": {loss:.4f}}}\n' for step, loss in enumerate(losses)]
    write_whole(out / "warmstart.jsonl", "".join(lines))
    print(f"weights: {out / 'embedded.safetensors'}")
