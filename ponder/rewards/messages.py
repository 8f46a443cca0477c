"""Reading a response that is kept as the messages of a conversation."""

from collections.abc import Mapping
from typing import Any

_TEXT_PARTS = ("text", "output_text")


def turns(response: object) -> Any:
    r"""Gives the assistant's turns of a list of messages; anything else comes back as it is.

    A message has a `role` and a `content`, which is a text, a list of parts such as
    `{"type": "text", "text": "..."}` (their texts are joined), or nothing, where the assistant
    only called a tool.

    >>> turns([{"role": "user", "content": "2 + 3?"}, {"role": "assistant", "content": "5"}])
    ['5']
    """
    if not isinstance(response, (list, tuple)) or not response:
        return response
    if not all(isinstance(message, Mapping) and "role" in message for message in response):
        return response
    return [_text(each.get("content")) for each in response if each["role"] == "assistant"]


def _text(content: object) -> object:
    if content is None:
        return ""
    if not isinstance(content, (list, tuple)):
        return content
    parts = [part for part in content if isinstance(part, Mapping)]
    texts = [part.get("text") for part in parts if part.get("type") in _TEXT_PARTS]
    return "".join(text for text in texts if isinstance(text, str))
