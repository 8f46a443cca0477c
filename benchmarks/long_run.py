"""Memory over a long training: 1,000 tiny steps of the embedded policy.

Prints the resident memory every 100 steps; fails if it ends more than 5 % above where it was
after the first 200, by which time everything has been loaded once.

    python benchmarks/long_run.py [-o FOLDER] [--steps 1000]
"""

import argparse
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

from ponder.policies.local import load_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train

SETTLED = 200
ALLOWED = 0.05


def main() -> None:
    """Trains, prints, and exits with 1 if memory grew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, help="the run's folder; else a temporary one")
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        grown = growth(arguments.out or Path(temporary) / "run", arguments.steps)
    print(f"after step {SETTLED}: {grown:+.2%} (at most {ALLOWED:+.0%})")
    raise SystemExit(grown > ALLOWED)


def growth(folder: Path, steps: int) -> float:
    """Trains so many steps; gives the growth of memory after the first `SETTLED`."""
    if steps <= SETTLED:
        raise ValueError(f"steps must be above {SETTLED}, got {steps}")
    config = TrainConfig(
        source="chain_sum:1-2",
        steps=steps,
        group_size=2,
        question_groups=2,
        episode_groups=1,
        num_questions=2,
        refills=1,
        max_tokens=16,
        eval_every=100,
        eval_every_per_level=2,
        checkpoint_every=50,
    )
    process = psutil.Process()
    memory: dict[int, float] = {}

    def watch(entry: Mapping[str, Any]) -> None:
        step = entry["step"] + 1
        if step % 100 == 0:
            memory[step] = process.memory_info().rss / 2**20
            seconds = entry["seconds"]["total"]
            print(f"step {step}: {memory[step]:.1f} MiB, {seconds:.2f} s a step", flush=True)

    train(load_embedded(), config, folder, on_step=watch)
    return memory[max(memory)] / memory[SETTLED] - 1


if __name__ == "__main__":
    main()
