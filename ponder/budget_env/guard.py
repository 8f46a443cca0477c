"""What stands between the network and the environment: an ASGI middleware.

It wants the bearer token, bounds and checks each message before anything parses it, makes a
session wait that sends too many, and closes one that says nothing. A message that is refused is
answered and forgotten; the session goes on.
"""

import asyncio
import hmac
import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pydantic_core

from ponder.budget_env.settings import ServerSettings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

OPEN_TO_ALL = ("/health",)
MESSAGE_TYPES = ("reset", "step", "state", "close", "mcp")
POLICY_VIOLATION = 1008
GOING_AWAY = 1001

_log = logging.getLogger("ponder.server")


class Guard:
    """Wraps an ASGI application."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        """Wraps `app`; the limits are those of the settings."""
        self._app = app
        self._settings = settings
        token = settings.token
        self._expected = None if token is None else f"Bearer {token.get_secret_value()}".encode()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serves one request or one session."""
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_allowed(self, scope: MutableMapping[str, Any]) -> bool:
        if self._expected is None:
            return True
        given = dict(scope["headers"]).get(b"authorization", b"")
        return hmac.compare_digest(given, self._expected)

    async def _http(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["path"] not in OPEN_TO_ALL and not self._is_allowed(scope):
            await _respond(send, 401, "send the header 'Authorization: Bearer <token>'")
            return
        limit = self._settings.max_request_bytes
        body = await _read_body(receive, limit)
        if body is None:
            await _respond(send, 413, f"the body has more than {limit} bytes")
            return
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def replay() -> Message:
            return next(messages, None) or await receive()

        await self._app(scope, replay, send)

    async def _websocket(
        self, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:
        if not self._is_allowed(scope):
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "no token"})
            return
        session = _Session(self._settings, receive, send)
        _log.info("session opened", extra={"client": _client(scope)})
        try:
            await self._app(scope, session.receive, session.send)
        finally:
            _log.info("session closed", extra={"client": _client(scope), **session.summary()})


class _Session:
    """One WebSocket, as the application behind the guard sees it."""

    def __init__(self, settings: ServerSettings, receive: Receive, send: Send) -> None:
        self._settings = settings
        self._receive = receive
        self._send = send
        self._closed = False
        self._opened = self._allowed_at = time.monotonic()
        self.messages = 0
        self.refused = 0

    def summary(self) -> dict[str, Any]:
        return {
            "messages": self.messages,
            "refused": self.refused,
            "seconds": round(time.monotonic() - self._opened, 3),
        }

    async def send(self, message: Message) -> None:
        """Sends, unless the session was closed here already."""
        if not self._closed:
            await self._send(message)

    async def receive(self) -> Message:
        """Gives the next message that is fit to be read, or the end of the session."""
        while True:
            try:
                async with asyncio.timeout(self._settings.idle_seconds):
                    message = await self._receive()
            except TimeoutError:
                return await self._close_idle()
            if message["type"] != "websocket.receive":
                return message
            self.messages += 1
            fault = self._fault(message)
            if fault is None:
                await self._wait_for_turn()
                return message
            self.refused += 1
            await self._send(_error(*fault))

    def _fault(self, message: Message) -> tuple[str, str] | None:
        """Says what keeps a message from being read: a code and a sentence."""
        text = message.get("text")
        if text is None:
            return "INVALID_JSON", "a message must be text, and this one is bytes"
        limit = self._settings.max_request_bytes
        # A character is one to four bytes; only a text between the two has to be encoded.
        if len(text) > limit or (len(text) > limit // 4 and len(text.encode()) > limit):
            return "MESSAGE_TOO_LARGE", f"a message may have {limit} bytes; send a shorter one"
        try:
            parsed = pydantic_core.from_json(text, allow_inf_nan=False, cache_strings="none")
        except ValueError as error:
            return "INVALID_JSON", f"a message must be JSON: {str(error)[:200]}"
        if not isinstance(parsed, dict) or parsed.get("type") not in MESSAGE_TYPES:
            wanted = ", ".join(map(repr, MESSAGE_TYPES))
            return "UNKNOWN_TYPE", f"a message must be an object whose 'type' is one of {wanted}"
        return None

    async def _wait_for_turn(self) -> None:
        """Spends one message's share of the time; a second's worth may come at once."""
        now = time.monotonic()
        self._allowed_at = max(self._allowed_at, now - 1) + 1 / self._settings.messages_per_second
        if self._allowed_at > now:
            await asyncio.sleep(self._allowed_at - now)

    async def _close_idle(self) -> Message:
        seconds = self._settings.idle_seconds
        await self._send(_error("IDLE", f"nothing came for {seconds:g} seconds; connect again"))
        await self._send({"type": "websocket.close", "code": GOING_AWAY, "reason": "idle"})
        self._closed = True
        return {"type": "websocket.disconnect", "code": GOING_AWAY}


def _error(code: str, message: str) -> Message:
    """Makes an error message as OpenEnv's own look."""
    text = json.dumps({"type": "error", "data": {"message": message, "code": code}})
    return {"type": "websocket.send", "text": text}


async def _read_body(receive: Receive, limit: int) -> bytes | None:
    """Reads a body; None once it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > limit:
            return None
        if not message.get("more_body", False):
            return bytes(body)


async def _respond(send: Send, status: int, message: str) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = json.dumps({"detail": message}).encode()
    await send({"type": "http.response.body", "body": body})


def _client(scope: MutableMapping[str, Any]) -> str:
    client = scope.get("client")
    return f"{client[0]}:{client[1]}" if client else "unknown"
