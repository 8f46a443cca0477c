"""TensorBoard beside the JSONL log, where it is installed, and a tracker where one is asked for."""

import importlib
import importlib.util
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ponder.randomness import digest
from ponder.trainers.choices import check_choice

TRACKER = "PONDER_TRACKER"
"""Names a tracker, by the environment and not by a setting: where a run is watched from is no
part of what it computes."""
TRACKERS = ("trackio", "wandb")


class Board:
    """Writes the numbers of log entries as scalars; does nothing where nobody reads them."""

    def __init__(self, folder: Path, first_step: int, settings: Mapping[str, Any]) -> None:
        """Opens the boards of a run; what they hold from `first_step` on is superseded."""
        self._writer: Any = None
        if importlib.util.find_spec("tensorboard") is not None:
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder / "tensorboard"), purge_step=first_step)
        self._tracker = start_tracker(folder, settings)

    def log(self, entry: Mapping[str, Any]) -> None:
        """Writes every number of an entry under its path, such as `questions/accuracy`."""
        numbers = dict(scalars(entry))
        if self._writer is not None:
            for name, value in numbers.items():
                self._writer.add_scalar(name, value, entry["step"])
        if self._tracker is not None:
            self._tracker.log(numbers, step=entry["step"])

    def close(self) -> None:
        """Writes what is still in memory."""
        if self._writer is not None:
            self._writer.close()
        if self._tracker is not None:
            self._tracker.finish()


def asked_tracker() -> str:
    """Names the tracker that the environment asks for; empty for none.

    Raises:
        ValueError: If there is no such tracker, or it is not installed.
    """
    name = os.environ.get(TRACKER, "")
    if name:
        check_choice(TRACKER, name, TRACKERS)
        if importlib.util.find_spec(name) is None:
            raise ValueError(f"{TRACKER} is {name}, which is not installed: pip install {name}")
    return name


def start_tracker(folder: Path, settings: Mapping[str, Any]) -> Any:
    """Begins or goes on with a run of the tracker that is asked for; None if none is.

    The two speak alike: `init`, `log`, `finish`. trackio knows a run by its name, wandb by an id;
    either is made of the folder, so that a resumed run goes on where it was.
    """
    name = asked_tracker()
    if not name:
        return None
    module = importlib.import_module(name)
    run = f"{folder.name}-{digest(str(folder.resolve())).hex()[:8]}"
    own = {"id": run} if name == "wandb" else {}
    module.init(project="ponder", name=run, config=dict(settings), resume="allow", **own)
    return module


def scalars(entry: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float]]:
    """Lists the numbers of nested mappings with their paths.

    >>> list(scalars({"loss": 0.5, "questions": {"tokens": 31.0, "by_level": {"1": [8, 1, 20]}}}))
    [('loss', 0.5), ('questions/tokens', 31.0)]
    """
    for name, value in entry.items():
        if isinstance(value, Mapping):
            yield from scalars(value, f"{prefix}{name}/")
        elif isinstance(value, int | float):
            yield prefix + name, float(value)
