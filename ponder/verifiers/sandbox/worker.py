"""Inside a worker process: limit oneself, import the function, answer until the pipe closes."""

import importlib
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any, NoReturn

from ponder.verifiers.sandbox.frames import pack, receive, send

REASON_CHARACTERS = 300

Judge = Callable[[str, str], tuple[bool | None, str]]

_OUT_OF_MEMORY = pack([None, "memory"])
"""Made beforehand, since nothing may be left to make it with."""


def main(settings: Mapping[str, Any]) -> NoReturn:
    """Serves calls: first says that it is ready, then answers each request with an outcome.

    Args:
        settings: `function`, its dotted name; `seconds` of processor time a call may use;
            `start_seconds` for the import; `memory_bytes`.
    """
    requests, replies = _take_channel()
    inbox: SimpleQueue[tuple[str, str]] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox), daemon=True).start()
    _limit_memory(settings["memory_bytes"])
    _limit_processor(settings["start_seconds"])
    judge = _load(settings["function"])
    # The rehearsal pays for what the function itself imports; its outcome says nothing.
    _reply(replies, judge, "1", "1")
    while True:
        answer, gold = inbox.get()
        _limit_processor(settings["seconds"])
        _reply(replies, judge, answer, gold)


def _take_channel() -> tuple[int, int]:
    """Moves the pipes out of reach of what reads standard input or prints."""
    requests, replies = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return requests, replies


def _listen(requests: int, inbox: "SimpleQueue[tuple[str, str]]") -> None:
    """Passes requests on; ends the process, busy or not, when the parent is gone."""
    try:
        while True:
            answer, gold = receive(requests)
            inbox.put((answer, gold))
    except (EOFError, OSError, ValueError):
        os._exit(0)


def _limit_memory(size: int) -> None:
    """Bounds the address space, and leaves no core file behind."""
    try:
        import resource
    except ImportError:
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_processor(seconds: float) -> None:
    """Gives so many more seconds of processor time, and one, so that the wall limit is first.

    It ends a worker whose parent died while a long operation held the interpreter's lock.
    """
    try:
        import resource
    except ImportError:
        return
    limit = math.ceil(time.process_time() + seconds) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


def _load(function: str) -> Judge:
    """Imports a function; if that fails, each call has the failure as its outcome."""
    module, _, name = function.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except MemoryError:
        return lambda answer, gold: (None, "memory")
    except BaseException as error:
        reason = _reason(error)
        return lambda answer, gold: (None, reason)

    def judge(answer: str, gold: str) -> tuple[bool | None, str]:
        agreed = found(answer, gold)
        if not isinstance(agreed, bool):
            raise TypeError(f"{function} must return a bool, got {type(agreed).__name__}")
        return agreed, ""

    return judge


def _reply(replies: int, judge: Judge, answer: str, gold: str) -> None:
    """Judges, and sends the outcome; whatever third-party code raises becomes a reason."""
    try:
        frame = pack(judge(answer, gold))
    except MemoryError:
        frame = _OUT_OF_MEMORY
    except BaseException as error:
        frame = pack((None, _reason(error)))
    try:
        send(replies, frame)
    except OSError:
        sys.exit(0)


def _reason(error: BaseException) -> str:
    """Names an exception; one that cannot be printed is named by its type."""
    try:
        text = f"error: {type(error).__name__}: {error}"
    except Exception:
        text = f"error: {type(error).__name__}"
    return text[:REASON_CHARACTERS]
