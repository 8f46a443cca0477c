"""The number of heads of several coins, each with a probability of its own.

Q: Coins with probabilities of heads 1/2 and 2/3 are flipped once each. What is the probability of
exactly 1 head?
A: 1/2
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.probability._text import listed, proper_fraction
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many coins are flipped and how uneven they are."""

    coins: int
    """Coins, 2 to 16."""
    largest: int
    """The largest denominator of a coin's probability of heads, 3 to 20."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("coins", self.coins, 2, 16)
        require("largest", self.largest, 3, 20)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more coin every other level."""
        return cls(coins=(level + 3) // 2, largest=15)


def _event(rng: random.Random, coins: int) -> tuple[str, range]:
    """Draws which numbers of heads count, and how that is said."""
    kind = rng.choice(("exactly", "at least", "at most"))
    count = rng.randint(0, coins) if kind == "exactly" else rng.randint(1, coins - 1)
    counts = {
        "exactly": range(count, count + 1),
        "at least": range(count, coins + 1),
        "at most": range(count + 1),
    }
    return f"{kind} {_heads(count)}", counts[kind]


def _heads(count: int) -> str:
    return f"{count} head{'' if count == 1 else 's'}"


def _flipped(spread: list[Fraction], heads: Fraction) -> tuple[list[Fraction], list[str]]:
    """Flips one more coin: how likely each number of heads is, and a line for each."""
    tails = 1 - heads
    after, lines = [], [f"1 - {heads} = {tails}"]
    for count in range(len(spread) + 1):
        terms = []
        if count < len(spread):
            terms.append((spread[count], tails))
        if count:
            terms.append((spread[count - 1], heads))
        products = [a * b for a, b in terms]
        after.append(products[0] if len(products) == 1 else products[0] + products[1])
        text = " + ".join([f"{a} * {b}" for a, b in terms])
        lines.append(f"{_heads(count)}: {text} = {after[-1]}")
    return after, lines


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the coins and the event."""
    coins = [proper_fraction(rng, knobs.largest) for _ in range(knobs.coins)]
    event, counts = _event(rng, knobs.coins)

    def finish() -> Draft:
        tails = 1 - coins[0]
        spread, steps = [tails, coins[0]], [f"1 - {coins[0]} = {tails}"]
        for number, heads in enumerate(coins[1:], start=2):
            spread, lines = _flipped(spread, heads)
            steps += [f"after coin {number}", *lines]
        answer = Fraction()
        for count in counts:
            before = answer
            answer += spread[count]
            steps.append(f"{before} + {spread[count]} = {answer}")
        return Draft(
            question=(
                f"Coins with probabilities of heads {listed(list(map(str, coins)))} are flipped "
                f"once each. What is the probability of {event}?"
            ),
            answer_format="Give an exact fraction.",
            answer=str(answer),
            checker=Checker("rational"),
            steps=tuple(steps),
            complexity=knobs.coins,
        )

    return Sketch(key=f"coins {sorted(map(str, coins))} {event}", finish=finish)


def chance(level: int) -> float:
    """With two coins some fractions are met again."""
    return 0.04 if level <= 2 else 0.02
