"""The client in process: `BudgetClient`'s interface without a network."""

from dataclasses import dataclass
from typing import Any, Self

from ponder.budget_env.environment import BudgetEnvironment
from ponder.budget_env.models import Action, Observation, State


@dataclass(frozen=True, slots=True)
class StepResult:
    """What `reset` and `step` give; the fields are OpenEnv's.

    Attributes:
        observation: What the environment puts.
        reward: Of the step.
        done: Whether the episode has ended.
        metadata: The observation's.
    """

    observation: Observation
    reward: float | None
    done: bool
    metadata: dict[str, Any]

    @classmethod
    def of(cls, observation: Observation) -> "StepResult":
        """Wraps an observation."""
        return cls(observation, observation.reward, observation.done, dict(observation.metadata))


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

    async def reset(self, **arguments: Any) -> StepResult:
        """Starts an episode; takes what `BudgetEnvironment.reset` takes."""
        return self._sync.reset(**arguments)

    async def step(self, action: Action | str) -> StepResult:
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

    def reset(self, **arguments: Any) -> StepResult:
        """Starts an episode; takes what `BudgetEnvironment.reset` takes."""
        return StepResult.of(self._environment.reset(**arguments))

    def step(self, action: Action | str) -> StepResult:
        """Takes the response to the current question, or one turn of it."""
        return StepResult.of(self._environment.step(as_action(action)))

    def state(self) -> State:
        """Tells where the episode stands."""
        return self._environment.state

    def close(self) -> None:
        """Does nothing: there is no connection."""

    def __enter__(self) -> Self:
        """Gives the client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Does nothing."""


def as_action(action: Action | str) -> Action:
    """Makes an action of the bare text of a response."""
    return Action(response=action) if isinstance(action, str) else action
