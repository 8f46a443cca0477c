"""Files of rows, read at random places: JSON arrays, JSON lines, Parquet, and hub datasets.

Each reader scans its rows once, in order, and tells of each where it lies; `read` then fetches
one row from there. No reader keeps the rows that it has seen.
"""

import codecs
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ponder.generators.corpora.schema import Schema

CHUNK = 1 << 20
_BETWEEN_ROWS = re.compile(r"[\s,]*")
_HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
_SUFFIXES = (".json", ".jsonl", ".ndjson", ".parquet")

Row = Mapping[str, Any]


class Place(NamedTuple):
    """Where a row lies: a byte offset and a length in bytes, or a row number and 1."""

    start: int
    length: int


class Reader(Protocol):
    """Rows in order, and any one of them again.

    Attributes:
        where: The path or hub id, for messages.
        sha256: The content's hash, 64 hexadecimal digits.
    """

    where: str
    sha256: str

    def scan(self) -> Iterator[tuple[Place, Row]]:
        """Reads all rows in order."""
        ...

    def read(self, place: Place) -> Row:
        """Reads the row at a place that `scan` told."""
        ...


def open_reader(where: str | Path, schema: Schema) -> Reader:
    """Opens a local file of rows, or a dataset on the hub by its id.

    The content tells a local file's format, not its name.

    Args:
        where: A path, or a hub id such as `meta-math/MetaMathQA`.
        schema: Tells the columns to read.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is a folder, is empty, or holds neither JSON nor Parquet.
    """
    path = Path(where).expanduser()
    if path.is_dir():
        raise ValueError(f"{path} is a folder; give the file of rows inside it")
    if path.exists():
        return _open_file(path, schema)
    if _HUB_ID.fullmatch(str(where)) and path.suffix not in _SUFFIXES:
        return HubReader(str(where), schema)
    raise FileNotFoundError(
        f"there is no file at {path}; corpus {schema.name!r} is a JSON, JSONL or Parquet file, or "
        "the id of a dataset on the hub (OWNER/NAME)"
    )


def _open_file(path: Path, schema: Schema) -> Reader:
    with path.open("rb") as file:
        head = file.read(4096)
    if head.startswith(b"PAR1"):
        return ParquetReader(path, schema)
    text = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if text.startswith(b"["):
        return JsonArrayReader(path)
    if text.startswith(b"{"):
        return JsonLinesReader(path)
    if not text:
        raise ValueError(f"{path} is empty")
    raise ValueError(f"{path} is neither a JSON array, nor JSON lines, nor Parquet")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _stamp(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _require_row(row: Any, where: str, number: int) -> Row:
    if not isinstance(row, dict):
        raise ValueError(f"row {number} of {where} must be a JSON object, got {str(row)[:80]!r}")
    return row


class _FileReader:
    """What all files share: they may change under an open reader, and must not unnoticed."""

    def __init__(self, path: Path) -> None:
        self.where = str(path)
        self._path = path
        self._stamp = _stamp(path)
        self.sha256 = _sha256(path)

    def require_unchanged(self) -> None:
        """Checks that the file still holds what its hash names; hashes anew only if touched.

        Raises:
            ValueError: If it does not.
        """
        stamp = _stamp(self._path)
        if stamp != self._stamp:
            if _sha256(self._path) != self.sha256:
                raise ValueError(f"{self.where} has changed since it was opened")
            self._stamp = stamp


class _JsonReader(_FileReader):
    """What both JSON formats share: a row lies at a byte offset."""

    def read(self, place: Place) -> Row:
        """Reads the row at a place that `scan` told.

        Raises:
            ValueError: If the file has changed since it was scanned.
        """
        self.require_unchanged()
        with self._path.open("rb") as file:
            file.seek(place.start)
            text = file.read(place.length)
        row: Row = json.loads(text)
        return row


class JsonLinesReader(_JsonReader):
    """One JSON object a line."""

    def scan(self) -> Iterator[tuple[Place, Row]]:
        """Reads all rows in order.

        Raises:
            ValueError: If a line is not a JSON object.
        """
        start = number = 0
        with self._path.open("rb") as file:
            for line in file:
                body = line.removeprefix(codecs.BOM_UTF8) if start == 0 else line
                if body.strip():
                    try:
                        row = json.loads(body)
                    except (ValueError, RecursionError) as error:
                        raise ValueError(
                            f"row {number} of {self.where} is not JSON ({error}); is the file "
                            "cut short?"
                        ) from error
                    place = Place(start + len(line) - len(body), len(body))
                    yield place, _require_row(row, self.where, number)
                    number += 1
                start += len(line)


class JsonArrayReader(_JsonReader):
    """One JSON array of objects, decoded row by row through a buffer of about a megabyte."""

    def scan(self) -> Iterator[tuple[Place, Row]]:
        """Reads all rows in order.

        Raises:
            ValueError: If the text is not a complete JSON array of objects in UTF-8.
        """
        try:
            yield from self._scan()
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.where} is not UTF-8 text: {error}") from error

    def _scan(self) -> Iterator[tuple[Place, Row]]:
        decode = json.JSONDecoder().raw_decode
        number = 0
        # newline="" leaves line ends as they are, so that characters can be counted as bytes.
        with self._path.open(encoding="utf-8", newline="") as file:
            buffer = file.read(CHUNK)
            at = buffer.index("[") + 1
            start = _size(buffer[:at])
            while True:
                gap = _BETWEEN_ROWS.match(buffer, at)
                assert gap is not None  # the pattern matches the empty string
                start += _size(gap.group())
                at = gap.end()
                if buffer.startswith("]", at):
                    if (buffer[at + 1 :] + file.read(CHUNK)).strip():
                        raise ValueError(f"{self.where} goes on after the end of its JSON array")
                    return
                try:
                    row, end = decode(buffer, at)
                except json.JSONDecodeError as error:
                    more = file.read(max(CHUNK, len(buffer)))
                    if not more:
                        raise ValueError(
                            f"{self.where} breaks off or is not JSON in row {number} (byte "
                            f"{start}: {error.msg}); is the file cut short?"
                        ) from error
                    buffer, at = buffer[at:] + more, 0
                    continue
                except (ValueError, RecursionError) as error:
                    raise ValueError(
                        f"row {number} of {self.where} is not JSON: {error}"
                    ) from error
                length = _size(buffer[at:end])
                yield Place(start, length), _require_row(row, self.where, number)
                start, at, number = start + length, end, number + 1


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


class ParquetReader(_FileReader):
    """A Parquet file; the row group read last is kept, since neighbours are often wanted."""

    def __init__(self, path: Path, schema: Schema) -> None:
        """Opens the file and checks its columns.

        Raises:
            ValueError: If it is not Parquet, is cut short, or lacks a column.
        """
        try:
            import pyarrow
            from pyarrow import parquet
        except ModuleNotFoundError as error:
            raise ValueError(
                f"{path} is Parquet, which needs pyarrow: pip install 'ponder-gym[parquet]'"
            ) from error
        super().__init__(path)
        try:
            metadata = parquet.read_metadata(path)
        except pyarrow.ArrowInvalid as error:
            raise ValueError(
                f"{path} is not a whole Parquet file ({error}); is it cut short?"
            ) from error
        require_columns(metadata.schema.to_arrow_schema().names, schema, str(path))
        self._columns = list(schema.columns)
        self._metadata = metadata
        self._group_sizes = [
            metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)
        ]
        self._kept: tuple[int, Any] = (-1, None)

    def scan(self) -> Iterator[tuple[Place, Row]]:
        """Reads all rows in order.

        Raises:
            ValueError: If the file's pages are damaged.
        """
        from pyarrow import parquet

        number = 0
        with parquet.ParquetFile(self._path) as file:
            batches = file.iter_batches(batch_size=1_000, columns=self._columns)
            while True:
                try:
                    batch = next(batches, None)
                except (OSError, ValueError) as error:
                    raise ValueError(
                        f"{self.where} is damaged after row {number}: {error}"
                    ) from error
                if batch is None:
                    return
                for row in batch.to_pylist():
                    yield Place(number, 1), row
                    number += 1

    def read(self, place: Place) -> Row:
        """Reads the row at a place that `scan` told.

        Raises:
            ValueError: If the file has changed since it was scanned.
        """
        self.require_unchanged()
        from pyarrow import parquet

        group, inside = 0, place.start
        while inside >= self._group_sizes[group]:
            inside -= self._group_sizes[group]
            group += 1
        kept, table = self._kept
        if kept != group:
            with parquet.ParquetFile(self._path, metadata=self._metadata) as file:
                table = file.read_row_group(group, columns=self._columns)
            self._kept = (group, table)
        row: Row = table.slice(inside, 1).to_pylist()[0]
        return row


class HubReader:
    """A dataset of the hub through library `datasets`, which keeps its rows on disk."""

    def __init__(self, hub_id: str, schema: Schema) -> None:
        """Fetches the dataset, or finds it in the library's cache.

        The content's hash is taken over the rows, so that it does not depend on how the hub
        or the library happen to store them.

        Raises:
            ValueError: If `datasets` is not installed or a column is missing.
        """
        try:
            import datasets
        except ModuleNotFoundError as error:
            raise ValueError(
                f"{hub_id!r} is on the hub, which needs datasets: pip install 'ponder-gym[parquet]'"
            ) from error
        loaded = datasets.load_dataset(hub_id, schema.hub_config, split=schema.hub_split)
        require_columns(loaded.column_names, schema, hub_id)
        self.where = hub_id
        self._rows = loaded.select_columns(list(schema.columns))
        content = hashlib.sha256()
        for _, row in self.scan():
            content.update(json.dumps(row, sort_keys=True).encode("ascii") + b"\n")
        self.sha256 = content.hexdigest()

    def scan(self) -> Iterator[tuple[Place, Row]]:
        """Reads all rows in order."""
        for number, row in enumerate(self._rows):
            yield Place(number, 1), row

    def read(self, place: Place) -> Row:
        """Reads the row at a place that `scan` told."""
        row: Row = self._rows[place.start]
        return row


def require_columns(found: Sequence[str], schema: Schema, where: str) -> None:
    """Checks that all columns of a schema are there.

    Raises:
        ValueError: If one is not; the message names the missing and the found ones.
    """
    missing = [column for column in schema.columns if column not in found]
    if missing:
        raise ValueError(
            f"{where} does not look like {schema.name!r}: columns {missing} are missing, found "
            f"{sorted(found)}"
        )
