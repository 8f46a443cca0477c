"""Regret in a study: by hand on made rows, and on a policy that really thinks."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
import torch

from ponder.evaluation.rows import ThoughtRow
from ponder.evaluation.study import StudyConfig, read_study, run_study, write_study
from ponder.evaluation.study.folder import begin_study, note_study
from ponder.evaluation.study.measure import episode_tasks
from ponder.evaluation.study.regret import regret_figures
from ponder.evaluation.study.regret_plots import fans
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.scripted import ScriptedPolicy

MIXTURE = Mixture.parse("chain_sum:1-2")
CONFIG = StudyConfig(
    episodes=3,
    num_questions=2,
    budget=40,
    samples=2,
    grid=(4, 12, 40),
    answer_tokens=4,
    thoughts=2,
    segments="length",
    rounds=1,
    seed=5,
)
ROW = ThoughtRow(
    uid="a",
    source="s",
    level=1,
    play=0,
    text="",
    finished=True,
    right=True,
    length=14,
    cuts=[0, 8, 18],
    correct=[[0, 0], [1, 0], [1, 1]],
    tokens=[[2, 2], [2, 2], [2, 2]],
    extracted=[["7", "7"], ["8", "7"], ["8", "8"]],
)
OTHER = dataclasses.replace(ROW, uid="b", level=2, right=False, length=6, correct=[[0, 0]] * 3)


def test_regret_with_and_without_rounds_by_hand() -> None:
    config = dataclasses.replace(CONFIG, regret_budgets=(10, 20), rounds=1)
    found = regret_figures([ROW, OTHER], config)
    # The first: 0 up to 2 tokens, up to 1/2 at 10, and from there flat, or up to 1 at 20.
    assert found.horizons[10].levels[1].estimate == pytest.approx(1 - 2 / 10)
    assert found.horizons[20].levels[1].estimate == pytest.approx(1 - (2 + 5) / 20)
    assert found.horizons[20].levels[2].estimate == 1
    assert found.horizons[20].regret.estimate == pytest.approx((0.65 + 1) / 2)
    gone_on, change = found.horizons[20].gone_on, found.horizons[20].change
    assert gone_on is not None
    assert change is not None
    assert gone_on.estimate == pytest.approx((1 - (2 + 7.5) / 20 + 1) / 2)
    assert change.estimate == pytest.approx(-2.5 / 20 / 2)
    assert (found.thoughts, found.questions) == (2, 2)
    assert (found.own.estimate, found.own_tokens) == (0.5, 10)
    # As they ended: at most one segment; then one round.
    assert [after.right.estimate for after in found.segments.values()] == [0, 0.25]
    assert [after.right.estimate for after in found.rounds.values()] == [0.25, 0.5]
    assert [after.tokens for after in found.rounds.values()] == [10, 20]
    assert regret_figures([ROW], dataclasses.replace(config, rounds=0)).rounds == {}


def test_majorities_are_drawn_at_places_that_are_even_in_tokens() -> None:
    # 2, 3, 4, 12 and 13 tokens; wanted are 2, 5.67, 9.33 and 13.
    row = dataclasses.replace(
        ROW,
        cuts=[0, 1, 2, 10, 11],
        correct=[[1, 1]] * 5,
        tokens=[[2, 2]] * 5,
        extracted=[["8", "8"]] * 5,
    )
    found = regret_figures([row], dataclasses.replace(CONFIG, rounds=0))
    assert fans(found.segments) == [0, 2, 3, 4]
    assert fans({7: found.segments[0]}) == [7]


def test_an_equal_share_and_twice_that_are_the_horizons() -> None:
    assert CONFIG.horizons == [20, 40]
    assert CONFIG.thinking.round_tokens == 20
    assert dataclasses.replace(CONFIG, regret_budgets=(7,)).horizons == [7]


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    """Untrained, so that it rambles; peaked, so that it is sure of that."""
    policy = new_embedded(seed=3)
    with torch.no_grad():
        for parameter in policy.model.parameters():
            parameter.mul_(4)
    return policy


def test_regret_is_the_area_above_the_curve_that_is_drawn(
    policy: LocalPolicy, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    parquet = pytest.importorskip("pyarrow.parquet")
    begin_study(tmp_path, CONFIG)
    measured = run_study(policy, MIXTURE, CONFIG, batch_size=4, out=tmp_path)
    assert read_study(tmp_path) == (CONFIG, measured)
    uids = {row.uid for row in measured.responses}
    assert [row.uid for row in measured.thoughts][::2] == [r.uid for r in measured.responses]
    # Never right, being untrained: every other answer is declared right here.
    rows = [
        dataclasses.replace(row, correct=[[place % 2, 1] for place in range(len(row.cuts))])
        for row in measured.thoughts
    ]
    found = regret_figures(rows, CONFIG)
    # At most 40 tokens: every token is a point of the curve.
    assert found.tokens == list(range(41))
    for horizon, figures in found.horizons.items():
        for curve, regret in ((found.right, figures.regret), (found.gone_on, figures.gone_on)):
            heights = [point.estimate for point in curve[: horizon + 1]]
            assert regret is not None
            assert regret.estimate == pytest.approx(1 - np.trapezoid(heights) / horizon)
    report, _ = write_study([tmp_path], tmp_path)
    text = report.read_text()
    assert "How early a thought is good enough" in text
    assert "What was written" in text
    assert "Regret up to 20 tokens" in text
    assert all(sum(row.parts) == row.tokens for row in measured.episodes)
    assert text.count("<svg") == 5
    (plain,) = json.loads((tmp_path / "figures.json").read_text()).values()
    assert plain["regret"]["horizons"]["20"]["regret"]["estimate"] is not None
    table = parquet.read_table(tmp_path / "thoughts.parquet").to_pylist()
    assert {row["uid"] for row in table} == uids
    assert [row["cuts"] for row in table] == [row.cuts for row in measured.thoughts]


def test_a_stopped_study_goes_on_with_its_thoughts(policy: LocalPolicy, tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, rounds=0)
    begin_study(tmp_path, config)
    measured = run_study(policy, MIXTURE, config, batch_size=4, out=tmp_path)
    path = tmp_path / "thoughts.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with pytest.raises(ValueError, match=r"thoughts.jsonl is unfinished"):
        read_study(tmp_path)
    assert run_study(policy, MIXTURE, config, batch_size=4, out=tmp_path) == measured
    assert path.read_bytes() == whole


def test_thoughts_may_be_added_to_a_study_and_regret_be_taken_elsewhere(tmp_path: Path) -> None:
    begin_study(tmp_path, dataclasses.replace(CONFIG, thoughts=0, rounds=0, answer_tokens=9))
    begin_study(tmp_path, CONFIG)
    # Until its rows are there, the folder says what it holds: a refused command changes nothing.
    assert json.loads((tmp_path / "study.json").read_text())["thoughts"] == 0
    note_study(tmp_path, CONFIG)
    elsewhere = dataclasses.replace(CONFIG, regret_budgets=(9,))
    begin_study(tmp_path, elsewhere)
    note_study(tmp_path, elsewhere)
    assert json.loads((tmp_path / "study.json").read_text())["regret_budgets"] == [9]
    for other in ({"thoughts": 1}, {"rounds": 0}, {"segments": "lines"}, {"answer_tokens": 5}):
        with pytest.raises(ValueError, match=f"{next(iter(other))} was"):
            begin_study(tmp_path, dataclasses.replace(CONFIG, **other))


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"thoughts": 1}, "leave thoughts at 0, got 1"), ({"mode": "forced"}, "use 'told' or 'cut'")],
)
def test_what_needs_keys_and_values_is_refused_before_anything_is_played(
    changes: dict[str, object], message: str
) -> None:
    config = dataclasses.replace(CONFIG, **{"thoughts": 0, **changes})
    tasks = {task.question: task for _, task in episode_tasks(MIXTURE, config)}
    played: list[int] = []

    def spend(turn: object, level: int) -> int:
        played.append(level)
        return 5

    with pytest.raises(ValueError, match=message):
        run_study(ScriptedPolicy(tasks, accuracy=lambda *_: 1.0, tokens=spend), MIXTURE, config)
    assert not played


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"thoughts": -1}, "thoughts must be at least 0, got -1"),
        ({"rounds": -1}, "rounds must be at least 0, got -1"),
        ({"regret_budgets": (9, 9)}, "regret_budgets must rise from at least 1"),
        ({"regret_budgets": (0,)}, "regret_budgets must rise from at least 1"),
        ({"segments": "words"}, "segments must be one of"),
        ({"num_questions": 0}, "num_questions must be at least 1"),
    ],
)
def test_bad_settings_are_named(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        dataclasses.replace(CONFIG, **changes)
