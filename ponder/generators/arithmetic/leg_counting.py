"""How many legs some animals have together; some of them have none.

Q: How many legs do 3 cows, 7 snakes and 4 ducks have in all?
A: 20
"""

import operator
import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_ANIMALS = {
    0: "snakes sharks salmon earthworms dolphins eels whales trout tuna",
    2: "ducks chickens owls swans parrots eagles ostriches geese penguins",
    4: "cows horses dogs cats lizards frogs elephants rabbits tigers goats sheep",
    6: "ants bees beetles grasshoppers ladybirds wasps houseflies crickets fleas",
    8: "spiders scorpions tarantulas harvestmen",
}
"""Kinds with claws that some count as legs, such as crabs, are left out."""
_LEGS = {kind: legs for legs, kinds in _ANIMALS.items() for kind in kinds.split()}
_KINDS = tuple(_LEGS)


@dataclass(frozen=True)
class Knobs:
    """How many kinds of animals there are and how many of each."""

    kinds: int
    """Kinds of animals, 2 to 40."""
    largest: int
    """The most animals of a kind, 5 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("kinds", self.kinds, 2, 40)
        require("largest", self.largest, 5, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more kind a level, and more of each."""
        return cls(kinds=level + 1, largest=20 * level)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the kinds, not all of them without legs, and how many there are of each."""
    legs = [0]
    while not any(legs):
        kinds = rng.sample(_KINDS, knobs.kinds)
        legs = [_LEGS[kind] for kind in kinds]
    counts = [rng.randint(2, knobs.largest) for _ in kinds]
    herd = [f"{count} {kind}" for count, kind in zip(counts, kinds, strict=True)]

    def finish() -> Draft:
        return Draft(
            question=f"How many legs do {', '.join(herd[:-1])} and {herd[-1]} have in all?",
            answer_format="Give an integer.",
            answer=str(sum(map(operator.mul, counts, legs))),
            checker=Checker("integer"),
            steps=Lines(lambda: _steps(counts, legs, kinds)),
            complexity=knobs.kinds,
        )

    return Sketch(f"legs {sorted(herd)}", finish)


def _steps(counts: list[int], legs: list[int], kinds: list[str]) -> Iterator[str]:
    """Counts kind by kind, and adds up."""
    total = 0
    for count, each, kind in zip(counts, legs, kinds, strict=True):
        more = count * each
        yield f"{kind}: {count} * {each} = {more}"
        if total and each:
            yield f"{total} + {more} = {total + more}"
        total += more
    yield f"{total} legs"


def chance(level: int) -> float:
    """The likeliest total is rare."""
    return 0.03
