"""Tables, worked out by hand."""

import pytest

from ponder.evaluation.summary import (
    episode_totals,
    questions_by_level,
    questions_by_source_and_level,
    turns_by_level,
    turns_by_position,
)
from tests.evaluation.rows import question, turn

QUESTIONS = [
    question("a", level=2, tokens=10),
    question("b", level=2, tokens=30, correct=False, how="last_line"),
    question("c", level=2, tokens=50, correct=False, how="truncated", finished=False),
    question("d", level=2, tokens=30, source="gcd"),
    question("e", level=1, tokens=8),
]
TURNS = [
    turn("x", 0, tokens=60, level=1),
    turn("x", 1, tokens=40, level=2, correct=False),
    turn("x", 2, tokens=0, level=3, correct=False, answered=False, components={}),
    turn("y", 0, tokens=20, level=3),
    turn("y", 1, tokens=20, level=2),
    turn("y", 2, tokens=10, level=1, components={"correctness": 1.0, "bonus": 0.4}),
]


def test_questions_by_level():
    found = questions_by_level(QUESTIONS)
    assert list(found) == [1, 2]
    assert found[2].count == 4
    estimates = {name: value.estimate for name, value in found[2].values.items()}
    assert estimates == {
        "accuracy": 0.5,
        "tokens": 30,
        "in the asked format": 0.5,
        "cut off at the cap": 0.25,
    }
    low, high = found[2].values["tokens"][1:]
    assert 10 <= low < 30 < high <= 50


def test_questions_by_source_and_level():
    found = questions_by_source_and_level(QUESTIONS)
    assert list(found) == [("chain_sum", 1), ("chain_sum", 2), ("gcd", 2)]
    assert found["chain_sum", 2].values["accuracy"].estimate == pytest.approx(1 / 3)
    assert found["gcd", 2].values["tokens"].estimate == 30


def test_turns_count_what_was_never_reached():
    positions = turns_by_position(TURNS)
    assert [s.values["tokens"].estimate for s in positions.values()] == [40, 30, 5]
    assert [s.values["answered"].estimate for s in positions.values()] == [1, 1, 0.5]
    assert [s.values["accuracy"].estimate for s in positions.values()] == [1, 0.5, 0.5]
    levels = turns_by_level(TURNS)
    assert [s.values["tokens"].estimate for s in levels.values()] == [35, 30, 10]


def test_turns_of_one_episode_are_not_independent():
    copies = [turn("x", place, tokens=tokens) for place, tokens in enumerate((10, 20, 30))]
    assert turns_by_level(copies)[1].values["tokens"].low != 10
    spread = turns_by_level([*copies, *(turn("y", p, tokens=50) for p in range(3))])
    # Two clusters with means 20 and 50: every resample has mean 20, 35 or 50.
    assert spread[1].values["tokens"][:] == (35, 20, 50)


def test_episode_totals():
    one, other = episode_totals(TURNS)
    assert (one.episode, one.right, one.utilisation) == ("x", 1, 1.0)
    assert (one.unanswered, one.reward) == pytest.approx((1 / 3, 0.9))
    assert (other.right, other.utilisation, other.unanswered) == (3, 0.5, 0)
    assert other.reward == pytest.approx(3.4)
