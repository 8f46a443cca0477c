"""Training runs that benchmarks share: trained once, loaded after that, compared in pairs."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from ponder.cli._training import step_line
from ponder.evaluation import Interval, QuestionRow, bootstrap_difference
from ponder.policies.local import LocalPolicy, load, load_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train


def trained(
    name: str,
    config: TrainConfig,
    out: Path,
    start: Callable[[], LocalPolicy] = load_embedded,
) -> LocalPolicy:
    """Trains a policy from a warm start, or loads it if that was done with the same settings."""
    folder = out / f"{name}-s{config.seed}"
    finished = folder / "finished"
    if not finished.is_file():
        print(f"training {folder}", flush=True)
        if not train(start(), config, folder, on_step=_every_tenth):
            raise SystemExit("stopped; run the same command again to go on")
        finished.touch()
    settings = json.loads(config.to_json())
    was = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    differ = [name for name, value in settings.items() if was.get(name) != value]
    if differ:
        raise SystemExit(
            f"{folder} holds a run with other settings ({', '.join(differ)}); give another --out, "
            "or delete it"
        )
    return load(str(folder / "policy"))


def _every_tenth(entry: object) -> None:
    assert isinstance(entry, dict)
    if entry["step"] % 10 == 9:
        print(f"  step {entry['step'] + 1}: {step_line(entry)}", flush=True)


def accuracy_difference(one: Sequence[QuestionRow], other: Sequence[QuestionRow]) -> Interval:
    """Compares two policies on the same questions."""
    assert [row.uid for row in one] == [row.uid for row in other]
    return bootstrap_difference(
        [float(row.correct) for row in one], [float(row.correct) for row in other], seed=1
    )
