"""What the fields of a row may hold.

A file of rows may come from anywhere, and a flipped bit may leave it JSON: what is no row is
refused by name before a number is made of it.
"""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from ponder.quoting import quoted

FROM_ONE = ("level", "budget")
"""Whole numbers that are never 0."""
LARGEST = 2**53
"""Whole numbers up to it are numbers to everyone."""


def row_fields(kind: type[Any]) -> Mapping[str, Any]:
    """Gives the fields of a kind of row, with their types."""
    return {field.name: field.type for field in dataclasses.fields(kind)}


def defaults(kind: type[Any]) -> Mapping[str, Any]:
    """Gives the fields of a row that may be left out, with what they then are."""
    return {
        field.name: field.default
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING
    }


def require_fields(kind: type[Any], fields: Mapping[str, Any], where: str) -> None:
    """Checks that values read from JSON make a row.

    Args:
        kind: Of the row: a dataclass.
        fields: By name.
        where: The place of the row, for the message.

    Raises:
        ValueError: If a field is missing, unknown, of another type, or does not fit the others.
    """
    types = row_fields(kind)
    if not types.keys() - defaults(kind).keys() <= fields.keys() <= types.keys():
        raise ValueError(
            f"{where}: a row needs exactly the fields {sorted(types)}, got {sorted(fields)}"
        )
    for name, value in fields.items():
        if not fits(value, types[name]) or (name in FROM_ONE and value < 1):
            wanted = "a whole number of at least 1" if name in FROM_ONE else _said(types[name])
            raise ValueError(f"{where}: {name} must be {wanted}, got {quoted(value)}")
    for name, rows, width in _tables(fields):
        if name == "correct" and not {one for line in fields[name] for one in line} <= {0, 1}:
            raise ValueError(f"{where}: correct must be 0 or 1, got {quoted(fields[name])}")
        table = fields[name]
        if len(table) != rows or any(len(line) != width for line in table):
            raise ValueError(
                f"{where}: {name} must be a table of {rows} by {width}, got {quoted(table)}"
            )


def fits(value: object, kind: Any) -> bool:
    """Tells whether a JSON value is of a type; whole numbers are counts, from 0.

    >>> fits(3, int), fits(-1, int), fits(True, int), fits([[1, None]], Sequence[Sequence[int]])
    (True, False, False, False)
    """
    if isinstance(kind, UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if get_origin(kind) is Sequence:
        (inner,) = get_args(kind)
        return isinstance(value, list) and all(fits(one, inner) for one in value)
    if get_origin(kind) is Mapping:
        inner = get_args(kind)[1]
        return isinstance(value, dict) and all(fits(one, inner) for one in value.values())
    if kind is float:
        return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]
    if kind is int:
        return type(value) is int and 0 <= value <= LARGEST
    return type(value) is kind


def _said(kind: Any) -> str:
    """Says what a type is in words."""
    words = {
        str: "a text",
        int: "a whole number of at least 0",
        float: "a finite number",
        bool: "true or false",
        NoneType: "null",
    }
    if isinstance(kind, UnionType):
        return " or ".join(map(_said, get_args(kind)))
    if get_origin(kind) is Sequence:
        return f"a list, each of it {_said(get_args(kind)[0])}"
    if get_origin(kind) is Mapping:
        return f"an object, each value of it {_said(get_args(kind)[1])}"
    return words[kind]


def _tables(fields: Mapping[str, Any]) -> list[tuple[str, int, int]]:
    """Lists the tables of a row by name, with the rows and columns that they must have."""
    if "budgets" in fields:
        answers = max(1, len(fields["correct"]))
        return [(name, answers, len(fields["budgets"])) for name in ("correct", "tokens")]
    if "cuts" in fields:
        ends = max(1, len(fields["cuts"]))
        answers = max([1, *(len(line) for line in fields["correct"][:1])])
        return [(name, ends, answers) for name in ("correct", "tokens", "extracted")]
    return []
