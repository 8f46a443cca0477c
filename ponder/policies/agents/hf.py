"""A policy of this process as an agent: `load("smollm2")`, a folder, or any other `Policy`."""

import asyncio
from dataclasses import dataclass, field

from ponder.budget_env import Observation
from ponder.policies.agents.agent import Reply, token_cap
from ponder.policies.agents.prompting import turn_of
from ponder.policies.policy import Policy
from ponder.randomness import derive_seed


@dataclass(frozen=True, slots=True)
class PolicyAgent:
    """Answers with a policy, in a thread, one question at a time.

    Attributes:
        policy: Completes turns.
        name: Shown in results.
        seed: Names the sampling, which depends on what is seen besides: not on what else is
            played at the time.
        temperature: Of sampling.
    """

    policy: Policy
    name: str
    seed: int = 0
    temperature: float = 1.0
    _free: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False, compare=False)

    async def act(self, seen: Observation) -> Reply:
        """Completes the question in at most as many tokens as it may take."""
        place = (seen.step_idx, seen.metadata["turn"], seen.remaining_budget, seen.question)
        async with self._free:
            (completion,) = await asyncio.to_thread(
                self.policy.complete,
                [turn_of(seen)],
                max_tokens=[token_cap(seen)],
                seed=derive_seed("policy agent", self.seed, *place),
                temperature=self.temperature,
            )
        return Reply(completion.text, usage=len(completion.token_ids))
