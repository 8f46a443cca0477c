"""Brainfuck programs of lines: a first one that fills cells, and others that print.

The first line is a loop, or a loop in a loop, that adds to each cell in turn; the cells that count
its rounds lie before those it fills.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ponder.generators.code._machines import worked


class Line(NamedTuple):
    """A cell is changed and printed: once, in all rounds of a loop, or after them."""

    cell: int
    by: int
    rounds: int = 1
    inside: bool = False


def changed(value: int, line: Line) -> tuple[int, str]:
    """Changes a cell until it is printed next."""
    sign = "-" if line.by < 0 else "+"
    if line.rounds == 1 or line.inside:
        return worked(value, sign, abs(line.by))
    result = value + line.by * line.rounds
    return result, f"{value} {sign} {line.rounds} * {abs(line.by)} = {result}"


def written(rounds: Sequence[int], adds: Sequence[int], lines: Sequence[Line]) -> str:
    """Writes the program; the cells that count the rounds lie before the others."""
    depth = len(rounds)
    first = ">".join("+" * count + "[" for count in rounds)
    first += "".join(">" + "+" * add for add in adds) + "<" * len(adds) + "-]" + "<-]" * (depth - 1)
    code, at = [first], 0
    for line in lines:
        cell, counter = line.cell + depth, depth - 1
        change = ("-" if line.by < 0 else "+") * abs(line.by)
        if line.rounds == 1:
            code.append(_moves(at, cell) + change + ".")
            at = cell
            continue
        there, back = _moves(counter, cell), _moves(cell, counter)
        shown = "." if line.inside else ""
        text = f"{_moves(at, counter)}{'+' * line.rounds}[{there}{change}{shown}{back}-]"
        code.append(text if line.inside else f"{text}{there}.")
        at = counter if line.inside else cell
    return "\n".join(code)


def _moves(start: int, end: int) -> str:
    return ">" * (end - start) + "<" * (start - end)


def canonical(rounds: Sequence[int], adds: Sequence[int], lines: Sequence[Line]) -> str:
    """Names the cells in the order in which they are used, since their places are decoration."""
    order = list(dict.fromkeys(line.cell for line in lines))
    told = [(order.index(line.cell), *line[1:]) for line in lines]
    return f"bf {rounds} {[adds[cell] for cell in order]} {told}"
