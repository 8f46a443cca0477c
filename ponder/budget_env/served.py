"""The budget environment as an OpenEnv `Environment`: one for each session."""

import asyncio
import json
import logging
from typing import Any

from openenv.core.env_server import Environment
from openenv.core.env_server.types import EnvironmentMetadata

import ponder
from ponder.budget_env.environment import BudgetEnvironment
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.settings import ServerSettings
from ponder.budget_env.tokens import is_loaded
from ponder.generators.mixture import Mixture

LONG_RESPONSE = 4_000
"""Characters from which a response is judged in a thread, so that other sessions go on."""

_log = logging.getLogger("ponder.server")


class ServedEnvironment(Environment[Action, Observation, State]):
    """One session's environment."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, mixture: Mixture, settings: ServerSettings) -> None:
        """Makes an environment; `reset` starts its first episode."""
        super().__init__()
        self._settings = settings
        self._environment = BudgetEnvironment(mixture, settings.env_config(), split=settings.split)

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
        if unknown:
            raise ValueError(
                f"reset has no {min(unknown)!r:.80}; it takes seed, episode_id, tokenizer_name, "
                "total_budget and questions"
            )
        return self._environment.reset(
            seed=seed,
            episode_id=episode_id,
            tokenizer_name=tokenizer_name or self._settings.default_tokenizer,
            total_budget=total_budget,
            questions=questions,
        )

    def step(self, action: Action, timeout_s: float | None = None, **unknown: Any) -> Observation:
        """Takes the response to the current question, or one turn of it."""
        charged = action.metadata.get("charged") if self._settings.trust_charged else None
        observation = self._environment.step(action, charged=charged)
        if observation.done and observation.metadata["reward_components"]:
            _log.info("episode ended", extra=self.state.model_dump())
        return observation

    async def reset_async(self, *arguments: Any, **named: Any) -> Observation:
        """As `reset`; a tokenizer that must first be loaded is loaded in a thread."""
        name = named.get("tokenizer_name") or self._settings.default_tokenizer
        if isinstance(name, str) and not is_loaded(name):
            return await asyncio.to_thread(self.reset, *arguments, **named)
        return self.reset(*arguments, **named)

    async def step_async(
        self, action: Action, timeout_s: float | None = None, **unknown: Any
    ) -> Observation:
        """As `step`; a long response is judged in a thread."""
        if len(action.response) > LONG_RESPONSE or "tokenizer_name" in action.metadata:
            return await asyncio.to_thread(self.step, action)
        return self.step(action)

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
