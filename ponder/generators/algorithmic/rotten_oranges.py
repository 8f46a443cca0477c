"""How long it takes until the rot has spread to all oranges of a crate.

Q: In this crate 0 is an empty place, 1 a fresh orange and 2 a rotten one. Every minute, all fresh
   oranges directly above, below, to the left or to the right of a rotten one become rotten, at
   the same time. After how many minutes is no orange fresh any more? Answer -1 if some orange
   stays fresh for ever.
   2 1 0
   1 1 0
   0 1 1
A: 4
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._grids import folded, written
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

_STUCK = 0.2
"""How often oranges out of reach are left in."""


@dataclass(frozen=True)
class Knobs:
    """How large the crate is."""

    size: int
    """Columns of the crate, 4 to 24; there may be one row more or less."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("size", self.size, 4, 24)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more row and column a level."""
        return cls(size=level + 3)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a crate; most times the oranges that the rot cannot reach are taken out."""
    rows, columns = knobs.size + rng.randint(-1, 1), knobs.size
    minutes, never = [[0]], [0]
    while len(minutes) < 2:
        crate = rng.choices((0, 1), (3, 7), k=rows * columns)
        for place in rng.sample(range(rows * columns), rng.randint(1, 1 + columns // 5)):
            crate[place] = 2
        minutes, never = _spread(crate, columns)
    if rng.random() >= _STUCK:
        for place in never:
            crate[place] = 0
        never = []

    def finish() -> Draft:
        answer = -1 if never else len(minutes) - 1
        steps = [f"Minute {n}: {_named(cells, columns)}" for n, cells in enumerate(minutes)]
        steps += [f"Never: {_named(never, columns)}"] * bool(never)
        grid = [crate[start : start + columns] for start in range(0, len(crate), columns)]
        return Draft(
            question="In this crate 0 is an empty place, 1 a fresh orange and 2 a rotten one. "
            "Every minute, all fresh oranges directly above, below, to the left or to the right of "
            "a rotten one become rotten, at the same time. After how many minutes is no orange "
            f"fresh any more? Answer -1 if some orange stays fresh for ever.\n{written(grid)}",
            answer_format="Give an integer.",
            answer=str(answer),
            checker=Checker("integer"),
            steps=(
                "Rotten, by (row,column):",
                *(line for step in steps for line in folded(step)),
                f"The answer is {answer}.",
            ),
            complexity=columns,
        )

    return Sketch(key=f"rotten {columns} {crate}", finish=finish)


def _spread(crate: list[int], columns: int) -> tuple[list[list[int]], list[int]]:
    """Gives the oranges that become rotten in each minute from 0 on, and those that never do."""
    fresh = {place for place, state in enumerate(crate) if state == 1}
    minutes = [[place for place, state in enumerate(crate) if state == 2]]
    while minutes[-1]:
        found = set[int]()
        for place in minutes[-1]:
            found.update((place - columns, place + columns))
            found.update([place - 1] * (place % columns > 0))
            found.update([place + 1] * ((place + 1) % columns > 0))
        found &= fresh
        fresh -= found
        minutes.append(sorted(found))
    return minutes[:-1], sorted(fresh)


def _named(cells: list[int], columns: int) -> str:
    """Names cells by row and column, counted from 1."""
    return " ".join(f"({cell // columns + 1},{cell % columns + 1})" for cell in cells)


def chance(level: int) -> float:
    """The likeliest number of minutes, as measured, and in large crates -1."""
    return max(0.22, 0.28 - 0.02 * level)
