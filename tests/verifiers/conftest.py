"""What the verifier tests share: tasks made by hand, and arbitrary text of two kinds."""

import gc
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from ponder.task import Checker, Task
from ponder.verifiers import checkers

NOTHING: Mapping[str, Any] = {}

FACTS: dict[str, dict[str, Any]] = {
    "assignment": {"names": ["Zoey", "Riley", "Avery"]},
    "path": {
        "edges": [["A", "B", 1], ["B", "C", 2], ["A", "C", 5], ["C", "D", 1]],
        "directed": False,
        "start": "A",
        "goal": "D",
    },
    "coloring": {
        "names": ["A", "B", "C", "D"],
        "edges": [["A", "B"], ["B", "C"], ["C", "D"], ["D", "A"], ["A", "C"]],
    },
    "expression": {"numbers": [3, 5, 8, 1], "target": 16},
    "increasing_subsequence": {"numbers": [7, 2, 9, 4, 5, 1, 8]},
    "palindrome": {"letters": "stets"},
    "palindromes": {"text": "abacc"},
    "pours": {"jugs": {"A": 3, "B": 5}, "start": {"B": 5}, "target": 4},
    "selection": {
        "worth": {"A": 8, "B": 8, "C": 5, "D": 2, "E": 6},
        "weight": {"A": 6, "B": 5, "C": 4, "D": 2, "E": 5},
        "limit": 10,
        "clashes": [["B", "E"]],
    },
}
OPTIONS: dict[str, dict[str, Any]] = {
    "assignment": {"values": ["knight", "knave"]},
    "choice": {"choices": ["red ball", "blue ball", "green hat"]},
    "coloring": {"values": ["red", "green", "blue"]},
    "decimal": {"tolerance": "0.001"},
    "grid": {"rows": 2, "columns": 3},
    "polynomial": {"expanded": True},
}
GOLDS: dict[str, str] = {
    "antiderivative": "(x^2 - 3)e^(2x) + 5ln|x| + C",
    "assignment": "Zoey is a knight, Riley is a knave, and Avery is a knight",
    "choice": "B",
    "coloring": "A: red, B: green, C: blue, D: green",
    "decimal": "3.1416",
    "expression": "8*(5-3)",
    "grid": "1 2 3\n4 5 6",
    "increasing_subsequence": "2, 4, 5, 8",
    "integer": "1234",
    "math": r"3\sqrt{13}",
    "multiset": "2, 2, 41",
    "palindrome": "tsest",
    "palindromes": "aba, cc",
    "partition": "dust, stud; peach, cheap; tone",
    "path": "A -> B -> C -> D",
    "polynomial": "x^2 + 2*x*y - 3",
    "pours": "pour B into A, empty A, pour B into A, fill B, pour B into A",
    "rational": "-3/4",
    "selection": "A, C",
    "sequence": "5, -1, 12",
    "set": "3, 7, 11",
    "text": "hello world",
}


def task_of(
    kind: str,
    gold: str | None = None,
    options: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Task:
    """Makes a task of one checker; what is left out comes from the tables above."""
    options = OPTIONS.get(kind, NOTHING) if options is None else options
    facts = FACTS.get(kind, NOTHING) if facts is None else facts
    answer = GOLDS[kind] if gold is None else gold
    checker = Checker(kind, options)
    return Task("hand@1/train/L1/s0/i0", "q", "a", answer, checker, (answer,), 1, facts, "k", 1)


@pytest.fixture(scope="session")
def make_task() -> Callable[..., Task]:
    return task_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with the argument `kind` runs once for each checker that has a task here."""
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", sorted(GOLDS))


def built_in_checkers() -> list[str]:
    """The checkers that Ponder brings; other tests may have registered more."""
    registered = {name: checkers.find(name).check.__module__ for name in checkers.names()}
    return [name for name, module in registered.items() if module.startswith("ponder.")]


@pytest.fixture(scope="module", autouse=True)
def no_garbage_collection() -> Iterator[None]:
    """Going through the heap of the whole suite is no time of a verdict, and tests bound that."""
    gc.disable()
    yield
    gc.enable()
