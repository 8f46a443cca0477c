"""A file written in chunks that may be killed at any moment and gone on with later.

Beside FILE lie, while it is being written, FILE.part with the chunks and FILE.journal, whose
first line says what job this is and whose others give the size and hash of each chunk. When the
same job is run again, the chunks whose hashes agree are kept and whatever follows them is cut
off, so neither a kill nor a power cut needs a costly sync after each chunk. The last step renames
the part, so FILE is whole or absent.
"""

import contextlib
import errno
import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from ponder.files import lock, parse_object

Convert = Callable[[Path, Path], None]


class Part:
    """The unfinished file.

    Attributes:
        chunks: How many chunks it holds.
    """

    def __init__(self, path: Path, journal: IO[bytes]) -> None:
        """Cuts part and journal to the chunks that agree; `open_part` is the way to get one."""
        self._path = path
        self._journal = journal
        self._part_path = _beside(path, ".part")
        self._file = open(self._part_path, "r+b", opener=_create)  # noqa: SIM115
        self.chunks = _keep_intact(self._file, journal)

    def append(self, chunk: bytes) -> None:
        """Adds a chunk; once this returns, no kill undoes it."""
        self._file.write(chunk)
        self._file.flush()
        self._journal.write(_journal_line(chunk))
        self._journal.flush()
        self.chunks += 1

    def publish(self, convert: Convert | None = None) -> None:
        """Gives the finished file its name.

        Args:
            convert: Writes the file in another format, from the part's path to the one given.
        """
        self._file.flush()
        os.fsync(self._file.fileno())
        self.close()
        finished = self._part_path
        if convert is not None:
            finished = _beside(self._path, ".converted")
            convert(self._part_path, finished)
        os.replace(finished, self._path)
        self._part_path.unlink(missing_ok=True)
        _beside(self._path, ".journal").unlink()

    def close(self) -> None:
        """Closes the part and keeps it."""
        self._file.close()


@contextlib.contextmanager
def open_part(path: Path, job: Mapping[str, Any], *, inputs: Iterable[Path] = ()) -> Iterator[Part]:
    """Opens the part of `path`, new or as an earlier run of the same job left it.

    Args:
        path: The file to be.
        job: JSON values that decide its bytes; another job may not go on with this part.
        inputs: Files that the job reads, which it must not replace.

    Raises:
        ValueError: If another process writes the file now, another job began the part, or the
            file is an input.
    """
    if not path.parent.is_dir():
        raise ValueError(f"the folder of {str(path)!r} does not exist; make it first")
    if path.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; give the name of a file in it")
    if any(given.exists() and path.exists() and given.samefile(path) for given in inputs):
        raise ValueError(f"{str(path)!r} is read for this; give another file to write")
    with _locked_journal(path) as journal:
        _claim_journal(path, journal, job)
        part = Part(path, journal)
        try:
            yield part
        except KeyboardInterrupt:
            print("stopped; run the same command again to go on", file=sys.stderr)
            raise
        finally:
            part.close()


@contextlib.contextmanager
def _locked_journal(path: Path) -> Iterator[IO[bytes]]:
    """Opens the journal under a lock that ends with the process, however that ends."""
    place = _beside(path, ".journal")
    while True:
        with open(place, "a+b", opener=_create) as journal:
            if not lock(journal):
                raise ValueError(
                    f"another process is writing {str(path)!r}; wait for it, or choose another file"
                )
            # A run that ended between our open and our lock took its journal with it.
            if not _is_at(journal, place):
                continue
            yield journal
            return


def _claim_journal(path: Path, journal: IO[bytes], job: Mapping[str, Any]) -> None:
    """Writes the job into a journal without chunks, or checks that it began the one with some."""
    header = json.loads(json.dumps(job))
    journal.seek(0)
    first, chunk = journal.readline(), journal.readline()
    if not chunk:
        # Whoever began it, nothing of that has been written yet.
        journal.truncate(0)
        journal.write(json.dumps(header).encode() + b"\n")
        journal.flush()
        return
    leftover = [_beside(path, suffix).name for suffix in (".journal", ".part")]
    try:
        begun = parse_object(first, _beside(path, ".journal").name)
    except ValueError as error:
        raise ValueError(
            f"an unfinished {str(path)!r} lies there, and what began it cannot be told ({error}); "
            f"remove {leftover} to begin anew"
        ) from None
    differ = sorted(key for key in {*begun, *header} if begun.get(key) != header.get(key))
    if differ:
        was = ", ".join(f"{key} was {begun.get(key)!r}" for key in differ)
        raise ValueError(
            f"an unfinished {str(path)!r} of another command lies there ({was}); run that command "
            f"again, with the same files, to finish it, or remove {leftover}"
        )


def _keep_intact(part: IO[bytes], journal: IO[bytes]) -> int:
    """Cuts both files after the last chunk that is whole; gives the number of chunks kept."""
    journal.seek(0)
    journal_end = len(journal.readline())
    part_end = chunks = 0
    part_size = os.fstat(part.fileno()).st_size
    # One chunk is held at a time. A line cut short by a kill differs from every whole one.
    for line in journal:
        size = line.split(b" ")[0]
        # A damaged line may name any size, more than memory holds or Python reads.
        fits = size.isdigit() and len(size) < 20 and int(size) <= part_size - part_end
        chunk = part.read(int(size)) if fits else b""
        if _journal_line(chunk) != line:
            break
        journal_end += len(line)
        part_end += len(chunk)
        chunks += 1
    journal.truncate(journal_end)
    part.truncate(part_end)
    part.seek(part_end)
    return chunks


def _journal_line(chunk: bytes) -> bytes:
    return f"{len(chunk)} {hashlib.blake2b(chunk, digest_size=16).hexdigest()}\n".encode()


def _create(path: str, flags: int) -> int:
    """Opens a file, new or not; one that is a link elsewhere is none of ours to write."""
    try:
        return os.open(path, flags | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise ValueError(f"{path!r} is a link; remove it to write there") from None
        raise


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _is_at(file: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
