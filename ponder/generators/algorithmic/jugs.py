"""Measuring an amount with three jugs, in as few moves as possible.

Q: There are three jugs: A can hold 3 litres and has 3 in it, B can hold 9 litres and has 7 in it,
   C can hold 19 litres and has 4 in it. A move fills a jug to the brim from the tap, or empties a
   jug into the drain, or pours one jug into another until the first is empty or the second is
   full. Which moves, as few as possible, leave exactly 16 litres in at least one jug?
A: fill B, pour B into C, pour A into C
"""

import itertools
import math
import random
import string
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algorithmic._pouring import State, each_move, explore, move_between
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many moves are needed, and how large the jugs are."""

    moves: int
    """The fewest moves that leave the target, 3 to 8."""
    largest: int
    """What a jug can hold at most, 24 to 100 litres."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("moves", self.moves, 3, 8)
        require("largest", self.largest, 24, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two more moves in five levels, and larger jugs at each."""
        return cls(moves=min(8, (2 * level + 14) // 5), largest=2 * level + 22)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws jugs until some amount is first reached by the wanted number of moves."""
    new: set[int] = set()
    while not new:
        a, b, c = rng.sample(range(3, knobs.largest + 1), 3)
        holds, start = (a, b, c), (rng.randint(0, a), rng.randint(0, b), rng.randint(0, c))
        before, layers = explore(start, holds, knobs.moves - 1)
        lasts = {after: state for state in layers[-1] for after in each_move(state, holds)}
        earlier = {amount for state in before for amount in state}
        new = {amount for state in lasts for amount in state} - earlier
    target = rng.choice(sorted(new))
    route = [next(state for state in lasts if target in state)]
    route.insert(0, lasts[route[0]])
    while route[0] != start:
        route.insert(0, before[route[0]])
    names = sorted(rng.sample(string.ascii_uppercase, 3))
    moves = [move_between(one, other, names) for one, other in itertools.pairwise(route)]
    jugs = list(zip(names, holds, start, strict=True))
    listed = ", ".join(
        f"{name} can hold {most} litres and has {has} in it" for name, most, has in jugs
    )
    scale = math.gcd(*holds, *start)
    return Draft(
        question=f"There are three jugs: {listed}. A move fills a jug to the brim from the tap, or "
        "empties a jug into the drain, or pours one jug into another until the first is empty or "
        f"the second is full. Which moves, as few as possible, leave exactly {target} litres in at "
        "least one jug?",
        answer_format="Give the moves in order, separated by commas, like "
        f'"fill {names[0]}, pour {names[0]} into {names[1]}, empty {names[1]}, ...".',
        answer=", ".join(moves),
        checker=Checker("pours"),
        facts={
            "jugs": dict(zip(names, holds, strict=True)),
            "start": dict(zip(names, start, strict=True)),
            "target": target,
        },
        steps=(
            f"Litres in {', '.join(names)} that are new after each number of moves.",
            *_lines(layers),
            *(f"{move}: {_shown(state)}" for move, state in zip(moves, route[1:], strict=True)),
            ", ".join(moves),
        ),
        complexity=len(before),
        key=f"jugs {sorted((most // scale, has // scale) for _, most, has in jugs)}"
        f" {target // scale}",
    )


def _shown(state: State) -> str:
    return " ".join(map(str, state))


def _lines(layers: list[list[State]]) -> Iterator[str]:
    """Lists the new states after each number of moves, fifteen a line."""
    for count, layer in enumerate(layers):
        for start in range(0, len(layer), 15):
            yield f"{count}: {', '.join(map(_shown, layer[start : start + 15]))}"


def chance(level: int) -> float:
    """The same moves with other jugs are as good at times."""
    return 0.2 if level <= 2 else 0.15
