"""What a SELECT gives on small tables.

Q: Here are the tables of a database:
   people
   id | name | city | age
   1 | Ada | Oslo | 34
   2 | Ben | Rome | 28
   3 | Cleo | Oslo | 51
   4 | Dan | Rome | 19
   What does this query give?
   SELECT city, SUM(age) AS total
   FROM people
   WHERE age > 20
   GROUP BY city
   ORDER BY total DESC, city
A: Oslo, 85
   Rome, 28
"""

import itertools
import random
from dataclasses import dataclass

from ponder.generators.code._queries import drawn, with_having
from ponder.generators.code._tables import canonical, tables, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_TRIES = 5
"""Queries drawn before the tables are drawn anew."""


@dataclass(frozen=True)
class Knobs:
    """How large the tables are and what the query holds."""

    people: int
    """Rows of the first table, 5 to 20."""
    orders: int
    """Rows of the second table, 6 to 40, or 0 for none."""
    conditions: int
    """Conditions of the WHERE, 1 to 3."""
    grouped: bool
    """Whether there is a GROUP BY."""
    having: bool
    """Whether a GROUP BY has a HAVING."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("people", self.people, 5, 20)
        require("orders", self.orders, 6 if self.orders else 0, 40)
        require("conditions", self.conditions, 1, 3)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """A condition more, a GROUP BY, a JOIN and a HAVING, one after the other; more rows."""
        joined = level >= 7
        return cls(
            people=3 + level // 3 if joined else 4 + level,
            orders=2 * level - 4 if joined else 0,
            conditions=1 + (level >= 3),
            grouped=level >= 5,
            having=level >= 9,
        )


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws tables and a query until it leaves something out and gives two rows or more."""
    for attempt in itertools.count():
        if attempt % _TRIES == 0:
            people, orders = tables(rng, knobs.people, knobs.orders)
            rows = [people[order["person"] - 1] | order for order in orders] or people
        query = drawn(rng, rows, knobs.conditions, knobs.grouped)
        kept = [*filter(query.keeps, rows)]
        if knobs.having:
            query = with_having(rng, query, kept)
        result = query.result(kept)
        if len(kept) < len(rows) and len(result) > 1:
            break
    text, answer = str(query), [", ".join(map(str, row)) for row in result]
    shown = "\n".join(written(people, orders))
    return Draft(
        question=f"Here are the tables of a database:\n{shown}\nWhat does this query give?\n{text}",
        answer_format=(
            "Give the rows in order without a header, each on a line of its own, with a comma "
            "between its values."
        ),
        answer="\n".join(answer),
        checker=Checker("grid"),
        steps=(*query.explained(rows), *answer),
        complexity=knobs.people + knobs.orders,
        key=canonical(text, rows),
    )


def chance(level: int) -> float:
    """No table is likely."""
    return 0.01
