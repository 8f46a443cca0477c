"""Clients of the budget environment: over the network, and with the same interface in process.

Both give OpenEnv's `StepResult`s of this package's observations, asynchronously or, after
`.sync()`, synchronously, so that the code that plays does not know which it has.
"""

from types import TracebackType
from typing import Any, Self, TypeAlias

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient

from ponder.budget_env.environment import BudgetEnvironment
from ponder.budget_env.models import Action, Observation, State

Result: TypeAlias = StepResult[Observation]


class BudgetClient(EnvClient[Action, Observation, State]):
    """Plays on a server: `async with BudgetClient(base_url="http://host:8000") as client: ...`.

    `reset` takes what `BudgetEnvironment.reset` takes, `step` an `Action` or the text of a
    response. A bearer token goes with `headers={"Authorization": "Bearer ..."}`.
    """

    def _step_payload(self, action: Action | str) -> dict[str, Any]:
        return _action(action).model_dump()

    def _parse_result(self, payload: dict[str, Any]) -> Result:
        observation = Observation.model_validate(payload["observation"])
        return _result(observation)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State.model_validate(payload)


class LocalClient:
    """Plays on an environment in this process, asynchronously; `sync()` gives the other kind.

    >>> from ponder.generators.mixture import Mixture
    >>> from ponder.budget_env import EnvConfig
    >>> environment = BudgetEnvironment(Mixture.parse("chain_sum:1"), EnvConfig(num_questions=1))
    >>> with LocalClient(environment).sync() as client:
    ...     client.reset(seed=7, total_budget=100).done, client.step("18").done
    (False, True)
    """

    def __init__(self, environment: BudgetEnvironment) -> None:
        """Plays on `environment`, which stays the caller's."""
        self._sync = SyncLocalClient(environment)

    def sync(self) -> "SyncLocalClient":
        """Gives the same client with plain calls."""
        return self._sync

    async def reset(self, **arguments: Any) -> Result:
        """Starts an episode; takes what `BudgetEnvironment.reset` takes."""
        return self._sync.reset(**arguments)

    async def step(self, action: Action | str) -> Result:
        """Takes the response to the current question, or one turn of it."""
        return self._sync.step(action)

    async def state(self) -> State:
        """Tells where the episode stands."""
        return self._sync.state()

    async def close(self) -> None:
        """Does nothing: there is no connection."""

    async def __aenter__(self) -> Self:
        """Gives the client itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Does nothing."""


class SyncLocalClient:
    """As `LocalClient`, with plain calls."""

    def __init__(self, environment: BudgetEnvironment) -> None:
        """Plays on `environment`."""
        self._environment = environment

    def reset(self, **arguments: Any) -> Result:
        """Starts an episode; takes what `BudgetEnvironment.reset` takes."""
        return _result(self._environment.reset(**arguments))

    def step(self, action: Action | str) -> Result:
        """Takes the response to the current question, or one turn of it."""
        return _result(self._environment.step(_action(action)))

    def state(self) -> State:
        """Tells where the episode stands."""
        return self._environment.state

    def close(self) -> None:
        """Does nothing: there is no connection."""

    def __enter__(self) -> Self:
        """Gives the client itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Does nothing."""


def _action(action: Action | str) -> Action:
    return Action(response=action) if isinstance(action, str) else action


def _result(observation: Observation) -> Result:
    return StepResult(observation, observation.reward, observation.done, dict(observation.metadata))
