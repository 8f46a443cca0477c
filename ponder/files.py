"""Files that a crash cannot tear and that two processes cannot write at once."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ponder.quoting import quoted


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
    return parse_object(path.read_bytes(), str(path))


def parse_object(text: str | bytes, what: str) -> dict[str, Any]:
    """Reads a text that is one JSON object.

    Args:
        text: What to read.
        what: Its name, for the message of an error.

    Raises:
        ValueError: If it is anything else.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{what} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{what} must be a JSON object, got {quoted(text)}")
    return found


def read_log(path: Path) -> Iterator[dict[str, Any]]:
    """Yields the entries of a log, JSON objects that name their step, one a line.

    A last line torn by a crash is left out; a log that is not there has no entries.

    Raises:
        ValueError: If a line is anything else; the message names it.
    """
    if not path.is_file():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith("\n"):
                return
            entry = parse_object(line, f"{path}, line {number}")
            if type(entry.get("step")) is not int:
                raise ValueError(f"{path}, line {number} must name its step, a whole number")
            yield entry
