"""Queries of two tables: how they are drawn, written in SQL, and what they give."""

import operator
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ponder.generators.code._tables import KEYS, Row

_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_FUNCTIONS: dict[str, tuple[str, Callable[[list[int]], int]]] = {
    "COUNT": ("n", len),
    "SUM": ("total", sum),
    "MAX": ("largest", max),
    "MIN": ("smallest", min),
}
"""The name of the column that a function makes, and the function."""


class Condition(NamedTuple):
    """Something compared with a value."""

    left: str
    sign: str
    value: int | str

    def __str__(self) -> str:
        """Writes it, words in quotes."""
        value = f"'{self.value}'" if isinstance(self.value, str) else self.value
        return f"{self.left} {self.sign} {value}"

    def holds(self, found: int | str) -> bool:
        """Whether it is met where this is found on the left."""
        return _SIGNS[self.sign](found, self.value)


class Aggregate(NamedTuple):
    """A function of a column over the rows of a group."""

    function: str
    column: str

    def __str__(self) -> str:
        """Writes it; rows are counted whatever is in them."""
        return "COUNT(*)" if self.function == "COUNT" else f"{self.function}({self.column})"

    @property
    def name(self) -> str:
        """The name of the column that it makes."""
        return _FUNCTIONS[self.function][0]

    def of(self, values: list[int]) -> int:
        """Works it out."""
        return _FUNCTIONS[self.function][1](values)

    def working(self, values: list[int]) -> str:
        """Tells how it is worked out."""
        value, told = self.of(values), map(str, values)
        if self.function == "COUNT":
            return "1 row" if value == 1 else f"{value} rows"
        if len(values) == 1:
            return str(value)
        if self.function == "SUM":
            return f"{' + '.join(told)} = {value}"
        return f"the {self.name} of {', '.join(told)} is {value}"


class Grouping(NamedTuple):
    """Rows with the same value of a column become one; a HAVING may leave some of these out."""

    column: str
    aggregate: Aggregate
    having: Condition | None = None

    def groups(self, rows: Sequence[Row]) -> dict[str, list[int]]:
        """The values to aggregate, by group."""
        found: dict[str, list[int]] = {}
        for row in rows:
            found.setdefault(row[self.column], []).append(row[self.aggregate.column])
        return found

    def result(self, rows: Sequence[Row]) -> list[tuple[int | str, ...]]:
        """The groups and their aggregates."""
        found = [(name, self.aggregate.of(part)) for name, part in self.groups(rows).items()]
        return [row for row in found if self.having is None or self.having.holds(row[1])]

    def explained(self, rows: Sequence[Row]) -> Iterator[str]:
        """Tells what comes of each group, and whether it is wanted."""
        for name, values in self.groups(rows).items():
            yield f"{name}: {self.aggregate.working(values)}"
            if self.having:
                value = self.aggregate.of(values)
                test = f"{value} {self.having.sign} {self.having.value}"
                yield f"{name}: {test} is {'true' if self.having.holds(value) else 'false'}"


@dataclass(frozen=True)
class Query:
    """A SELECT of the people, or of their orders with them.

    Attributes:
        columns: What is selected, by name.
        joined: Whether the orders are joined.
        where: Conditions, one or more.
        connective: `AND` or `OR`, between them.
        order: Columns to sort by, the first most, and whether from the largest on.
        grouping: How rows are put together, or None.
    """

    columns: tuple[str, ...]
    joined: bool
    where: tuple[Condition, ...]
    connective: str
    order: tuple[tuple[str, bool], ...]
    grouping: Grouping | None = None

    def __str__(self) -> str:
        """Writes it, one clause a line."""
        source = "people JOIN orders ON orders.person = people.id" if self.joined else "people"
        selected, last = ", ".join(self.columns), []
        if self.grouping:
            column, aggregate, having = self.grouping
            selected = f"{column}, {aggregate} AS {aggregate.name}"
            last = [f"GROUP BY {column}", *([f"HAVING {having}"] if having else [])]
        order = [f"{column} DESC" if falling else column for column, falling in self.order]
        return "\n".join(
            [
                f"SELECT {selected}",
                f"FROM {source}",
                f"WHERE {f' {self.connective} '.join(map(str, self.where))}",
                *last,
                f"ORDER BY {', '.join(order)}",
            ]
        )

    def keeps(self, row: Row) -> bool:
        """Whether a row meets the WHERE."""
        met = [condition.holds(row[condition.left]) for condition in self.where]
        return any(met) if self.connective == "OR" else all(met)

    def result(self, kept: Sequence[Row]) -> list[tuple[int | str, ...]]:
        """What it gives of the rows that meet the WHERE."""
        if self.grouping:
            found = self.grouping.result(kept)
        else:
            found = [tuple([row[name] for name in self.columns]) for row in kept]
        for column, falling in reversed(self.order):
            found.sort(key=operator.itemgetter(self.columns.index(column)), reverse=falling)
        return found

    def explained(self, rows: Sequence[Row]) -> Iterator[str]:
        """Tells which rows are kept, and what comes of the groups."""
        for row in rows:
            told = ", ".join([str(value) for column, value in row.items() if column not in KEYS])
            yield f"{told}: {'kept' if self.keeps(row) else 'left out'}"
        if self.grouping:
            yield from self.grouping.explained([*filter(self.keeps, rows)])


def drawn(rng: random.Random, rows: Sequence[Row], conditions: int, grouped: bool) -> Query:
    """Draws a query of rows; its order leaves no two different rows of the result undecided."""
    joined = "amount" in rows[0]
    columns = ["city", "age", "item", "amount"] if joined else ["city", "age"]
    chosen = rng.sample(columns, min(conditions, len(columns)))
    where = tuple(_condition(rng, column, rows) for column in chosen)
    connective, falling = rng.choice(("AND", "OR")), rng.random() < 0.5
    if grouped:
        group = rng.choice(("name", "city", "item")) if joined else "city"
        aggregate = Aggregate(rng.choice(list(_FUNCTIONS)), "amount" if joined else "age")
        order = ((aggregate.name, falling), (group, False))
        names = (group, aggregate.name)
        return Query(names, joined, where, connective, order, Grouping(group, aggregate))
    selected = ("name", "item", "amount") if joined else ("name", "city", "age")
    first = rng.choice(selected)
    rest = [name for name in selected if name != first]
    if not joined:  # no two people have the same name
        rest = [] if first == "name" else ["name"]
    keys = ((first, falling), *((name, False) for name in rest))
    return Query(selected, joined, where, connective, keys)


def _condition(rng: random.Random, column: str, rows: Sequence[Row]) -> Condition:
    value = rng.choice(rows)[column]
    signs = ("=", "<>") if isinstance(value, str) else ("<", ">", "<=", ">=")
    return Condition(column, rng.choice(signs), value)


def with_having(rng: random.Random, query: Query, kept: Sequence[Row]) -> Query:
    """Adds a HAVING, which some group does not meet and two others may, if there are groups."""
    if query.grouping is None:
        return query
    column, aggregate, _ = query.grouping
    values = sorted(aggregate.of(part) for part in query.grouping.groups(kept).values())
    limit = rng.choice(values[:-2] or [0])
    return replace(
        query, grouping=Grouping(column, aggregate, Condition(str(aggregate), ">", limit))
    )
