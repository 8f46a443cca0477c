"""Agents on budget episodes: who plays, where, and the steps that they leave behind.

`steps.jsonl` has a line a step. The lines of an episode are appended together when it ends, and
the last of them says how, so that a run that was stopped goes on with the episodes that are not
whole. Episode n of a seed is the same for every agent, and for `evaluate_episodes` of policies.
"""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ponder.budget_env import BudgetEnvironment, EnvConfig, Episode
from ponder.budget_env.local_client import LocalClient
from ponder.evaluation.claim import alone
from ponder.evaluation.episodes import episode_seeds
from ponder.evaluation.rows import Progress, differing, quiet
from ponder.files import parse_object, read_object, write_whole
from ponder.generators.mixture import Mixture
from ponder.policies.agents import Agent, Played, play_episode
from ponder.policies.agents.play import RULES, Client
from ponder.quoting import quoted
from ponder.task import Split

STEPS = "steps.jsonl"
SETTINGS = "settings.json"
Step = Mapping[str, Any]
"""A line of `steps.jsonl`: `agent`, `episode` from 0, what `Played.steps` holds, and `end`: null,
or on an episode's last line `seed`, `total_budget`, `num_questions`, `stop_reason` and `levels`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """Where episodes are played.

    Attributes:
        mixture: Gives the questions in process; over the network, those that the server is known
            to put, or None if that is not known.
        config: The environment's in process; over the network, what is known of the server's.
        split: Of the questions.
        url: The server's address; None plays in process.
        token: The server's bearer token, if it wants one.
        budget: Of an episode, in tokens; None leaves it to the environment.
        tokenizer_name: Counts the tokens; None leaves it to the environment.
        given: Fields of `config` that a server must have as here; with a mixture, all that its
            observations tell.
    """

    mixture: Mixture | None
    config: EnvConfig = dataclasses.field(default_factory=EnvConfig)
    split: Split = "test"
    url: str | None = None
    token: str = dataclasses.field(default="", repr=False)
    budget: int | None = None
    tokenizer_name: str | None = None
    given: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Checks that there is something to play.

        Raises:
            ValueError: If there are neither questions nor a server.
        """
        if self.mixture is None and self.url is None:
            raise ValueError("mixture must be given where no server is: it gives the questions")

    def settings(self) -> dict[str, Any]:
        """Gives what decides the episodes, as JSON values."""
        config = dataclasses.asdict(self.config)
        config["allowed_tokenizers"] = list(self.config.allowed_tokenizers)
        return {
            "mixture": self.mixture.digest if self.mixture else None,
            "split": self.split if self.mixture else None,
            "url": self.url,
            "budget": self.budget,
            "tokenizer_name": self.tokenizer_name,
            "environment": self.rules if self.url else config,
        }

    @property
    def rules(self) -> dict[str, Any]:
        """What of its `RULES` a server is known to have."""
        names = [name for name in RULES if self.mixture or name in self.given]
        fields = dataclasses.asdict(self.config)
        own = {name: fields[name] for name in names if name in fields}
        return own | ({"tokenizer_name": self.tokenizer_name} if self.tokenizer_name else {})

    async def play(self, agent: Agent, seed: int, rules: Mapping[str, Any] | None = None) -> Played:
        """Plays one episode to its end; see `play_episode`."""
        environment = self._environment()
        episode = self._episode(environment, seed) if environment else None
        async with self._client(environment) as client:
            return await play_episode(
                agent,
                client,
                seed=seed,
                total_budget=self.budget,
                tokenizer_name=self.tokenizer_name,
                episode=episode,
                rules=rules,
            )

    def _environment(self) -> BudgetEnvironment | None:
        if self.mixture is None:
            return None
        return BudgetEnvironment(self.mixture, self.config, split=self.split)

    def _episode(self, environment: BudgetEnvironment, seed: int) -> Episode:
        # Any budget will do: the questions do not depend on it.
        environment.reset(seed=seed, total_budget=self.config.min_tokens)
        return environment.episode

    @contextlib.asynccontextmanager
    async def _client(self, environment: BudgetEnvironment | None) -> AsyncIterator[Client]:
        if self.url is None:
            assert environment is not None
            yield LocalClient(environment)
            return
        try:
            from ponder.budget_env.client import BudgetClient, advised
        except ImportError as error:
            raise ValueError(f"--env-url {error}") from None
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else None
        client = BudgetClient(base_url=self.url, headers=headers)
        try:
            await client.connect()
        except OSError as error:
            raise advised(error) from None
        async with client:
            yield client


async def evaluate_agents(
    agents: Sequence[Agent],
    table: Table,
    *,
    episodes: int,
    seed: int,
    out: Path,
    concurrency: int = 8,
    settings: Mapping[str, Any] | None = None,
    on_progress: Progress = quiet,
) -> list[Step]:
    """Plays the same episodes with every agent, once each.

    Args:
        agents: Play, one after the other; their names must differ.
        table: Where.
        episodes: Of each agent, at least 1.
        seed: Names the episodes.
        out: The folder that receives `steps.jsonl`; episodes that are whole in it are not played
            again. More agents and more episodes may be asked for than were before.
        concurrency: Episodes at once, at least 1.
        settings: What else decides the answers, as JSON values; a folder holds one evaluation.
            They are written with the first whole episode, and until then bind nobody.
        on_progress: Told how many episodes are done, of all agents.

    Returns:
        The steps of the episodes asked for, by agent and episode.

    Raises:
        ValueError: If `out` is of other settings, or an argument is out of range.
        OSError: If the environment fails; what was played is kept.
    """
    for name, value in (("episodes", episodes), ("concurrency", concurrency)):
        if value < 1:
            raise ValueError(f"{name} must be at least 1, got {quoted(value)}")
    names = [agent.name for agent in agents]
    if not names or len(set(names)) < len(names):
        raise ValueError(
            f"agents must be at least one and all of different names, got {quoted(names)}"
        )
    wanted = {(name, number) for name in names for number in range(episodes)}
    with alone(out / STEPS):
        asked_for = {**table.settings(), "seed": seed, **(settings or {})}
        folder = _Folder(out, asked_for, served=table.url is not None)
        steps = folder.resume()
        missing = wanted - {(step["agent"], step["episode"]) for step in steps}
        report = _counting(len(wanted) - len(missing), len(wanted), on_progress)
        seeds = episode_seeds(episodes, seed)
        for agent in agents:
            numbers = [n for n in range(episodes) if (agent.name, n) in missing]
            steps += await _play(agent, table, numbers, seeds, folder, concurrency, report)
    asked = [step for step in steps if (step["agent"], step["episode"]) in wanted]
    return sorted(asked, key=lambda step: (names.index(step["agent"]), step["episode"]))


def read_steps(path: Path) -> list[Step]:
    """Reads the steps of the episodes that are whole.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If it is another kind of file.
    """
    whole: list[Step] = []
    begun: list[Step] = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        step = parse_object(line, f"{path}, line {number}")
        if not {"agent", "episode", "position", "end"} <= step.keys():
            raise ValueError(f"{path}, line {number} is no step of an episode; give another folder")
        if begun and _place(step) != _place(begun[0]):
            begun = []
        begun.append(step)
        if step["end"] is not None:
            whole += begun
            begun = []
    return whole


async def _play(
    agent: Agent,
    table: Table,
    numbers: Sequence[int],
    seeds: Sequence[int],
    folder: "_Folder",
    concurrency: int,
    report: Callable[[], None],
) -> list[Step]:
    """Plays episodes side by side; each is written when it ends."""
    free = asyncio.Semaphore(concurrency)
    steps: list[Step] = []

    async def play(number: int) -> None:
        async with free:
            played = await table.play(agent, seeds[number], folder.rules)
        lines = _lines(played, number)
        folder.keep(played, lines)
        steps.extend(lines)
        report()

    try:
        async with asyncio.TaskGroup() as group:
            for number in numbers:
                group.create_task(play(number))
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return steps


def _lines(played: Played, number: int) -> list[Step]:
    lines: list[dict[str, Any]] = [
        {"agent": played.agent, "episode": number, **step, "end": None} for step in played.steps
    ]
    lines[-1]["end"] = {
        "seed": played.seed,
        "total_budget": played.total_budget,
        "num_questions": played.num_questions,
        "stop_reason": played.stop_reason,
        "levels": list(played.levels) if played.levels else None,
    }
    return list(lines)


class _Folder:
    """The steps and the settings of an evaluation; where the steps begin, the settings are set."""

    def __init__(self, out: Path, settings: Mapping[str, Any], *, served: bool) -> None:
        self._steps, self._path = out / STEPS, out / SETTINGS
        self._settings: dict[str, Any] = json.loads(json.dumps(settings))
        self._served = served
        self._written = False

    @property
    def rules(self) -> Mapping[str, Any] | None:
        """What a server's episodes must go by: what was asked for, then what the first did."""
        return self._settings["environment"] if self._served else None

    def resume(self) -> list[Step]:
        """Reads what is there, cuts off what is not whole, and checks the settings of the rest."""
        if not self._steps.is_file():
            return []
        if not self._path.is_file() and self._steps.stat().st_size:
            raise ValueError(
                f"{self._steps.parent} holds {STEPS} without {SETTINGS}; give another folder"
            )
        steps = read_steps(self._steps)
        if steps:
            self._require_same(read_object(self._path))
        write_whole(self._steps, "".join(json.dumps(step) + "\n" for step in steps))
        return steps

    def keep(self, played: Played, lines: Sequence[Step]) -> None:
        """Writes an episode, and before the first the settings."""
        if not self._written:
            if self._served:
                self._settings["environment"] = json.loads(json.dumps(dict(played.rules)))
            write_whole(self._path, json.dumps(self._settings, indent=2) + "\n")
            self._written = True
        elif self._served and self.rules != played.rules:
            raise ValueError("the server changed its rules between episodes; give another folder")
        with self._steps.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(line) + "\n" for line in lines))

    def _require_same(self, before: Mapping[str, Any]) -> None:
        if self._served and isinstance(known := before.get("environment"), dict):
            self._settings["environment"] = {**known, **self._settings["environment"]}
        if differ := differing(self._settings, before):
            raise ValueError(
                f"{self._path.parent} holds an evaluation with other settings "
                f"({', '.join(differ)}); give another folder, or remove it"
            )
        self._written = True


def _place(step: Step) -> tuple[str, int]:
    return step["agent"], step["episode"]


def _counting(done: int, total: int, on_progress: Progress) -> Callable[[], None]:
    on_progress(done, total)

    def report() -> None:
        nonlocal done
        done += 1
        on_progress(done, total)

    return report
