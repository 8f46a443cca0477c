"""Servers in processes of their own, for the benchmarks to load."""

import asyncio
import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
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
