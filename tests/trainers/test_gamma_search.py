"""The search for gamma: on curves that are known, and once on real runs."""

import json
import math
import random
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from ponder.policies.local import LocalPolicy, load, new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.gamma_search import (
    RESULT,
    Search,
    bisect,
    chosen,
    last_steps,
    search_gamma,
)
from ponder.trainers.grpo import train

Curve = Callable[[float], float]


def step_at(threshold: float, high: float = 0.9, low: float = 0.5) -> Curve:
    return lambda distance: high if distance <= threshold else low


def test_a_step_is_closed_in_on_from_both_sides() -> None:
    probes = bisect(step_at(2e-3), Search(low=1e-5, high=1e-1, rounds=3))
    # Middles of the logarithms: of -5 and -1, of -3 and -1, of -3 and -2.
    expected = [0, 1e-1, 1e-5, 1e-3, 1e-2, 10**-2.5]
    assert [probe.distance for probe in probes] == pytest.approx(expected)
    assert [probe.accepted for probe in probes] == [True, False, True, True, False, False]
    assert chosen(probes) == pytest.approx(1e-3)


@pytest.mark.parametrize(
    "ends",
    [
        {"low": 0.1, "high": 0.1000001},
        {"rounds": 20},  # ten thousand times, to the power of one part in a million
        {"rounds": 10**400},
    ],
)
def test_distances_that_one_folder_would_hold_are_refused(ends: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="low, high and rounds must leave distances"):
        Search(**ends)
    Search(rounds=16)


def test_if_the_high_end_is_harmless_nothing_else_is_tried() -> None:
    probes = bisect(step_at(1.0), Search(low=1e-5, high=1e-1))
    assert [probe.distance for probe in probes] == [0, 1e-1]
    assert chosen(probes) == 1e-1


def test_if_the_low_end_hurts_gamma_stays_1() -> None:
    probes = bisect(step_at(0.0), Search(low=1e-5, high=1e-1))
    assert [probe.distance for probe in probes] == [0, 1e-1, 1e-5]
    assert chosen(probes) == 0


@pytest.mark.parametrize(
    ("accuracy", "accepted"),
    [(0.76, True), (0.75, True), (0.74, True), (0.7399, False)],  # 0.75 - 0.74 is above 0.01
)
def test_a_loss_of_just_the_tolerance_is_accepted(accuracy: float, accepted: bool) -> None:
    probes = bisect(step_at(0.0, 0.75, accuracy), Search(tolerance=1.0))
    assert probes[1].accepted is accepted


searches = st.builds(
    lambda low, width, tolerance, rounds: Search(
        low=10**low, high=10 ** min(low + width, -0.1), tolerance=tolerance, rounds=rounds
    ),
    st.floats(-7, -3),
    st.floats(0.5, 6),
    st.floats(0, 5),
    st.integers(0, 8),
)


@given(search=searches, place=st.floats(-0.2, 1.2))
def test_a_threshold_is_found_to_the_width_of_the_last_interval(
    search: Search, place: float
) -> None:
    threshold = search.low * (search.high / search.low) ** place
    # Where the threshold is a probe itself, rounding decides.
    probes = bisect(step_at(threshold), search)
    assume(all(not math.isclose(probe.distance, threshold) for probe in probes))
    found = chosen(probes)
    if place < 0:
        assert found == 0
    elif place > 1:
        assert found == search.high
    else:
        width = (search.high / search.low) ** (0.5**search.rounds)
        assert found <= threshold <= found * width * (1 + 1e-9)
    asked = [probe.distance for probe in probes]
    assert len(asked) == len(set(asked)) <= search.rounds + 3


@given(
    search=searches,
    slope=st.floats(0, 3),
    error=st.floats(0, 0.02),
    seed=st.integers(0, 99),
)
def test_an_error_of_e_widens_the_tolerance_by_at_most_2_e(
    search: Search, slope: float, error: float, seed: int
) -> None:
    def true(distance: float) -> float:
        """Falls smoothly with the distance."""
        return 0.9 / (1 + slope * distance)

    def noisy(distance: float) -> float:
        return true(distance) + random.Random(f"{seed} {distance}").uniform(-error, error)

    probes = bisect(noisy, search)
    slack = 1e-9
    found = chosen(probes)
    lost = true(0.0) - true(found)
    assert lost <= search.tolerance / 100 + 2 * error + slack
    # The next larger distance that was tried was refused, and does cost nearly the tolerance.
    refused = [probe.distance for probe in probes if probe.distance > found]
    if refused:
        assert true(0.0) - true(min(refused)) >= search.tolerance / 100 - 2 * error - slack


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"low": 0.0}, "low"),
        ({"low": 1e-17}, "1 - low"),
        ({"low": 0.1, "high": 0.1}, "low < high"),
        ({"high": 1.0}, "high < 1"),
        ({"low": math.nan}, "low < high"),
        ({"tolerance": -1.0}, "tolerance"),
        ({"tolerance": math.nan}, "tolerance"),
        ({"rounds": -1}, "rounds"),
        ({"last": 0.0}, "last"),
        ({"last": 1.5}, "last"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Search(**options)  # type: ignore[arg-type]


def test_the_last_steps_are_averaged(tmp_path: Path) -> None:
    steps = [(0.0, 9), (0.25, 8), (0.5, 7), (1.0, 4)]
    lines = [
        json.dumps({"step": step, "questions": {"accuracy": accuracy, "tokens": tokens}})
        for step, (accuracy, tokens) in enumerate(steps)
    ]
    (tmp_path / "log.jsonl").write_text("".join(f"{line}\n" for line in lines))
    assert last_steps(tmp_path, 0.5) == (0.75, 5.5)
    assert last_steps(tmp_path, 0.01) == (1.0, 4)
    assert last_steps(tmp_path, 1.0) == (0.4375, 7)


# The warm-started policy: of an untrained one nothing is right, and nothing would be learned.
CONFIG = TrainConfig(
    source="chain_sum:2-3",
    curriculum="fixed",
    steps=2,
    group_size=4,
    question_groups=4,
    episode_groups=0,
    max_tokens=32,
    lr=1e-3,
    warmup=0,
    gamma=0.5,
    checkpoint_every=1,
)
SEARCH = Search(low=1e-3, high=1e-1, tolerance=100.0, rounds=1)


def weights(policy: LocalPolicy) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in policy.model.state_dict().items()}


def logged(run: Path) -> list[dict[str, object]]:
    lines = (run / "log.jsonl").read_text().splitlines()
    timed = ("seconds",)
    return [{k: v for k, v in json.loads(line).items() if k not in timed} for line in lines]


def test_every_probe_is_a_run_from_the_same_policy(tmp_path: Path) -> None:
    policy = load("embedded")
    start = weights(policy)
    asked: list[float] = []
    found = search_gamma(policy, CONFIG, tmp_path / "search", SEARCH, on_probe=asked.append)
    assert found is not None
    # A hundred points are no loss at all: the high end is accepted.
    assert asked == [probe.distance for probe, _ in found] == [0, 0.1]
    assert all(torch.equal(value, start[name]) for name, value in weights(policy).items())
    for distance, folder in ((0.0, "0"), (0.1, "0.1")):
        alone = load("embedded")
        train(alone, replace(CONFIG, gamma=1 - distance), tmp_path / folder)
        assert any(not torch.equal(value, start[name]) for name, value in weights(alone).items())
        assert logged(tmp_path / "search" / "probes" / folder) == logged(tmp_path / folder)
    # The first step's questions and answers are the same, and only then the policies differ.
    one, other = (logged(tmp_path / folder) for folder in ("0", "0.1"))
    assert one[0]["tokens_seen"] == other[0]["tokens_seen"]
    assert one[0]["loss"] != other[0]["loss"]
    measured = [last_steps(tmp_path / folder, 0.25) for folder in ("0", "0.1")]
    assert [(probe.accuracy, tokens) for probe, tokens in found] == measured
    assert json.loads((tmp_path / "search" / RESULT).read_text()) == {
        "gamma": 0.9,
        "distance": 0.1,
        "low": 1e-3,
        "high": 1e-1,
        "tolerance": 100.0,
        "rounds": 1,
        "last": 0.25,
        "probes": [
            {"distance": distance, "accuracy": accuracy, "accepted": True, "tokens": tokens}
            for distance, (accuracy, tokens) in zip((0.0, 0.1), measured, strict=True)
        ],
    }


def test_a_stopped_search_goes_on_and_runs_nothing_twice(tmp_path: Path) -> None:
    taken: list[int] = []

    def stop_at_the_third(entry: object) -> None:
        taken.append(1)
        if len(taken) == 3:
            signal.raise_signal(signal.SIGINT)

    policy = load("embedded")
    assert search_gamma(policy, CONFIG, tmp_path, SEARCH, on_step=stop_at_the_third) is None
    assert not (tmp_path / RESULT).exists()
    # Two runs of two steps: one step is left, and then none.
    for expected in (4, 4):
        found = search_gamma(
            policy, CONFIG, tmp_path, SEARCH, on_step=lambda entry: taken.append(1)
        )
        assert found is not None
        assert len(taken) == expected
    assert len(logged(tmp_path / "probes" / "0.1")) == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"curriculum": "sliding_window"}, "curriculum must be one of"),
        ({"question_groups": 0, "episode_groups": 1}, "question_groups must be at least 1"),
        ({"gamma": 1.0, "length_reward": "kimi"}, "gamma must be 1"),
        ({"gamma": 1.0, "progress": "branches", "group_size": 4}, "gamma must be 1"),
    ],
)
def test_runs_that_cannot_be_compared_are_refused(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    config = replace(CONFIG, **changes)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=said):
        search_gamma(new_embedded(seed=1), config, tmp_path, SEARCH)
    assert list(tmp_path.iterdir()) == []
