"""TensorBoard beside the JSONL log, where it is installed."""

import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


class Board:
    """Writes the numbers of log entries as scalars; does nothing without TensorBoard."""

    def __init__(self, folder: Path, first_step: int) -> None:
        """Opens the folder; what it holds from `first_step` on is superseded."""
        self._writer: Any = None
        if importlib.util.find_spec("tensorboard") is not None:
            from torch.utils.tensorboard import SummaryWriter

            self._writer = SummaryWriter(str(folder), purge_step=first_step)

    def log(self, entry: Mapping[str, Any]) -> None:
        """Writes every number of an entry under its path, such as `questions/accuracy`."""
        if self._writer is not None:
            for name, value in scalars(entry):
                self._writer.add_scalar(name, value, entry["step"])

    def close(self) -> None:
        """Writes what is still in memory."""
        if self._writer is not None:
            self._writer.close()


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
