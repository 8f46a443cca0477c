"""The budget environment as OpenEnv serves it: one for each session."""

import asyncio
import json
import logging
import uuid
from collections.abc import Callable
from typing import Any

from openenv.core.env_server import Environment
from openenv.core.env_server.types import EnvironmentMetadata
from pydantic import SerializerFunctionWrapHandler, model_serializer

import ponder
from ponder.budget_env.environment import BudgetEnvironment
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.settings import ServerSettings
from ponder.budget_env.tokens import is_loaded
from ponder.generators.mixture import Mixture

LONG_RESPONSE = 4_000
"""Characters from which a response is judged in a thread, so that other sessions go on."""

_log = logging.getLogger("ponder.server")


class WireObservation(Observation):
    """An observation that keeps `done` and `reward` inside, where existing clients read them.

    OpenEnv 0.10 leaves both out of the nested observation and puts them beside it.
    """

    @model_serializer(mode="wrap")
    def _with_end_and_reward(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        return fields | {"done": self.done, "reward": self.reward}


class ServedEnvironment(Environment[Action, WireObservation, State]):
    """One session's environment.

    Errors that tell a client what it did wrong pass; any other is logged under a number, and the
    client is told the number alone.
    """

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
    ) -> WireObservation:
        """Starts an episode; the arguments are those of `BudgetEnvironment.reset`.

        Raises:
            ValueError: If one is out of range, or there is no such argument.
        """
        if unknown:
            raise ValueError(
                f"reset has no {sorted(unknown)[0]!r:.80}; it takes seed, episode_id, "
                "tokenizer_name, total_budget and questions"
            )
        return _wire(
            self._environment.reset(
                seed=seed,
                episode_id=episode_id,
                tokenizer_name=tokenizer_name or self._settings.default_tokenizer,
                total_budget=total_budget,
                questions=questions,
            )
        )

    def step(
        self, action: Action, timeout_s: float | None = None, **unknown: Any
    ) -> WireObservation:
        """Takes the response to the current question, or one turn of it."""
        charged = action.metadata.get("charged") if self._settings.trust_charged else None
        observation = _wire(self._environment.step(action, charged=charged))
        if observation.done and observation.metadata["reward_components"]:
            state = self._environment.state
            _log.info("episode ended", extra=state.model_dump())
        return observation

    async def reset_async(self, *arguments: Any, **named: Any) -> WireObservation:
        """As `reset`; a tokenizer that must first be loaded is loaded in a thread."""
        name = named.get("tokenizer_name") or self._settings.default_tokenizer
        slow = isinstance(name, str) and not is_loaded(name)
        return await _guarded(lambda: self.reset(*arguments, **named), in_thread=slow)

    async def step_async(
        self, action: Action, timeout_s: float | None = None, **unknown: Any
    ) -> WireObservation:
        """As `step`; a long response is judged in a thread."""
        slow = len(action.response) > LONG_RESPONSE or "tokenizer_name" in action.metadata
        return await _guarded(lambda: self.step(action), in_thread=slow)

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


def _wire(observation: Observation) -> WireObservation:
    # Every value is of its type already, and the observation is this session's own.
    return WireObservation.model_construct(**vars(observation))


async def _guarded(work: Callable[[], WireObservation], *, in_thread: bool) -> WireObservation:
    """Does the work, and lets no error out that tells of the inside."""
    try:
        return await asyncio.to_thread(work) if in_thread else work()
    except ValueError:
        raise
    except Exception:
        number = uuid.uuid4().hex[:12]
        _log.exception("internal error", extra={"number": number})
        raise RuntimeError(
            f"internal error {number}; the server's log has it under this number"
        ) from None
