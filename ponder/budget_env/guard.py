"""What stands between the network and the application: the bearer token, and a bound on bodies."""

import asyncio
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
BODY_SECONDS = 30.0
"""A body that has not come by then is waited for no more."""
_ADVICE = "send the header 'Authorization: Bearer <token>', once"


class Guard:
    """An ASGI middleware."""

    def __init__(self, app: App, settings: ServerSettings) -> None:
        """Wraps `app`; token and bound are those of the settings."""
        self._app = app
        self._limit = settings.max_request_bytes
        token = settings.token
        self._token = None if token is None else token.get_secret_value().encode("ascii")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """Serves one request or one session."""
        kind = scope["type"]
        if kind in ("http", "websocket") and not self._is_allowed(scope):
            if kind == "http":
                await _respond(send, 401, _ADVICE)
                return
            await receive()
            if "websocket.http.response" in scope.get("extensions", {}):
                await _respond(send, 401, _ADVICE, prefix="websocket.http")
            else:  # What the server makes 403 of.
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        elif kind == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_allowed(self, scope: MutableMapping[str, Any]) -> bool:
        if self._token is None or scope["path"] in OPEN_TO_ALL:
            return True
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(given) != 1:
            return False
        scheme, _, token = given[0].partition(b" ")
        return scheme.lower() == b"bearer" and hmac.compare_digest(token.strip(), self._token)

    async def _http(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        length = dict(scope["headers"]).get(b"content-length", b"")
        too_long = length.isdigit() and int(length[:20]) > self._limit
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = None if too_long else await _read_body(receive, self._limit)
        except TimeoutError:
            await _respond(send, 408, f"the body did not come within {BODY_SECONDS:g} seconds")
            return
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


async def _respond(send: Send, status: int, message: str, prefix: str = "http") -> None:
    body = json.dumps({"detail": message}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"www-authenticate", b"Bearer")] if status == 401 else []),
    ]
    await send({"type": f"{prefix}.response.start", "status": status, "headers": headers})
    await send({"type": f"{prefix}.response.body", "body": body})
