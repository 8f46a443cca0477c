"""Two small tables, people and their orders: how they are drawn, written and compared."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

Row = dict[str, Any]
"""Numbers and words by column."""

KEYS = ("id", "person")
"""Columns that only join the tables."""
_WORDS = {
    "name": (
        *("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ida", "Jan", "Kim", "Leo"),
        *("Mia", "Nora", "Otto", "Pia", "Quin", "Rosa", "Sam", "Tara", "Uma", "Vera", "Will"),
    ),
    "city": ("Bern", "Cairo", "Lima", "Oslo", "Paris", "Quito", "Rome", "Tokyo"),
    "item": ("bag", "cup", "hat", "lamp", "pen", "rug"),
}


def tables(rng: random.Random, people: int, orders: int) -> tuple[list[Row], list[Row]]:
    """Draws so many people and orders; ids count from 1."""
    cities = rng.sample(_WORDS["city"], 2 + people // 4)
    first = [
        {"id": number, "name": name, "city": rng.choice(cities), "age": rng.randint(18, 70)}
        for number, name in enumerate(rng.sample(_WORDS["name"], people), 1)
    ]
    items = rng.sample(_WORDS["item"], 3)
    second = [
        {"person": rng.randint(1, people), "item": rng.choice(items), "amount": rng.randint(1, 50)}
        for _ in range(orders)
    ]
    return first, second


def written(people: Sequence[Row], orders: Sequence[Row]) -> Iterator[str]:
    """Writes the tables, of which the second may be missing: names, columns, rows."""
    for name, rows in (("people", people), ("orders", orders)):
        if rows:
            yield name
            yield " | ".join(rows[0])
            yield from (" | ".join(map(str, row.values())) for row in rows)


def canonical(query: str, rows: Sequence[Row]) -> str:
    """Writes a query and its rows with words by their rank, which is all of them that counts."""
    names: dict[Any, str] = {}
    for column in _WORDS.keys() & rows[0].keys():
        ranks = enumerate(sorted({row[column] for row in rows}))
        names |= {word: f"{column}{rank}" for rank, word in ranks}
    for word, name in names.items():
        query = query.replace(f"'{word}'", name)
    told = sorted(
        " ".join(names.get(value) or str(value) for key, value in row.items() if key not in KEYS)
        for row in rows
    )
    return f"sql {query} {told}"
