"""Independent oracles for the families of code.

An oracle reads a question as text and tells whether an answer is right, by other means than the
family's: Python itself, SQLite, and interpreters that go about it differently. Only texts that
Ponder's own generators made are run here.
"""

import contextlib
import functools
import io
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable

import pytest

from ponder.generators import family, generate
from ponder.generators.code import _programs, _tables, _tapes
from ponder.task import Task

TASKS = 40
LEVELS = 6
PATIENCE = 20_000
"""Instructions after which a program would count as endless."""


def brainfuck(question: str) -> str:
    """Runs the program one character at a time, and holds it to what the question promises."""
    program = "".join(re.findall(r"^[-+<>.\[\]]+$", question, re.M))
    ends: dict[int, int] = {}
    opened: list[int] = []
    for place, sign in enumerate(program):
        if sign == "[":
            opened.append(place)
        elif sign == "]":
            ends[place] = opened.pop()
            ends[ends[place]] = place
    cells: defaultdict[int, int] = defaultdict(int)
    at = place = 0
    printed = ""
    for _ in range(PATIENCE):
        if place == len(program):
            return printed
        sign = program[place]
        at += {">": 1, "<": -1}.get(sign, 0)
        cells[at] += {"+": 1, "-": -1}.get(sign, 0)
        assert at >= 0 and 0 <= cells[at] <= 255
        printed += chr(cells[at]) if sign == "." else ""
        if (sign == "[" and not cells[at]) or (sign == "]" and cells[at]):
            place = ends[place]
        place += 1
    raise AssertionError("endless")


WHENCE = {
    "dup": lambda depth: max(depth - 1, 0),
    "swap": lambda depth: {0: 1, 1: 0}.get(depth, depth),
    "over": lambda depth: depth - 1 if depth else 1,
    "drop": lambda depth: depth + 1,
    "rot": lambda depth: {0: 2, 1: 0, 2: 1}.get(depth, depth),
}
"""Where a number lay, counted from the top, before it came to lie at a depth."""


def stack(question: str) -> str:
    """Asks back from the end where each number came from, and never keeps a stack."""
    program = re.search(r"left to right:\n(.*)\n", question)[1].split(", ")

    @functools.cache
    def number(time: int, depth: int) -> int:
        assert time > 0 and depth >= 0
        name, _, pushed = program[time - 1].partition(" ")
        if name in WHENCE:
            return number(time - 1, WHENCE[name](depth))
        if name == "push":
            return number(time - 1, depth - 1) if depth else int(pushed)
        if depth:
            return number(time - 1, depth + 1)
        a, b = number(time - 1, 1), number(time - 1, 0)
        return {"add": a + b, "sub": a - b, "mul": a * b}[name]

    return str(number(len(program), 0))


def jumps(question: str) -> tuple[dict[str, int], list[int], str]:
    """Runs a register machine; gives the registers, the instructions met, and which is asked."""
    registers = {name: int(n) for name, n in re.findall(r"([A-H]) = (-?\d+)[,.]", question)}
    lines = re.findall(r"^\d+\. (.*)$", question, re.M)
    met, at = [], 1
    while at <= len(lines):
        met.append(at)
        assert len(met) < PATIENCE
        left, sign, right, *target = re.sub("^if |go to ", "", lines[at - 1]).split()
        value = registers[right] if right in registers else int(right)
        at += 1
        if target:
            difference = registers[left] - value
            at = int(target[0]) if {">": difference, "<": -difference}[sign] > 0 else at
        elif sign == "=":
            registers[left] = value
        else:
            registers[left] += {"+=": value, "-=": -value}[sign]
    return registers, met, re.search(r"What does (\w) hold", question)[1]


def register(question: str) -> str:
    registers, _, asked = jumps(question)
    return str(registers[asked])


def python(question: str) -> str:
    """Asks Python."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(question.partition("\n")[2], {})
    return printed.getvalue().removesuffix("\n")


def database(question: str) -> tuple[sqlite3.Connection, str]:
    """Fills a database, rows in reverse, so that their order alone decides nothing."""
    tables, query = question.partition(":\n")[2].split("\nWhat does this query give?\n")
    filled = sqlite3.connect(":memory:")
    for name, text in re.findall(r"^(\w+)\n((?:.* \| .*\n?)+)", tables, re.M):
        head, *rows = [line.split(" | ") for line in text.splitlines()]
        kinds = ["INT" if value.isdigit() else "TEXT" for value in rows[0]]
        columns = ", ".join(map(" ".join, zip(head, kinds, strict=True)))
        filled.execute(f"CREATE TABLE {name} ({columns})")
        filled.executemany(
            f"INSERT INTO {name} VALUES ({', '.join('?' * len(head))})", reversed(rows)
        )
    return filled, query


def told(rows: Iterable[Iterable[object]]) -> list[str]:
    return [", ".join(map(str, row)) for row in rows]


def sql(question: str) -> str:
    """Asks SQLite."""
    filled, query = database(question)
    with contextlib.closing(filled):
        return "\n".join(told(filled.execute(query)))


ORACLES: dict[str, Callable[[str], str]] = {
    "bf": brainfuck,
    "python_trace": python,
    "register_machine": register,
    "sql_query": sql,
    "stack_machine": stack,
}


@functools.cache
def sample(name: str, count: int = TASKS) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=43, index=i) for i in range(count)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    for task in sample(name):
        assert ORACLES[name](task.question) == task.answer, task.uid


@pytest.mark.parametrize("name", ORACLES)
@pytest.mark.parametrize("level", [8, 9, 10, 15, 20])
def test_oracle_agrees_on_large_programs(name: str, level: int) -> None:
    for index in range(4):
        task = generate(name, level=level, seed=44, index=index)
        assert ORACLES[name](task.question) == task.answer, task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer were written by hand."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    unindented = [text.replace("\n   ", "\n") for text in (question, answer)]
    assert ORACLES[name](unindented[0]) == unindented[1]


def test_the_instructions_met_are_those_of_the_steps() -> None:
    for task in sample("register_machine"):
        *steps, _ = task.steps
        assert [int(step.partition(":")[0]) for step in steps] == jumps(task.question)[1]


def test_each_line_of_a_trace_is_true_in_python() -> None:
    for task in sample("python_trace"):
        for step in task.steps[:-1]:
            found = re.fullmatch(r"(.*) is (true|false)", step)
            if found:
                assert eval(found[1]) is (found[2] == "true"), task.uid
            elif step.count(" = ") == 2:
                _, working, value = step.split(" = ")
                assert eval(working) == int(value), task.uid


class Watched(dict[str, object]):
    """Variables that keep a line of each value they get; so do lists in them."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __setitem__(self, name: str, value: object) -> None:
        if isinstance(value, list):
            value = WatchedList(name, value, self.lines)
        else:
            self.lines.append(f"{name} = {value}")
        super().__setitem__(name, value)


class WatchedList(list[int]):
    """A list that keeps a line of each change."""

    def __init__(self, name: str, items: list[int], lines: list[str]) -> None:
        super().__init__(items)
        self.name, self.lines = name, lines

    def __setitem__(self, place: int, value: int) -> None:
        super().__setitem__(place, value)
        self.lines.append(f"{self.name}[{place}] = {value}")

    def append(self, value: int) -> None:
        super().append(value)
        self.lines.append(f"{self.name} = {list(self)}")


def test_python_gives_the_variables_the_values_of_the_steps() -> None:
    for task in sample("python_trace"):
        text, watched = task.question.partition("\n")[2], Watched()
        with contextlib.redirect_stdout(io.StringIO()):
            exec(text, {}, watched)
        begun = len(re.findall(r"^[a-f] = ", text, re.M))
        parts = [step.split(" = ") for step in task.steps[:-1] if " = " in step]
        assert watched.lines[begun:] == [f"{p[0]} = {p[-1]}" for p in parts], task.uid


def test_sqlite_keeps_the_rows_that_the_steps_keep() -> None:
    for task in [
        *sample("sql_query"),
        *(generate("sql_query", level=10, index=i) for i in range(8)),
    ]:
        filled, query = database(task.question)
        source, where = re.search(r"(FROM .*\n)(WHERE .*\n)", query).groups()
        columns = "name, city, age" + (", item, amount" if "JOIN" in source else "")
        with contextlib.closing(filled):
            kept = told(filled.execute(f"SELECT {columns} {source}{where}"))
        steps = [step.removesuffix(": kept") for step in task.steps if step.endswith(": kept")]
        assert sorted(steps) == sorted(kept), task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_answers_differ(name: str) -> None:
    """An oracle and a family that both always said the same would prove nothing."""
    assert len({task.answer for task in sample(name)}) > TASKS // 2


def test_the_key_of_a_brainfuck_program_does_not_see_which_cell_is_which() -> None:
    lines = [_tapes.Line(0, 3), _tapes.Line(2, -4, 3, True), _tapes.Line(1, 2)]
    swapped = [line._replace(cell=(line.cell + 1) % 3) for line in lines]
    key = _tapes.canonical([9], [11, 12, 13], lines)
    assert _tapes.canonical([9], [13, 11, 12], swapped) == key
    assert _tapes.canonical([9], [11, 12, 13], swapped) != key


def test_the_key_of_a_query_does_not_see_names_beyond_their_order() -> None:
    rows = [
        {"id": 1, "name": "Ben", "city": "Rome", "age": 30},
        {"id": 2, "name": "Ada", "city": "Oslo", "age": 40},
    ]
    other = [
        {"id": 1, "name": "Kim", "city": "Bern", "age": 40},
        {"id": 2, "name": "Mia", "city": "Lima", "age": 30},
    ]
    key = _tables.canonical("WHERE city = 'Rome'", rows)
    assert _tables.canonical("WHERE city = 'Lima'", other) == key
    assert _tables.canonical("WHERE city = 'Bern'", other) != key


def test_an_endless_program_is_given_up() -> None:
    memory = _programs.Memory({}, {})
    with pytest.raises(ValueError, match="does not end"):
        _programs.run([_programs.While(("<", 0, 1), [])], memory, [])


def test_tables_too_small_for_a_query_are_refused() -> None:
    with pytest.raises(ValueError, match="orders"):
        generate("sql_query", level=9, knobs={"orders": 3})
