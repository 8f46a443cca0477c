"""Two hundred sessions at once: no error but capacity, and memory that stays flat.

    python benchmarks/sessions.py                 # five minutes
    python benchmarks/sessions.py --minutes 1

The server runs in a process of its own. Each session plays episodes without pause, some of them
badly: it sends messages that are refused, leaves in the middle of an episode and connects again.
A few sessions more than there is room for try their luck all the time. The server's resident
memory is read every ten seconds; it is flat if its mean over the last third exceeds that over the
second by less than 5 %. Exit status 1 where a bar is missed. Needs the extra `serve`, and psutil.
"""

import argparse
import asyncio
import collections
import contextlib
import json
import random
import statistics
import sys
import time
from typing import Any

import psutil
from servers import start

SESSIONS, TOO_MANY = 200, 8
GROWTH = 0.05
MIXTURE = "chain_sum:1-8,gcd:1-8,number_sorting:1-8"
BAD = [
    "{",
    '{"type": "reset", "data": {"total_budget": -1}}',
    '{"type": "step", "data": {"response": 5}}',
    json.dumps({"type": "step", "data": {"response": "x" * 1_100_000}}),
]
EXPECTED = {"INVALID_JSON", "EXECUTION_ERROR", "VALIDATION_ERROR", "MESSAGE_TOO_LARGE"}


def app() -> Any:
    """The budget environment, with room for these sessions and no more."""
    from ponder.budget_env.application import make_app
    from ponder.budget_env.settings import ServerSettings

    return make_app(ServerSettings(mixture=MIXTURE, tokenizer="chars", max_sessions=SESSIONS))


class NoRoomError(Exception):
    """All sessions are taken."""


class Load:
    """The sessions, and what they saw."""

    def __init__(self, port: int, until: float) -> None:
        """Plays on a port until a time of `time.monotonic`."""
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.until = until
        self.seen: collections.Counter[str] = collections.Counter()
        self.faults: collections.Counter[str] = collections.Counter()

    async def ask(self, socket: Any, message: str) -> dict[str, Any]:
        """Sends a message and gives the reply.

        Raises:
            NoRoomError: If all sessions are taken; that may be said before anything is sent.
        """
        from websockets.exceptions import ConnectionClosed

        with contextlib.suppress(ConnectionClosed):  # What was said before is read below.
            await socket.send(message)
        reply: dict[str, Any] = json.loads(await socket.recv())
        if reply["data"].get("code") == "CAPACITY_REACHED":
            self.seen["CAPACITY_REACHED"] += 1
            raise NoRoomError
        self.seen[reply["type"]] += 1
        return reply

    async def play(self, number: int) -> None:
        """Plays as one session, which now and then leaves and comes back."""
        from websockets.asyncio.client import connect

        rng = random.Random(number)
        while time.monotonic() < self.until:
            try:
                async with connect(self.url, compression=None, max_size=None) as socket:
                    while time.monotonic() < self.until and rng.random() > 0.05:
                        await self.episode(socket, rng)
            except NoRoomError:
                await asyncio.sleep(0.5)
            except Exception as error:  # Whatever it is, the run counts it.
                self.faults[f"{type(error).__name__}: {error}"[:120]] += 1

    async def episode(self, socket: Any, rng: random.Random) -> None:
        """Plays an episode, perhaps not to its end, perhaps with bad messages in it."""
        reset = {"type": "reset", "data": {"total_budget": rng.randrange(50, 2_000)}}
        reply = await self.ask(socket, json.dumps(reset))
        while reply["type"] == "observation" and not reply["data"]["done"]:
            if rng.random() < 0.01:
                refused = await self.ask(socket, rng.choice(BAD))
                if refused["data"].get("code") not in EXPECTED:
                    self.faults[f"a bad message was answered by {str(refused)[:80]}"] += 1
            if rng.random() < 0.02:
                return
            response = "so " * rng.randrange(40) + f"<answer>{rng.randrange(30)}</answer>"
            step = {"type": "step", "data": {"response": response}}
            reply = await self.ask(socket, json.dumps(step))
            await asyncio.sleep(0)
        if reply["type"] == "error":
            self.faults[str(reply["data"])[:120]] += 1

    async def knock(self) -> None:
        """Tries to get in where all sessions are taken."""
        from websockets.asyncio.client import connect

        while time.monotonic() < self.until:
            try:
                async with connect(self.url) as socket:
                    await self.ask(socket, '{"type": "state"}')
            except NoRoomError:
                pass  # Counted already.
            except Exception as error:  # Whatever it is, the run counts it.
                self.faults[f"at the door: {type(error).__name__}: {error}"[:120]] += 1
            await asyncio.sleep(1)


async def run(port: int, server: psutil.Process, seconds: float) -> tuple[Load, list[float]]:
    """Loads the server and reads its memory in megabytes."""
    load = Load(port, time.monotonic() + seconds)
    players = [asyncio.create_task(load.play(number)) for number in range(SESSIONS)]
    await asyncio.sleep(2)
    players += [asyncio.create_task(load.knock()) for _ in range(TOO_MANY)]
    memory = []
    while time.monotonic() < load.until:
        await asyncio.sleep(min(10, seconds / 30))
        memory.append(server.memory_info().rss / 2**20)
    await asyncio.gather(*players)
    return load, memory


def main() -> int:
    """Runs the benchmark; 0 if every bar is met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    arguments = parser.parse_args()
    process, port = start(app)
    assert process.pid is not None
    seconds = arguments.minutes * 60
    load, memory = asyncio.run(run(port, psutil.Process(process.pid), seconds))
    process.terminate()
    third = len(memory) // 3
    second, last = statistics.mean(memory[third : 2 * third]), statistics.mean(memory[2 * third :])
    print(f"{SESSIONS} sessions, {seconds:.0f} s: {dict(load.seen)}")
    print(f"{load.seen['observation'] / seconds:,.0f} steps and resets a second")
    print(f"memory {memory[0]:.0f} MB at first, {second:.0f} MB in the second third, {last:.0f} MB "
          f"in the last ({last / second - 1:+.1%}, bar {GROWTH:+.0%})")  # fmt: skip
    for fault, count in load.faults.most_common(10):
        print(f"FAULT {count} x {fault}")
    return int(bool(load.faults) or last > second * (1 + GROWTH))


if __name__ == "__main__":
    sys.exit(main())
