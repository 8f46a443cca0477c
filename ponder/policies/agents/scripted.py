"""An agent by script: right with a stated probability, as a function of level and tokens.

What measures agents can so be held against a truth that is known.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ponder.budget_env import Episode, Observation
from ponder.policies.agents.agent import Reply
from ponder.policies.agents.filler import answer_line, counter_of, response_of
from ponder.policies.scripted import WRONG_ANSWER
from ponder.quoting import quoted
from ponder.randomness import stream

BEST = 0.95
TOKENS_A_LEVEL = 12


def saturating(level: int, tokens: int) -> float:
    """The accuracy of the script by default: 0.95 (1 - 2^(-tokens / (12 level))).

    >>> saturating(2, 24)
    0.475
    """
    return float(BEST * (1 - 2 ** (-tokens / (TOKENS_A_LEVEL * level))))


def fair_share(seen: Observation, level: int) -> int:
    """The tokens of the script by default: the same share of what is left for each question."""
    return int(seen.budget_per_remaining)


@dataclass(frozen=True, kw_only=True, slots=True)
class Scripted:
    """Spends the tokens that it is told to, and is right as often as it is told to be.

    A response that exceeds what remains is cut by the environment and loses its answer.

    Attributes:
        accuracy: Probability of a right answer, from level and tokens spent.
        tokens: Tokens to spend, from the observation and the level; never less than the answer
            takes.
        seed: Names the draws, which depend on the episode and the place in it besides.
        name: Shown in results.
    """

    accuracy: Callable[[int, int], float] = saturating
    tokens: Callable[[Observation, int], int] = fair_share
    seed: int = 0
    name: str = "scripted"

    def begin(self, episode: Episode) -> "_ScriptedEpisode":
        """Reads an episode, answers and all."""
        return _ScriptedEpisode(self, episode)

    async def act(self, seen: Observation) -> Reply:
        """Refuses.

        Raises:
            ValueError: Always: without `begin` it knows no answer.
        """
        raise ValueError(f"{self.name} must be shown the episode: call begin(episode) first")


@dataclass(frozen=True, slots=True)
class _ScriptedEpisode:
    """The script in one episode."""

    script: Scripted
    episode: Episode

    @property
    def name(self) -> str:
        return self.script.name

    async def act(self, seen: Observation) -> Reply:
        task, counter = self.episode.tasks[seen.step_idx], counter_of(seen)
        least = max(counter.count(answer_line(text)) for text in (task.answer, WRONG_ANSWER))
        tokens = max(least, self.script.tokens(seen, task.level))
        probability = self.script.accuracy(task.level, tokens)
        if not 0 <= probability <= 1:
            raise ValueError(
                f"accuracy must give 0 to 1, got {quoted(probability)} for level {task.level} and "
                f"{tokens} tokens"
            )
        rng = stream("scripted agent", self.script.seed, self.episode.uid, seen.step_idx)
        answer = task.answer if rng.random() < probability else WRONG_ANSWER
        return Reply(response_of(answer, tokens, counter))
