"""Propositional formulas as nested tuples, with truth tables as bit masks.

A variable is its number, a compound is `(operator, formula, ...)`. A truth table over n variables
is an integer of 2^n bits, row r giving variable i the value of bit i of r; so whole tables are
combined by single operations on integers.
"""

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

from ponder.randomness import digest_of_json

Formula = Any
BINARY = ("and", "or", "if", "iff")
NOTE = '"Or" allows both; "if X then Y" is false only when X is true and Y is false.'
_COMMUTATIVE = ("and", "or", "iff")
_INFIX = {"and": "and", "or": "or", "iff": "if and only if"}


@functools.cache
def variable_tables(count: int) -> tuple[int, ...]:
    """The truth tables of `count` variables, each 2^count bits wide."""
    everything = (1 << (1 << count)) - 1
    widths = [1 << i for i in range(count)]
    return tuple(everything // ((1 << width) + 1) << width for width in widths)


@functools.lru_cache(maxsize=2048)
def truth_table(formula: Formula, count: int) -> int:
    """The rows of `count` variables in which `formula` is true; "says" is "iff" by another name.

    Kept, for the short formulas of few variables are drawn again and again.
    """
    everything, variables = (1 << (1 << count)) - 1, variable_tables(count)

    def table(formula: Formula) -> int:
        if isinstance(formula, int):
            return variables[formula]
        operator, left = formula[0], table(formula[1])
        if operator == "not":
            return everything ^ left
        right = table(formula[2])
        if operator == "and":
            return left & right
        if operator == "or":
            return left | right
        if operator == "if":
            return everything ^ left | right
        return everything ^ left ^ right

    return table(formula)


def leaves(formula: Formula) -> list[Any]:
    """The variables of a formula, from left to right."""
    if not isinstance(formula, tuple):
        return [formula]
    return [leaf for part in formula[1:] for leaf in leaves(part)]


def substitute(formula: Formula, values: Sequence[Any]) -> Formula:
    """Puts `values[i]` in the place of variable i."""
    if isinstance(formula, int):
        return values[formula]
    return (formula[0], *[substitute(part, values) for part in formula[1:]])


def random_sizes(rng: random.Random, total: int, parts: int) -> list[int]:
    """Shares `total` connectives among `parts` formulas as evenly as can be, at random."""
    sizes = [total // parts] * parts
    for i in rng.sample(range(parts), total % parts):
        sizes[i] += 1
    return sizes


def random_shape(rng: random.Random, connectives: int, leaves: Sequence[Any]) -> Formula:
    """Draws a formula with `connectives` operators over one more leaves, each once, in order."""
    if connectives == 0:
        return leaves[0]
    left = rng.randrange(connectives)
    operator = rng.choice(BINARY)
    return (
        operator,
        random_shape(rng, left, leaves[: left + 1]),
        random_shape(rng, connectives - 1 - left, leaves[left + 1 :]),
    )


def random_literals(rng: random.Random, variables: Sequence[int], number: int) -> list[Formula]:
    """Draws literals over `number` different variables."""
    return [v if rng.random() < 0.5 else ("not", v) for v in rng.sample(variables, number)]


def random_formula(rng: random.Random, connectives: int, count: int) -> Formula:
    """Draws a formula over different ones of `count` variables."""
    literals = random_literals(rng, range(count), connectives + 1)
    return random_shape(rng, connectives, literals)


def wording(formula: Formula, literal: Callable[[int, bool], str]) -> str:
    """Writes a formula in words; brackets keep every nested part unambiguous."""
    if isinstance(formula, int):
        return literal(formula, True)
    if formula[0] == "not":
        return literal(formula[1], False)
    parts = []
    for part in formula[1:]:
        text = wording(part, literal)
        parts.append(f"({text})" if isinstance(part, tuple) and part[0] != "not" else text)
    left, right = parts
    if formula[0] == "if":
        return f"if {left} then {right}"
    return f"{left} {_INFIX[formula[0]]} {right}"


def fingerprint(formulas: Sequence[Formula], count: int) -> str:
    """Names a set of formulas up to order, commutation and renaming of the variables.

    Variables are told apart by three rounds of colour refinement. Formulas that only differ by
    names always agree; different ones may rarely agree too, which does no harm to a split.
    """
    about: list[list[Formula]] = [[] for _ in range(count)]
    for formula in formulas:
        for v in set(leaves(formula)):
            about[v].append(formula)
    colours = ["?"] * count
    for _ in range(3):
        seen = []
        for v in range(count):
            names = [*colours[:v], "*", *colours[v + 1 :]]
            seen.append(sorted([_normal(formula, names) for formula in about[v]]))
        colours = [_hashed(texts)[:16] for texts in seen]
    return _hashed(sorted([_normal(formula, colours) for formula in formulas]))


def _hashed(texts: list[str]) -> str:
    """Hashes texts in which no sign needs an escape in JSON."""
    listed = ",".join([f'"{text}"' for text in texts])
    return digest_of_json(f"[[{listed}]]").hex()


def _normal(formula: Formula, names: Sequence[str]) -> str:
    """Writes a formula with the given names, the parts of symmetric operators in one order."""
    if isinstance(formula, int):
        return names[formula]
    if formula[0] == "not":
        return f"(not {_normal(formula[1], names)})"
    operator, left, right = formula
    left, right = _normal(left, names), _normal(right, names)
    if right < left and operator in _COMMUTATIVE:
        left, right = right, left
    return f"({operator} {left} {right})"
