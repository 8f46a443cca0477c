"""Sessions over a WebSocket: OpenEnv's messages, each bounded and checked before it is acted on.

A client sends `{"type": "reset" | "step" | "state" | "close", "data": {...}}` and gets
`{"type": "observation" | "state" | "error", "data": {...}}`, as from OpenEnv 0.10's own endpoint,
which this one stands in for: that neither bounds messages nor reaps connected sessions, tells
clients of internal errors, and leaves `done` and `reward` out of the nested observation, where
existing clients read them.

A message that is refused is answered and forgotten; the session goes on.
"""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pydantic_core
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ponder.budget_env.models import Action, Observation
from ponder.budget_env.served import ServedEnvironment, require_arguments
from ponder.budget_env.settings import ServerSettings
from ponder.quoting import quoted

MESSAGES = ("reset", "step", "state", "close")
NORMAL, GOING_AWAY, TRY_AGAIN_LATER = 1000, 1001, 1013

_log = logging.getLogger("ponder.server")


class Refused(Exception):
    """Raised for a message that is not acted on; `code` is for programs, the text for people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        """Says why."""
        super().__init__(message)
        self.data = {"message": message, "code": code, **details}


class Sessions:
    """Serves WebSockets, up to a number of them at once, each with its own environment."""

    def __init__(self, make: Callable[[], ServedEnvironment], settings: ServerSettings) -> None:
        """Serves environments made by `make`, within the limits of the settings."""
        self._make = make
        self._settings = settings
        self.active = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Serves one session from its opening to its end."""
        await websocket.accept()
        most = self._settings.max_sessions
        if self.active >= most:
            refused = Refused(
                "CAPACITY_REACHED",
                f"all {most} sessions are taken; connect again later",
                active_sessions=self.active,
                max_sessions=most,
            )
            with _cut_off():
                await _send(websocket, "error", refused.data)
                await websocket.close(TRY_AGAIN_LATER)
            return
        self.active += 1
        session = _Session(websocket, self._make(), self._settings)
        client = f"{websocket.client.host}:{websocket.client.port}" if websocket.client else ""
        _log.info("session opened", extra={"client": client, "active": self.active})
        try:
            await session.run()
        finally:
            self.active -= 1
            _log.info("session closed", extra={"client": client, **session.summary()})


class _Session:
    """One client and its environment."""

    def __init__(
        self, websocket: WebSocket, environment: ServedEnvironment, settings: ServerSettings
    ) -> None:
        self._websocket = websocket
        self._environment = environment
        self._settings = settings
        self._opened = self._allowed_at = time.monotonic()
        self._messages = self._refused = 0
        self._code = NORMAL

    def summary(self) -> dict[str, Any]:
        seconds = round(time.monotonic() - self._opened, 3)
        return {"messages": self._messages, "refused": self._refused, "seconds": seconds}

    async def run(self) -> None:
        """Answers messages until the client leaves, closes, or says nothing for too long."""
        with _cut_off():
            while (frame := await self._next()) is not None:
                self._messages += 1
                await self._wait_for_turn()
                try:
                    message = self._read(frame)
                    if message["type"] == "close":
                        break
                    kind, data = await self._answer(message)
                except Refused as refused:
                    self._refused += 1
                    kind, data = "error", refused.data
                await _send(self._websocket, kind, data)
            if self._websocket.client_state is WebSocketState.CONNECTED:
                await self._websocket.close(self._code)

    async def _next(self) -> Mapping[str, Any] | None:
        """Gives the next frame; None where the client has left, or was silent for too long."""
        seconds = self._settings.idle_seconds
        try:
            async with asyncio.timeout(seconds):
                frame = await self._websocket.receive()
        except TimeoutError:
            text = f"nothing came for {seconds:g} seconds; connect again"
            await _send(self._websocket, "error", {"message": text, "code": "IDLE"})
            self._code = GOING_AWAY
            return None
        return None if frame["type"] == "websocket.disconnect" else frame

    def _read(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """Parses a frame.

        Raises:
            Refused: If it is too long, or no message.
        """
        text = frame.get("text")
        if text is None:
            raise Refused("INVALID_JSON", "a message must be text, and this one is bytes")
        limit = self._settings.max_request_bytes
        # A character is one to four bytes; only a text between the two has to be encoded.
        if len(text) > limit or (len(text) > limit // 4 and _size(text) > limit):
            raise Refused("MESSAGE_TOO_LARGE", f"a message may have {limit} bytes; send less")
        try:
            message = pydantic_core.from_json(text, allow_inf_nan=False, cache_strings="none")
        except ValueError as error:
            why = str(error)[:200]
            raise Refused("INVALID_JSON", f"a message must be JSON: {why}") from None
        if not isinstance(message, dict) or message.get("type") not in MESSAGES:
            wanted = ", ".join(map(repr, MESSAGES))
            raise Refused("UNKNOWN_TYPE", f"a message must be an object whose 'type' is {wanted}")
        if unknown := message.keys() - {"type", "data"}:
            raise Refused(
                "VALIDATION_ERROR", f"a message has 'type' and 'data', not {quoted(min(unknown))}"
            )
        if not isinstance(message.setdefault("data", {}), dict):
            raise Refused("VALIDATION_ERROR", "the 'data' of a message must be an object")
        if message["data"] and message["type"] in ("state", "close"):
            raise Refused("VALIDATION_ERROR", f"{message['type']!r} takes no data; leave it out")
        return message

    async def _wait_for_turn(self) -> None:
        """Spends one message's share of the time; a second's worth may come at once.

        Other sessions have their turn in any case: where frames are waiting and replies are taken
        at once, nothing else would let them.
        """
        now = time.monotonic()
        self._allowed_at = max(self._allowed_at, now - 1) + 1 / self._settings.messages_per_second
        await asyncio.sleep(max(0.0, self._allowed_at - now))

    async def _answer(self, message: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Acts on a message and gives the reply.

        Raises:
            Refused: If the client did something wrong, which the text says, or this package
                did, which the log says.
        """
        environment, data = self._environment, message["data"]
        try:
            if message["type"] == "reset":
                require_arguments(data)
                return "observation", _wire(await environment.reset_async(**data))
            if message["type"] == "step":
                return "observation", _wire(await environment.step_async(_action(data)))
            return "state", environment.state.model_dump()
        except ValueError as error:
            raise Refused("EXECUTION_ERROR", str(error)) from None
        except Refused:
            raise
        except Exception:
            number = uuid.uuid4().hex[:12]
            _log.exception("internal error", extra={"number": number})
            raise Refused(
                "EXECUTION_ERROR",
                f"internal error {number}; the server's log has it under this number",
            ) from None


@contextlib.contextmanager
def _cut_off() -> Iterator[None]:
    """Ends where the connection does; what was to be said can be said no more."""
    try:
        yield
    except WebSocketDisconnect:
        pass  # The log has the end of each session.
    except RuntimeError as error:  # What is raised for a reply after the server's own close.
        _log.info("reply cut off", extra={"reason": str(error)})


def _size(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))


def _action(data: dict[str, Any]) -> Action:
    try:
        return Action.model_validate(data)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(map(str, fault["loc"]))
        raise Refused("VALIDATION_ERROR", f"action, {where:.80}: {fault['msg']:.200}") from None


def _wire(observation: Observation) -> dict[str, Any]:
    """Lays an observation out as OpenEnv does, with `done` and `reward` inside it as well."""
    return {
        "observation": vars(observation),
        "reward": observation.reward,
        "done": observation.done,
        "metadata": observation.metadata,
    }


async def _send(websocket: WebSocket, kind: str, data: Mapping[str, Any]) -> None:
    if websocket.application_state is WebSocketState.CONNECTED:
        content = pydantic_core.to_json({"type": kind, "data": data}, inf_nan_mode="null")
        await websocket.send({"type": "websocket.send", "text": content.decode()})
