"""Events that do not overlap and pay most together.

Q: A hall takes one event at a time; one may begin at the very hour at which another ends. These
   are asked for: A from 2 to 6 paying 5, B from 5 to 9 paying 7, C from 6 to 7 paying 1, D from 7
   to 9 paying 4, E from 1 to 5 paying 4. Which should it take, to earn as much as possible?
A: E, B
"""

import itertools
import random
from bisect import bisect_right
from dataclasses import dataclass

from ponder.generators.algorithmic._labels import LABELS
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

Event = tuple[int, int, int]  # When it ends, when it begins, and what it pays.


@dataclass(frozen=True)
class Knobs:
    """How many events there are, and how long they last."""

    events: int
    """Events, 6 to 70."""
    longest: int
    """Hours that an event takes at most, 4 to 40."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("events", self.events, 6, 70)
        require("longest", self.longest, 4, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Two or three more events a level."""
        return cls(events=5 * level // 2 + 5, longest=7)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws events until taking what ends first, pays most, or pays most an hour falls short."""
    while True:
        events = _random_events(rng, knobs)
        best, told = _best(events)
        by_pay = sorted(events, key=lambda event: -event[2])
        by_rate = sorted(events, key=lambda event: event[2] / (event[1] - event[0]))
        if all(_taken(order) < best[0] for order in (events, by_pay, by_rate)):
            break
    names = rng.sample(LABELS[: knobs.events], knobs.events)
    hours = sorted({hour for end, start, _ in events for hour in (end, start)})
    rank = {hour: place for place, hour in enumerate(hours)}
    # Only the order of the hours matters.
    key = " ".join(f"{rank[start]}-{rank[end]}:{pay}" for end, start, pay in events)
    return Sketch(
        key=f"interval_scheduling {key}",
        finish=lambda: _finish(names, events, best[1], told),
    )


def _random_events(rng: random.Random, knobs: Knobs) -> list[Event]:
    """Draws events that pay about what they last, of which some three go on at a time."""
    times: set[tuple[int, int]] = set()
    latest = knobs.events * knobs.longest // 5
    while len(times) < knobs.events:
        start = rng.randint(1, latest)
        times.add((start + rng.randint(1, knobs.longest), start))
    return [(end, start, end - start + rng.randint(0, 3)) for end, start in sorted(times)]


def _taken(order: list[Event]) -> int:
    """Takes each event that overlaps none before it; gives what they pay."""
    taken: list[Event] = []
    for event in order:
        if all(event[1] >= other[0] or other[1] >= event[0] for other in taken):
            taken.append(event)
    return sum(pay for *_, pay in taken)


def _best(events: list[Event]) -> tuple[tuple[int, tuple[int, ...]], list[str]]:
    """Finds the best of the events that end first, one more at a time, and tells of each.

    Kleinberg and Tardos, Algorithm Design, 6.1: an event is taken if what it pays and the best
    of what ends by its beginning are more than the best without it.
    """
    ends = [end for end, *_ in events]
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    told = []
    for place, (end, start, pay) in enumerate(events):
        before, taken = best[bisect_right(ends, start, 0, place)]
        best.append(max(best[-1], (before + pay, (*taken, place)), key=lambda choice: choice[0]))
        told.append(f"{start} to {end}: {before} + {pay} = {before + pay}, best {best[-1][0]}")
    return best[-1], told


def _finish(
    names: list[str], events: list[Event], taken: tuple[int, ...], told: list[str]
) -> Draft:
    named = dict(sorted(zip(names, events, strict=True), key=lambda item: LABELS.index(item[0])))
    answer = ", ".join(names[place] for place in taken)
    listed = ", ".join(f"{name} from {e[1]} to {e[0]} paying {e[2]}" for name, e in named.items())
    pairs = itertools.combinations(named.items(), 2)
    clashes = [[u, v] for (u, a), (v, b) in pairs if a[1] < b[0] and b[1] < a[0]]
    return Draft(
        question="A hall takes one event at a time; one may begin at the very hour at which "
        f"another ends. These are asked for: {listed}. Which should it take, to earn as much as "
        "possible?",
        answer_format="Name the events, separated by commas.",
        answer=answer,
        checker=Checker("selection"),
        facts={"worth": {name: event[2] for name, event in named.items()}, "clashes": clashes},
        steps=(*(f"{n}, {line}" for n, line in zip(names, told, strict=True)), answer),
        complexity=len(events),
    )


def chance(level: int) -> float:
    """Any events that do not overlap may be the best, while there are few."""
    return {1: 0.25, 2: 0.15}.get(level, 0.1)
