"""Ctrl-C as a request: a loop finishes what it is at, saves, and stops."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def finish_step_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Turns the first Ctrl-C into a request that the loop reads between steps.

    A second one interrupts as usual.
    """
    asked = False

    def ask(number: int, frame: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    try:
        before = signal.signal(signal.SIGINT, ask)
    except ValueError:  # Not in the main thread, which alone may set handlers.
        yield lambda: False
        return
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
