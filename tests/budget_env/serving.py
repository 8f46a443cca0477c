"""A real server on a loopback port, in a thread of the tests' process, and a raw client."""

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from ponder.budget_env.application import make_app
from ponder.budget_env.settings import ServerSettings

SETTINGS = {"mixture": "chain_sum:1-3", "num_questions": 3}


@contextlib.contextmanager
def serving(**settings: Any) -> Iterator[str]:
    """Serves until the end of the block; gives `host:port`."""
    app = make_app(ServerSettings(**(SETTINGS | settings)))
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, ws_max_size=1 << 25)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        deadline = time.monotonic() + 30
        while not server.started:
            assert thread.is_alive() and time.monotonic() < deadline
            time.sleep(0.01)
        (socket,) = server.servers[0].sockets
        yield "{}:{}".format(*socket.getsockname())
    finally:
        server.should_exit = True
        thread.join(30)


@contextlib.contextmanager
def session(address: str, **options: Any) -> Iterator[ClientConnection]:
    """Opens a WebSocket."""
    with connect(f"ws://{address}/ws", max_size=None, **options) as socket:
        yield socket


def ask(socket: ClientConnection, message: dict[str, Any] | str | bytes) -> dict[str, Any]:
    """Sends a message and gives the reply."""
    socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
    reply: dict[str, Any] = json.loads(socket.recv(timeout=30))
    return reply


def reset(socket: ClientConnection, **data: Any) -> dict[str, Any]:
    """Resets and gives the reply's data."""
    return dict(ask(socket, {"type": "reset", "data": data})["data"])


def step(socket: ClientConnection, response: str, **metadata: Any) -> dict[str, Any]:
    """Answers and gives the reply's data."""
    action = {"response": response} | ({"metadata": metadata} if metadata else {})
    return dict(ask(socket, {"type": "step", "data": action})["data"])
