"""A second process, under a hash seed of its own, that tells what it generates at an address.

It is started once and asked many times, and it is killed at a deadline, so that a family that
hangs is a finding and not a hanging test.
"""

import atexit
import functools
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO

from ponder.generators.registry import Family, family
from ponder.generators.streams import task_at
from ponder.task import Address

MEMORY = 4 * 2**30
"""Bytes of address space a witness may take, where the system can limit it."""


@dataclass(frozen=True, slots=True)
class Testimony:
    """What came of one address: the task as JSON, or the name of the error and its message."""

    error: str
    text: str


class Witness:
    """The process, and how to ask it."""

    def __init__(self, hash_seed: int) -> None:
        """Remembers under which `PYTHONHASHSEED` to start it."""
        self._environment = {
            **os.environ,
            "PYTHONHASHSEED": str(hash_seed),
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
        }
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    def ask(
        self, subject: Family, addresses: Sequence[Address], *, seconds: float
    ) -> list[Testimony]:
        """Asks what lies at each address.

        Raises:
            TimeoutError: If there is no reply in time; the process is then replaced.
            ValueError: If the family can be neither named nor pickled, or the other process
                cannot import it.
        """
        message = pickle.dumps((pickle.dumps(_portable(subject)), list(addresses)))
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            process.stdin.write(message)
            process.stdin.flush()
            replies: list[Testimony] | str = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            self.close()
            reason = f"took over {seconds:.0f} s" if late.is_set() else "ended its process"
            raise TimeoutError(reason) from error
        finally:
            timer.cancel()
        if isinstance(replies, str):
            raise ValueError(
                f"family {subject.name!r} cannot be imported in another process ({replies}); "
                "define it in a module that lies on sys.path, not in a script or a notebook"
            )
        return replies

    def close(self) -> None:
        """Ends the process, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from ponder.testing.witness import main; main()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=self._environment,
            )
            assert self._process.stdout is not None
            pickle.load(self._process.stdout)  # the time to start is not the family's
        return self._process


@functools.cache
def witness(hash_seed: int) -> Witness:
    """The one witness of a hash seed in this process."""
    return Witness(hash_seed)


def is_portable(subject: Family) -> bool:
    """Whether a family can be sent to a witness."""
    try:
        _portable(subject)
    except ValueError:
        return False
    return True


def _portable(subject: Family) -> str | Family:
    """A registered family travels by name, another by its module-level functions."""
    if _is_registered(subject):
        return subject.name
    try:
        pickle.dumps(subject)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(
            f"family {subject.name!r} cannot be sent to another process ({error}); define its "
            "Knobs, draw and chance at the top level of a module"
        ) from error
    return subject


def _is_registered(subject: Family) -> bool:
    try:
        return family(subject.name) is subject
    except ValueError:
        return False


def _testify(subject: Family, place: Address) -> Testimony:
    try:
        return Testimony("", task_at(subject, place).to_json())
    except Exception as error:  # any error of a family is what the caller wants to know
        return Testimony(type(error).__name__, str(error)[:300])


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # a system without limits
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Says that it is ready, then answers until the other side closes."""
    pickle.dump("ready", replies)
    replies.flush()
    while True:
        try:
            subject, addresses = pickle.load(requests)
        except EOFError:
            return
        pickle.dump(_reply(subject, addresses), replies)
        replies.flush()


def _reply(subject: bytes, addresses: Sequence[Address]) -> list[Testimony] | str:
    """Says what lies at each address, or why the family cannot be had here."""
    try:
        named = pickle.loads(subject)
        found: Family = family(named) if isinstance(named, str) else named
    except Exception as error:  # whatever importing a module may raise
        return f"{type(error).__name__}: {error}"[:300]
    return [_testify(found, place) for place in addresses]


def main() -> None:
    """Serves on standard input and output; what a family prints goes to standard error."""
    replies = sys.stdout.buffer
    sys.stdout = sys.stderr
    _limit_memory()
    _serve(sys.stdin.buffer, replies)
