"""Baselines without a model: they spend by rule and always guess the same.

They measure the environment, not a policy: what each earns can be worked out by hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ponder.budget_env import Episode, Observation
from ponder.policies.agents.agent import Reply, token_cap
from ponder.policies.agents.filler import counter_of, response_of

GUESS = "0"


@dataclass(frozen=True, slots=True)
class Uniform:
    """Spends on each question the same share of what is left.

    Attributes:
        guess: The answer to everything.
        name: Shown in results.
    """

    guess: str = GUESS
    name: str = "uniform"

    async def act(self, seen: Observation) -> Reply:
        """Spends `budget_per_remaining`, rounded down."""
        return _spend(seen, int(seen.budget_per_remaining), self.guess)


@dataclass(frozen=True, slots=True)
class GreedyMax:
    """Spends `max_tokens` on each question while the budget lasts.

    Attributes:
        guess: The answer to everything.
        name: Shown in results.
    """

    guess: str = GUESS
    name: str = "greedy_max"

    async def act(self, seen: Observation) -> Reply:
        """Spends as much as one response may."""
        return _spend(seen, token_cap(seen), self.guess)


@dataclass(frozen=True, slots=True)
class DifficultyOracle:
    """Knows the levels, and shares what is left among the waiting questions in proportion to them.

    Attributes:
        guess: The answer to everything.
        name: Shown in results.
    """

    guess: str = GUESS
    name: str = "difficulty_oracle"

    def begin(self, episode: Episode) -> "_LevelShares":
        """Reads the levels of an episode."""
        return _LevelShares([task.level for task in episode.tasks], self.guess, self.name)

    async def act(self, seen: Observation) -> Reply:
        """Refuses.

        Raises:
            ValueError: Always: without `begin` it knows no level.
        """
        raise ValueError(f"{self.name} must be shown the episode: call begin(episode) first")


@dataclass(frozen=True, slots=True)
class _LevelShares:
    """The oracle in one episode."""

    levels: Sequence[int]
    guess: str
    name: str

    async def act(self, seen: Observation) -> Reply:
        waiting = self.levels[seen.step_idx :]
        share = max(0, seen.remaining_budget) * waiting[0] // sum(waiting)
        return _spend(seen, share, self.guess)


def _spend(seen: Observation, tokens: int, guess: str) -> Reply:
    return Reply(response_of(guess, tokens, counter_of(seen)))
