"""A policy by script: a simulator whose accuracy is a stated function of level and tokens.

It knows the answers, and gives the right one with the stated probability. What measures or
trains policies can so be held against a truth that is known.
"""

import random
from collections.abc import Callable, Mapping, Sequence

from ponder import randomness
from ponder.policies.policy import Completion, Turn
from ponder.quoting import quoted
from ponder.task import Task

WRONG_ANSWER = "unknown"


class ScriptedPolicy:
    """Spends the tokens that it is told to, and is right as often as it is told to be.

    A completion whose tokens exceed its cap is cut there and holds no answer, as a model's would.

    Attributes:
        name: Shown in results.
    """

    def __init__(
        self,
        tasks: Mapping[str, Task],
        *,
        accuracy: Callable[[int, int], float],
        tokens: Callable[[Turn, int], int],
        name: str = "scripted",
    ) -> None:
        """Writes the script.

        Args:
            tasks: The task of every question that will be put, by the question's text.
            accuracy: Probability of a right answer, from level and tokens spent.
            tokens: Tokens to spend, at least 1, from the turn and its level.
            name: Shown in results.
        """
        self.name = name
        self._tasks = tasks
        self._accuracy = accuracy
        self._tokens = tokens

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        max_tokens: Sequence[int],
        seed: int,
        temperature: float = 1.0,
    ) -> list[Completion]:
        """Completes every turn; at temperature 0 it is right exactly where that is likelier.

        Raises:
            ValueError: If a question is unknown, or the script gives a probability outside of
                0 to 1 or fewer tokens than 1.
        """
        return [
            self._complete(turn, cap, randomness.stream("scripted", seed, place), temperature)
            for place, (turn, cap) in enumerate(zip(turns, max_tokens, strict=True))
        ]

    def _complete(self, turn: Turn, cap: int, rng: random.Random, temperature: float) -> Completion:
        task = self._tasks.get(turn.question)
        if task is None:
            raise ValueError(f"the script has no task for the question {turn.question[:80]!r}")
        wanted = self._tokens(turn, task.level)
        probability = self._accuracy(task.level, wanted)
        if wanted < 1:
            raise ValueError(
                f"tokens must give at least 1, got {quoted(wanted)} at level {task.level}"
            )
        if not 0 <= probability <= 1:
            raise ValueError(
                f"accuracy must give 0 to 1, got {quoted(probability)} for level {task.level} and "
                f"{wanted} tokens"
            )
        right = probability >= 0.5 if temperature == 0 else rng.random() < probability
        finished = wanted <= cap
        # Without a number: a thought that is cut must not be read as an answer.
        text = "Thought about it."
        if finished:
            text += f"\n<answer>{task.answer if right else WRONG_ANSWER}</answer>"
        return Completion(
            text=text,
            prompt_ids=tuple(turn.question.encode()),
            token_ids=(0,) * min(wanted, cap),
            logprobs=(),
            finished=finished,
        )
