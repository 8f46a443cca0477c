"""Functions that the sandbox's workers call: an honest one, and everything that goes wrong."""

import os
import subprocess
import sys
import time
from pathlib import Path


def equal(answer: str, gold: str) -> bool:
    return answer == gold


def act(answer: str, gold: str) -> bool:
    """Does what the answer names; any other answer is compared with the gold."""
    match answer:
        case "loop":
            while True:
                pass
        case "hold the lock":
            return pow(3, 10**9) > 0
        case "sleep":
            time.sleep(600)
        case "touch and sleep":
            Path(gold).touch()
            time.sleep(600)
        case "hog":
            return len(bytearray(1 << 40)) > 0
        case "gather":
            hoard = []
            while True:
                hoard.append(bytearray(1 << 24))
        case "exit":
            os._exit(3)
        case "sys.exit":
            sys.exit(3)
        case "abort":
            os.abort()
        case "raise":
            raise ArithmeticError("no such number")
        case "raise what cannot be printed":
            raise Unprintable
        case "recurse":
            return act("recurse", gold)
        case "print":
            print("\0\0\0\5junk" * 1000, flush=True)
            os.write(1, b"\xff" * 100)
            print("junk", file=sys.stderr, flush=True)
        case "read":
            return sys.stdin.read() == ""
        case "garble":
            # Every descriptor that could be the channel.
            for descriptor in range(3, 20):
                try:
                    os.write(descriptor, b"\0\0\0\5junk!")
                except OSError:
                    continue
            time.sleep(600)
        case "a number":
            return 1  # type: ignore[return-value]
        case "child":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", gold])
            time.sleep(600)
        case "pid":
            raise LookupError(os.getpid())
    return answer == gold


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError


raw = 7
