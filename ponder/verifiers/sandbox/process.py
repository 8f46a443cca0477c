"""One worker process, seen from its parent: start it, ask it within a deadline, end it."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from ponder.verifiers.sandbox.frames import pack, receive, send

START_SECONDS = 120.0
"""Wall time for a worker to start and import; sympy took 28 s on a cold, busy machine."""

END_SECONDS = 1.0
"""Wall time to wait for a killed process to be gone."""

_SIGKILL = 9
_BOOTSTRAP = (
    "import json, sys; settings = json.loads(sys.argv[1]); sys.path[:] = settings['path']; "
    "from ponder.verifiers.sandbox.worker import main; main(settings)"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one call.

    Attributes:
        agreed: What the function returned; None if it did not return.
        reason: "" if it returned, else "timeout", "crashed", "memory" or "error: ...".
    """

    agreed: bool | None
    reason: str


TIMEOUT, CRASHED = Outcome(None, "timeout"), Outcome(None, "crashed")


class Worker:
    """A process that answers one call at a time; made by `Pool`.

    Attributes:
        calls: How many it has been asked.
    """

    def __init__(self, function: str, seconds: float, memory_bytes: int) -> None:
        """Starts the process and does not wait for it.

        Raises:
            OSError: If the system starts no process.
        """
        settings = {
            "function": function,
            "seconds": seconds,
            "start_seconds": START_SECONDS,
            "memory_bytes": memory_bytes,
            "path": [entry for entry in sys.path if isinstance(entry, str)],
        }
        # Fixed hashes make the order of sets, and so what a library does, the same in each worker.
        fixed = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.calls = 0
        self._ready = False
        self._ending = threading.Lock()
        # Unbuffered: a pipe that is closed in a forked process must write nothing.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _BOOTSTRAP, json.dumps(settings)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | fixed,
            start_new_session=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def alive(self) -> bool:
        """Whether the process runs; one that does not is reaped."""
        with self._ending:
            return self._process.poll() is None

    def call(self, answer: str, gold: str, seconds: float) -> Outcome:
        """Asks; after an outcome other than an answer or an "error", the worker is of no use."""
        self.calls += 1
        if not self._ready:
            started = self._exchange(None, START_SECONDS)
            if started in (TIMEOUT, CRASHED):
                return started
            self._ready = True
        return self._exchange(pack([answer, gold]), seconds)

    def _exchange(self, request: bytes | None, seconds: float) -> Outcome:
        """Sends a request, if any, and waits for the reply.

        A thread of its own does both, because a pipe may block either way and not every system
        can wait on a pipe with a deadline.
        """
        reply: Future[Outcome] = Future()
        try:
            threading.Thread(target=self._converse, args=(request, reply), daemon=True).start()
        except RuntimeError as error:
            return Outcome(None, f"error: no thread for the call: {error}")
        try:
            return reply.result(seconds)
        except TimeoutError:
            return TIMEOUT

    def _converse(self, request: bytes | None, reply: "Future[Outcome]") -> None:
        try:
            if request is not None:
                send(self._stdin.fileno(), request)
            reply.set_result(_outcome(receive(self._stdout.fileno())))
        except (EOFError, OSError, ValueError):
            reply.set_result(CRASHED)

    def end(self) -> None:
        """Kills the process and all it started, and lets no zombie remain."""
        with self._ending:
            if self._process.returncode is not None:
                return
            with contextlib.suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(self.pid, _SIGKILL)
                else:
                    self._process.kill()
            # Longer in the kernel than this, it is reaped when the next process is started.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)

    def forget(self) -> None:
        """Lets go of the process in a forked copy of its parent, without harming it."""
        self._process.returncode = 0
        self._stdin.close()
        self._stdout.close()


def _outcome(message: Any) -> Outcome:
    """Reads a reply.

    Raises:
        ValueError: If it is not what a worker sends.
    """
    match message:
        case [bool() | None as agreed, str(reason)]:
            return Outcome(agreed, reason)
    raise ValueError("a worker's reply is not an outcome")
