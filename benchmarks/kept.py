"""What runs of a benchmark found, a line each in a file: they add up, and none is done twice.

A kill may cut the last line off; it is left out when the file is read, and cut away before more
is added. Any other line that cannot be read ends the benchmark, by file and line.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


def read(file: Path, kind: type[T]) -> list[T]:
    """Reads what is kept, as the dataclass `kind`; nothing if there is no file."""
    if not file.is_file():
        print(f"nothing is kept in {file} yet", flush=True)
        return []
    found, adapter = [], TypeAdapter(kind)
    for number, line in enumerate(_whole_lines(file), 1):
        try:
            found.append(adapter.validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise SystemExit(
                f"{file}, line {number}: {where}: {first['msg']}; mend the line or delete it, "
                "whose run is then made again"
            ) from None
    return found


def add(file: Path, rows: Sequence[Any]) -> None:
    """Adds dataclasses to what is kept, all of them in one write."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("ab") as lines:
        lines.truncate(sum(map(len, _whole_lines(file))))
        lines.write("".join(json.dumps(asdict(row)) + "\n" for row in rows).encode())


def require_same(name: str, checksums: Mapping[str, int]) -> None:
    """Ends the benchmark unless what all runs were asked has the same checksum."""
    if len(set(checksums.values())) > 1:
        raise SystemExit(f"{name} were not the same for all runs that are kept: {checksums}")


def _whole_lines(file: Path) -> list[bytes]:
    return [line for line in file.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
