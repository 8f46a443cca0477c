"""The budget environment as an OpenEnv `Environment`: one for each session."""

import asyncio
import functools
import json
import logging
import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from openenv.core.env_server import Environment
from openenv.core.env_server.types import EnvironmentMetadata

import ponder
from ponder.budget_env.environment import BudgetEnvironment, FindCounter
from ponder.budget_env.loading import prepare
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.settings import ServerSettings
from ponder.budget_env.tokens import TokenCounter, get_counter, loaded_counter
from ponder.generators.mixture import Mixture
from ponder.quoting import quoted

LONG_RESPONSE = 4_000
"""Characters from which a response is judged in a thread, so that other sessions go on."""

MOST_QUESTIONS = 100
"""Questions of an episode whose client lists them."""

RESET_ARGUMENTS = ("seed", "episode_id", "tokenizer_name", "total_budget", "questions")

_workers = ThreadPoolExecutor(os.cpu_count() or 1, "ponder")
_log = logging.getLogger("ponder.server")


def finder(settings: ServerSettings) -> FindCounter:
    """Gives a lookup of tokenizers that never waits, and has the server's own in hand."""
    own = get_counter(settings.tokenizer, settings.allowed_tokenizers)

    def find(name: str, allowed: Sequence[str]) -> TokenCounter | None:
        return own if name == settings.tokenizer else loaded_counter(name, allowed)

    return find


def require_arguments(names: Iterable[str]) -> None:
    """Checks that `reset` takes arguments of these names.

    Raises:
        ValueError: If there is no such argument.
    """
    if unknown := set(names).difference(RESET_ARGUMENTS):
        raise ValueError(
            f"reset has no {quoted(min(unknown))}; it takes {', '.join(RESET_ARGUMENTS)}"
        )


class ServedEnvironment(Environment[Action, Observation, State]):
    """One session's environment."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, mixture: Mixture, settings: ServerSettings, find: FindCounter) -> None:
        """Makes an environment; `reset` starts its first episode."""
        super().__init__()
        self._settings = settings
        self._environment = BudgetEnvironment(
            mixture, settings.env_config(), split=settings.split, find_counter=find
        )

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        tokenizer_name: str | None = None,
        total_budget: int | None = None,
        questions: list[Any] | None = None,
        **unknown: Any,
    ) -> Observation:
        """Starts an episode; the arguments are those of `BudgetEnvironment.reset`.

        Raises:
            ValueError: If one is out of range, or there is no such argument.
        """
        require_arguments(unknown)
        self._require_choices(seed, questions)
        unnamed = tokenizer_name is None or tokenizer_name == ""
        return self._environment.reset(
            seed=seed,
            episode_id=episode_id,
            tokenizer_name=self._settings.default_tokenizer if unnamed else tokenizer_name,
            total_budget=total_budget,
            questions=questions,
        )

    def step(self, action: Action, timeout_s: float | None = None, **unknown: Any) -> Observation:
        """Takes the response to the current question, or one turn of it.

        Raises:
            ValueError: If its metadata is of a wrong type, or not allowed here.
        """
        self._require_allowed(action)
        charged = action.metadata.get("charged") if self._settings.trust_charged else None
        observation = self._environment.step(action, charged=charged)
        if observation.done and observation.metadata["reward_components"]:
            _log.info("episode ended", extra=self.state.model_dump())
        return observation

    async def reset_async(self, *arguments: Any, **named: Any) -> Observation:
        """As `reset`, in a thread: some episodes take a second to draw, and others go on."""
        name = named.get("tokenizer_name") or self._settings.default_tokenizer
        await prepare(name, self._settings.allowed_tokenizers)
        start = functools.partial(self.reset, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(_workers, start)

    async def step_async(
        self, action: Action, timeout_s: float | None = None, **unknown: Any
    ) -> Observation:
        """As `step`; a long response is judged in a thread."""
        self._require_allowed(action)
        await prepare(action.metadata.get("tokenizer_name"), self._settings.allowed_tokenizers)
        judged = (action.response, action.metadata.get("grading_response"))
        if any(isinstance(text, str) and len(text) > LONG_RESPONSE for text in judged):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(_workers, self.step, action)
        return self.step(action)

    def _require_choices(self, seed: object, questions: object) -> None:
        """Refuses what a client may not choose here."""
        choices = {
            "seed": (seed, self._settings.allow_seed),
            "questions": (questions, self._settings.allow_questions),
        }
        for name, (value, allowed) in choices.items():
            if value is not None and not allowed:
                raise ValueError(
                    f"{name} is not taken here, since allow_{name} is false; leave it out"
                )
        if isinstance(questions, list) and len(questions) > MOST_QUESTIONS:
            raise ValueError(
                f"questions must be at most {MOST_QUESTIONS} on a server, got {len(questions)}"
            )

    def _require_allowed(self, action: Action) -> None:
        settings = self._settings
        gates = {
            "grading_response": ("allow_grading_response", settings.allow_grading_response),
            "tokenizer_name": ("allow_step_tokenizer", settings.allow_step_tokenizer),
        }
        for name, (setting, allowed) in gates.items():
            if not allowed and action.metadata.get(name) is not None:
                raise ValueError(
                    f"metadata.{name} is not taken here, since {setting} is false; leave it out"
                )

    @property
    def state(self) -> State:
        """Where the episode stands."""
        return self._environment.state

    def get_metadata(self) -> EnvironmentMetadata:
        """Describes the environment, with its effective settings as JSON."""
        return EnvironmentMetadata(
            name="ponder",
            description="Questions that share one token budget: the policy divides it.",
            version=ponder.__version__,
            readme_content=json.dumps(self._settings.effective(), indent=2),
        )
