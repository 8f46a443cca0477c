"""Messages on a pipe: four bytes of length, then JSON in ASCII.

ASCII escapes carry whatever a Python string may hold, NUL and lone surrogates among it.
"""

import json
import os
from typing import Any

HEADER = 4
"""Bytes of the length that comes first, most significant first."""

FRAME_BYTES = 1 << 20
"""The longest message; two answers of the greatest length, all escaped, need half of it."""


def pack(message: object) -> bytes:
    """Gives the bytes of a message."""
    body = json.dumps(message).encode("ascii")
    return len(body).to_bytes(HEADER, "big") + body


def send(descriptor: int, frame: bytes) -> None:
    """Writes all of a packed message.

    Raises:
        OSError: If the other end is closed.
    """
    view = memoryview(frame)
    while view:
        view = view[os.write(descriptor, view) :]


def receive(descriptor: int) -> Any:
    """Reads one message.

    Raises:
        EOFError: If the other end is closed.
        ValueError: If what arrives is no message.
        OSError: If the pipe cannot be read.
    """
    length = int.from_bytes(_exactly(descriptor, HEADER), "big")
    if length > FRAME_BYTES:
        raise ValueError(f"a message of {length} bytes is longer than {FRAME_BYTES}")
    try:
        return json.loads(_exactly(descriptor, length))
    except RecursionError as error:
        raise ValueError("a message is nested too deeply") from error


def _exactly(descriptor: int, count: int) -> bytes:
    """Reads so many bytes."""
    parts = bytearray()
    while len(parts) < count:
        part = os.read(descriptor, count - len(parts))
        if not part:
            raise EOFError("the other end closed the pipe")
        parts += part
    return bytes(parts)
