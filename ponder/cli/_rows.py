"""Rows of JSONL and Parquet files, read and written one batch at a time."""

import codecs
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from ponder.rewards.rows import JSON_COLUMNS

BATCH = 1_000
FORMATS = (".jsonl", ".parquet")


def file_format(path: Path) -> str:
    """Tells a file's format by its suffix.

    Raises:
        ValueError: If it is neither `.jsonl` nor `.parquet`, or the library it needs is absent.
    """
    if path.suffix not in FORMATS:
        raise ValueError(f"the file's name must end in one of {FORMATS}, got {str(path)!r}")
    if path.suffix == ".parquet":
        _pyarrow()
    return path.suffix


def place_of(path: Path, number: int) -> str:
    """Says in words which row of a file `numbered_rows` numbers so."""
    return f"{path}, {'row' if path.suffix == '.parquet' else 'line'} {number}"


def numbered_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yields the rows of a JSONL or Parquet file, holding one batch at most.

    Each comes with its number from 1: in JSONL that of its line, where blank lines count.

    Raises:
        ValueError: If a line is not a JSON object; the message names it.
        OSError: If the file cannot be read.
    """
    if file_format(path) == ".parquet":
        _pyarrow()
        import pyarrow.parquet as parquet

        with path.open("rb") as source:
            try:
                batches = parquet.ParquetFile(source).iter_batches(batch_size=BATCH)
                yield from enumerate(itertools.chain.from_iterable(map(_to_rows, batches)), 1)
            except (_pyarrow().ArrowException, OSError, OverflowError) as error:
                raise ValueError(f"{path}: not a whole Parquet file: {error}") from None
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            if line.strip():
                yield number, _parse(line, place_of(path, number))


def _to_rows(batch: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = batch.to_pylist()
    return rows


def _parse(line: bytes, place: str) -> dict[str, Any]:
    try:
        text = line.decode()
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{place}: not JSON: {error}") from None
    if not isinstance(row, dict):
        raise ValueError(f"{place}: a row must be a JSON object, got {text[:80]!r}")
    return row


def jsonl_to_parquet(source: Path, target: Path) -> None:
    """Converts a JSONL file of tasks or episodes, a batch at a time; equal rows, equal bytes."""
    pyarrow = _pyarrow()
    import pyarrow.parquet as parquet

    with source.open(encoding="utf-8") as lines:
        rows = (_flatten(json.loads(line)) for line in lines)
        first = next(rows)
        schema = _schema(pyarrow, first)
        with parquet.ParquetWriter(target, schema) as writer:
            for batch in _batches(itertools.chain([first], rows)):
                writer.write_table(pyarrow.Table.from_pylist(batch, schema=schema))


def _schema(pyarrow: ModuleType, row: Mapping[str, Any]) -> Any:
    types = {str: pyarrow.string(), int: pyarrow.int64(), list: pyarrow.list_(pyarrow.string())}
    fields = {name: types[type(value)] for name, value in row.items() if name != "complexity"}
    if "complexity" in row:
        fields["complexity"] = pyarrow.float64()
    return pyarrow.schema([(name, fields[name]) for name in row])


def _flatten(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: json.dumps(value, ensure_ascii=False) if name in JSON_COLUMNS else value
        for name, value in row.items()
    }


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    remaining = iter(rows)
    while batch := list(itertools.islice(remaining, BATCH)):
        yield batch


def _pyarrow() -> ModuleType:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise ValueError("Parquet files need pyarrow: pip install 'ponder-gym[data]'") from None
    module: ModuleType = pyarrow
    return module
