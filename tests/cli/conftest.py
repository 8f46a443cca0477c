"""Running the command: in this process for what it says, in another for what kills do to it."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from ponder.cli.app import main


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture
def ponder_command(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `ponder ARGUMENTS` in this process."""

    def run(*arguments: object) -> Ran:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        printed = capfd.readouterr()
        return Ran(int(end.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture
def ponder_process() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts `ponder ARGUMENTS` as another process, which the test's end kills."""
    started = []

    def start(*arguments: object) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "ponder", *map(str, arguments)]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A test run in the background ignores interrupts, and would pass that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
