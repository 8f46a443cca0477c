"""Ponder's training inside TRL's GRPOTrainer, on one process or many.

    python examples/trl_grpo.py --out runs/trl --set steps=20
    torchrun --nproc_per_node 2 examples/trl_grpo.py --out runs/trl-two --set steps=20

`--set` takes the settings of docs/training.md, `--trl` those of GRPOConfig that they leave open.
The trained policy lies in OUT/policy: `ponder eval chain_sum:1-4 -o runs/eval --model OUT/policy`.
Recipes for GPUs, vLLM and DeepSpeed: docs/trl.md.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import torch

from ponder.trainers.config import TrainConfig
from ponder.trainers.trl_backend import PonderGRPOTrainer


def named(pairs: list[str]) -> dict[str, Any]:
    """Reads `NAME=JSON`; what is no JSON is text."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
    return found


def main() -> None:
    """Trains, or goes on from a checkpoint."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--model", default="embedded", help="embedded, smollm2, folder or hub id")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON")
    parser.add_argument("--trl", action="append", default=[], metavar="NAME=JSON")
    parser.add_argument(
        "--resume", type=Path, metavar="CHECKPOINT", help="such as OUT/checkpoint-16"
    )
    options = parser.parse_args()
    device: dict[str, Any] = {} if torch.cuda.is_available() else {"use_cpu": True}
    if device and "WORLD_SIZE" in os.environ:
        device["ddp_backend"] = "gloo"
    trainer = PonderGRPOTrainer(
        options.model,
        TrainConfig.from_mapping({"checkpoint_every": 16, **named(options.set)}),
        options.out,
        **{**device, **named(options.trl)},
    )
    trainer.train(resume_from_checkpoint=str(options.resume) if options.resume else None)
    trainer.save_model(str(options.out / "policy"))


if __name__ == "__main__":
    main()
