"""No reply of the hostile corpus is right, runs, raises or takes long, whoever judges it."""

import builtins
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ponder.verifiers import Verdict, checkers
from tests.verifiers.conftest import GOLDS, built_in_checkers
from tests.verifiers.hostile import CANARY, Reply, aimed, huge, replies
from tests.verifiers.targets import Target, malformed, target, target_names

SECONDS = 0.5
FORBIDDEN_EVENTS = (
    "exec", "compile", "import", "open", "os.", "subprocess.", "socket.", "ctypes.", "pickle.",
    "marshal.", "shutil.", "urllib.", "builtins.input", "builtins.breakpoint", "signal.",
)  # fmt: skip


class _Watch:
    """What the interpreter's audit events say one thread does."""

    def __init__(self) -> None:
        self.thread = 0
        self.seen: list[str] = []
        sys.addaudithook(self.note)

    def note(self, event: str, arguments: object) -> None:
        if self.thread == threading.get_ident() and event.startswith(FORBIDDEN_EVENTS):
            self.seen.append(f"{event} {arguments!r:.80}")

    @contextmanager
    def on(self) -> Iterator[list[str]]:
        self.seen.clear()
        self.thread = threading.get_ident()
        try:
            yield self.seen
        finally:
            self.thread = 0


@pytest.fixture(scope="session")
def watch() -> _Watch:
    """One watch for all tests: an audit hook cannot be taken away."""
    return _Watch()


@pytest.fixture(scope="session")
def built() -> list[tuple[Reply, str]]:
    return [(reply, reply.build()) for reply in replies()]


@pytest.fixture
def corpus(request, built) -> list[tuple[Reply, str]]:
    """All replies, but for the longest where the task makes no difference to reading them."""
    if request.node.callspec.params["name"].startswith(("checker", "option")):
        return built
    return [(reply, text) for reply, text in built if not reply.name.startswith("bait")]


def took(mark: Target, text: str) -> tuple[Verdict, float]:
    started = time.thread_time()
    verdict = mark.judge(text)
    return verdict, time.thread_time() - started


def faults(mark: Target, reply: Reply, text: str) -> Iterator[str]:
    verdict, seconds = took(mark, text)
    # Once may be the interpreter's own housekeeping; three times is the reply's doing.
    if seconds > SECONDS and min(took(mark, text)[1] for _ in range(2)) > SECONDS:
        yield f"{reply.name}: {seconds:.1f} s"
    if verdict.correct != reply.correct:
        yield f"{reply.name}: {text[:60]!r} is judged {verdict}"
    wrong = malformed(verdict)
    if wrong:
        yield f"{reply.name}: {wrong}: {verdict}"


def test_the_watch_sees_what_is_forbidden(watch, tmp_path):
    with watch.on() as seen:
        eval("1 + 1")
        (tmp_path / "file").write_text("x")
    assert {event.split()[0] for event in seen} >= {"compile", "exec", "open"}


def test_the_corpus_is_large_and_varied(built):
    assert len({text for _, text in built}) >= 700
    assert len({reply.name for reply, _ in built}) == len(built)
    assert len(huge()) >= 40


def test_every_checker_is_attacked():
    assert set(built_in_checkers()) == set(GOLDS)
    tried = {target(name).task.checker.name for name in target_names()}
    assert set(built_in_checkers()) <= tried <= set(checkers.names())


@pytest.mark.parametrize("name", target_names())
def test_hostile_replies_are_wrong_and_nothing_else_happens(name, corpus, watch):
    mark = target(name)
    right = mark.judge(mark.task.answer)
    assert right.correct and not mark.judge(mark.wrong).correct
    attacks = [(reply, reply.build()) for reply in aimed(mark.task, mark.wrong)]
    with watch.on() as seen:
        found = [each for reply, text in corpus + attacks for each in faults(mark, reply, text)]
    assert not found
    assert not seen
    assert not CANARY.exists()
    assert not hasattr(builtins, "ponder_canary")
    assert mark.judge(mark.task.answer) == right


# Which checker or family asks makes no difference to how much of a long reply is read.
@pytest.mark.parametrize("reply", huge(), ids=lambda reply: reply.name)
def test_ten_million_characters_are_wrong_and_soon_judged(reply):
    text = reply.build()
    for name in built_in_checkers():
        assert not list(faults(target(f"checker {name}"), reply, text))
