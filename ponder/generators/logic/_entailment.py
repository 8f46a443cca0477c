"""Premises that few rows of a truth table fit, and four clauses of which one follows from them."""

import functools
import itertools
import operator
import random
from collections.abc import Sequence

from ponder.generators.logic._formulas import (
    Formula,
    random_formula,
    random_sizes,
    truth_table,
    variable_tables,
)


def random_premises(
    rng: random.Random, connectives: int, count: int, most_rows: int
) -> list[Formula]:
    """Draws one premise a variable; more than two thirds of `most_rows` rows fit them all."""
    premises: list[Formula] = []
    rows = -1
    for size in random_sizes(rng, connectives, count):
        fitting = 0
        while 3 * fitting.bit_count() <= 2 * most_rows:
            premise = random_formula(rng, size, count)
            fitting = rows & truth_table(premise, count)
        premises.append(premise)
        rows = fitting
    return premises


def find_options(
    rng: random.Random, premises: Sequence[Formula], count: int, most_rows: int
) -> list[Formula] | None:
    """Finds three clauses that may be true or false and, last, one that must be true.

    The four differ by signs alone, so that nothing about their look tells them apart. The one
    that must be true needs several premises. At most `most_rows` rows fit all premises.

    Returns:
        The clauses, or None if the premises have no such clauses.
    """
    tables = [truth_table(premise, count) for premise in premises]
    fitting = functools.reduce(operator.and_, tables)
    if fitting.bit_count() > most_rows:
        return None
    letters = variable_tables(count)
    signed = [((v, table), (("not", v), ~table)) for v, table in enumerate(letters)]
    pairs = list(itertools.combinations(range(count), 2))
    for a, b in rng.sample(pairs, len(pairs)):
        cases = list(itertools.product(signed[a], signed[b]))
        # A clause fails in the rows where both its literals are false.
        against = [~left & ~right for (_, left), (_, right) in cases]
        forced = [i for i, failing in enumerate(against) if not fitting & failing]
        if len(forced) == 1 and all(table & against[forced[0]] for table in tables):
            clauses = [("or", left, right) for (left, _), (right, _) in cases]
            true = clauses.pop(forced[0])
            return [*rng.sample(clauses, 3), true]
    return None
