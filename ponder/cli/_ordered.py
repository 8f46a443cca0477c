"""Work divided over several processes and delivered in order, in bounded memory.

A worker gets its next item as soon as it is done with the last, and items are given out no
further than `AHEAD` a worker before the one that is waited for. A closed pipe ends a worker, so
workers never outlive a parent that was killed.
"""

import contextlib
import itertools
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import TypeVar

AHEAD = 4
"""Enough that a slow item does not stop the others, few enough to hold their results."""

_Item = TypeVar("_Item")


def processes_to_use(workers: int | None) -> int:
    """Reads an option that counts processes; None means one for each core.

    Raises:
        ValueError: If it is less than 1, or far more than there are cores.
    """
    cores = multiprocessing.cpu_count()
    most = max(32, 4 * cores)
    if workers is not None and not 1 <= workers <= most:
        raise ValueError(f"workers must be from 1 to {most}, got {workers}")
    return workers or cores


def in_order(
    work: Callable[[_Item], bytes], items: Iterable[_Item], workers: int
) -> Iterator[bytes]:
    """Yields `work(item)` for each item.

    Args:
        work: Pure; picklable, as the items are, if there are several workers.
        items: Read as they are needed.
        workers: Processes, at least 1; with one, or one item, the work is done in this one.

    Raises:
        ValueError: If `work` raised one, or an `OSError`; the message is kept.
        ChildProcessError: If a worker died.
    """
    items = iter(items)
    first = list(itertools.islice(items, workers))
    items = itertools.chain(first, items)
    if len(first) <= 1:
        yield from map(work, items)
        return
    idle = [_start_worker(work) for _ in first]
    pipes = tuple(idle)
    busy: dict[Connection, int] = {}
    results: dict[int, bytes | Exception] = {}
    given = 0
    try:
        for number in itertools.count():
            while number not in results:
                room = min(len(idle), number + AHEAD * len(pipes) - given)
                for item in itertools.islice(items, room):
                    pipe = idle.pop()
                    _send(pipe, item)
                    busy[pipe] = given
                    given += 1
                if not busy:
                    return
                ready = wait(list(busy))
                for pipe in [pipe for pipe in busy if pipe in ready]:
                    done = busy.pop(pipe)
                    results[done] = _receive(pipe, done)
                    idle.append(pipe)
            result = results.pop(number)
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        for pipe in pipes:
            pipe.close()


def _start_worker(work: Callable[[_Item], bytes]) -> Connection:
    # A spawned child inherits no open file: neither this run's lock nor another worker's pipe.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with _interrupts_held():
        context.Process(target=_serve, args=(theirs, work), daemon=True).start()
    theirs.close()
    return ours


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Holds Ctrl-C back, so that a process started meanwhile does not die of it importing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, work: Callable[[_Item], bytes]) -> None:
    # Ctrl-C reaches the whole group; the parent answers it, and its end closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            item: _Item = pipe.recv()
            try:
                reply: bytes | str = work(item)
            except (ValueError, OSError) as error:
                reply = str(error)
            pipe.send(reply)


def _send(pipe: Connection, item: object) -> None:
    # A worker that is dead by now is named when its result is waited for.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        pipe.send(item)


def _receive(pipe: Connection, number: int) -> bytes | Exception:
    try:
        reply: bytes | str = pipe.recv()
    except (EOFError, ConnectionResetError):
        return ChildProcessError(
            f"a worker process died before it finished work unit {number} (was it killed, or out "
            "of memory?); run the same command again to go on from there"
        )
    return ValueError(reply) if isinstance(reply, str) else reply
