"""Files that a crash cannot tear and that two processes cannot write at once."""

import json
import os
import sys
from pathlib import Path
from typing import IO, Any


def write_whole(path: Path, text: str) -> None:
    """Writes a file beside its place and renames it there, so that it is never half written."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def lock(file: IO[Any]) -> bool:
    """Locks an open file until it is closed, without waiting; False if another process holds it.

    The lock ends with the process, however that ends.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def read_object(path: Path) -> dict[str, Any]:
    """Reads a file that holds one JSON object.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it holds anything else; the message names the file.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ValueError(f"{path} must hold a JSON object, got {found!r:.80}")
    return found
