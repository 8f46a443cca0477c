"""The ledger: the one place where a token budget is added up.

A ledger is a value. Charging it gives another ledger and leaves the first as it was, so a charge
that is refused changes nothing. Checks happen in this order:

1. Before a question: `exhausted`. Under the hard cap a question is not put when less than
   `min_tokens` remains; under the soft cap it always is.
2. While a response is drawn: `thinking_limit` tokens may be spent before an answer is forced;
   the forced answer may use the rest of `remaining`.
3. When it is complete: `allowance(tokens)`. Under the hard cap what exceeds `remaining` is cut.
4. `charge(tokens)`. Under the hard cap more than `remaining` is refused, under the soft cap it
   becomes `overspent`.

Always `spent + remaining == total`; `remaining` is never negative under the hard cap, and under
the soft cap it is `-overspent` once the budget is used up.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from ponder.budget_env._checks import require_int
from ponder.quoting import quoted

BudgetMode = Literal["hard", "soft"]
BUDGET_MODES: tuple[BudgetMode, ...] = get_args(BudgetMode)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A budget and what has been spent of it, in tokens.

    Attributes:
        total: The budget, at least 1.
        mode: `hard`: no more than `total` can be spent. `soft`: overspending is allowed.
        min_tokens: Under the hard cap, less than this is not enough for another question.
        answer_reserve: Kept back while thinking, so that an answer can still be forced.
        spent: Charged so far.

    >>> ledger = Ledger(100).charge(70)
    >>> ledger.remaining, ledger.allowance(50)
    (30, 30)
    """

    total: int
    mode: BudgetMode = "hard"
    min_tokens: int = 1
    answer_reserve: int = 0
    spent: int = 0

    def __post_init__(self) -> None:
        """Checks the amounts."""
        require_int("total", self.total, 1)
        require_int("min_tokens", self.min_tokens, 1)
        require_int("answer_reserve", self.answer_reserve, 0)
        require_int("spent", self.spent, 0)
        if self.mode not in BUDGET_MODES:
            raise ValueError(f"mode must be one of {BUDGET_MODES}, got {quoted(self.mode)}")
        if self.mode == "hard" and self.spent > self.total:
            raise ValueError(
                f"spent must be at most total = {self.total} under the hard cap, got "
                f"{quoted(self.spent)}"
            )

    @property
    def remaining(self) -> int:
        """What is left; negative only under the soft cap."""
        return self.total - self.spent

    @property
    def overspent(self) -> int:
        """What was spent beyond the budget; 0 under the hard cap."""
        return max(0, self.spent - self.total)

    @property
    def exhausted(self) -> bool:
        """Whether too little is left to put another question."""
        return self.mode == "hard" and self.remaining < self.min_tokens

    @property
    def thinking_limit(self) -> int:
        """The most that may be spent before an answer has to be forced; at least 0."""
        return max(0, self.remaining - self.answer_reserve)

    def allowance(self, tokens: int) -> int:
        """Tells how many of `tokens` can be charged."""
        return tokens if self.mode == "soft" else min(tokens, self.remaining)

    def charge(self, tokens: int) -> "Ledger":
        """Gives the ledger after `tokens` were spent.

        Raises:
            ValueError: If `tokens` is not an integer of at least 0, or exceeds what remains
                under the hard cap.
        """
        require_int("tokens", tokens, 0)
        if tokens > self.allowance(tokens):
            raise ValueError(
                f"tokens must be at most the {self.remaining} that remain under the hard cap, got "
                f"{tokens}; stop sampling at `remaining`"
            )
        spent = self.spent + tokens
        return Ledger(self.total, self.mode, self.min_tokens, self.answer_reserve, spent)
