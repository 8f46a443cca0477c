"""One agent plays one episode, over the network or in process, and every step is recorded.

A failing agent costs itself the question and never the episode: its response is empty, and the
step says why.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ponder.budget_env import Action, Episode, Observation
from ponder.budget_env.environment import MAX_TURNS
from ponder.budget_env.episodes import MAX_QUESTIONS
from ponder.budget_env.tokens import well_formed
from ponder.policies.agents.agent import Agent, Conversing, Knowing, Reply
from ponder.quoting import quoted

FAILURES = 3
"""Failures in a row after which an agent is asked no more in the episode."""
RULES = (
    *("budget_mode", "min_tokens", "max_tokens", "answer_reserve", "num_questions"),
    "tokenizer_name",
)
"""What an environment's metadata tells of the rules of its episodes."""
MAX_STEPS = MAX_QUESTIONS * MAX_TURNS
"""No episode has more."""
_SUMMARY_CHARACTERS = 80
_NOTE_CHARACTERS = 400


class Result(Protocol):
    """What a client gives back."""

    @property
    def observation(self) -> Observation:
        """What the environment puts next."""
        ...


class Client(Protocol):
    """`BudgetClient` over the network, or `LocalClient` in process."""

    async def reset(self, **arguments: Any) -> Result:
        """Starts an episode."""
        ...

    async def step(self, action: Any) -> Result:
        """Answers."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """An episode that was played to its end.

    Attributes:
        agent: Name of the agent.
        seed: Of the episode.
        total_budget: In tokens.
        num_questions: Put or not.
        stop_reason: `completed` or `budget_exhausted`.
        steps: One object a step, of JSON values: `position` from 0, `turn` within the question,
            `problem_type`, `level` (null where it is not known), `question` (its beginning),
            `response`, `tokens` (what the budget fell by, as the history has it), `usage` (tokens
            that the agent's endpoint counted, or null), `correct` (null for a middle turn),
            `reward`, `components`, `remaining_before`, `remaining_after`, `seconds` that the
            agent took, and `note`, which says why a response is empty.
        levels: Of all questions, those never put too; None where they are not known.
        rules: What the environment said of `RULES`.
    """

    agent: str
    seed: int
    total_budget: int
    num_questions: int
    stop_reason: str
    steps: tuple[Mapping[str, Any], ...]
    levels: tuple[int, ...] | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reward(self) -> float:
        """The episode's return."""
        return float(sum(step["reward"] for step in self.steps))


async def play_episode(
    agent: Agent,
    client: Client,
    *,
    seed: int,
    total_budget: int | None = None,
    tokenizer_name: str | None = None,
    episode: Episode | None = None,
    rules: Mapping[str, Any] | None = None,
    max_steps: int = MAX_STEPS,
) -> Played:
    """Plays an episode to its end.

    Args:
        agent: Answers. What it raises becomes an empty response with a note.
        client: A `BudgetClient` or a `LocalClient`, connected.
        seed: Names the episode.
        total_budget: In tokens; None leaves it to the environment.
        tokenizer_name: Counts the tokens; None leaves it to the environment.
        episode: The very episode, where the caller knows it: gives the levels, and is shown to
            agents that must know it. None where only the wire's word is known.
        rules: What of `RULES` the environment must say; None asks nothing.
        max_steps: An environment that does not end by then is held to be broken.

    Raises:
        ValueError: If the agent must know the episode and it is not given, or the environment
            puts another, plays by other rules or counts with another tokenizer.
        OSError: If the environment fails.
    """
    acting = _for_episode(agent, episode)
    arguments = {"total_budget": total_budget, "tokenizer_name": tokenizer_name}
    given = {name: value for name, value in arguments.items() if value is not None}
    seen = await _begin(client, seed=seed, **given)
    asked_for = {"tokenizer_name": tokenizer_name} if tokenizer_name else {}
    _require_rules(seen, {**(rules or {}), **asked_for})
    if episode is not None:
        _require_same(seen, episode)
    steps: list[Mapping[str, Any]] = []
    failures = 0
    while not seen.done:
        if len(steps) == max_steps:
            raise OSError(f"the environment did not end episode {seed} in {max_steps} steps")
        asked = await _ask(acting, seen, failures)
        failures = failures + 1 if asked.reply.failed else 0
        after = await _answer(client, asked.reply, seed, len(steps))
        steps.append(_record(seen, asked, after, episode))
        seen = after
    return Played(
        agent=agent.name,
        seed=seed,
        total_budget=seen.metadata["total_budget"],
        num_questions=seen.metadata["num_questions"],
        stop_reason=seen.metadata["stop_reason"],
        steps=tuple(steps),
        levels=tuple(task.level for task in episode.tasks) if episode else None,
        rules={name: seen.metadata[name] for name in RULES},
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A reply, and the seconds that it took."""

    reply: Reply
    seconds: float = 0.0


def _for_episode(agent: Agent, episode: Episode | None) -> Agent:
    """Gives the agent that plays this episode."""
    if isinstance(agent, Knowing):
        if episode is None:
            raise ValueError(
                f"agent {agent.name!r} must know the questions, which the network does not tell; "
                "play in process, or name the served mixture"
            )
        return agent.begin(episode)
    return agent.fresh() if isinstance(agent, Conversing) else agent


def _require_same(seen: Observation, episode: Episode) -> None:
    here = episode.tasks[0].prompt("plain")
    if seen.question != here or seen.metadata["num_questions"] != len(episode.tasks):
        raise ValueError(
            f"the environment puts other questions than {episode.uid}: its first is "
            f"{seen.question[:80]!r}, not {here[:80]!r}; give its own mixture, split, profile and "
            "number of questions, or none"
        )


def _require_rules(seen: Observation, rules: Mapping[str, Any]) -> None:
    for name, value in rules.items():
        there = seen.metadata[name]
        if there != value:
            raise ValueError(
                f"the environment's {name} is {quoted(there)}, not {quoted(value)}; give its own, "
                "or start it with this one"
                + (" among its allowed tokenizers" if name == "tokenizer_name" else "")
            )


async def _ask(agent: Agent, seen: Observation, failures: int) -> _Asked:
    """Asks the agent, unless it has failed too often."""
    if failures >= FAILURES:
        return _Asked(Reply("", note=f"not asked: the agent failed {FAILURES} times in a row"))
    begun = time.perf_counter()
    try:
        reply = await agent.act(seen)
        if not isinstance(reply, Reply) or not isinstance(reply.response, str):
            raise TypeError(f"{agent.name} must give a Reply with text, got {quoted(reply)}")
    except Exception as error:  # Whatever an agent raises, the episode goes on and says so.
        said = " ".join(f"{type(error).__name__}: {error}".split())
        reply = Reply("", note=said[:_NOTE_CHARACTERS])
    return _Asked(reply, time.perf_counter() - begun)


async def _begin(client: Client, *, seed: int, **given: Any) -> Observation:
    """Resets; an argument that is refused in process stays a ValueError."""
    try:
        return (await client.reset(seed=seed, **given)).observation
    except ValueError:
        raise
    except Exception as error:  # Clients raise what their transport does.
        raise OSError(
            f"the environment failed at the start of episode {seed}: "
            f"{type(error).__name__}: {error}"
        ) from error


async def _answer(client: Client, reply: Reply, seed: int, step: int) -> Observation:
    """Steps, and says where it was if the environment fails."""
    action = Action(response=well_formed(reply.response), metadata=dict(reply.metadata))
    try:
        return (await client.step(action)).observation
    except Exception as error:  # Clients raise what their transport does.
        raise OSError(
            f"the environment failed in episode {seed} at step {step}: "
            f"{type(error).__name__}: {error}"
        ) from error


def _record(
    seen: Observation, asked: _Asked, after: Observation, episode: Episode | None
) -> Mapping[str, Any]:
    reply, place = asked.reply, seen.step_idx
    answered = after.step_idx > place
    return {
        "position": place,
        "turn": seen.metadata["turn"],
        "problem_type": episode.sources[place] if episode else seen.metadata["problem_type"],
        "level": episode.tasks[place].level if episode else seen.metadata["level"],
        "question": seen.question[:_SUMMARY_CHARACTERS],
        "response": reply.response,
        "tokens": seen.remaining_budget - after.remaining_budget,
        "usage": reply.usage,
        "correct": after.history[-1]["was_correct"] if answered else None,
        "reward": after.reward or 0.0,
        "components": after.metadata["reward_components"],
        "remaining_before": seen.remaining_budget,
        "remaining_after": after.remaining_budget,
        "seconds": round(asked.seconds, 6),
        "note": reply.note,
    }
