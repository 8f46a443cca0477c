"""What an agent is: something that answers one observation of the budget environment after another.

An agent sees what goes over the wire and nothing else. Those that are meant to know more, since
they simulate or bound what a policy could do, say so by a method `begin`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from ponder.budget_env import Episode, Observation


@dataclass(frozen=True, slots=True)
class Reply:
    """What an agent answers.

    Attributes:
        response: The whole text; empty where the agent failed.
        metadata: Goes with the action, see `Action`; JSON values.
        usage: Tokens that the agent's own side counted, if it did.
        note: Why it failed; empty where it did not.
    """

    response: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    usage: int | None = None
    note: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is no response, for the reason that the note gives."""
        return bool(self.note) and not self.response


class Agent(Protocol):
    """Plays budget episodes, any number at once.

    An agent that holds connections has a method `async def aclose(self) -> None` besides.
    """

    @property
    def name(self) -> str:
        """Shown in results; agents that may answer differently have different names."""
        ...

    async def act(self, seen: Observation) -> Reply:
        """Answers the question that `seen` puts; what it raises is noted as a failure."""
        ...


@runtime_checkable
class Knowing(Protocol):
    """An agent that must be shown each episode, answers and all, before it plays."""

    def begin(self, episode: Episode) -> Agent:
        """Gives the agent that plays this one episode."""
        ...


@runtime_checkable
class Conversing(Protocol):
    """An agent that remembers the earlier turns of a question that is put in several."""

    def fresh(self) -> Agent:
        """Gives the agent that plays one episode, and so mixes up no two of them."""
        ...


def token_cap(seen: Observation) -> int:
    """Tells how many tokens a response may take: under the hard cap never more than remain."""
    most: int = seen.metadata["max_tokens"]
    return most if seen.metadata["budget_mode"] == "soft" else min(most, seen.remaining_budget)
