"""Where an episode's budget comes from.

In this order: the client's own number (`client`); else, if the client names a tokenizer that
loads, `budget_ratio` times the tokens of the questions as shown (`tokenizer_native`); else
`budget_ratio * num_questions * (min_tokens + max_tokens) / 2` (`config`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ponder.budget_env._checks import LARGEST, require_int
from ponder.budget_env.config import EnvConfig
from ponder.budget_env.tokens import TokenCounter


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget in tokens and the rule that gave it."""

    total: int
    source: str


def resolve_budget(
    config: EnvConfig,
    shown: Sequence[str],
    *,
    total_budget: int | None = None,
    counter: TokenCounter | None = None,
) -> Budget:
    """Sets the budget of an episode.

    Args:
        config: Gives the ratio and the range of tokens.
        shown: The questions as the policy reads them.
        total_budget: The client's own number, if it gave one.
        counter: The tokenizer that the client named, if it named one and it loaded.

    Raises:
        ValueError: If `total_budget` is not an integer of at least `config.min_tokens`, or the
            ratio gives a budget of more than 18 digits.
    """
    if total_budget is not None:
        require_int("total_budget", total_budget, config.min_tokens)
        return Budget(total_budget, "client")
    if counter is not None:
        expected: float = sum(counter.count(text) for text in shown)
        source = "tokenizer_native"
    else:
        expected = len(shown) * (config.min_tokens + config.max_tokens) / 2
        source = "config"
    tokens = config.budget_ratio * expected
    if tokens >= LARGEST:
        raise ValueError(
            f"budget_ratio {config.budget_ratio!r} gives a budget of {tokens:g} tokens, more than "
            "18 digits; lower it"
        )
    # A budget below min_tokens would end the episode before its first question.
    return Budget(max(config.min_tokens, int(tokens)), source)
