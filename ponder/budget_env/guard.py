"""What stands between the network and the application: the bearer token, and a bound on bodies."""

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from ponder.budget_env.settings import ServerSettings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

OPEN_TO_ALL = ("/health",)
POLICY_VIOLATION = 1008


class Guard:
    """An ASGI middleware."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        """Wraps `app`; token and bound are those of the settings."""
        self._app = app
        self._limit = settings.max_request_bytes
        token = settings.token
        self._expected = None if token is None else f"Bearer {token.get_secret_value()}".encode()

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serves one request or one session."""
        kind = scope["type"]
        if kind in ("http", "websocket") and not self._is_allowed(scope):
            if kind == "http":
                await _respond(send, 401, "send the header 'Authorization: Bearer <token>'")
            else:
                await receive()
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        elif kind == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_allowed(self, scope: MutableMapping[str, Any]) -> bool:
        if self._expected is None or scope["path"] in OPEN_TO_ALL:
            return True
        given = dict(scope["headers"]).get(b"authorization", b"")
        return hmac.compare_digest(given, self._expected)

    async def _http(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        body = await _read_body(receive, self._limit)
        if body is None:
            await _respond(send, 413, f"the body has more than {self._limit} bytes")
            return
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def replay() -> Message:
            return next(messages, None) or await receive()

        await self._app(scope, replay, send)


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
