"""Work units computed by several processes and delivered in order, in bounded memory.

Worker w of W owns the units w, w + W, w + 2W ... and writes each to its own pipe; the parent
reads the pipes in turn. A full pipe makes a fast worker wait, so at most one finished unit a
worker is held; a closed one ends it, so workers never outlive a parent that was killed.
"""

import contextlib
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

Work = Callable[[int], bytes]


def in_order(work: Work, start: int, stop: int, workers: int) -> Iterator[bytes]:
    """Yields `work(start)` ... `work(stop - 1)`.

    Args:
        work: Pure; picklable if there are several workers.
        start: The first unit.
        stop: One past the last unit.
        workers: Processes; with 1 the work is done in this one.

    Raises:
        ValueError: If `work` raised one, or an `OSError`; the message is kept.
        ChildProcessError: If a worker died.
    """
    workers = min(workers, stop - start)
    if workers <= 1:
        yield from map(work, range(start, stop))
        return
    pipes = [_start_worker(work, range(start + w, stop, workers)) for w in range(workers)]
    try:
        for unit in range(start, stop):
            yield _receive(pipes[(unit - start) % workers], unit)
    finally:
        for pipe in pipes:
            pipe.close()


def _start_worker(work: Work, units: range) -> Connection:
    # A spawned child inherits no open file: neither this run's lock nor another worker's pipe.
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    context.Process(target=_serve, args=(sender, work, units), daemon=True).start()
    sender.close()
    return receiver


def _serve(pipe: Connection, work: Work, units: range) -> None:
    # Ctrl-C reaches the whole group; the parent answers it, and its end closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError):
        for unit in units:
            try:
                reply: bytes | str = work(unit)
            except (ValueError, OSError) as error:
                pipe.send(str(error))
                return
            pipe.send(reply)


def _receive(pipe: Connection, unit: int) -> bytes:
    try:
        reply: bytes | str = pipe.recv()
    except EOFError:
        raise ChildProcessError(
            f"a worker process died before it finished work unit {unit} (was it killed, or out "
            "of memory?); run the same command again to go on from there"
        ) from None
    if isinstance(reply, str):
        raise ValueError(reply)
    return reply
