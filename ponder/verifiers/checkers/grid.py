"""Tables: `grid`."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ponder.verifiers import bounds
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.cleaning import tidy_lines, unwrappings, without_environments, words
from ponder.verifiers.literals import without_name
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

Rows = tuple[tuple[str, ...], ...]

_ROW_BREAK = re.compile(r"\][ ,\n]{0,3}\[|\\\\(?:\[[0-9.]{1,4}(?:pt|e[mx]|mm)\])?")
_ON_ONE_LINE = re.compile(r"\)[ ,\n]{0,3}\(|(?<!\\);")
"""What stands between the rows of a grid on one line; a reference may hold it as a cell."""
_RULE_CHARACTERS = frozenset("-:|+= ")
_SEPARATORS = re.compile(r"[\s,|&\[\]()]+")


@register("grid", multiline=True, options=("rows", "columns"))
def grid(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    """The gold's cells, character for character, one row a line.

    Options:
        rows, columns: The shape; the gold's own by default.
    """
    for side in ("rows", "columns"):
        if type(options.get(side, 1)) is not int:
            raise bad_fact("grid", f"option {side!r}", "an integer", options[side])
    wanted = _gold_rows(gold, options.get("rows"), options.get("columns"))
    if len(answer) > bounds.GRID_MARKUP + bounds.GRID_CELL_MARKUP * len(gold):
        raise Unreadable("The grid is much longer than the reference.")
    readings = [_read(layer, len(wanted[0])) for layer in _layers(answer)]
    if wanted in readings:
        return RIGHT
    if not any(rows is not None and len(rows) == len(wanted) for rows in readings):
        raise Unreadable("The grid has another shape than the reference.")
    return WRONG


@lru_cache(maxsize=256)
def _gold_rows(gold: str, rows: int | None, columns: int | None) -> Rows:
    lines = _lines(gold)
    width = columns or (len(_SEPARATORS.sub(" ", lines[0]).split()) if lines else 0)
    cells = _read(gold, width)
    if not cells or rows not in (None, len(cells)):
        raise bad_gold("grid", gold, f"It is not a grid of {rows or 'some'} x {width} cells.")
    return cells


def _layers(answer: str) -> Iterator[str]:
    r"""Yields the ways to peel an answer: a full stop at its end may be a cell or not.

    The last is without LaTeX; its rows are parted first, for `\\ ` holds a space of LaTeX.
    """
    layer = answer
    for layer in unwrappings(answer):
        yield layer
        if layer.endswith("."):
            yield layer[:-1]
    yield without_name(words(_ON_ONE_LINE.sub("\n", _parted(layer))))


def _read(text: str, columns: int) -> Rows | None:
    """Reads a table; None where a row has another length."""
    rows = [_cells(line, columns) for line in _lines(text)]
    return tuple(rows) if all(len(row) == columns for row in rows) else None


def _lines(text: str) -> list[str]:
    lines = _parted(text).splitlines()
    return [line for line in lines if _SEPARATORS.sub("", line) and not _is_rule(line)]


def _parted(text: str) -> str:
    """Writes each row of a LaTeX table or of lists in a list on a line of its own."""
    text = without_environments(text.replace("\\hline", ""))
    return _ROW_BREAK.sub("\n", tidy_lines(text))


def _is_rule(line: str) -> bool:
    """Tells the line under the head of a Markdown table from a row."""
    return "---" in line and "|" in line and _RULE_CHARACTERS.issuperset(line)


def _cells(line: str, columns: int) -> tuple[str, ...]:
    """Splits a row; digits or letters without separators are one cell each."""
    cells = tuple(cell.strip("\"'") for cell in _SEPARATORS.sub(" ", line).split())
    return tuple(cells[0]) if len(cells) == 1 and len(cells[0]) == columns else cells
