"""Which things to take, each at most once, so that they are worth most within a limit of weight.

Q: You may take any of these things, each once, but no more than 10 kg in all: A weighs 6 kg and is
   worth 8, B weighs 5 kg and is worth 6, C weighs 4 kg and is worth 5, D weighs 2 kg and is worth
   2. Which are worth most together?
A: A, C
"""

import random
from dataclasses import dataclass

from ponder.generators.algorithmic._labels import LABELS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

Thing = tuple[int, int]
"""What a thing weighs and what it is worth."""
Choice = tuple[int, int, tuple[int, ...]]
"""The weight and the worth of some things, and their places."""


@dataclass(frozen=True)
class Knobs:
    """How many things there are, and how much they weigh."""

    things: int
    """Things to choose from, 4 to 30."""
    heaviest: int
    """The largest weight, 8 to 100."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("things", self.things, 4, 30)
        require("heaviest", self.heaviest, 8, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more thing a level, and larger weights."""
        return cls(things=level + 5, heaviest=level + 9)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws things until taking what is worth most, in all or for its weight, falls short."""
    while True:
        weights = [rng.randint(2, knobs.heaviest) for _ in range(knobs.things)]
        # Worth that is close to the weight leaves no choice plainly better than others.
        things = [(weight, rng.randint(weight, weight + 8)) for weight in weights]
        limit = sum(weights) * rng.randint(40, 60) // 100
        fronts = _fronts(things, limit)
        by_worth = sorted(things, key=lambda thing: -thing[1])
        by_rate = sorted(things, key=lambda thing: -thing[1] / thing[0])
        if all(_taken(order, limit) < fronts[-1][-1][1] for order in (by_worth, by_rate)):
            break
    return Sketch(
        key=f"knapsack {limit}: {sorted(things)}",
        finish=lambda: _finish(things, limit, fronts),
    )


def _taken(order: list[Thing], limit: int) -> int:
    """Takes each thing that still fits; gives what they are worth."""
    total = 0
    for weight, worth in order:
        if weight <= limit:
            limit, total = limit - weight, total + worth
    return total


def _fronts(things: list[Thing], limit: int) -> list[list[Choice]]:
    """For each front of the list, the choices that nothing as light beats (Nemhauser, Ullmann)."""
    front: list[Choice] = [(0, 0, ())]
    fronts = []
    for place, (weight, worth) in enumerate(things):
        more = [(w + weight, v + worth, (*taken, place)) for w, v, taken in front]
        most, kept = -1, []
        for choice in sorted(front + more, key=lambda choice: (choice[0], -choice[1])):
            if most < choice[1] and choice[0] <= limit:
                kept.append(choice)
                most = choice[1]
        front = kept
        fronts.append(front)
    return fronts


def _finish(things: list[Thing], limit: int, fronts: list[list[Choice]]) -> Draft:
    names = LABELS[: len(things)]
    told = ["For some of the things, weight:worth of the choices that nothing as light beats."]
    for name, front in zip(names, fronts, strict=True):
        pairs = [f"{weight}:{worth}" for weight, worth, _ in front]
        told += [
            f"Up to {name}: {' '.join(pairs[start : start + 15])}"
            for start in range(0, len(pairs), 15)
        ]
    weight, worth, taken = fronts[-1][-1]
    answer = ", ".join(names[place] for place in taken)
    listed = ", ".join(
        f"{name} weighs {weight} kg and is worth {worth}"
        for name, (weight, worth) in zip(names, things, strict=True)
    )
    return Draft(
        question=f"You may take any of these things, each once, but no more than {limit} kg in "
        f"all: {listed}. Which are worth most together?",
        answer_format="Name the things, separated by commas.",
        answer=answer,
        checker=Checker("selection"),
        facts={
            "worth": {name: worth for name, (_, worth) in zip(names, things, strict=True)},
            "weight": {name: weight for name, (weight, _) in zip(names, things, strict=True)},
            "limit": limit,
        },
        steps=(*told, f"The best is {weight}:{worth}.", answer),
        complexity=len(things),
    )


def chance(level: int) -> float:
    """Things that just fit are the best ones at times, while there are few."""
    return {1: 0.2, 2: 0.12}.get(level, 0.08)
