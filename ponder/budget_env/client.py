"""Clients of the budget environment: over the network, and with the same interface in process.

Both give the same `StepResult`s, asynchronously or, after `.sync()`, synchronously, so that the
code that plays does not know which it has. The one in process needs no server's libraries.
"""

from typing import TYPE_CHECKING, Any

from ponder.budget_env.local_client import LocalClient, StepResult, SyncLocalClient, as_action
from ponder.budget_env.models import Action, Observation, State

if TYPE_CHECKING:
    from openenv.core.env_client import EnvClient
else:
    try:
        from openenv.core.env_client import EnvClient
    except ModuleNotFoundError as error:
        raise ImportError(f"needs {error.name}: pip install 'ponder-gym[serve]'") from None

__all__ = ["BudgetClient", "LocalClient", "StepResult", "SyncLocalClient"]


class BudgetClient(EnvClient[Action, Observation, State]):
    """Plays on a server: `async with BudgetClient(base_url="http://host:8000") as client: ...`.

    `reset` takes what `BudgetEnvironment.reset` takes, `step` an `Action` or the text of a
    response. A bearer token goes with `headers={"Authorization": "Bearer ..."}`.
    """

    def _step_payload(self, action: Action | str) -> dict[str, Any]:
        return as_action(action).model_dump()

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        return StepResult.of(Observation.model_validate(payload["observation"]))

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State.model_validate(payload)
