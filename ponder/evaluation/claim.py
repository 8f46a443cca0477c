"""A folder that results are written to: one kind of contents, and one process at a time."""

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path

from ponder.files import lock

LOCK = ".lock"
STUDY, RUN, EVALUATION = "a study", "a run", "an evaluation"
AGENTS, COMPARISON = "an evaluation of agents", "a comparison"
_MARKS: Mapping[str, Sequence[str]] = {
    STUDY: ("study.json", "responses.jsonl", "thoughts.jsonl"),
    RUN: ("config.json", "log.jsonl", "eval"),
    AGENTS: ("steps.jsonl",),
    EVALUATION: ("questions.jsonl", "episodes.jsonl"),
    COMPARISON: ("comparison.json",),
}
"""By what is in a folder: files of which each tells so. The first that holds counts: a study has
episodes too, and a run may be evaluated in its own folder."""
_held: ContextVar[frozenset[Path]] = ContextVar("folders held", default=frozenset())


def contents(folder: Path) -> str:
    """Says in words what a folder holds; empty if it is nothing that is known here."""
    return next(
        (what for what, names in _MARKS.items() if any((folder / name).exists() for name in names)),
        "",
    )


def require_room(folder: Path, *own: str) -> None:
    """Refuses a folder to write to that is none, or that holds something else.

    Args:
        folder: There already, or to be made.
        own: What it may hold; its files are gone on with or replaced.

    Raises:
        ValueError: If it may not be written to.
    """
    there = next(p for p in (folder, *folder.parents) if p.exists())
    if not there.is_dir():
        raise ValueError(f"out must be a folder, got {str(folder)!r}: {str(there)!r} is a file")
    if not os.access(there, os.W_OK | os.X_OK):
        raise ValueError(
            f"out must be a folder that can be written, got {str(folder)!r}: {str(there)!r} "
            "cannot; give another folder"
        )
    found = contents(folder)
    if found and found not in own:
        raise ValueError(
            f"out must be a new folder or hold {' or '.join(own)}, got {str(folder)!r}, which "
            f"holds {found}; give another folder"
        )


@contextlib.contextmanager
def alone(out: Path | None) -> Iterator[None]:
    """Keeps other processes from writing in the same folder meanwhile, and makes the folder.

    What holds a folder already may ask for it again.

    Args:
        out: A file in the folder; None locks nothing.

    Raises:
        ValueError: If another is at it already.
    """
    folder = out.parent.resolve() if out else None
    if folder is None or folder in _held.get():
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a") as file:
        if not lock(file):
            raise ValueError(
                f"another process is at work in {folder}; give another folder, or wait"
            )
        before = _held.set(_held.get() | {folder})
        try:
            yield
        finally:
            _held.reset(before)
