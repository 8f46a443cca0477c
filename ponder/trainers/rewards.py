"""The reward of a single question: correctness discounted by the tokens thought before it.

`gamma ** K * r_e + r_f`, "Learning to Reason Efficiently with Discounted RL", arXiv:2510.23486.
Three decisions differ from the published code. A wrong answer earns 0 and never less, since a
discounted penalty would pay for long wrong answers. K counts every token before the answer,
whether or not it stands inside reasoning tags: where only tagged tokens count, leaving the tags
out escapes the discount. And the format reward is the same for every gamma.
"""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ponder.policies.play import Rollout
from ponder.policies.thoughts import tokens_before
from ponder.quoting import quoted
from ponder.verifiers import extract


@dataclass(frozen=True, slots=True)
class DiscountConfig:
    """The discount and the format reward.

    Attributes:
        gamma: Discount per token before the answer, in (0, 1]; 1 is plain correctness.
        format_reward: r_f, for an answer in the asked format, never discounted.
    """

    gamma: float = 0.998
    format_reward: float = 0.1

    def __post_init__(self) -> None:
        """Checks the range of gamma."""
        if not 0 < self.gamma <= 1:
            raise ValueError(f"gamma must be above 0 and at most 1, got {quoted(self.gamma)}")


def discounted(
    rollout: Rollout, config: DiscountConfig, decode: Callable[[Sequence[int]], str]
) -> Rollout:
    """Gives a rollout of a single question its reward, as the components of it."""
    completion, verdict = rollout.completion, rollout.verdict
    thought = tokens_before(completion.token_ids, extract(completion.text).start, decode)
    return dataclasses.replace(
        rollout,
        components={
            "correctness": config.gamma**thought if verdict.correct else 0.0,
            "format": config.format_reward if verdict.how == "tag" else 0.0,
        },
    )
