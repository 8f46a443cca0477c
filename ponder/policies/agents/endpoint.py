"""Chat completions of any OpenAI-compatible endpoint, with the faults of networks explained.

Requests go through the package `openai`. The body of a reply is read here, since servers that
mean to be compatible leave out, rename or garble what the package takes for granted.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ponder.files import parse_object
from ponder.quoting import quoted

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPENAI = "https://api.openai.com/v1"
_ERROR = 400
_LARGEST_COUNT = 10**9
_LONGEST_WAIT = 30.0
_ENDS = ("stop", "length")
"""Reasons for an end that is the model's own or the cap's."""
_TOO_MANY_REQUESTS = 429
_TIMEOUT_STATUSES = (408, 409, 425)
_SERVER_ERROR = 500


class EndpointError(Exception):
    """Why there is no answer, in one sentence."""


class _TryAgain(EndpointError):
    """A fault that may pass.

    Attributes:
        after: Seconds that the server asked to be left alone for; None if it did not say.
    """

    def __init__(self, message: str, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


@dataclass(frozen=True, slots=True)
class Answer:
    """A completion as it came.

    Attributes:
        text: Reasoning, if the endpoint keeps it apart, in `<think>` tags, then the answer.
        usage: Completion tokens as the endpoint counted them; None if it did not.
        prompt_usage: Tokens of the prompt, likewise.
        ended: The endpoint's `finish_reason`, "length" at the cap; None if it gave none.
    """

    text: str
    usage: int | None
    prompt_usage: int | None = None
    ended: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointConfig:
    """Where a model is served, and how patient to be with it."""

    model: str
    """The name that the endpoint knows it by."""
    base_url: str = OPENAI
    """Ends in `/v1` as a rule."""
    api_key: str = field(default="none", repr=False)
    """Local servers take any."""
    concurrency: int = 8
    """Requests at once."""
    timeout: float = 120.0
    """Seconds for a whole request, from its start to the reply's last byte."""
    attempts: int = 4
    """Tries of a request, the first included."""
    backoff: float = 1.0
    """Seconds before the second try; each further wait is twice as long, of random length from
    half of that up, and at most 30."""
    most_bytes: int = 300_000
    """Of a reply's body. Longer ones are refused: escaped, they would exceed what a served
    environment takes as one message."""
    temperature: float | None = None
    """Of sampling; None leaves it to the endpoint."""
    allow_empty: bool = False
    """Whether a reply that ended, but holds no text, is an answer rather than a fault."""

    def __post_init__(self) -> None:
        """Checks the ranges.

        Raises:
            ValueError: If a setting is out of its range.
        """
        for name, low in (("concurrency", 1), ("attempts", 1), ("most_bytes", 1)):
            if getattr(self, name) < low:
                raise ValueError(
                    f"{name} must be at least {low}, got {quoted(getattr(self, name))}"
                )
        if not self.timeout > 0 or not self.backoff >= 0:
            raise ValueError(
                f"timeout must be above 0 and backoff at least 0, got {quoted(self.timeout)} and "
                f"{quoted(self.backoff)}"
            )

    @classmethod
    def from_environment(cls, kind: str, model: str = "", **options: Any) -> EndpointConfig:
        """Reads `BASELINE_<kind>_BASE_URL`, `_KEY` and `_MODEL`.

        Args:
            kind: `API`, which needs a key, or `LOCAL`, which needs an address.
            model: Stands in for the variable `_MODEL`.
            options: Other settings.

        Raises:
            ValueError: If a variable that is needed is not set.
        """
        names = [f"BASELINE_{kind}_{field}" for field in ("BASE_URL", "KEY", "MODEL")]
        base_url, api_key, named = (os.environ.get(name, "") for name in names)
        model = model or named
        needed = {
            names[2]: model,
            **({names[1]: api_key} if kind == "API" else {names[0]: base_url}),
        }
        absent = [name for name, value in needed.items() if not value]
        if absent:
            raise ValueError(
                f"the environment variable {' and '.join(sorted(absent))} must be set, to the "
                "endpoint's own; see docs/serving.md"
            )
        return cls(model=model, base_url=base_url or OPENAI, api_key=api_key or "none", **options)


class _Refusal(Exception):
    """A reply that is an error, read before openai would read all of it, however long."""

    def __init__(self, code: int, said: str, after: float | None) -> None:
        super().__init__(said)
        self.code, self.said, self.after = code, said, after

    @classmethod
    async def read(cls, response: Any, most_bytes: int) -> _Refusal:
        """Reads the beginning of the body, as it came: unpacked it may be of any length."""
        body = b""
        async for part in response.aiter_raw():
            body += part
            if len(body) >= most_bytes:
                break
        after = _seconds(response.headers.get("retry-after"))
        return cls(response.status_code, body[:most_bytes].decode(errors="replace"), after)


class Endpoint:
    """Completes chats, a bounded number at once, with retries."""

    def __init__(self, config: EndpointConfig) -> None:
        """Connects at the first request.

        Raises:
            ValueError: If the package `openai` is not installed.
        """
        self.config = config
        self._client = _client(config)
        self._slots = asyncio.Semaphore(config.concurrency)
        self._cap_name = "max_tokens"
        # Waits must differ between processes that were refused at the same moment.
        self._jitter = random.SystemRandom()

    async def complete(self, chat: Sequence[Mapping[str, str]], max_tokens: int) -> Answer:
        """Asks for one completion of at most `max_tokens`.

        Raises:
            EndpointError: If there is none; the message says why, and after how many tries.
        """
        for attempt in range(1, self.config.attempts + 1):
            try:
                async with self._slots:
                    return await self._once(chat, max_tokens)
            except _TryAgain as fault:
                if attempt == self.config.attempts:
                    text = self._without_key(str(fault))
                    raise EndpointError(f"{text} ({attempt} tries)") from None
                await asyncio.sleep(self._wait(attempt, fault.after))
            except EndpointError as error:
                raise EndpointError(self._without_key(str(error))) from None
        raise AssertionError  # There is at least one attempt.

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()

    def _without_key(self, text: str) -> str:
        """Hides the key, which some proxies repeat in their refusals, from logs and reports."""
        return text.replace(self.config.api_key, "***") if len(self.config.api_key) > 4 else text

    def _wait(self, attempt: int, after: float | None) -> float:
        if after is not None:
            return min(after, _LONGEST_WAIT)
        longest: float = min(self.config.backoff * 2 ** (attempt - 1), _LONGEST_WAIT)
        return longest * self._jitter.uniform(0.5, 1.0)

    async def _once(self, chat: Sequence[Mapping[str, str]], max_tokens: int) -> Answer:
        """Sends one request, and reads what came."""
        try:
            async with asyncio.timeout(self.config.timeout):
                return _read(await self._body(chat, max_tokens), self.config.allow_empty)
        except TimeoutError:
            raise _TryAgain(f"no whole reply within {self.config.timeout:g} seconds") from None

    async def _body(self, chat: Sequence[Mapping[str, str]], max_tokens: int) -> bytes:
        """Sends a request, and again where the endpoint knows the cap by its newer name only."""
        import openai

        try:
            return await self._send(chat, max_tokens)
        except _Refusal as error:
            refusal = error
        except openai.APITimeoutError:
            raise TimeoutError from None
        except openai.APIConnectionError as error:
            # Some versions pass on what a hook raises, others as the cause of their own.
            if not isinstance(error.__cause__, _Refusal):
                why = _line(error.__cause__ or error)
                raise _TryAgain(f"no connection to {self.config.base_url}: {why}") from error
            refusal = error.__cause__
        said, code = _line(refusal.said), refusal.code
        if code == 400 and "max_completion_tokens" in said and self._cap_name == "max_tokens":
            self._cap_name = "max_completion_tokens"
            return await self._body(chat, max_tokens)
        passing = code in (_TOO_MANY_REQUESTS, *_TIMEOUT_STATUSES) or code >= _SERVER_ERROR
        if not passing:
            raise EndpointError(f"the endpoint refused with status {code}: {said}") from refusal
        raise _TryAgain(f"the endpoint answered with status {code}: {said}", refusal.after)

    async def _send(self, chat: Sequence[Mapping[str, str]], max_tokens: int) -> bytes:
        """Sends a request and reads the reply, as far as it is of a sensible length."""
        arguments: dict[str, Any] = {self._cap_name: max_tokens}
        if self.config.temperature is not None:
            arguments["temperature"] = self.config.temperature
        create: Any = self._client.chat.completions.with_streaming_response.create
        async with create(model=self.config.model, messages=list(chat), **arguments) as reply:
            parts: list[bytes] = []
            size = 0
            try:
                async for part in reply.iter_bytes():
                    size += len(part)
                    if size > self.config.most_bytes:
                        break
                    parts.append(part)
            except Exception as error:  # Of the HTTP library under openai, which is not ours.
                raise _TryAgain(f"the connection broke in mid-reply: {_line(error)}") from error
        if size > self.config.most_bytes:
            raise EndpointError(
                f"the reply is longer than {self.config.most_bytes:,} bytes, the most that is read"
            )
        return b"".join(parts)


def _client(config: EndpointConfig) -> AsyncOpenAI:
    try:
        from openai import AsyncOpenAI
    except ModuleNotFoundError:
        raise ValueError("endpoints need openai: pip install 'ponder-gym[serve]'") from None
    from openai import DefaultAsyncHttpxClient

    async def refuse(response: Any) -> None:
        if response.status_code >= _ERROR:
            raise await _Refusal.read(response, config.most_bytes)

    return AsyncOpenAI(
        api_key=config.api_key,
        base_url=config.base_url,
        max_retries=0,
        timeout=config.timeout,
        http_client=DefaultAsyncHttpxClient(event_hooks={"response": [refuse]}),
    )


def _read(body: bytes, allow_empty: bool) -> Answer:
    """Finds the text and the counts in a reply.

    Raises:
        EndpointError: If there is no text, unless that is allowed.
    """
    try:
        reply = parse_object(body, "the reply")
    except ValueError as error:
        raise EndpointError(_line(error)) from None
    choices = reply.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise EndpointError(f"the reply has no choices: {_line(reply.get('error') or reply)}")
    message = choices[0].get("message")
    message = message if isinstance(message, dict) else {}
    thought = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    content = _text(message.get("content"))
    ended = choices[0].get("finish_reason")
    if not thought and not content and not (allow_empty and ended in _ENDS):
        raise EndpointError(f"the reply has no text (finish_reason {quoted(ended)})")
    usage = reply.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Answer(
        text=f"<think>{thought}</think>\n{content}" if thought else content,
        usage=_count(usage.get("completion_tokens")),
        prompt_usage=_count(usage.get("prompt_tokens")),
        ended=ended if isinstance(ended, str) else None,
    )


def _count(number: object) -> int | None:
    """Believes a number of tokens that can be one."""
    return number if type(number) is int and 0 <= number <= _LARGEST_COUNT else None


def _text(value: object) -> str:
    """Takes a text, or joins the texts of a list of parts."""
    if isinstance(value, list):
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return value if isinstance(value, str) else ""


def _seconds(header: str | None) -> float | None:
    """Reads a Retry-After in seconds; a date is not worth reading."""
    return float(header) if header and header.isascii() and header.isdigit() else None


def _line(what: object) -> str:
    """Says something in one line of reasonable length."""
    return " ".join(str(what).split())[:200]
