"""Regret by hand, and thoughts measured against answers that are forced one by one."""

import dataclasses
from pathlib import Path

import pytest
import torch

from ponder.evaluation import question_tasks
from ponder.evaluation.regret import by_segments, curve, mean_regret, regret
from ponder.evaluation.rows import ThoughtRow, read_rows
from ponder.evaluation.thoughts import ThoughtConfig, measure_thoughts
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.segments import Segmenter

ROW = ThoughtRow(
    uid="a",
    source="s",
    level=1,
    play=0,
    text="",
    finished=True,
    right=True,
    length=30,
    cuts=[0, 10, 20],
    correct=[[0, 0], [1, 0], [1, 1]],
    tokens=[[4, 6], [5, 5], [2, 2]],
    extracted=[[None, "7"], ["8", "7"], ["8", "8.0"]],
)
SHORT = dataclasses.replace(
    ROW, uid="b", cuts=[0], correct=[[1, 1]], tokens=[[2, 4]], extracted=[["8", "8"]]
)


def test_regret_by_hand() -> None:
    # 0 up to 5 tokens; then up to 1/2 at 15, to 1 at 22, and flat: 2.5 + 5.25 + 8 of 30.
    assert curve(ROW) == ([0, 5, 15, 22], [0.0, 0.0, 0.5, 1.0])
    assert regret(*curve(ROW), 30) == pytest.approx(1 - 15.75 / 30)
    # Cut at 10, where the line stands at 1/4: 0.625 of 10.
    assert regret(*curve(ROW), 10) == pytest.approx(1 - 0.625 / 10)
    # Up to 1 at 3 tokens, and flat: 8.5 of 10.
    assert mean_regret([ROW, SHORT], 10, seed=1).estimate == pytest.approx((0.9375 + 0.15) / 2)


def test_a_longer_prefix_with_a_shorter_answer_stands_at_the_same_place() -> None:
    row = dataclasses.replace(ROW, cuts=[0, 1], correct=[[0], [1]], tokens=[[9], [2]])
    assert curve(row) == ([0, 9], [0.0, 1.0])


@pytest.mark.parametrize(("cuts", "budget"), [([3, 9], 5), ([], 5), ([0, 9], 0)])
def test_curves_that_do_not_begin_at_0_are_refused(cuts: list[int], budget: int) -> None:
    with pytest.raises(ValueError, match="cuts must rise from 0 and budget be at least 1"):
        regret(cuts, [0.5] * len(cuts), budget)


def test_figures_by_number_of_segments() -> None:
    found = by_segments([ROW, SHORT], seed=1)
    assert [found[place].thoughts for place in found] == [2, 1, 1]
    # A thought that has ended keeps its answer.
    assert [found[place].right.estimate for place in found] == [0.5, 0.75, 1]
    assert [found[place].tokens for place in found] == [4, 9, 12.5]
    assert found[1].majority_tokens == {1: 9, 2: 13}
    # 8 and 7 tie; 8 and 8.0 are one answer; an answer alone wins against none.
    assert found[0].majority[2].estimate == pytest.approx((0 + 1) / 2)
    assert found[1].majority[2].estimate == pytest.approx((0.5 + 1) / 2)
    assert found[2].majority[2].estimate == 1
    assert found[1].majority[1].estimate == found[1].right.estimate


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    """Untrained, so that it rambles; peaked, so that it is sure of that."""
    policy = new_embedded(seed=3)
    with torch.no_grad():
        for parameter in policy.model.parameters():
            parameter.mul_(4)
    return policy


TASKS = question_tasks(Mixture.parse("chain_sum:1-2"), per_level=2, seed=5)


def measure(policy: LocalPolicy, out: Path | None = None, **changes: object) -> list[ThoughtRow]:
    settings = {
        "thoughts": 2,
        "samples": 3,
        "max_tokens": 30,
        "seed": 4,
        "segmenter": Segmenter("length", length=8),
        "answer_tokens": 5,
    }
    config = ThoughtConfig(**{**settings, **changes})  # type: ignore[arg-type]
    return measure_thoughts(policy, TASKS, config, batch_size=2, out=out)


def test_every_segment_is_answered_from(policy: LocalPolicy) -> None:
    rows = measure(policy)
    assert [(row.uid, row.play) for row in rows] == [
        (task.uid, play) for _, task in TASKS for play in range(2)
    ]
    for row in rows:
        # Characters are tokens, and only the answer's tags are longer than one.
        assert row.cuts == [*range(0, row.length, 8), row.length] or "answer>" in row.text
        assert len(row.correct) == len(row.tokens) == len(row.extracted) == len(row.cuts)
        assert all(1 < spent <= 6 for drawn in row.tokens for spent in drawn)
        assert all(len(drawn) == 3 for drawn in row.correct)


def test_a_thought_is_made_to_go_on(policy: LocalPolicy) -> None:
    plain = measure(policy)
    longer = measure(policy, rounds=2, round_tokens=7, continuations=["Wait", "So"])
    for row, grown in zip(plain, longer, strict=True):
        assert grown.text == row.text
        assert grown.cuts[: len(row.cuts)] == row.cuts
        first, second = grown.cuts[len(row.cuts) :]
        assert row.cuts[-1] + 4 <= first <= row.cuts[-1] + 4 + 7
        assert first + 2 <= second <= first + 2 + 7


def test_a_stopped_measurement_goes_on(policy: LocalPolicy, tmp_path) -> None:  # type: ignore[no-untyped-def]
    out = tmp_path / "thoughts.jsonl"
    rows = measure(policy, out=out)
    whole = out.read_bytes()
    assert read_rows(out, ThoughtRow).rows == rows
    out.write_bytes(whole[: len(whole) // 2])
    assert measure(policy, out=out) == rows
    assert out.read_bytes() == whole
    with pytest.raises(ValueError, match="samples was 3"):
        measure(policy, out=out, samples=4)


@pytest.mark.parametrize(
    "changes",
    [{"thoughts": 0}, {"samples": 0}, {"max_tokens": 0}, {"rounds": -1}, {"continuations": []}],
)
def test_bad_arguments_are_named(policy: LocalPolicy, changes: dict[str, object]) -> None:
    (name,) = changes
    with pytest.raises(ValueError, match=f"{name} must be at least"):
        measure(policy, **changes)
