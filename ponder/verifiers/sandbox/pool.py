"""A pool of warm workers, and the pool that a process shares."""

import os
import threading
import weakref
from collections import deque
from concurrent.futures import Future
from typing import Self

from ponder.verifiers.bounds import ANSWER_CHARACTERS
from ponder.verifiers.sandbox.process import CRASHED, Outcome, Worker

CALLS = 5_000
"""Calls after which a worker is replaced, so that what a library gathers does not grow."""

SMALLEST_MEMORY = 64 << 20


class Pool:
    """Calls one function on two strings in worker processes with limits.

    A call takes at most `seconds` and what killing a process takes. Two waits come before it and
    are bounded too: for a worker to start, `START_SECONDS` at most; and for the callers that came
    earlier, strictly in turn. With k of them and w workers that is k / w such calls at most, so
    it depends on the queue alone; no call is given up because others were slow.

    A worker is replaced at its deadline, after "memory" or "crashed", and after `CALLS` calls.
    """

    def __init__(
        self,
        function: str,
        *,
        workers: int = 1,
        seconds: float = 1.8,
        memory_bytes: int = 1 << 30,
    ) -> None:
        """Starts the workers and does not wait for them.

        Args:
            function: Dotted name of an importable `(answer: str, gold: str) -> bool`. Each
                worker calls it once on "1" and "1" before its first task, to pay for imports.
            workers: How many processes.
            seconds: Wall time of one call.
            memory_bytes: Address space of one worker.

        Raises:
            ValueError: If an argument makes no sense.
        """
        parts = function.split(".")
        if len(parts) < 2 or not all(part.isidentifier() for part in parts):
            raise ValueError(
                f"function must be a dotted name such as 'package.module.name', got {function!r}"
            )
        if workers < 1:
            raise ValueError(f"workers must be at least 1, got {workers}")
        if not 0 < seconds <= 3600:
            raise ValueError(f"seconds must be above 0 and at most 3600, got {seconds}")
        if memory_bytes < SMALLEST_MEMORY:
            raise ValueError(
                f"memory_bytes must be at least {SMALLEST_MEMORY}, which Python itself needs, "
                f"got {memory_bytes}"
            )
        self.function = function
        self.seconds = seconds
        self.size = workers
        self._memory_bytes = memory_bytes
        self._closed = False
        self._workers: set[Worker] = set()
        self._reset()
        _pools.add(self)
        # Runs when the pool is forgotten, and at the latest when the interpreter exits.
        weakref.finalize(self, _end, self._workers)
        self._idle.clear()
        self._idle.extend(self._start() for _ in range(workers))

    def _reset(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[Future[Worker | None]] = deque()
        # None stands for a worker that is yet to be started. The one idle longest is next, so
        # that one that was just replaced has time to warm up.
        self._idle: deque[Worker | None] = deque([None] * self.size)

    def call(self, answer: str, gold: str) -> Outcome:
        """Calls the function; never raises for what happens in a worker.

        Raises:
            ValueError: If an argument is not a str, or the pool is closed.
        """
        for name, text in (("answer", answer), ("gold", gold)):
            if not isinstance(text, str):
                raise ValueError(f"{name} must be a str, got {type(text).__name__}")
            if len(text) > ANSWER_CHARACTERS:
                return Outcome(
                    None,
                    f"error: {name} has {len(text)} characters, at most {ANSWER_CHARACTERS} "
                    "are compared",
                )
        worker = self._take()
        outcome = CRASHED
        try:
            worker = self._living(worker)
            outcome = worker.call(answer, gold, self.seconds)
        except OSError as error:
            outcome = Outcome(None, f"error: no worker could be started: {error}")
        finally:
            self._give(self._kept_or_replaced(worker, outcome))
        return Outcome(None, "error: the pool was closed") if self._closed else outcome

    def _take(self) -> Worker | None:
        """Waits for a worker in the order of arrival."""
        with self._lock:
            if self._closed:
                raise ValueError("the pool is closed; make a new one")
            if self._idle:
                return self._idle.popleft()
            turn: Future[Worker | None] = Future()
            self._waiting.append(turn)
        try:
            return turn.result()
        except BaseException:
            with self._lock:
                given = turn not in self._waiting
                if not given:
                    self._waiting.remove(turn)
            if given:
                self._give(turn.result())
            raise

    def _give(self, worker: Worker | None) -> None:
        """Hands a worker to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set_result(worker)
            else:
                self._idle.append(worker)

    def _kept_or_replaced(self, worker: Worker | None, outcome: Outcome) -> Worker | None:
        if worker is None:
            return None
        broken = outcome.reason in ("timeout", "crashed", "memory")
        if not broken and worker.calls < CALLS and not self._closed:
            return worker
        self._drop(worker)
        return self._start()

    def _living(self, worker: Worker | None) -> Worker:
        """Gives the worker, or a new one if it has not started or died while idle."""
        if worker is not None:
            if worker.alive():
                return worker
            self._drop(worker)
        return self._new()

    def _drop(self, worker: Worker) -> None:
        worker.end()
        with self._lock:
            self._workers.discard(worker)

    def _start(self) -> Worker | None:
        """Starts a worker ahead of its first call, which tries again if there is none."""
        try:
            return self._new()
        except OSError:
            return None

    def _new(self) -> Worker:
        with self._lock:
            if self._closed:
                raise OSError("the pool was closed")
            worker = Worker(self.function, self.seconds, self._memory_bytes)
            self._workers.add(worker)
            return worker

    def close(self) -> None:
        """Ends all workers, those at work too; what waits for them gets an "error"."""
        with self._lock:
            self._closed = True
        _end(self._workers)

    def __enter__(self) -> Self:
        """Gives the pool itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the pool."""
        self.close()

    def _after_fork(self) -> None:
        """In a forked process: leaves the parent's workers alone, and will start its own."""
        for worker in self._workers:
            worker.forget()
        self._workers.clear()
        self._reset()


def _end(workers: set[Worker]) -> None:
    for worker in list(workers):
        worker.end()


_pools: "weakref.WeakSet[Pool]" = weakref.WeakSet()
_shared: dict[str, Pool] = {}
_sharing = threading.Lock()


def shared(function: str) -> Pool:
    """Gives this process's own pool for a function; made when first asked for.

    It has two workers, so that there is a warm one while another is replaced, and calls of 1.8
    seconds at most, so that they are over in two.

    Raises:
        ValueError: If the function is not a dotted name.
    """
    with _sharing:
        if function not in _shared:
            _shared[function] = Pool(function, workers=2)
        return _shared[function]


def _after_fork() -> None:
    global _sharing
    _sharing = threading.Lock()
    for pool in list(_pools):
        pool._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
