"""The reward, as pure named components that add up to the return.

Notation: F = total / num_questions is the fair share of a question, n the tokens charged for it.

| component   | when                | amount                                       | constant   |
|-------------|---------------------|----------------------------------------------|------------|
| correctness | each question       | +1 if correct, else -0.1                     |            |
| overuse     | each question       | -beta max(0, n/F - 1)                        | beta 0.05  |
| efficiency  | each right answer   | +eta (1 - n/F), but at least -1.1            | eta 0.15   |
| overspend   | each question, soft | -kappa (tokens newly over the budget)/F      | kappa 0.3  |
| unanswered  | once, at the end    | -0.1 for each question never answered        |            |
| bonus       | once, at the end    | +lambda correct/num_questions                | lambda 0.4 |

The bound of the efficiency is what a right answer earns over a wrong one, so that of two answers
of the same length the right one never earns less. With these constants more tokens at equal
correctness never raise the return, and stopping early never beats short empty answers. The
preset `ree` follows ReasoningEconomicsEnv instead, whose bonus peaks where 85 % of the budget is
used, and so rewards idle spending below that.
"""

from dataclasses import dataclass

from ponder.budget_env._checks import require_number
from ponder.quoting import quoted

Components = dict[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class RewardConfig:
    """The constants of the reward; all are finite, the weights at least 0."""

    correct: float = 1.0
    """Reward of a right answer."""
    wrong: float = -0.1
    """Reward of a wrong answer."""
    beta: float = 0.05
    """Weight of tokens beyond the fair share."""
    eta: float = 0.15
    """Weight of tokens saved on a right answer."""
    kappa: float = 0.3
    """Weight of tokens beyond the whole budget, under the soft cap."""
    unanswered: float = -0.1
    """Reward of a question that was never answered."""
    bonus: float = 0.4
    """Weight lambda of the accuracy bonus at the end."""
    target_utilization: float | None = None
    """If given, the bonus is scaled by `max(0, 1 - |spent/total - target|)`."""

    def __post_init__(self) -> None:
        """Checks the constants."""
        for name in ("correct", "wrong", "unanswered"):
            require_number(name, getattr(self, name))
        for name in ("beta", "eta", "kappa", "bonus"):
            require_number(name, getattr(self, name), 0)
        if self.target_utilization is not None:
            require_number("target_utilization", self.target_utilization, 0)

    @classmethod
    def preset(cls, name: str) -> "RewardConfig":
        """Gives a named set of constants: `default` or `ree`.

        Raises:
            ValueError: If there is no such preset.
        """
        if name not in PRESETS:
            raise ValueError(f"reward preset must be one of {sorted(PRESETS)}, got {quoted(name)}")
        return PRESETS[name]


PRESETS = {"default": RewardConfig(), "ree": RewardConfig(target_utilization=0.85)}


def correctness(correct: bool, config: RewardConfig) -> float:
    """Rewards the answer itself."""
    return config.correct if correct else config.wrong


def overuse(tokens: int, share: float, config: RewardConfig) -> float:
    """Charges tokens beyond the fair share; at most 0."""
    return 0.0 - config.beta * max(0.0, tokens / share - 1.0)


def efficiency(correct: bool, tokens: int, share: float, config: RewardConfig) -> float:
    """Rewards a right answer for the share it left, and charges it for the share it overran.

    However long, it never costs more than a right answer earns over a wrong one.
    """
    if not correct:
        return 0.0
    lowest = -max(0.0, config.correct - config.wrong)
    return max(lowest, config.eta * (1.0 - tokens / share))


def overspend(newly_overspent: int, share: float, config: RewardConfig) -> float:
    """Charges tokens that went beyond the whole budget on this question; at most 0."""
    return 0.0 - config.kappa * newly_overspent / share


def unanswered(count: int, config: RewardConfig) -> float:
    """Charges the questions that were never answered."""
    return config.unanswered * count if count else 0.0


def bonus(correct: int, num_questions: int, utilization: float, config: RewardConfig) -> float:
    """Rewards the accuracy of the episode; `utilization` is spent / total."""
    amount = config.bonus * correct / num_questions
    if config.target_utilization is None:
        return amount
    return amount * max(0.0, 1.0 - abs(utilization - config.target_utilization))


def question_components(
    *, correct: bool, tokens: int, share: float, newly_overspent: int, config: RewardConfig
) -> Components:
    """Gives the components of one answered question.

    Args:
        correct: Whether the answer is right.
        tokens: Charged for this question.
        share: The fair share F, in tokens, above 0.
        newly_overspent: How many of `tokens` lie beyond the whole budget; 0 under the hard cap.
        config: The constants.
    """
    return {
        "correctness": correctness(correct, config),
        "overuse": overuse(tokens, share, config),
        "efficiency": efficiency(correct, tokens, share, config),
        "overspend": overspend(newly_overspent, share, config),
    }


def final_components(
    *, correct: int, answered: int, num_questions: int, utilization: float, config: RewardConfig
) -> Components:
    """Gives the components that are due once, when the episode ends."""
    return {
        "unanswered": unanswered(num_questions - answered, config),
        "bonus": bonus(correct, num_questions, utilization, config),
    }


def total(components: Components) -> float:
    """Adds components up."""
    return sum(components.values())
