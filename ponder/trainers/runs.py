"""The folder of a run: config, an appended log, and checkpoints that a crash cannot tear."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponder.files import lock, write_whole
from ponder.policies.play import Rollout
from ponder.trainers.config import TrainConfig

CHECKPOINT = "checkpoint.pt"
CONFIG = "config.json"
LOG = "log.jsonl"
LOCK = ".lock"
FAILED = "failed_batch.jsonl"


class Run:
    """A run's folder.

    Attributes:
        folder: Holds everything of the run.
    """

    def __init__(self, folder: Path, config: TrainConfig) -> None:
        """Opens a run, new or begun.

        Raises:
            ValueError: If the folder holds a run of another configuration, or another process
                is at work in it.
        """
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Held by the open file for as long as this run is at work.
        self._held = (folder / LOCK).open("a")
        if not lock(self._held):
            raise ValueError(f"another process is at work in {folder}; give another folder")
        stored = folder / CONFIG
        if stored.is_file():
            found = json.loads(stored.read_text(encoding="utf-8"))
            wanted = json.loads(config.to_json())
            differing = sorted(name for name in wanted if found.get(name) != wanted[name])
            # More steps than before is how a finished run goes on.
            if set(differing) - {"steps"}:
                raise ValueError(
                    f"{folder} holds a run whose {differing} differ; give another folder, or "
                    "remove this one"
                )
        write_whole(stored, config.to_json())

    def save(self, state: Mapping[str, Any]) -> None:
        """Saves a checkpoint over the last one, in one move."""
        import torch

        path = self.folder / CHECKPOINT
        beside = path.with_name(CHECKPOINT + ".part")
        torch.save(dict(state), beside)
        os.replace(beside, path)

    def restore(self) -> dict[str, Any] | None:
        """Loads the checkpoint, if there is one, and cuts what the log holds beyond it."""
        import torch

        path = self.folder / CHECKPOINT
        step = 0
        state: dict[str, Any] | None = None
        if path.is_file():
            state = torch.load(path, weights_only=True)
            step = state["step"]
        kept = [json.dumps(entry) for entry in self.entries() if entry["step"] < step]
        write_whole(self.folder / LOG, "".join(f"{line}\n" for line in kept))
        return state

    def log(self, entry: Mapping[str, Any]) -> None:
        """Appends one entry, which names its step."""
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def save_failed(self, rollouts: Sequence[Rollout], credit: Sequence[float]) -> None:
        """Writes down the batch that gave a number that is not finite."""
        lines = [
            json.dumps(
                {
                    "uid": rollout.task.uid,
                    "text": rollout.completion.text,
                    "reward": rollout.reward,
                    "advantage": advantage,
                    "logprobs": list(rollout.completion.logprobs),
                }
            )
            for rollout, advantage in zip(rollouts, credit, strict=True)
        ]
        write_whole(self.folder / FAILED, "".join(f"{line}\n" for line in lines))

    def close(self) -> None:
        """Lets another process go on with the run."""
        self._held.close()

    def entries(self) -> Iterator[dict[str, Any]]:
        """Reads the log; a last line torn by a crash is left out."""
        path = self.folder / LOG
        if not path.is_file():
            return
        with path.open(encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    yield json.loads(line)
