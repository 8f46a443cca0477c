"""What a policy is: something that completes turns under a token cap each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Turn:
    """What a policy is shown for one question.

    Attributes:
        question: The problem.
        answer_format: One sentence on the form of the answer.
        remaining_budget: Tokens left in the episode; None outside of budget episodes.
        questions_remaining: Questions left, this one included; None outside of episodes.
        history: Earlier `(question, response)` pairs, for the accumulating `chat` context.
    """

    question: str
    answer_format: str = ""
    remaining_budget: int | None = None
    questions_remaining: int | None = None
    history: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Completion:
    """What a policy answered, in text and in the tokens that are charged.

    Attributes:
        text: The completion, without special tokens that only end it.
        prompt_ids: Tokens of the prompt.
        token_ids: Tokens sampled, the end token included.
        logprobs: Log-probability of each sampled token under the sampling policy at
            temperature 1; empty where a policy cannot tell.
        finished: Whether it ended by itself rather than at its cap.
    """

    text: str
    prompt_ids: tuple[int, ...]
    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finished: bool


class Policy(Protocol):
    """Completes many turns at once."""

    name: str

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        max_tokens: Sequence[int],
        seed: int,
        temperature: float = 1.0,
    ) -> list[Completion]:
        """Completes `turns[i]` in at most `max_tokens[i]` tokens.

        The same arguments give the same completions. Temperature 0 is greedy.
        """
        ...
