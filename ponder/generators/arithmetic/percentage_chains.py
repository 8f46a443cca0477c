"""An amount that changes by one percentage after another; either its end or its beginning is asked.

Q: A price of 80 euros rises by 25%, then falls by 10%. How many euros is it then? Each
percentage is of the amount just before.
A: 90
"""

import math
import random
from dataclasses import dataclass

from ponder.generators.arithmetic._decimals import write
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_THINGS = (
    ("price", "euros"),
    ("rent", "dollars"),
    ("debt", "pounds"),
    ("load", "kilograms"),
    ("stock", "tonnes"),
    ("volume", "litres"),
    ("distance", "kilometres"),
)


@dataclass(frozen=True)
class Knobs:
    """How often the amount changes."""

    changes: int
    """Changes, 1 to 60."""
    largest: int
    """The largest amount at first, 50 to 10,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("changes", self.changes, 1, 60)
        require("largest", self.largest, 50, 10_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more change a level, and larger amounts."""
        return cls(changes=level + 1, largest=2_000 + 200 * level)


def _change(rng: random.Random, units: int) -> tuple[str, int]:
    """Draws a change in words, and to how many percent it leads; whole units are left."""
    grain = math.lcm(100 // math.gcd(units, 100), rng.choice((1, 5, 5, 10, 10)))
    part = grain * rng.randint(1, max(1, 99 // grain))
    way = rng.choice(("rises by", "rises by", "falls by", "falls to")) if part < 100 else "rises by"
    percent = {"rises by": 100 + part, "falls by": 100 - part, "falls to": part}[way]
    return f"{way} {part}%", percent


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the first amount and the changes; the last amount is another one."""
    # As many decimal places as this leave room for most changes to be by any multiple of 5%.
    places = knobs.changes + 1
    first = last = rng.randint(20, knobs.largest) * 10**places
    words, percents = list[str](), list[int]()
    while last == first:
        last, words, percents = first, [], []
        for _ in range(knobs.changes):
            told, percent = _change(rng, last)
            words.append(told)
            percents.append(percent)
            last = last * percent // 100
    forward = rng.random() < 0.5
    units, steps = first if forward else last, list[str]()
    for percent in percents if forward else reversed(percents):
        after = units * percent // 100 if forward else units * 100 // percent
        work = f"* {percent} / 100" if forward else f"/ {percent} * 100"
        steps.append(f"{write(units, places)} {work} = {write(after, places)}")
        units = after
    start, end, changes = write(first, places), write(last, places), ", then ".join(words)
    thing, unit = rng.choice(_THINGS)
    asked = f"A {thing} {changes}, and is {end} {unit} then. How many {unit} was it at first?"
    if forward:
        asked = f"A {thing} of {start} {unit} {changes}. How many {unit} is it then?"
    return Draft(
        question=f"{asked} Each percentage is of the amount just before.",
        answer_format="Give the exact value as a decimal number.",
        answer=end if forward else start,
        checker=Checker("decimal", {"tolerance": "0"}),
        steps=tuple(steps),
        complexity=knobs.changes,
        key=f"{start} {changes}",
    )


def chance(level: int) -> float:
    """No amount is likely, and the amount given is never the one asked for."""
    return 0.01
