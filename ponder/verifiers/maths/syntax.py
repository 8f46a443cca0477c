"""The tree of a mathematical answer: numbers, symbols, and heads applied to parts.

One class for every operation keeps the passes over a tree short: most heads are treated alike,
by going through their parts. Chains are flat, so that depth is bounded by nesting alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Number:
    """A written number, exact; `decimal` tells that it was written with a decimal point."""

    value: Fraction
    decimal: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A variable, one of the constants `pi`, `e`, `i`, `infinity`, or a payload of a head."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A head applied to parts.

    Attributes:
        head: An operation (`+`, `*`, `/`, `neg`, `^`, `root`, `sin`, ...), a bracket (`()`,
            `[)`, `set`, `matrix`, ...), a relation (`=`, `in`, `compare`), `list`, `unit`, ...
        parts: What it is applied to.
    """

    head: str
    parts: tuple["Node", ...]


Node = Number | Symbol | Call

CONSTANTS = frozenset({"pi", "e", "i", "infinity"})
INFINITY = Symbol("infinity")
REALS = Symbol("set of R")


def call(head: str, *parts: Node) -> Call:
    """Applies a head."""
    return Call(head, parts)


def walk(node: Node) -> Iterator[Node]:
    """Yields a node and everything below it."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, Call):
            left += reversed(node.parts)


def heads(node: Node) -> set[str]:
    """Collects the heads of a tree."""
    found = set()
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, Call):
            found.add(node.head)
            left += node.parts
    return found


def variables(node: Node) -> set[str]:
    """Collects the variables of a tree."""
    names = {part.name for part in walk(node) if isinstance(part, Symbol)}
    return names - CONSTANTS
