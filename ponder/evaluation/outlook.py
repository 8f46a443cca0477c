"""What an evaluation will take: tokens to read and to sample, and what they cost."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ponder.evaluation.plan import Ask
from ponder.policies.policy import Turn
from ponder.quoting import quoted

MOST = 1e9
"""The highest price of a million tokens."""
MOST_COUNTED = 200
"""Prompts that are counted; the others are taken to be alike."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Prices:
    """What tokens cost.

    Attributes:
        read: A million tokens of prompts.
        sampled: A million sampled tokens.
    """

    read: float = 0.0
    sampled: float = 0.0

    def __post_init__(self) -> None:
        """Checks the ranges.

        Raises:
            ValueError: If a price is no number from 0 to `MOST`.
        """
        for name in ("read", "sampled"):
            if not 0 <= getattr(self, name) <= MOST:
                raise ValueError(
                    f"the price of a million tokens {name} must be a number from 0 to {MOST:,.0f}, "
                    f"got {quoted(getattr(self, name))}"
                )

    def cost(self, read: float, sampled: float) -> float:
        """Prices so many tokens.

        >>> Prices(read=0.5, sampled=2).cost(1_000_000, 250_000)
        1.0
        """
        return (read * self.read + sampled * self.sampled) / 1_000_000


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is to come.

    Attributes:
        answers: To be asked.
        read: Tokens of their prompts, about.
        most: The most tokens that can be sampled.
    """

    answers: int
    read: int
    most: int


def outlook(todo: Sequence[Ask], max_tokens: int, count: Callable[[Turn], int]) -> Outlook:
    """Estimates what is to come.

    Args:
        todo: What is to be asked.
        max_tokens: Cap of an answer.
        count: Counts the tokens of a prompt.
    """
    step = -(-len(todo) // MOST_COUNTED) or 1
    counted = [count(Turn(ask.task.question, ask.task.answer_format)) for ask in todo[::step]]
    read = round(sum(counted) / len(counted) * len(todo)) if counted else 0
    return Outlook(len(todo), read, len(todo) * max_tokens)
