"""Files that a crash cannot tear and that two processes cannot write at once."""

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
