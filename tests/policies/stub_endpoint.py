"""An OpenAI-compatible endpoint on a loopback port that fails as it is told to."""

import contextlib
import json
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]
Behaviour = Callable[["Handler", Request], None]


class Handler(BaseHTTPRequestHandler):
    """Hands every request to the server's behaviour."""

    protocol_version = "HTTP/1.1"
    server: "Stub"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append(body)
        self.server.enter()
        try:
            self.server.behaviour(self, body)
        except OSError:  # The client gave up.
            self.close_connection = True
        finally:
            self.server.leave()

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def give(self, body: bytes | dict[str, Any], status: int = 200, **headers: str) -> None:
        """Sends a whole reply."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def drop(self) -> None:
        """Resets the connection in the middle of a reply."""
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "1000")
        self.end_headers()
        self.wfile.write(b'{"choices": [')
        self.wfile.flush()
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True


class Stub(ThreadingHTTPServer):
    """Counts the requests that it has at once."""

    daemon_threads = True

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviour = behaviour
        self.requests: list[Request] = []
        self.stopped = threading.Event()
        self.most_at_once = 0
        self._now = 0
        self._lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news; anything else is told."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        return "http://{}:{}/v1".format(*self.server_address[:2])

    def enter(self) -> None:
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)

    def leave(self) -> None:
        with self._lock:
            self._now -= 1


def completion(content: Any, tokens: int | None = 5, **message: Any) -> dict[str, Any]:
    """A reply as it should be."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"content": content, **message}}
    usage = {} if tokens is None else {"usage": {"completion_tokens": tokens}}
    return {"id": "x", "object": "chat.completion", "choices": [choice], **usage}


@contextlib.contextmanager
def endpoint(behaviour: Behaviour) -> Iterator[Stub]:
    """Serves until the end of the block."""
    server = Stub(behaviour)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join(10)
