"""The number of heads of several coins, each with a probability of its own.

Q: Coins with probabilities of heads 1/2 and 2/3 are flipped once each. What is the probability of
exactly 1 head?
A: 1/2
"""

import functools
import math
import random
from dataclasses import dataclass
from itertools import pairwise

from ponder.generators._fractions import fraction
from ponder.generators.probability._text import listed
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

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


def _flipped(spread: list[int], coin: Coin) -> list[int]:
    """Flips one more coin: in how many cases there are so many heads, from none on."""
    heads, cases = coin
    return [a * (cases - heads) + b * heads for b, a in pairwise([0, *spread, 0])]


def _lines(spread: list[int], whole: int, coin: Coin) -> list[str]:
    """A line for each number of heads; `spread` is over `whole` cases, before the coin."""
    heads, cases = coin
    head, tail = fraction(heads, cases), fraction(cases - heads, cases)
    said = [fraction(part, whole) for part in spread]
    between = [f"{a} * {tail} + {b} * {head}" for b, a in pairwise(said)]
    sums = [f"{said[0]} * {tail}", *between, f"{said[-1]} * {head}"]
    lines = [
        f"{_heads(count)}: {sums[count]} = {fraction(part, whole * cases)}"
        for count, part in enumerate(_flipped(spread, coin))
    ]
    return [f"1 - {head} = {tail}", *lines]


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws the coins and the event."""
    coins = [_coin(rng, knobs.largest) for _ in range(knobs.coins)]
    event, counts = _event(rng, knobs.coins)
    shown = [fraction(*coin) for coin in coins]

    def finish() -> Draft:
        spread = functools.reduce(_flipped, coins, [1])
        whole = math.prod([cases for _, cases in coins])
        return Draft(
            question=f"Coins with probabilities of heads {listed(shown)} are flipped once each. "
            f"What is the probability of {event}?",
            answer_format="Give an exact fraction.",
            answer=fraction(sum(spread[counts.start : counts.stop]), whole),
            checker=Checker("rational"),
            steps=Lines(lambda: _steps(coins, counts)),
            complexity=knobs.coins,
        )

    return Sketch(key=f"coins {sorted(shown)} {event}", finish=finish)


def _coin(rng: random.Random, largest: int) -> Coin:
    cases = rng.randint(2, largest)
    return rng.randint(1, cases - 1), cases


def _steps(coins: list[Coin], counts: range) -> list[str]:
    """Flips one coin after the other, and adds up what counts."""
    (heads, whole), *others = coins
    spread = [whole - heads, heads]
    steps = [f"1 - {fraction(heads, whole)} = {fraction(whole - heads, whole)}"]
    for number, coin in enumerate(others, start=2):
        steps += [f"after coin {number}", *_lines(spread, whole, coin)]
        spread, whole = _flipped(spread, coin), whole * coin[1]
    total, answer = 0, "0"
    for count in counts:
        before, total = answer, total + spread[count]
        answer = fraction(total, whole)
        steps.append(f"{before} + {fraction(spread[count], whole)} = {answer}")
    return steps


def chance(level: int) -> float:
    """With two coins some fractions are met again."""
    return 0.04 if level <= 2 else 0.02
