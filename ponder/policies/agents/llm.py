"""Agents that ask a served model: `llm_api` and `llm_local`, which differ in where it is."""

from dataclasses import dataclass, field

from ponder.budget_env import Observation
from ponder.policies.agents.agent import Reply, token_cap
from ponder.policies.agents.endpoint import Endpoint
from ponder.policies.agents.prompting import Exchange, messages


@dataclass(frozen=True, slots=True)
class LlmAgent:
    """Asks an endpoint, for any number of episodes at once.

    Attributes:
        endpoint: Completes chats; shared by all episodes.
        name: Shown in results.
    """

    endpoint: Endpoint
    name: str

    def fresh(self) -> "_Conversation":
        """Gives the agent that plays one episode."""
        return _Conversation(self.endpoint, self.name)

    async def act(self, seen: Observation) -> Reply:
        """Answers a question on its own."""
        return await self.fresh().act(seen)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self.endpoint.aclose()


@dataclass(slots=True)
class _Conversation:
    """The agent in one episode: remembers the earlier turns of the question at hand."""

    endpoint: Endpoint
    name: str
    earlier: list[Exchange] = field(default_factory=list)

    async def act(self, seen: Observation) -> Reply:
        if seen.metadata["turn"] == 0:
            self.earlier.clear()
        chat = messages(seen, self.earlier)
        answer = await self.endpoint.complete(chat, token_cap(seen))
        self.earlier.append((seen.question, answer.text))
        return Reply(answer.text, usage=answer.usage)
