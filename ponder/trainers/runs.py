"""The folder of a run: config, an appended log, and checkpoints that a crash cannot tear."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ponder.files import lock, read_log, read_object, write_whole
from ponder.policies.play import Rollout
from ponder.quoting import quoted
from ponder.trainers.config import TrainConfig

CHECKPOINT = "checkpoint.pt"
CONFIG = "config.json"
LOG = "log.jsonl"
LOCK = ".lock"
FAILED = "failed_batch.jsonl"
BEST = "best"


class Run:
    """A run's folder.

    Attributes:
        folder: Holds everything of the run.
    """

    def __init__(self, folder: Path, config: TrainConfig) -> None:
        """Opens a run, new or begun.

        Raises:
            ValueError: If the folder holds a run of another configuration, or one with settings
                that are not known, or another process is at work in it.
        """
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Held by the open file for as long as this run is at work.
        self._held = (folder / LOCK).open("a")
        try:
            if not lock(self._held):
                raise ValueError(f"another process is at work in {folder}; give another folder")
            self._take_up(config)
        except BaseException:
            self.close()
            raise
        write_whole(folder / CONFIG, config.to_json())

    def _take_up(self, config: TrainConfig) -> None:
        """Checks that what is there, if anything, is a run of this configuration."""
        stored = self.folder / CONFIG
        if not stored.is_file():
            return
        # A setting that is newer than the run was at its default, which changes nothing.
        written = read_object(stored)
        wanted = json.loads(config.to_json())
        if not written.keys() & wanted.keys():
            raise ValueError(f"{stored} is not that of a run; give another folder")
        found = {**json.loads(TrainConfig().to_json()), **written}
        differing = sorted(
            name for name in found if name not in wanted or found[name] != wanted[name]
        )
        if not differing:
            return
        # More steps than before is how a finished run goes on.
        if differing != ["steps"] or type(found["steps"]) is not int:
            was = ", ".join(f"{name} was {quoted(found[name])}" for name in differing)
            raise ValueError(
                f"{self.folder} holds a run with other settings ({was}); give another folder, or "
                "remove this one"
            )
        taken = max((entry["step"] + 1 for entry in self.entries()), default=0)
        if config.steps < taken:
            raise ValueError(
                f"steps must be at least {taken}, which the run in {self.folder} has taken, got "
                f"{config.steps}; give another folder for a shorter run"
            )
        after = self.folder / "eval" / "after"
        if after.is_dir():
            # Rows that are there would be kept, and they are of the policy after fewer steps.
            os.replace(after, _unused(after.with_name(f"after-{found['steps']}")))

    def save(self, state: Mapping[str, Any]) -> None:
        """Saves a checkpoint over the last one, in one move."""
        import torch

        path = self.folder / CHECKPOINT
        beside = path.with_name(CHECKPOINT + ".part")
        try:
            torch.save(dict(state), beside)
        except RuntimeError as error:
            # That is what a full disk becomes there.
            raise OSError(f"{beside} cannot be written: {str(error).splitlines()[0]}") from error
        os.replace(beside, path)

    def restore(self) -> dict[str, Any] | None:
        """Loads the checkpoint, if there is one, and cuts what the log holds beyond it."""
        import torch

        best, _, old = self._best_folders()
        if old.is_dir() and not best.is_dir():
            # The process ended between the two renames.
            os.replace(old, best)
        path = self.folder / CHECKPOINT
        step = 0
        state: dict[str, Any] | None = None
        if path.is_file():
            try:
                # torch reads a flipped bit as it stands; the archive knows better.
                with zipfile.ZipFile(path) as archive:
                    if damaged := archive.testzip():
                        raise ValueError(f"{damaged} is not what was written")
                # Onto the CPU: what it is loaded into knows its own device.
                state = torch.load(path, weights_only=True, map_location="cpu")
                step = state["step"]
            except OSError:
                raise
            except Exception as error:
                raise ValueError(
                    f"{path} is damaged or no checkpoint of a run ({type(error).__name__}); "
                    "remove it to train again from the first step"
                ) from error
        kept = [json.dumps(entry) for entry in self.entries() if entry["step"] < step]
        write_whole(self.folder / LOG, "".join(f"{line}\n" for line in kept))
        return state

    def save_best(self, write: Callable[[Path], None]) -> None:
        """Replaces the folder of the best policy by one that `write` fills beside it."""
        best, beside, old = self._best_folders()
        for leftover in (beside, old):
            shutil.rmtree(leftover, ignore_errors=True)
        write(beside)
        if best.is_dir():
            os.replace(best, old)
        os.replace(beside, best)
        shutil.rmtree(old, ignore_errors=True)

    def _best_folders(self) -> tuple[Path, Path, Path]:
        best = self.folder / BEST
        return best, best.with_name(BEST + ".part"), best.with_name(BEST + ".old")

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

    def __enter__(self) -> Run:
        """Gives itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Closes."""
        self.close()

    def close(self) -> None:
        """Lets another process go on with the run."""
        self._held.close()

    def entries(self) -> Iterator[dict[str, Any]]:
        """Reads the log; a last line torn by a crash is left out."""
        return read_log(self.folder / LOG)


def _unused(folder: Path) -> Path:
    """The first of `folder`, `folder-2`, ... that is not there."""
    names = itertools.chain([folder], (Path(f"{folder}-{number}") for number in itertools.count(2)))
    return next(name for name in names if not name.exists())
