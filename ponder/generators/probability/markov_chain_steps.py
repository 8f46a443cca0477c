"""Where a Markov chain is after some steps.

Q: A token moves in steps. From A it goes to A with probability 1/2 and to B with probability 1/2.
From B it goes to A with probability 1/3 and to B with probability 2/3. It starts in A. What is the
probability that it is in B after 2 steps?
A: 7/12
"""

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ponder.generators.probability._text import listed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

STATES = "ABCDEFGH"
Rows = list[list[Fraction]]


@dataclass(frozen=True)
class Knobs:
    """How many states there are, and how many steps are taken."""

    states: int
    """States, 2 to 6."""
    steps: int
    """Steps, 2 to 8."""
    largest: int
    """The largest denominator of a probability, 2 to 20; from three states on all divide 12."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("states", self.states, 2, 6)
        require("steps", self.steps, 2, 8)
        require("largest", self.largest, 2, 20)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """A further step every fourth level and a further state every fifth."""
        states = 2 if level < 3 else 3 + (level - 3) // 5
        return cls(states=states, steps=2 + level // 4, largest=16)


def _row(rng: random.Random, states: int, largest: int) -> list[Fraction]:
    """Draws the probabilities of leaving a state, at least two of them above zero."""
    while True:
        below = rng.choice([n for n in range(2, largest + 1) if states == 2 or 12 % n == 0])
        cuts = [0, *sorted(rng.randint(0, below) for _ in range(states - 1)), below]
        row = [Fraction(high - low, below) for low, high in pairwise(cuts)]
        if max(row) < 1:
            return row


def _ends(rows: Rows, steps: int) -> set[int]:
    """The states in which a chain may be after some steps."""
    ends = {0}
    for _ in range(steps):
        ends = {state for start in ends for state, p in enumerate(rows[start]) if p}
    return ends


def _walked(rows: Rows, steps: int, goal: int) -> tuple[Fraction, list[str]]:
    """Works out how likely each state is, step by step; of the last step the goal alone."""
    spread = rows[0]
    lines = [f"step 1, {name}: {value}" for name, value in zip(STATES, spread, strict=False)]
    for step in range(2, steps + 1):
        after = []
        for state in range(len(rows)) if step < steps else [goal]:
            terms = [(p, row[state]) for p, row in zip(spread, rows, strict=True) if p * row[state]]
            after.append(sum((a * b for a, b in terms), Fraction()))
            text = " + ".join(f"{a} * {b}" for a, b in terms)
            told = f"{text} = {after[-1]}" if terms else "0"
            lines.append(f"step {step}, {STATES[state]}: {told}")
        spread = after
    return spread[0], lines


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws chains, which start in A, until the goal can be reached and missed."""
    rows, goal, ends = list[list[Fraction]](), 0, set[int]()
    while goal not in ends or len(ends) < 2:
        rows = [_row(rng, knobs.states, knobs.largest) for _ in range(knobs.states)]
        goal = rng.randrange(knobs.states)
        ends = _ends(rows, knobs.steps)
    kinds = [f"{row[i]} {row[0]} {row[goal]} {sorted(map(str, row))}" for i, row in enumerate(rows)]
    return Sketch(
        key=f"markov {knobs.steps} from {kinds[0]} to {kinds[goal]} in {sorted(kinds)}",
        finish=lambda: _finish(rows, goal, knobs.steps),
    )


def _finish(rows: Rows, goal: int, count: int) -> Draft:
    answer, steps = _walked(rows, count, goal)
    moves = []
    for name, row in zip(STATES, rows, strict=False):
        ways = [f"to {to} with probability {p}" for to, p in zip(STATES, row, strict=False) if p]
        moves.append(f"From {name} it goes {listed(ways)}.")
    return Draft(
        question=(
            f"A token moves in steps. {' '.join(moves)} It starts in A. What is the probability "
            f"that it is in {STATES[goal]} after {count} steps?"
        ),
        answer_format="Give an exact fraction.",
        answer=str(answer),
        checker=Checker("rational"),
        steps=tuple(steps),
        complexity=len(rows) * count,
    )


def chance(level: int) -> float:
    """Small denominators meet again at times."""
    return 0.03
