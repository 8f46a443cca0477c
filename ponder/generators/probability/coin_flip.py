"""The number of heads of several coins, each with a probability of its own.

Q: Coins with probabilities of heads 1/2 and 2/3 are flipped once each. What is the probability of
exactly 1 head?
A: 1/2
"""

import random
from dataclasses import dataclass
from itertools import pairwise

from ponder.generators.probability._text import fraction, listed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

Coin = tuple[int, int]
"""In how many of how many cases, all equally likely, it shows heads."""


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
    first, last = 0 if kind == "at most" else count, coins if kind == "at least" else count
    return f"{kind} {_heads(count)}", range(first, last + 1)


def _heads(count: int) -> str:
    return f"{count} head{'' if count == 1 else 's'}"


def _flipped(spread: list[int], whole: int, coin: Coin) -> tuple[list[int], list[str]]:
    """Flips one more coin: in how many cases there are so many heads, and a line for each.

    The spread is over `whole` cases before, and over `whole` times the coin's after.
    """
    heads, cases = coin
    tails = cases - heads
    after = [a * tails + b * heads for a, b in zip([*spread, 0], [0, *spread], strict=True)]
    head, tail = fraction(heads, cases), fraction(tails, cases)
    said = [fraction(part, whole) for part in spread]
    sums = [
        f"{said[0]} * {tail}",
        *[f"{a} * {tail} + {b} * {head}" for b, a in pairwise(said)],
        f"{said[-1]} * {head}",
    ]
    lines = [
        f"{_heads(count)}: {sums[count]} = {fraction(part, whole * cases)}"
        for count, part in enumerate(after)
    ]
    return after, [f"1 - {head} = {tail}", *lines]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the coins and the event."""
    coins = [_coin(rng, knobs.largest) for _ in range(knobs.coins)]
    event, counts = _event(rng, knobs.coins)
    shown = [fraction(*coin) for coin in coins]

    def finish() -> Draft:
        steps, answer = _steps(coins, counts)
        return Draft(
            question=f"Coins with probabilities of heads {listed(shown)} are flipped once each. "
            f"What is the probability of {event}?",
            answer_format="Give an exact fraction.",
            answer=answer,
            checker=Checker("rational"),
            steps=tuple(steps),
            complexity=knobs.coins,
        )

    return Sketch(key=f"coins {sorted(shown)} {event}", finish=finish)


def _coin(rng: random.Random, largest: int) -> Coin:
    cases = rng.randint(2, largest)
    return rng.randint(1, cases - 1), cases


def _steps(coins: list[Coin], counts: range) -> tuple[list[str], str]:
    """Flips one coin after the other, and adds up what counts; gives the answer too."""
    (heads, whole), *others = coins
    spread = [whole - heads, heads]
    steps = [f"1 - {fraction(heads, whole)} = {fraction(whole - heads, whole)}"]
    for number, coin in enumerate(others, start=2):
        spread, lines = _flipped(spread, whole, coin)
        whole *= coin[1]
        steps += [f"after coin {number}", *lines]
    total, answer = 0, "0"
    for count in counts:
        before, total = answer, total + spread[count]
        answer = fraction(total, whole)
        steps.append(f"{before} + {fraction(spread[count], whole)} = {answer}")
    return steps, answer


def chance(level: int) -> float:
    """With two coins some fractions are met again."""
    return 0.04 if level <= 2 else 0.02
