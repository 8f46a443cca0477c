"""Ctrl-C and SIGTERM as requests: a loop finishes what it is at, saves, and stops."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def finish_step_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Turns the first Ctrl-C or SIGTERM into a request that the loop reads between steps.

    A second one acts as it did before.
    """
    asked = False
    before: dict[int, Any] = {}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def ask(number: int, frame: object) -> None:
        nonlocal asked
        asked = True
        restore()

    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, ask)
    except ValueError:  # Not in the main thread, which alone may set handlers.
        yield lambda: False
        return
    try:
        yield lambda: asked
    finally:
        restore()
