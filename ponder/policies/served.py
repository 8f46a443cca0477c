"""A policy behind an OpenAI-compatible endpoint: many single questions at once, over a network."""

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from ponder.budget_env.tokens import ApproxCounter
from ponder.policies import prompts
from ponder.policies.agents.endpoint import Endpoint, EndpointConfig
from ponder.policies.policy import Turn
from ponder.quoting import quoted

KEY = "BASELINE_API_KEY"
"""The environment variable that holds the endpoint's key, unless another is named."""
_APPROX = ApproxCounter()
_BYTES_A_TOKEN = 40
"""More than a token of a reply takes, escaped and with what stands around it."""


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """What an endpoint answered.

    Attributes:
        text: Reasoning in `<think>` tags, where the endpoint keeps it apart, then the answer.
        tokens: Sampled for it.
        estimated: Whether they are four bytes to a token, since the endpoint counted none.
        prompt_tokens: Of the prompt; None if the endpoint did not count them.
        finished: Whether it ended by itself rather than at its cap.
    """

    text: str
    tokens: int
    estimated: bool
    prompt_tokens: int | None
    finished: bool


class ServedPolicy:
    """Completes one turn after another, any number at once.

    Attributes:
        name: `endpoint:` and the model's.
        url: Where it is served.
        temperature: Of sampling; None leaves it to the endpoint.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        """Asks an endpoint, whose replies without a text should count as answers."""
        self.name = f"endpoint:{endpoint.config.model}"
        self.url = endpoint.config.base_url
        self.temperature = endpoint.config.temperature
        self._endpoint = endpoint

    async def answer(self, turn: Turn, max_tokens: int) -> ServedAnswer:
        """Completes a turn in at most `max_tokens` tokens.

        Raises:
            EndpointError: If no answer came; the message says why.
        """
        answer = await self._endpoint.complete(prompts.messages(turn), max_tokens)
        usage = answer.usage
        if usage == 0 and answer.text:
            usage = None  # A text of no tokens has not been counted.
        counted = usage is not None
        tokens = _APPROX.count(answer.text) if usage is None else usage
        cut = answer.ended == "length" or (answer.ended is None and tokens >= max_tokens)
        return ServedAnswer(answer.text, tokens, not counted, answer.prompt_usage or None, not cut)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._endpoint.aclose()


def connect(
    model: str,
    base_url: str,
    *,
    max_tokens: int,
    temperature: float | None = None,
    concurrency: int = 8,
    timeout: float = 600.0,
    key: str = KEY,
) -> ServedPolicy:
    """Names a model at an endpoint; nothing is sent yet.

    Args:
        model: As the endpoint knows it.
        base_url: Ends in `/v1` as a rule.
        max_tokens: The largest cap that will be asked for.
        temperature: Of sampling; None leaves it to the endpoint.
        concurrency: Requests at once.
        timeout: Seconds for a whole reply.
        key: The environment variable that holds the key; local servers need none.

    Raises:
        ValueError: If an argument is out of its range, or the package `openai` is not installed.
    """
    if not base_url.startswith(("http://", "https://")):
        raise ValueError(f"base_url must begin with http:// or https://, got {quoted(base_url)}")
    if not urlsplit(base_url).hostname:
        raise ValueError(
            f"base_url must name a host, as http://127.0.0.1:8001/v1, got {quoted(base_url)}"
        )
    config = EndpointConfig(
        model=model,
        base_url=base_url,
        api_key=os.environ.get(key) or "none",
        concurrency=concurrency,
        timeout=timeout,
        most_bytes=max(300_000, _BYTES_A_TOKEN * max_tokens),
        temperature=temperature,
        allow_empty=True,
    )
    return ServedPolicy(Endpoint(config))


def prompt_size(turn: Turn) -> int:
    """Estimates the tokens of a turn's prompt, four bytes to a token."""
    return sum(_APPROX.count(message["content"]) for message in prompts.messages(turn))
