"""The checkers that tasks name: each judges one kind of answer."""

from ponder.verifiers.checkers import (
    algebra,
    assignment,
    calculus,
    choices,
    grid,
    maths,
    numbers,
    path,
    sequences,
    text,
)
from ponder.verifiers.checkers.registry import Check, Registered, find, names, register

__all__ = [
    "Check",
    "Registered",
    "algebra",
    "assignment",
    "calculus",
    "choices",
    "find",
    "grid",
    "maths",
    "names",
    "numbers",
    "path",
    "register",
    "sequences",
    "text",
]
