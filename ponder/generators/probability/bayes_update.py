"""Which of several boxes balls come from, by Bayes' rule.

Q: Each box holds 5 balls: box A 2 red, box B 4 red, and the others blue. One box is chosen, A with
probability 1/3 and B with probability 2/3. 1 ball is drawn from it at random: red. What is the
probability that it is box A?
A: 1/5
"""

import operator
import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.probability._text import listed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

BOXES = "ABCDEFGH"


@dataclass(frozen=True)
class Knobs:
    """How many boxes there are and how many balls are seen."""

    boxes: int
    """Boxes, 2 to 8."""
    draws: int
    """Balls drawn, 1 to 16."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("boxes", self.boxes, 2, 8)
        require("draws", self.draws, 1, 16)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more ball every other level, and a further box every fourth."""
        return cls(boxes=2 + level // 4, draws=1 + level // 2)


def _update(
    prior: list[Fraction], red: list[Fraction], seen: list[bool], asked: int
) -> tuple[Fraction, list[str]]:
    """Multiplies each prior by what is seen, and divides the one asked for by their sum."""
    joint, lines = list(prior), list[str]()
    for box, share in enumerate(red):
        for is_red in seen:
            factor = share if is_red else 1 - share
            lines.append(f"box {BOXES[box]}: {joint[box]} * {factor} = {joint[box] * factor}")
            joint[box] *= factor
    total = joint[0]
    for value in joint[1:]:
        lines.append(f"sum: {total} + {value} = {total + value}")
        total += value
    answer = joint[asked] / total
    return answer, [*lines, f"{joint[asked]} / ({total}) = {answer}"]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the boxes, one of them, and balls from it, until these tell something of the asked."""
    while True:
        size = rng.randint(max(5, knobs.boxes + 1), 20)
        reds = rng.sample(range(1, size), knobs.boxes)
        weights = [rng.randint(1, 8) for _ in reds]
        (box,) = rng.choices(range(knobs.boxes), weights)
        seen = [rng.randint(1, size) <= reds[box] for _ in range(knobs.draws)]
        asked = rng.randrange(knobs.boxes)
        likely = [red ** sum(seen) * (size - red) ** (len(seen) - sum(seen)) for red in reds]
        if likely[asked] * sum(weights) != sum(map(operator.mul, weights, likely)):
            break
    prior = [Fraction(weight, sum(weights)) for weight in weights]
    boxes = [f"{red}/{size} {p}" for red, p in zip(reds, prior, strict=True)]
    return Sketch(
        key=f"bayes {boxes[asked]} of {sorted(boxes)} {sum(seen)} of {len(seen)}",
        finish=lambda: _finish(size, reds, prior, seen, asked),
    )


def _finish(
    size: int, reds: list[int], prior: list[Fraction], seen: list[bool], asked: int
) -> Draft:
    answer, steps = _update(prior, [Fraction(red, size) for red in reds], seen, asked)
    held = ", ".join(f"box {name} {red} red" for name, red in zip(BOXES, reds, strict=False))
    choice = [f"{name} with probability {p}" for name, p in zip(BOXES, prior, strict=False)]
    colours = ", ".join("red" if is_red else "blue" for is_red in seen)
    if len(seen) == 1:
        drawn = f"1 ball is drawn from it at random: {colours}"
    else:
        order = f"each put back before the next: {colours}"
        drawn = f"{len(seen)} balls are drawn from it at random, {order}"
    return Draft(
        question=(
            f"Each box holds {size} balls: {held}, and the others blue. One box is chosen, "
            f"{listed(choice)}. {drawn}. What is the probability that it is box {BOXES[asked]}?"
        ),
        answer_format="Give an exact fraction.",
        answer=str(answer),
        checker=Checker("rational"),
        steps=tuple(steps),
        complexity=len(reds) * len(seen),
    )


def chance(level: int) -> float:
    """Some fractions are met again, but never the one that the box was chosen with."""
    return 0.04 if level <= 3 else 0.02
