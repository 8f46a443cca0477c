"""Killed trainings: SIGKILL at random moments, resumed, and the same to the bit in the end.

A training of a tiny policy runs in a process of its own, with refills, evaluations and a mixed
reference. It is killed ten times at moments drawn from a seed, each time resumed by the same
command, and compared with one that nobody stopped: parameters, log, and the best policy kept.

    python benchmarks/kill.py [-o FOLDER] [--kills 10] [--steps 60] [--seed 0]
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ponder.randomness import stream

SETTINGS: dict[str, Any] = {
    "source": "chain_sum:1-2",
    "group_size": 2,
    "question_groups": 2,
    "refills": 1,
    "episode_groups": 1,
    "num_questions": 2,
    "min_budget": 8,
    "max_budget": 12,
    "max_tokens": 12,
    "lr": 1e-3,
    "weight_decay": 0.01,
    "schedule": "cosine",
    "reference_steps": 3,
    "reference_mix": 0.6,
    "eval_every": 4,
    "eval_every_per_level": 2,
    "eval_budget": 8,
    "checkpoint_every": 3,
}

CHILD = """
import json, sys
from pathlib import Path
from ponder.policies.local import load_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train

policy, config = load_embedded(), TrainConfig(**json.loads(sys.argv[1]))
print("begins", flush=True)
train(policy, config, Path(sys.argv[2]), on_step=lambda entry: print(entry["step"], flush=True))
"""


def main() -> None:
    """Trains twice, with and without kills, and exits with 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, help="for the two runs; else a temporary folder")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    settings = {**SETTINGS, "steps": arguments.steps}
    with tempfile.TemporaryDirectory() as temporary:
        out = arguments.out or Path(temporary)
        began = time.monotonic()
        run(settings, out / "whole")
        each = (time.monotonic() - began) / arguments.steps
        kill(settings, out / "killed", kills=arguments.kills, seed=arguments.seed, each=each)
        run(settings, out / "killed")
        found = differences(out / "whole", out / "killed")
    print(f"{arguments.kills} kills: {', '.join(found) or 'the same to the bit'}")
    raise SystemExit(bool(found))


def run(settings: dict[str, Any], folder: Path) -> None:
    """Trains to the end in a process of its own."""
    subprocess.run(_command(settings, folder), check=True, stdout=subprocess.DEVNULL)


def kill(settings: dict[str, Any], folder: Path, *, kills: int, seed: int, each: float) -> None:
    """Begins a training and ends it by SIGKILL, so many times.

    Args:
        settings: Of the run.
        folder: The run's.
        kills: How often.
        seed: Names the moments: some steps after the last kill, and some way into a step.
        each: Seconds of a step.
    """
    rng = stream("kill", seed)
    for number in range(kills):
        process = subprocess.Popen(_command(settings, folder), stdout=subprocess.PIPE)
        assert process.stdout is not None
        # The first line says that everything is loaded, each further one that a step is done.
        for _ in range(1 + rng.randint(0, settings["steps"] // (kills + 1))):
            process.stdout.readline()
        time.sleep(rng.uniform(0.0, each))
        process.kill()
        process.communicate()
        state = "had ended" if process.returncode == 0 else f"after {_lines(folder)} steps"
        print(f"kill {number + 1}: {state}", flush=True)


def differences(one: Path, other: Path) -> list[str]:
    """Names what differs between two runs: weights, best weights, log but for its times."""
    import torch
    from safetensors.torch import load_file

    found = []
    for name in ("policy", "best"):
        weights = [load_file(folder / name / "model.safetensors") for folder in (one, other)]
        if weights[0].keys() != weights[1].keys() or any(
            not torch.equal(weights[0][key], weights[1][key]) for key in weights[0]
        ):
            found.append(f"the weights in {name}/ differ")
    if len(set(map(_log, (one, other)))) > 1:
        found.append("the logs differ")
    if (leftover := sorted(path.name for path in other.glob("best.*"))) != []:
        found.append(f"left over: {leftover}")
    return found


def _command(settings: dict[str, Any], folder: Path) -> list[str]:
    return [sys.executable, "-c", CHILD, json.dumps(settings), str(folder)]


def _log(folder: Path) -> str:
    entries = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return json.dumps([{k: v for k, v in entry.items() if k != "seconds"} for entry in entries])


def _lines(folder: Path) -> int:
    log = folder / "log.jsonl"
    return len(log.read_text().splitlines()) if log.is_file() else 0


if __name__ == "__main__":
    main()
