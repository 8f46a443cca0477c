"""Budget episodes on a server, for trainers that hold the same questions themselves.

The server keeps the account, judges and rewards. The tasks, which it never sends, are drawn here
from the same mixture, split, seed and list of questions, so that a rollout knows its level.
"""

import atexit
import functools
import os
from collections.abc import Sequence
from typing import Any

from ponder.budget_env import Action, EnvConfig, Episode, Ledger, Observation, QuestionResult
from ponder.generators.mixture import Mixture
from ponder.task import Split, Task
from ponder.verifiers import Verdict, extract

_REASON = "The server judged it."


class RemoteEnvironment:
    """The part of `BudgetEnvironment` that is played on, over one connection."""

    def __init__(
        self, client: Any, mixture: Mixture, config: EnvConfig, *, split: Split = "train"
    ) -> None:
        """Plays by `client`, a `BudgetClient(...).sync()`; the rest must be the server's own."""
        self.config = config
        self._client = client
        self._mixture = mixture
        self._split: Split = split
        self._episode: Episode | None = None
        self._seen: Observation | None = None
        self._ledger: Ledger | None = None
        self._results: list[QuestionResult] = []

    def reset(
        self, *, seed: int, total_budget: int, questions: Sequence[Sequence[Any]] | None = None
    ) -> Observation:
        """Starts an episode here and there.

        Raises:
            ValueError: If the server refuses, or puts other questions or other rules.
            OSError: If it cannot be reached.
        """
        slots = None if questions is None else [list(slot) for slot in questions]
        episode = Episode.draw(
            self._mixture,
            seed=seed,
            split=self._split,
            num_questions=self.config.num_questions,
            questions=slots,
        )
        arguments = {"seed": seed, "total_budget": total_budget, "questions": slots}
        given = {name: value for name, value in arguments.items() if value is not None}
        seen = _asked(lambda: self._client.reset(**given))
        _require_same(seen, episode, self.config)
        self._episode, self._seen, self._results = episode, seen, []
        self._ledger = Ledger(total_budget, self.config.budget_mode, self.config.min_tokens)
        return seen

    def step(self, response: str, *, charged: int) -> Observation:
        """Answers the current question.

        Args:
            response: The policy's text.
            charged: The tokens that were sampled for it; the server believes the number where
                `PONDER_TRUST_CHARGED` is true.

        Raises:
            ValueError: If the server refuses, or charges another number.
            OSError: If it cannot be reached.
        """
        task = self.task
        assert task is not None and self._seen is not None
        action = Action(response=response, metadata={"charged": charged})
        seen = _asked(lambda: self._client.step(action))
        spent = self._seen.remaining_budget - seen.remaining_budget
        if spent != charged:
            raise ValueError(
                f"the server charged {spent} tokens where {charged} were sampled; start it with "
                "PONDER_TRUST_CHARGED=true, or with the policy's tokenizer"
            )
        if seen.step_idx > len(self._results):
            self._results.append(self._result(task, response, seen, spent))
        self._seen = seen
        self._ledger = self.ledger.charge(spent)
        return seen

    def _result(self, task: Task, response: str, seen: Observation, spent: int) -> QuestionResult:
        correct = seen.history[-1]["was_correct"]
        verdict = Verdict(float(correct), correct, None, extract(response).how, _REASON)
        source = self.episode.sources[len(self._results)]
        components = seen.metadata["reward_components"]
        truncated = self.config.budget_mode == "hard" and seen.remaining_budget == 0
        return QuestionResult(task, source, response, verdict, spent, components, truncated)

    @property
    def task(self) -> Task | None:
        """The current question's task; None after the end."""
        seen = self._seen
        if seen is None or seen.done:
            return None
        return self.episode.tasks[seen.step_idx]

    @property
    def episode(self) -> Episode:
        """The episode, as drawn here."""
        assert self._episode is not None, "no episode was started; call reset() first"
        return self._episode

    @property
    def ledger(self) -> Ledger:
        """The account, as it follows from what the server charged."""
        assert self._ledger is not None, "no episode was started; call reset() first"
        return self._ledger

    @property
    def results(self) -> tuple[QuestionResult, ...]:
        """The answered questions, in order."""
        return tuple(self._results)


def connection(url: str, number: int) -> Any:
    """Gives this process's connection of a number to a server; opened once, and kept.

    The bearer token is read from `PONDER_TOKEN`.

    Raises:
        ValueError: If the extra `serve` is not installed.
        OSError: If the server cannot be reached.
    """
    try:
        from ponder.budget_env.client import BudgetClient
    except ImportError as error:
        raise ValueError(f"playing on a server {error}") from None
    return _opened(BudgetClient, url, os.environ.get("PONDER_TOKEN", ""), number)


@functools.cache
def _opened(make: Any, url: str, token: str, number: int) -> Any:
    from ponder.budget_env.client import advised

    headers = {"Authorization": f"Bearer {token}"} if token else None
    client = make(base_url=url, headers=headers).sync()
    try:
        client.connect()
    except OSError as error:
        raise advised(error) from None
    atexit.register(client.close)
    return client


def _asked(ask: Any) -> Observation:
    try:
        observation: Observation = ask().observation
    except RuntimeError as error:  # How OpenEnv's client passes on what the server refuses.
        raise ValueError(f"the server refused: {error}") from None
    return observation


def _require_same(seen: Observation, episode: Episode, config: EnvConfig) -> None:
    here = {
        "num_questions": len(episode.tasks),
        "min_tokens": config.min_tokens,
        "budget_mode": config.budget_mode,
        "answer_reserve": config.answer_reserve,
        "question": episode.tasks[0].prompt("plain"),
    }
    there = seen.metadata | {"question": seen.question}
    for name, value in here.items():
        if there[name] != value:
            raise ValueError(
                f"the server's {name} is {str(there[name])[:80]!r}, not {str(value)[:80]!r}; "
                "serve the same mixture, split and settings"
            )
