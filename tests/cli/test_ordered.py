"""Work units over several processes: in order, with errors kept, and no process left behind."""

import os
import time
from collections.abc import Iterator

import psutil
import pytest

from ponder.cli._ordered import AHEAD, in_order


def slow_when_even(unit: int) -> bytes:
    time.sleep(0.05 if unit % 2 == 0 else 0)
    return str(unit).encode()


def large(unit: int) -> bytes:
    return bytes([unit]) * 300_000


def refuse_three(unit: int) -> bytes:
    if unit == 3:
        raise ValueError("unit 3 is refused")
    return b"x"


def die_at_three(unit: int) -> bytes:
    if unit == 3:
        os._exit(9)
    return b"x"


def process_id(unit: int) -> bytes:
    return str(os.getpid()).encode()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_units_come_in_order_whichever_is_done_first(workers: int) -> None:
    assert list(in_order(slow_when_even, range(2, 9), workers)) == [
        b"2",
        b"3",
        b"4",
        b"5",
        b"6",
        b"7",
        b"8",
    ]


def test_several_processes_do_the_work() -> None:
    ids = set(in_order(process_id, range(4), 2))
    assert len(ids) == 2
    assert str(os.getpid()).encode() not in ids


def test_units_larger_than_a_pipe_arrive_whole() -> None:
    assert [set(data) for data in in_order(large, range(4), 2)] == [{0}, {1}, {2}, {3}]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_keeps_its_message_and_the_units_before_it(workers: int) -> None:
    units = in_order(refuse_three, range(6), workers)
    assert [next(units) for _ in range(3)] == [b"x"] * 3
    with pytest.raises(ValueError, match="unit 3 is refused"):
        next(units)


def test_a_worker_that_dies_is_told_from_one_that_is_done() -> None:
    units = in_order(die_at_three, range(6), 2)
    assert [next(units) for _ in range(3)] == [b"x"] * 3
    with pytest.raises(ChildProcessError, match="work unit 3"):
        next(units)


def test_workers_end_when_nobody_reads_on() -> None:
    units = in_order(large, range(100), 2)
    next(units)
    assert _workers()
    units.close()
    deadline = time.monotonic() + 10
    while _workers() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _workers()


@pytest.mark.parametrize("workers", [1, 4])
def test_no_units_need_no_work(workers: int) -> None:
    assert list(in_order(refuse_three, range(0), workers)) == []


def test_items_are_read_as_they_are_needed() -> None:
    read: list[int] = []

    def items() -> Iterator[int]:
        for item in range(100):
            read.append(item)
            yield item

    results = in_order(large, items(), 2)
    next(results)
    assert 2 <= len(read) <= 2 * AHEAD
    results.close()


def _workers() -> list[psutil.Process]:
    """This process's live children that came from `multiprocessing`'s spawn."""
    children = psutil.Process().children()
    return [
        child
        for child in children
        if child.status() != psutil.STATUS_ZOMBIE and "spawn_main" in " ".join(child.cmdline())
    ]
