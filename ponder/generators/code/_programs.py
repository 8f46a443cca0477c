"""Small programs as trees: how they are written in Python, and Ponder's own bounded run of them.

No text is executed: a program is built as a tree, and the tree is what runs.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

MOST_STEPS = 5_000
"""Lines of a trace after which a run is given up."""

Expression = int | str | tuple[str, "Expression", "Expression"]
"""A number, a variable, or an operator and its operands; `[]` takes an item of a list."""

_OPERATORS: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "*": (2, operator.mul),
    "//": (2, operator.floordiv),
    "%": (2, operator.mod),
    "+": (1, operator.add),
    "-": (1, operator.sub),
    "==": (0, operator.eq),
    "<": (0, operator.lt),
    ">": (0, operator.gt),
}
"""How closely an operator binds, and what it does."""


class Memory(NamedTuple):
    """The variables that hold numbers, and those that hold lists."""

    numbers: dict[str, int]
    lists: dict[str, list[int]]


class Assign(NamedTuple):
    """`target = value`, or `target += value` where the sign is `+`."""

    target: Expression
    sign: str
    value: Expression


class Append(NamedTuple):
    """`name.append(value)`."""

    name: str
    value: Expression


class If(NamedTuple):
    """`if test:`, and `else:` where there is something else."""

    test: Expression
    body: "Block"
    otherwise: "Block" = ()


class While(NamedTuple):
    """`while test:`."""

    test: Expression
    body: "Block"


class For(NamedTuple):
    """`for name in range(rounds):`."""

    name: str
    rounds: int
    body: "Block"


Statement = Assign | Append | If | While | For
Block = Sequence[Statement]


def written(expression: Expression, rank: int = 0) -> str:
    """Writes an expression, in brackets where what is around it binds more closely."""
    if not isinstance(expression, tuple):
        return str(expression)
    sign, left, right = expression
    if sign == "[]":
        return f"{left}[{written(right)}]"
    own = _OPERATORS[sign][0]
    text = f"{written(left, own)} {sign} {written(right, own + 1)}"
    return f"({text})" if own < rank else text


def worked(expression: Expression, memory: Memory, rank: int = 0) -> tuple[int, str]:
    """Works out an expression; gives its value, and how it is written with the values put in."""
    if isinstance(expression, tuple):
        sign, left, right = expression
        if sign != "[]":
            own, function = _OPERATORS[sign]
            first, before = worked(left, memory, own)
            second, after = worked(right, memory, own + 1)
            text = f"{before} {sign} {after}"
            return function(first, second), f"({text})" if own < rank else text
        value = memory.lists[str(left)][worked(right, memory)[0]]
    else:
        value = memory.numbers[expression] if isinstance(expression, str) else expression
    return value, f"({value})" if value < 0 and rank > 1 else str(value)


def lines(block: Block) -> Iterator[str]:
    """Writes statements in Python."""
    for statement in block:
        match statement:
            case Assign(target, sign, value):
                yield f"{written(target)} {sign}= {written(value)}"
            case Append(name, value):
                yield f"{name}.append({written(value)})"
            case For(name, rounds, body):
                yield f"for {name} in range({rounds}):"
                yield from indented(body)
            case While(test, body):
                yield f"while {written(test)}:"
                yield from indented(body)
            case If(test, body, otherwise):
                yield f"if {written(test)}:"
                yield from indented(body)
                if otherwise:
                    yield "else:"
                    yield from indented(otherwise)


def indented(block: Block) -> Iterator[str]:
    """Writes the statements inside another one."""
    return (f"    {line}" for line in lines(block))


def run(block: Block, memory: Memory, steps: list[str]) -> None:
    """Runs statements, which change the memory; adds a line for each value and each test.

    Raises:
        ValueError: If the lines become more than `MOST_STEPS`.
    """
    for statement in block:
        match statement:
            case Assign():
                _assign(statement, memory, steps)
            case Append(name, value):
                memory.lists[name].append(worked(value, memory)[0])
                _note(f"{name} = {memory.lists[name]}", steps)
            case For(name, rounds, body):
                for number in range(rounds):
                    memory.numbers[name] = number
                    _note(f"{name} = {number}", steps)
                    run(body, memory, steps)
            case While(test, body):
                while _holds(test, memory, steps):
                    run(body, memory, steps)
            case If(test, body, otherwise):
                run(body if _holds(test, memory, steps) else otherwise, memory, steps)


def _assign(statement: Assign, memory: Memory, steps: list[str]) -> None:
    target, sign, value = statement
    whole: Expression = (sign, target, value) if sign else value
    result, working = worked(whole, memory)
    told = written(target)
    if isinstance(target, tuple):
        place = worked(target[2], memory)[0]
        memory.lists[str(target[1])][place] = result
        told = f"{target[1]}[{place}]"
    else:
        memory.numbers[str(target)] = result
    shown = str(result)
    _note(f"{told} = {shown}" if working == shown else f"{told} = {working} = {shown}", steps)


def _holds(test: Expression, memory: Memory, steps: list[str]) -> bool:
    holds, working = worked(test, memory)
    _note(f"{working} is {'true' if holds else 'false'}", steps)
    return bool(holds)


def _note(line: str, steps: list[str]) -> None:
    if len(steps) >= MOST_STEPS:
        raise ValueError(f"the program does not end within {MOST_STEPS:,} steps")
    steps.append(line)
