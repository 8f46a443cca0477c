"""A log in bins, worked out by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.history import bins, component_history, curriculum_history, level_history


def entry(step, by_level, *, kind="questions", components=None, frontier=None):
    part = {"by_level": by_level, "components": components or {}}
    state = {"rule": "sliding_window", "frontier": frontier} if frontier else {"rule": "fixed"}
    return {"step": step, kind: part, "curriculum": state}


LOG = [
    entry(0, {"1": [4, 0.5, 10.0]}, frontier={"a": 1, "b": 1}),
    entry(1, {"1": [2, 1.0, 40.0], "3": [2, 0.0, 80.0]}, frontier={"a": 3, "b": 2}),
]


@given(st.integers(0, 200), st.integers(1, 50))
def test_bins_are_even_and_lose_nothing(count, most):
    log = [{"step": step} for step in range(count)]
    found = bins(log, most)
    assert [e for part in found for e in part] == log
    sizes = {len(part) for part in found}
    assert not sizes or (max(sizes) - min(sizes) <= 1 and min(sizes) >= 1)
    assert len(found) == min(count, most)


def test_level_history():
    found = level_history(LOG)
    assert found.edges == [0, 1, 2]
    assert found.levels == [1, 2, 3]
    assert found.tokens[0] == [10, 40]
    assert found.accuracy[0] == [0.5, 1]
    assert all(map(math.isnan, found.tokens[1]))
    assert math.isnan(found.tokens[2][0]) and found.tokens[2][1] == 80


def test_a_bin_weighs_its_steps_by_their_counts():
    log = [entry(step, {"2": [1, 1.0, 20.0]}) for step in range(40)]
    log += [entry(step, {"2": [3, 0.0, 60.0]}) for step in range(40, 80)]
    log[1] = entry(1, {"2": [3, 0.0, 60.0]})
    found = level_history(log)  # 40 bins of 2 steps.
    assert found.tokens[0][0] == pytest.approx((1 * 20 + 3 * 60) / 4)
    assert found.accuracy[0][0] == pytest.approx(0.25)
    assert found.edges[:2] == [0, 2] and found.edges[-1] == 80


def test_curriculum_history():
    found = curriculum_history(LOG)
    assert found.steps == [0, 1]
    assert found.mean == [1, 2]
    assert (found.low, found.high) == ([1, 1], [1, 3])
    assert found.frontiers == {"a": [1, 3], "b": [1, 2]}


def test_a_rule_without_a_level_has_no_frontier():
    assert curriculum_history([entry(0, {"1": [1, 1.0, 5.0]})]).frontiers == {}


def test_episodes_stand_in_where_there_are_no_questions():
    log = [entry(0, {"4": [2, 0.5, 30.0]}, kind="episodes")]
    assert level_history(log).levels == [4]
    assert level_history([{"step": 0}]) is None
    assert curriculum_history([]) is None


def test_components_are_averaged_and_idle_ones_left_out():
    log = [
        entry(0, {}, components={"right": 0.2, "idle": 0.0}),
        entry(1, {}, components={"right": 0.6, "late": -0.1}),
    ]
    steps, found = component_history(log, "questions")
    assert steps == [0, 1]
    assert found == {"right": [0.2, 0.6], "late": [0.0, -0.1]}
    assert component_history(log, "episodes") == ([], {})
