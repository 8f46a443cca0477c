"""Servers in processes of their own, for the benchmarks to load."""

import asyncio
import contextlib
import multiprocessing
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any


def start(make_app: Callable[[], Any]) -> tuple[BaseProcess, int]:
    """Starts a process that serves an application; gives it and its port, once it listens."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(make_app, there), daemon=True)
    process.start()
    return process, here.recv()


def _serve(make_app: Callable[[], Any], address: Connection) -> None:
    import uvicorn

    config = uvicorn.Config(make_app(), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)

    async def run() -> None:
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        address.send(server.servers[0].sockets[0].getsockname()[1])
        await serving

    asyncio.run(run())


@contextlib.contextmanager
def transformers_serve(model: Path, log: Path, patience: float = 600) -> Iterator[str]:
    """Has `transformers serve` serve a model's folder on a loopback port; gives its address.

    Args:
        model: The folder, an absolute path.
        log: Receives what the server says.
        patience: Seconds until it must be there.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        str(Path(sys.executable).with_name("transformers")),
        *("serve", str(model), "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"),
    ]
    with log.open("wb") as out:
        environment = os.environ | {"HF_HUB_OFFLINE": "1"}
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        deadline = time.monotonic() + patience
        while not _answers(f"http://127.0.0.1:{port}/health"):
            if process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"the server did not come up: {log.read_text(errors='replace')}")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait(10)


def _answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=2):
        return True
    return False
