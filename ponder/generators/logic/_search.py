"""A search for all rows that satisfy some formulas, told as the steps a person would take.

Each formula alone is asked what it still allows; only when none says anything new are two cases
tried (Davis, Logemann and Loveland, 1962, with every formula made arc consistent).
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from ponder.generators.logic._formulas import Formula, leaves, truth_table, variable_tables


class Event(NamedTuple):
    """One step: a case is opened, a value follows, a formula breaks, or a row fits them all.

    Attributes:
        kind: What happens.
        formula: The formula that decides it, for `follows` and `clash`.
        variable: The variable that gets a value, for `case` and `follows`.
        value: The value that it gets.
        row: The row that fits, for `model`.
    """

    kind: Literal["case", "follows", "clash", "model"]
    formula: int = -1
    variable: int = -1
    value: bool = False
    row: int = -1


def search(formulas: Sequence[Formula], count: int) -> Iterator[Event]:
    """Tells the whole search over `count` variables, until every case is closed."""
    tables = [truth_table(formula, count) for formula in formulas]
    scopes = [sorted(set(leaves(formula))) for formula in formulas]
    variables = variable_tables(count)

    def explore(rows: int, unknown: frozenset[int]) -> Iterator[Event]:
        while (event := _next(tables, scopes, variables, rows, unknown)) is not None:
            yield event
            if event.kind == "clash":
                return
            rows = _narrowed(rows, variables[event.variable], event.value)
            unknown -= {event.variable}
        if not unknown:
            yield Event("model", row=rows.bit_length() - 1)
            return
        chosen = min(unknown)
        for value in (True, False):
            yield Event("case", variable=chosen, value=value)
            yield from explore(_narrowed(rows, variables[chosen], value), unknown - {chosen})

    yield from explore((1 << (1 << count)) - 1, frozenset(range(count)))


def _narrowed(rows: int, variable: int, value: bool) -> int:
    return rows & (variable if value else ~variable)


def _next(
    tables: Sequence[int],
    scopes: Sequence[list[int]],
    variables: Sequence[int],
    rows: int,
    unknown: frozenset[int],
) -> Event | None:
    """Finds the first formula that is broken or that leaves some variable one value."""
    for index, table in enumerate(tables):
        allowed = table & rows
        if not allowed:
            return Event("clash", index)
        for variable in scopes[index]:
            if variable in unknown:
                true = allowed & variables[variable]
                if true in (0, allowed):
                    return Event("follows", index, variable, bool(true))
    return None
