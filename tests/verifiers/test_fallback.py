"""The fallback on math-verify: asked only where it is wanted and needed, and never waited for."""

import os
import signal
import time

import pytest

from ponder.verifiers import grade
from ponder.verifiers.checkers import maths
from ponder.verifiers.sandbox import pool as sandbox

FALLBACK = {"fallback": "math-verify"}
INTEGRAL = r"\int_0^1 x\,dx"


def answered(answer, gold, options=FALLBACK):
    return grade(f"<answer>{answer}</answer>", gold, kind="math", options=options)


def test_an_unknown_fallback_is_named():
    with pytest.raises(ValueError, match="option 'fallback' must be 'none' or 'math-verify'"):
        answered("1", "1", {"fallback": ["sympy"]})


def test_without_the_library_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(maths, "_has_math_verify", lambda: False)
    with pytest.raises(ValueError, match=r"pip install 'ponder-gym\[math\]'"):
        answered("1", "1")


def test_what_is_read_here_starts_no_worker(monkeypatch):
    pytest.importorskip("math_verify")
    monkeypatch.setattr(sandbox, "_shared", {})
    assert answered("x^2 + 1", "1 + x^2").correct
    assert not answered("x^2 + 2", "1 + x^2").correct
    assert not answered(r"\int_0^1 t\,dt", INTEGRAL, None).correct
    assert not sandbox._shared


@pytest.fixture(scope="module")
def worker():
    pytest.importorskip("math_verify")
    yield sandbox.shared(maths._MATH_VERIFY)


@pytest.mark.parametrize(("answer", "correct"), [(r"\int_0^1 t\,dt", True), ("1/3", False)])
def test_what_is_not_read_here_is_asked(worker, answer, correct):
    assert answered(answer, INTEGRAL).correct is correct


def test_a_hanging_question_is_given_up(worker):
    start = time.monotonic()
    verdict = answered(r"\lim_{x \to 0} 9^{9^{9^{9^{9}}}}", INTEGRAL)
    assert not verdict.correct
    assert verdict.reason == "math-verify gave no verdict: timeout."
    # Two seconds, and what a crowded machine takes to start the next worker.
    assert time.monotonic() - start < 10


def test_what_it_cannot_read_is_said_in_a_sentence(worker):
    verdict = answered(r"\int_0^1 t\,dt", r"\int_0^1 x\,dx +\n\frac{")
    assert not verdict.correct
    assert verdict.reason.startswith("math-verify gave no verdict: ")
    assert verdict.reason.endswith(".") and "\n" not in verdict.reason


def test_a_killed_worker_costs_no_verdict(worker):
    assert answered(r"\int_0^1 t\,dt", INTEGRAL).correct
    for process in list(worker._workers):
        os.kill(process.pid, signal.SIGKILL)
    assert answered(r"\int_0^1 t\,dt", INTEGRAL).correct
