"""How many steps a second the budget environment takes, in process and over the network.

    python benchmarks/serving.py

In process: `step` alone on one core, and whole episodes of ten questions with their reset, tokens
counted as characters. Over WebSocket: 8 sessions at once from another process, against an OpenEnv
environment that only echoes, served in the same way in the same run; both twice, in turns, and
the better of each counts, so that a busy moment does not decide. Exit status 1 where a bar is
missed. Needs the extra `serve`.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from servers import start

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.generators.mixture import Mixture

MIXTURE = "chain_sum:1-8"
BUDGET = 1_000_000
SESSIONS = 8
STEPS_BAR, EPISODES_BAR, SHARE_BAR = 20_000, 5_000, 0.8


def in_process(seconds: float) -> tuple[float, float]:
    """Gives steps a second: of `step` alone, and of whole episodes with their reset."""
    environment = BudgetEnvironment(Mixture.parse(MIXTURE), EnvConfig(tokenizer="chars"))
    environment.reset(seed=0, total_budget=BUDGET)
    steps, stepping, started = 0, 0.0, time.perf_counter()
    while time.perf_counter() - started < seconds:
        observation = environment.reset(total_budget=BUDGET)
        while not observation.done:
            task = environment.task
            assert task is not None
            answer = f"<answer>{task.answer}</answer>"
            before = time.perf_counter()
            observation = environment.step(answer)
            stepping += time.perf_counter() - before
            steps += 1
    return steps / stepping, steps / (time.perf_counter() - started)


def ponder_app() -> Any:
    """The budget environment, without a bound on haste."""
    from ponder.budget_env.application import make_app
    from ponder.budget_env.settings import ServerSettings

    return make_app(
        ServerSettings(mixture=MIXTURE, tokenizer="chars", messages_per_second=1_000_000)
    )


def echo_app() -> Any:
    """An OpenEnv environment as its template makes one, which does nothing but echo."""
    from openenv.core.env_server import Environment
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.types import Action, Observation, State

    class Echo(Action):
        response: str

    class Echoed(Observation):
        response: str

    class EchoEnvironment(Environment[Echo, Echoed, State]):
        SUPPORTS_CONCURRENT_SESSIONS = True

        def reset(self, *_: Any, **__: Any) -> Echoed:
            return Echoed(response="")

        def step(self, action: Echo, timeout_s: float | None = None, **_: Any) -> Echoed:
            return Echoed(response=action.response)

        @property
        def state(self) -> State:
            return State()

    return create_app(EchoEnvironment, Echo, Echoed, max_concurrent_envs=64)


async def _play(port: int, until: float) -> int:
    """Plays episodes of ten steps on one session; gives the number of steps."""
    from websockets.asyncio.client import connect

    reset = json.dumps({"type": "reset", "data": {"total_budget": BUDGET}})
    echo_reset = json.dumps({"type": "reset", "data": {}})
    step = json.dumps({"type": "step", "data": {"response": "<answer>12</answer>"}})
    steps = 0
    async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as socket:
        await socket.send(reset)
        if '"error"' in str(await socket.recv())[:20]:
            reset = echo_reset
        while time.perf_counter() < until:
            await socket.send(reset)
            await socket.recv()
            for _ in range(10):
                await socket.send(step)
                await socket.recv()
                steps += 1
    return steps


async def _load(port: int, seconds: float) -> float:
    until = time.perf_counter() + seconds
    steps = await asyncio.gather(*(_play(port, until) for _ in range(SESSIONS)))
    return sum(steps) / seconds


def over_network(seconds: float, rounds: int) -> dict[str, float]:
    """Gives the best steps a second of each server."""
    servers = {"echo": start(echo_app), "ponder": start(ponder_app)}
    measured: dict[str, list[float]] = {kind: [] for kind in servers}
    for _ in range(rounds):
        for kind, (_, port) in servers.items():
            measured[kind].append(asyncio.run(_load(port, seconds)))
    for process, _ in servers.values():
        process.terminate()
    return {kind: max(rates) for kind, rates in measured.items()}


def median(measure: Callable[[], tuple[float, float]], rounds: int) -> tuple[float, float]:
    """Measures several times and gives the median of each number."""
    first, second = zip(*(measure() for _ in range(rounds)), strict=True)
    return statistics.median(first), statistics.median(second)


def main() -> int:
    """Runs the benchmark; 0 if every bar is met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    steps, episodes = median(lambda: in_process(arguments.seconds), arguments.rounds)
    print(f"in process, step alone:      {steps:10,.0f} steps/s (bar {STEPS_BAR:,})")
    print(f"in process, whole episodes:  {episodes:10,.0f} steps/s (bar {EPISODES_BAR:,})")
    rates = over_network(arguments.seconds, arguments.rounds)
    share = rates["ponder"] / rates["echo"]
    print(f"{SESSIONS} sessions, ponder:          {rates['ponder']:10,.0f} steps/s")
    print(f"{SESSIONS} sessions, bare echo:       {rates['echo']:10,.0f} steps/s")
    print(f"share of the echo's:         {share:10.0%} (bar {SHARE_BAR:.0%})")
    return int(steps < STEPS_BAR or episodes < EPISODES_BAR or share < SHARE_BAR)


if __name__ == "__main__":
    sys.exit(main())
