"""The sandbox against real misbehaviour: outcomes come in time, and no process is left."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.verifiers.bounds import ANSWER_CHARACTERS
from ponder.verifiers.sandbox import Outcome, Pool, shared
from tests.verifiers import misbehaving

EQUAL = f"{misbehaving.__name__}.equal"
ACT = f"{misbehaving.__name__}.act"
YES, NO = Outcome(True, ""), Outcome(False, "")
SLACK = 5.0
"""Seconds over a deadline that even a crowded machine must keep to."""

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@pytest.fixture(scope="module")
def pool():
    with Pool(ACT, seconds=30) as made:
        yield made


@pytest.fixture
def hasty():
    with Pool(ACT, seconds=1, memory_bytes=256 << 20) as made:
        assert made.call("1", "1") == YES
        yield made


def pid_of(pool):
    """The worker's number, which the function tells by raising."""
    return int(pool.call("pid", "").reason.rpartition(" ")[2])


def alive(pid):
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def children():
    """The children of this process, zombies among them."""
    stats = (path.read_text() for path in Path("/proc").glob("[0-9]*/stat"))
    try:
        return sum(int(text.rpartition(")")[2].split()[1]) == os.getpid() for text in stats)
    except (FileNotFoundError, ProcessLookupError):
        return children()


def soon(condition, seconds=20.0):
    """Waits for something to be so, and says whether it is."""
    deadline = time.monotonic() + seconds
    while not (met := condition()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return met


def gone(pid, seconds=20.0):
    return soon(lambda: not alive(pid), seconds)


@given(st.text(st.characters()), st.text(st.characters(categories=["Cs", "Cc", "Nd"])))
@settings(max_examples=40)
def test_it_says_what_the_function_says(pool, answer, gold):
    assert pool.call("=" + answer, "=" + gold) == Outcome(answer == gold, "")
    assert pool.call("=" + gold, "=" + gold) == YES


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "\0\0\0\5", "\U0001d7d3" * ANSWER_CHARACTERS])
def test_any_text_arrives_as_it_was(pool, text):
    assert pool.call(text, text) == YES
    assert pool.call(text, text[1:] + "x") == NO


def test_a_huge_text_is_refused_unsent(pool):
    worker = pid_of(pool)
    for answer, gold in (("x" * 10_000_000, "x"), ("x", "x" * (ANSWER_CHARACTERS + 1))):
        outcome = pool.call(answer, gold)
        assert outcome.agreed is None and str(ANSWER_CHARACTERS) in outcome.reason
    assert pid_of(pool) == worker


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("raise", Outcome(None, "error: ArithmeticError: no such number")),
        ("raise what cannot be printed", Outcome(None, "error: Unprintable")),
        ("sys.exit", Outcome(None, "error: SystemExit: 3")),
        ("a number", Outcome(None, f"error: TypeError: {ACT} must return a bool, got int")),
        ("print", NO),
        ("read", YES),
    ],
)
def test_what_the_function_does_itself_does_not_cost_the_worker(pool, answer, outcome):
    worker = pid_of(pool)
    assert pool.call(answer, "") == outcome
    assert pool.call("7", "7") == YES
    assert pid_of(pool) == worker


def test_deep_recursion_is_an_error_or_a_crash_and_the_next_call_works(pool):
    outcome = pool.call("recurse", "")
    assert outcome.agreed is None
    assert outcome.reason.startswith(("error: RecursionError", "crashed"))
    assert pool.call("7", "7") == YES


@pytest.mark.parametrize("answer", ["loop", "hold the lock", "sleep"])
def test_the_deadline_holds(hasty, answer):
    started = time.monotonic()
    assert hasty.call(answer, "") == Outcome(None, "timeout")
    assert 1 <= time.monotonic() - started < 1 + SLACK
    assert hasty.call("7", "7") == YES


@pytest.mark.parametrize(
    ("answer", "reason"),
    [("hog", "memory"), ("gather", "memory"), ("exit", "crashed"), ("abort", "crashed")],
)
def test_memory_and_crashes_cost_one_worker_and_no_more(answer, reason):
    with Pool(ACT, seconds=30, memory_bytes=256 << 20) as pool:
        before = pid_of(pool)
        assert pool.call(answer, "") == Outcome(None, reason)
        assert pool.call("7", "7") == YES
        assert pid_of(pool) != before
        assert not Path(f"/proc/{before}").exists()


def test_bytes_written_into_the_channel_are_no_verdict(pool):
    assert pool.call("garble", "") == Outcome(None, "crashed")
    assert pool.call("7", "7") == YES


@linux
def test_a_worker_killed_at_work_costs_its_call_and_one_killed_idle_costs_none(pool, tmp_path):
    at_work = tmp_path / "at_work"
    worker = pid_of(pool)
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(pool.call, "touch and sleep", str(at_work))
        assert soon(at_work.exists)
        os.kill(worker, 9)
        assert running.result(30) == Outcome(None, "crashed")
    idle = pid_of(pool)
    os.kill(idle, 9)
    # The kernel shows the process dead a moment before its parent may reap it.
    assert soon(lambda: not any(worker.alive() for worker in pool._workers))
    assert pool.call("7", "7") == YES
    assert not Path(f"/proc/{idle}").exists()


@linux
def test_what_a_worker_started_ends_with_it(hasty):
    mark = f"mark-{os.getpid()}"
    assert hasty.call("child", mark) == Outcome(None, "timeout")
    assert soon(lambda: not marked(mark))


def marked(mark):
    """The running processes whose command line ends with a mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if text.rstrip(b"\0").endswith(b"\0" + mark.encode()):
            found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize("workers", [1, 2])
def test_64_threads_at_once_get_what_one_gets(workers):
    calls = [(str(i % 7), str(i % 5)) for i in range(256)]
    with Pool(EQUAL, workers=workers, seconds=30) as pool, ThreadPoolExecutor(64) as threads:
        outcomes = list(threads.map(lambda call: pool.call(*call), calls))
    assert outcomes == [Outcome(answer == gold, "") for answer, gold in calls]


def test_a_replaced_worker_is_given_time_to_warm_up():
    with Pool(ACT, workers=2, seconds=30) as pool:
        first, second = pid_of(pool), pid_of(pool)
        assert first != second
        assert pool.call("exit", "") == Outcome(None, "crashed")  # the first again
        assert pid_of(pool) == second


def test_callers_are_served_in_turn(pool):
    served = []

    def ask(number):
        pool.call(str(number), "")
        served.append(number)

    pool.call("7", "7")
    taken = pool._take()
    threads = []
    for number in range(8):
        threads.append(threading.Thread(target=ask, args=(number,)))
        threads[-1].start()
        assert soon(lambda number=number: len(pool._waiting) > number)
    pool._give(taken)
    for thread in threads:
        thread.join()
    assert served == sorted(served)


def test_closing_answers_those_at_work_and_those_in_the_queue():
    before = children()
    pool = Pool(ACT, seconds=60)
    pool.call("7", "7")
    with ThreadPoolExecutor(4) as threads:
        running = [threads.submit(pool.call, "sleep", "") for _ in range(4)]
        assert soon(lambda: len(pool._waiting) == 3)
        pool.close()
        pool.close()
        outcomes = [future.result(30) for future in running]
    assert outcomes == [Outcome(None, "error: the pool was closed")] * 4
    with pytest.raises(ValueError, match="closed"):
        pool.call("7", "7")
    assert children() == before


@linux
def test_a_forgotten_pool_ends_its_worker():
    pool = Pool(ACT, seconds=30)
    worker = pid_of(pool)
    del pool
    assert gone(worker)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("no_such_package.judge", "error: ModuleNotFoundError"),
        (f"{misbehaving.__name__}.absent", "error: AttributeError"),
        (f"{misbehaving.__name__}.raw", "error: TypeError"),
    ],
)
def test_what_cannot_be_called_is_told_at_the_call(function, reason):
    with Pool(function) as pool:
        outcome = pool.call("1", "1")
    assert outcome.agreed is None and outcome.reason.startswith(reason)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"function": "judge"}, "function"),
        ({"function": "a.b; c"}, "function"),
        ({"function": "a.b", "workers": 0}, "workers"),
        ({"function": "a.b", "seconds": 0}, "seconds"),
        ({"function": "a.b", "seconds": float("nan")}, "seconds"),
        ({"function": "a.b", "memory_bytes": 1000}, "memory_bytes"),
    ],
)
def test_a_bad_argument_is_named(options, name):
    with pytest.raises(ValueError, match=f"^{name} must"):
        Pool(**options)


@pytest.mark.parametrize("answer", [None, 5, b"5"])
def test_what_is_no_text_is_named(pool, answer):
    with pytest.raises(ValueError, match=r"^answer must be a str"):
        pool.call(answer, "5")
    with pytest.raises(ValueError, match=r"^gold must be a str"):
        pool.call("5", answer)


def test_from_asyncio(pool):
    async def ask_all():
        calls = (asyncio.to_thread(pool.call, str(i), "3") for i in range(16))
        return await asyncio.gather(*calls)

    assert asyncio.run(ask_all()) == [Outcome(i == 3, "") for i in range(16)]


def ask_shared(pipe):
    pipe.send((shared(ACT).call("7", "7"), pid_of(shared(ACT))))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_another_process_has_workers_of_its_own(method):
    """The parent's worker is at work while it forks, and goes on undisturbed."""
    mine = pid_of(shared(ACT))
    context = multiprocessing.get_context(method)
    here, there = context.Pipe()
    child = context.Process(target=ask_shared, args=(there,))
    child.start()
    assert shared(ACT).call("7", "7") == YES
    assert here.poll(60)
    outcome, theirs = here.recv()
    child.join(60)
    assert outcome == YES and theirs != mine and child.exitcode == 0
    assert gone(theirs)
    assert pid_of(shared(ACT)) == mine


@linux
def test_a_fork_that_leaves_by_the_front_door_kills_no_worker_of_its_parent():
    code = (
        "import os, sys\n"
        "from ponder.verifiers.sandbox import shared\n"
        f"pool = shared({ACT!r})\n"
        "pids = lambda: {pool.call('pid', '').reason for _ in range(2)}\n"
        "before = pids()\n"
        "if os.fork() == 0: sys.exit(0)\n"
        "os.wait()\n"
        "assert pids() == before and len(before) == 2\n"
    )
    assert script(code).wait(60) == 0


def script(code, **options):
    """Starts Python on some code, with this process's search path."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.Popen(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path}, **options
    )


TELL = (
    "import sys, threading\n"
    "from ponder.verifiers.sandbox import Pool\n"
    f"pool = Pool({ACT!r}, seconds=4)\n"
    "print(pool.call('pid', '').reason.rpartition(' ')[2], flush=True)\n"
)
WAIT = "sys.stdin.read()\n"
BUSY = "threading.Thread(target=pool.call, args=({!r}, ''), daemon=True).start()\n"


@linux
def test_the_interpreter_takes_its_workers_along():
    told = script(TELL, stdout=subprocess.PIPE).communicate(timeout=60)[0]
    assert gone(int(told), 0.5)


@linux
@pytest.mark.parametrize("answer", ["7", "loop", "sleep", "hold the lock"])
def test_a_killed_parent_leaves_no_worker(answer):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with script(TELL + BUSY.format(answer) + "print('busy', flush=True)\n" + WAIT, **pipes) as it:
        worker = int(it.stdout.readline())
        assert it.stdout.readline() == b"busy\n" and alive(worker)
        time.sleep(0.3)
        it.kill()
        it.wait()
        assert gone(worker)


@linux
def test_a_fork_that_outlives_a_killed_parent_keeps_no_worker():
    fork = (
        "import os, time\n"
        "if (fork := os.fork()) == 0: time.sleep(60); os._exit(0)\n"
        "print(fork, flush=True)\n"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with script(TELL + fork + WAIT, **pipes) as it:
        worker = int(it.stdout.readline())
        fork = int(it.stdout.readline())
        try:
            it.kill()
            it.wait()
            assert gone(worker) and alive(fork)
        finally:
            os.kill(fork, 9)


def test_math_verify_where_it_is_installed_and_a_plain_word_where_it_is_not():
    with Pool("ponder.verifiers.fallback.math_verify_agrees", seconds=60) as pool:
        outcome = pool.call(r"\frac{1}{2}", "0.5")
        if outcome.agreed is None:
            assert outcome.reason.startswith("error: ImportError: math-verify is not installed")
            return
        assert outcome == YES
        assert pool.call("x = 5", "5") == YES
        assert pool.call(r"\{2, 1\}", r"\{1, 2\}") == YES
        assert pool.call("2", "3") == pool.call("", "3") == NO
        assert pool.call("3", "").agreed is None


def test_a_call_does_not_run_what_is_written_in_an_answer(tmp_path):
    canary = tmp_path / "canary"
    with Pool("ponder.verifiers.fallback.math_verify_agrees", seconds=60) as pool:
        for text in (f"__import__('pathlib').Path('{canary}').touch()", f"open('{canary}', 'w')"):
            assert pool.call(text, "3").agreed is not True
            assert pool.call("3", text).agreed is not True
    assert not canary.exists()
