"""The checkers that tasks name: each judges one kind of answer."""

from ponder.verifiers.checkers import (
    algebra,
    assignment,
    calculus,
    choices,
    grid,
    maths,
    numbers,
    palindromes,
    partition,
    path,
    sequences,
    subsequence,
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
    "palindromes",
    "partition",
    "path",
    "register",
    "sequences",
    "subsequence",
    "text",
]
