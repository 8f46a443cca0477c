"""The colours of balls drawn from an urn, with or without putting them back.

Q: An urn holds 5 red and 3 blue balls. 3 balls are drawn at random, and none is put back. What is
the probability that 2 of them are red and 1 blue?
A: 15/28
"""

import math
import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.probability._text import listed
from ponder.generators.registry import require
from ponder.task import Checker, Draft

COLOURS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple")


@dataclass(frozen=True)
class Knobs:
    """How many balls are drawn and how many colours there are."""

    draws: int
    """Balls drawn, 2 to 40."""
    colours: int
    """Colours in the urn, 2 to 8."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("draws", self.draws, 2, 40)
        require("colours", self.colours, 2, 8)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more ball a level, and a further colour now and then."""
        return cls(draws=level + 1, colours=3 + level // 6)


def _steps(urn: list[int], drawn: list[int], put_back: bool) -> tuple[Fraction, list[str]]:
    """Multiplies along one order of the colours, then by the number of orders."""
    left, total = list(urn), sum(urn)
    likely, lines = Fraction(1), list[str]()
    for colour, count in enumerate(drawn):
        for _ in range(count):
            line = f"{likely} * {left[colour]}/{total}"
            likely *= Fraction(left[colour], total)
            lines.append(f"{line} = {likely}")
            if not put_back:
                left[colour] -= 1
                total -= 1
    orders = math.factorial(sum(drawn))
    lines.append(f"{sum(drawn)}! = {orders}")
    several = [math.factorial(count) for count in drawn if count > 1]
    if several:
        line = f"orders: {orders} / ({' * '.join(map(str, several))})"
        orders //= math.prod(several)
        lines.append(f"{line} = {orders}")
    return likely * orders, [*lines, f"{orders} * {likely} = {likely * orders}"]


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Fills an urn and draws from it: what came is what is asked for."""
    names = rng.sample(COLOURS, knobs.colours)
    fewest = knobs.draws // knobs.colours + 1
    urn = [rng.randint(fewest, fewest + 8) for _ in names]
    balls = [colour for colour, count in enumerate(urn) for _ in range(count)]
    put_back = rng.random() < 0.5
    sample = rng.choices(balls, k=knobs.draws) if put_back else rng.sample(balls, knobs.draws)
    drawn = [sample.count(colour) for colour in range(knobs.colours)]
    answer, steps = _steps(urn, drawn, put_back)
    came = [(count, name) for count, name in zip(drawn, names, strict=True) if count]
    (first, colour), *others = came
    event = [f"{first} of them {'is' if first == 1 else 'are'} {colour}"]
    event += [f"{count} {name}" for count, name in others]
    held = listed([f"{count} {name}" for count, name in zip(urn, names, strict=True)])
    return Draft(
        question=(
            f"An urn holds {held} balls. {knobs.draws} balls are drawn at random, "
            f"{'each put back before the next' if put_back else 'and none is put back'}. "
            f"What is the probability that {listed(event)}?"
        ),
        answer_format="Give an exact fraction.",
        answer=str(answer),
        checker=Checker("rational"),
        steps=tuple(steps),
        complexity=knobs.draws,
        key=f"urn {sorted(zip(urn, drawn, strict=True))} {put_back}",
    )


def chance(level: int) -> float:
    """With two draws some fractions are met again."""
    return 0.04 if level == 1 else 0.02
