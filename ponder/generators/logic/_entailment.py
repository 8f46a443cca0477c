"""Premises that few rows of a truth table fit, and four clauses of which one follows from them."""

import functools
import operator
import random
from collections.abc import Sequence
from itertools import combinations, product

from ponder.generators.logic._formulas import (
    Formula,
    random_formula,
    random_sizes,
    truth_table,
    variable_tables,
)


def random_premises(
    rng: random.Random, connectives: int, count: int, most_rows: int
) -> tuple[list[Formula], list[int]]:
    """Draws one premise a variable; more than two thirds of `most_rows` rows fit them all.

    Returns:
        The premises and their truth tables.
    """
    premises: list[Formula] = []
    tables: list[int] = []
    rows = -1
    for size in random_sizes(rng, connectives, count):
        fitting = 0
        while 3 * fitting.bit_count() <= 2 * most_rows:
            premise = random_formula(rng, size, count)
            table = truth_table(premise, count)
            fitting = rows & table
        premises.append(premise)
        tables.append(table)
        rows = fitting
    return premises, tables


@functools.cache
def _clauses(count: int) -> list[list[tuple[Formula, int]]]:
    """The four clauses of any two variables, each with the rows in which it fails."""
    tables = enumerate(variable_tables(count))
    literals = [((v, table), (("not", v), ~table)) for v, table in tables]
    return [
        # A clause fails in the rows where both its literals are false.
        [(("or", left, right), ~one & ~other) for (left, one), (right, other) in product(*pair)]
        for pair in combinations(literals, 2)
    ]


def find_options(
    rng: random.Random, tables: Sequence[int], count: int, most_rows: int
) -> list[Formula] | None:
    """Finds three clauses that may be true or false and, last, one that must be true.

    The four differ by signs alone, so that nothing about their look tells them apart. The one
    that must be true needs several premises. At most `most_rows` rows fit all premises.

    Args:
        rng: Decides.
        tables: The truth tables of the premises.
        count: How many variables there are.
        most_rows: As above.

    Returns:
        The clauses, or None if the premises have no such clauses.
    """
    fitting = functools.reduce(operator.and_, tables)
    if fitting.bit_count() > most_rows:
        return None
    pairs = _clauses(count)
    for clauses in rng.sample(pairs, len(pairs)):
        forced = [i for i, (_, failing) in enumerate(clauses) if not fitting & failing]
        if len(forced) == 1 and all(table & clauses[forced[0]][1] for table in tables):
            others = [clause for clause, _ in clauses]
            true = others.pop(forced[0])
            return [*rng.sample(others, 3), true]
    return None
