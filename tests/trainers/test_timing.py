"""Times of a step's parts, on a clock that is set by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ponder.policies.local import new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train
from ponder.trainers.runs import Run
from ponder.trainers.timing import PARTS, StepTimes


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Gives a function that takes so many seconds."""
    now = [100.0]
    monkeypatch.setattr("ponder.trainers.timing.time.perf_counter", lambda: now[0])

    def advance(seconds: float) -> None:
        now[0] += seconds

    return advance


def test_parts_within_parts_count_once_and_the_rest_is_other(
    work: Callable[[float], None],
) -> None:
    times = StepTimes()
    work(1)
    with times.measure("score"):
        work(2)
        with times.measure("generate"):
            work(4)
        work(8)
        with times.measure("generate"):
            work(16)
    work(32)
    for _ in range(2):
        with times.measure("backward"):
            work(64)
    assert times.seconds() == {
        "total": 191,
        "score": 10,
        "generate": 20,
        "forward": 0,
        "backward": 128,
        "other": 33,
    }


def test_a_run_logs_every_part(tmp_path: Path) -> None:
    config = TrainConfig(
        source="chain_sum:1",
        steps=1,
        group_size=2,
        question_groups=1,
        episode_groups=0,
        max_tokens=4,
    )
    train(new_embedded(seed=0), config, tmp_path)
    with Run(tmp_path, config) as run:
        (entry,) = run.entries()
    seconds = entry["seconds"]
    assert set(seconds) == {"total", *PARTS, "other"}
    # Each is rounded to four digits.
    parts = sum(value for name, value in seconds.items() if name != "total")
    assert seconds["total"] == pytest.approx(parts, abs=5e-4)
    assert seconds["generate"] > 0
