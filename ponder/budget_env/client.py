"""Clients of the budget environment: over the network, and with the same interface in process.

Both give the same `StepResult`s, asynchronously or, after `.sync()`, synchronously, so that the
code that plays does not know which it has. The one in process needs no server's libraries.
"""

import re
from typing import TYPE_CHECKING, Any

from ponder.budget_env.local_client import LocalClient, StepResult, SyncLocalClient, as_action
from ponder.budget_env.models import Action, Observation, State
from ponder.budget_env.tokens import well_formed

if TYPE_CHECKING:
    from openenv.core.env_client import EnvClient
else:
    try:
        from openenv.core.env_client import EnvClient
    except ModuleNotFoundError as error:
        raise ImportError(f"needs {error.name}: pip install 'ponder-gym[serve]'") from None

__all__ = ["BudgetClient", "LocalClient", "StepResult", "SyncLocalClient", "advised"]


def advised(error: OSError) -> OSError:
    """Adds to a failed connection what to do where the server refused for want of its token."""
    if re.search(r"\bHTTP 40[13]\b", str(error)):
        return ConnectionError(f"{error}; give the server's token in PONDER_TOKEN")
    return error


class BudgetClient(EnvClient[Action, Observation, State]):
    """Plays on a server: `async with BudgetClient(base_url="http://host:8000") as client: ...`.

    `reset` takes what `BudgetEnvironment.reset` takes, `step` an `Action` or the text of a
    response. A bearer token goes with `headers={"Authorization": "Bearer ..."}`.
    """

    def _step_payload(self, action: Action | str) -> dict[str, Any]:
        # The environment in process does this itself; over the wire it would be no JSON.
        payload = as_action(action).model_dump()
        payload["response"] = well_formed(payload["response"])
        if isinstance(grading := payload["metadata"].get("grading_response"), str):
            payload["metadata"]["grading_response"] = well_formed(grading)
        return payload

    def _parse_result(self, payload: dict[str, Any]) -> StepResult:
        return StepResult.of(Observation.model_validate(payload["observation"]))

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State.model_validate(payload)
