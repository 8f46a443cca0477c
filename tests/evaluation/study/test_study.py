"""The study, on scripted policies whose allocation and whose curves are known."""

import json
import math

import numpy as np
import pytest

from ponder.evaluation.study import StudyConfig, read_study, run_study, study_figures, write_study
from ponder.evaluation.study.figures import slope, spearman
from ponder.evaluation.study.folder import begin_study
from ponder.evaluation.study.measure import default_grid, episode_tasks
from ponder.evaluation.study.report import headline
from ponder.generators.mixture import Mixture
from ponder.policies.policy import Turn
from ponder.policies.scripted import ScriptedPolicy

MIXTURE = Mixture.parse("chain_sum:1-2")
CONFIG = StudyConfig(
    episodes=8, num_questions=4, budget=40, samples=4, grid=(4, 8, 10, 20, 40), seed=3
)
NEEDED = 10


def scripted(spend, config=CONFIG, accuracy=lambda level, spent: float(spent >= NEEDED)):
    tasks = {task.question: task for _, task in episode_tasks(MIXTURE, config)}
    return ScriptedPolicy(tasks, accuracy=accuracy, tokens=spend)


def haste_at_the_end(turn: Turn, level: int) -> int:
    """20, 12 and 5 tokens, so that 3 are left for the last question; all there are when alone."""
    assert turn.remaining_budget is not None
    return {4: 20, 3: 12, 2: 5, 1: turn.remaining_budget}[turn.questions_remaining or 0]


def test_a_policy_that_spends_too_much_at_first() -> None:
    measured = run_study(scripted(haste_at_the_end), MIXTURE, CONFIG)
    study = study_figures(measured, CONFIG)
    # Ten tokens each would win all four; it wins the first two.
    assert study.contest == (2, 2, 2)
    assert study.oracle == ((4, 4, 4), (4, 4, 4))
    assert study.others["equal split"] == (4, 4, 4)
    assert study.gap.lower == study.gap.upper == (0.5, 0.5, 0.5)
    # The third got five tokens, and the first two had the rest; the last was never put.
    assert study.parts.counts == {
        "spent_elsewhere": 8,
        "stopped_early": 0,
        "abandoned": 8,
        "wrong_at_any_price": 0,
    }
    assert study.parts.shares is not None
    assert study.parts.shares["spent_elsewhere"].estimate == 0.25
    assert study.parts.shares["abandoned"].estimate == 0.25
    assert study.utilisation.estimate == pytest.approx(37 / 40)
    assert study.starvation.estimate == 0.25
    assert [s.values["tokens"].estimate for s in study.positions.values()] == [20, 12, 5, 0]
    for found in study.levels.values():
        assert found.oracle_tokens.estimate == NEEDED
        assert [point.estimate for point in found.curve] == [0, 0, 1, 1, 1]
    # 0 up to 8 tokens, then up to 1 at 10, then flat: (1 + 30) / 40.
    assert study.area.estimate == pytest.approx(31 / 40)
    assert study.ock_score.estimate == pytest.approx(50 - 10 * math.log10(37 / 4 / 10_000))


def test_a_perfect_allocator_has_no_gap() -> None:
    policy = scripted(lambda turn, level: NEEDED)
    study = study_figures(run_study(policy, MIXTURE, CONFIG), CONFIG)
    assert study.contest == (4, 4, 4)
    assert study.gap.lower == study.gap.upper == (0, 0, 0)
    assert not any(study.parts.counts.values())


def test_a_perfect_allocator_by_chance_alone_is_within_its_interval() -> None:
    held = 0
    for seed in range(5):
        config = StudyConfig(
            episodes=25, num_questions=4, budget=40, samples=8, grid=(5, 10, 20, 40), seed=seed
        )
        policy = scripted(
            lambda turn, level: NEEDED,
            config,
            accuracy=lambda level, spent: 0.6 if spent >= NEEDED else 0.0,
        )
        study = study_figures(run_study(policy, MIXTURE, config), config)
        assert study.gap.lower is not None
        assert study.gap.upper is not None
        assert study.oracle[0].low <= 4 * 0.6 <= study.oracle[1].high
        held += study.gap.lower.low <= 0 <= study.gap.upper.high
    # Intervals that hold it in 95 % of all cases do so in fewer than four of five once in 44.
    assert held >= 4


def test_questions_that_are_never_right_leave_the_gap_undefined() -> None:
    policy = scripted(lambda turn, level: NEEDED, accuracy=lambda level, spent: 0.0)
    study = study_figures(run_study(policy, MIXTURE, CONFIG), CONFIG)
    assert study.gap.lower is None
    assert study.gap.upper is None
    assert study.parts.shares is None
    assert "gap" not in headline("x", study)


def test_plays_are_not_among_the_answers() -> None:
    policy = scripted(lambda turn, level: NEEDED, accuracy=lambda level, spent: 0.5)
    measured = run_study(policy, MIXTURE, CONFIG)
    played = [row.correct for row in measured.episodes]
    first = {r.uid: bool(r.correct[0][2]) for r in measured.responses}
    assert played != [first[row.uid] for row in measured.episodes]


def test_a_stopped_study_goes_on(tmp_path) -> None:
    policy = scripted(haste_at_the_end)
    begin_study(tmp_path, CONFIG)
    measured = run_study(policy, MIXTURE, CONFIG, batch_size=4, out=tmp_path)
    assert read_study(tmp_path) == (CONFIG, measured)
    files = [tmp_path / "episodes.jsonl", tmp_path / "responses.jsonl"]
    whole = [file.read_bytes() for file in files]
    files[0].write_bytes(whole[0][:-9])
    files[1].write_bytes(whole[1][: len(whole[1]) // 2])
    with pytest.raises(ValueError, match=r"episodes.jsonl is unfinished"):
        read_study(tmp_path)
    assert run_study(policy, MIXTURE, CONFIG, batch_size=4, out=tmp_path) == measured
    assert [file.read_bytes() for file in files] == whole
    begin_study(tmp_path, CONFIG)
    with pytest.raises(ValueError, match="budget was 40 and is 80, seed was 3 and is 4"):
        begin_study(tmp_path, StudyConfig(**{**vars(CONFIG), "budget": 80, "seed": 4}))


def test_several_studies_are_reported_side_by_side(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    parquet = pytest.importorskip("pyarrow.parquet")
    folders = [tmp_path / "hasty", tmp_path / "even<b>"]
    for folder, spend in zip(folders, (haste_at_the_end, lambda turn, level: NEEDED), strict=True):
        begin_study(folder, CONFIG)
        run_study(scripted(spend), MIXTURE, CONFIG, out=folder)
    report, figures = write_study(folders, tmp_path / "both")
    assert list(figures) == ["hasty", "even<b>"]
    text = report.read_text()
    assert "hasty: 2.00 of 4 questions right with 40 tokens an episode" in text
    assert "a gap of 50 to 50 %" in text
    share = (
        "Policy scripted: 8 episodes of 4 questions (chain_sum at levels 1-2) that share 40 tokens"
    )
    assert text.count(share) == 2
    assert "even<b>" not in text
    assert "even&lt;b&gt;" in text
    assert "://" not in text.replace("http://www.w3.org", "")
    assert text.count("<svg") == 4
    plain = json.loads((tmp_path / "both" / "figures.json").read_text())
    assert plain["hasty"]["gap"]["upper"]["estimate"] == 0.5
    assert plain["even<b>"]["contest"]["estimate"] == 4
    table = parquet.read_table(tmp_path / "both" / "responses.parquet").to_pylist()
    assert {row["study"] for row in table} == {"hasty", "even<b>"}
    turns = parquet.read_table(tmp_path / "both" / "episodes.parquet").to_pylist()
    assert len(turns) == 2 * 8 * 4
    assert {turn["oracle_tokens"] for turn in turns} == {NEEDED}
    assert plain["hasty"]["plan"] == [[NEEDED] * 4] * 8
    with pytest.raises(ValueError, match="must have different names"):
        write_study([folders[0], folders[0]], tmp_path / "both")
    with pytest.raises(FileNotFoundError, match="there is no study in"):
        write_study([tmp_path], tmp_path / "both")


def test_slope_is_least_squares() -> None:
    rng = np.random.default_rng(4)
    levels, tokens = rng.integers(1, 9, size=50), rng.integers(1, 90, size=50)
    assert slope(levels, tokens) == pytest.approx(np.polyfit(levels, tokens, 1)[0])
    assert math.isnan(slope(np.array([2, 2]), np.array([3, 9])))


def test_spearman_by_hand() -> None:
    # Ranks 1, 2.5, 2.5, 4 and 2, 1, 3, 4: products 0.75 + 2.25, squares 4.5 and 5.
    found = spearman(np.array([1, 2, 2, 7]), np.array([20, 10, 30, 90]))
    assert found == pytest.approx(3 / math.sqrt(4.5 * 5))
    assert spearman(np.arange(9), np.arange(9) ** 3) == pytest.approx(1)
    assert math.isnan(spearman(np.array([1, 1]), np.array([3, 9])))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"episodes": 1}, "episodes must be at least 2, got 1"),
        ({"samples": 1}, "samples must be at least 2, got 1"),
        ({"grid": (4, 50)}, "grid must end at the budget of 40 tokens or before"),
        ({"grid": (8, 4)}, "grid must rise from at least 1"),
        ({"grid": (8, 8)}, "grid must rise from at least 1"),
        ({"grid": (0, 4)}, "grid must rise from at least 1"),
        ({"grid": (), "min_tokens": 41}, "budget must be at least min_tokens, 41, got 40"),
        # The default grid began from these, and never came to its end.
        ({"grid": (), "min_tokens": 0}, "min_tokens must be at least 1, got 0"),
        ({"grid": (), "min_tokens": -1}, "min_tokens must be at least 1, got -1"),
        ({"grid": (), "budget": 10**9}, "budget must be at most 4,000,000 .* in steps of 1, got"),
        ({"samples": 10**9}, r"samples x budgets of the grid .* at most 10,000,000"),
        ({"episodes": 10**9}, "at most 10,000,000"),
        ({"mode": "guess"}, "mode must be one of"),
    ],
)
def test_bad_settings_are_named(changes, message) -> None:
    with pytest.raises(ValueError, match=message):
        StudyConfig(**{**vars(CONFIG), **changes})


def test_the_grid_rises_to_the_budget() -> None:
    for least, most in [(1, 1), (1, 10), (4, 300), (50, 49)]:
        grid = default_grid(least, most)
        assert grid == sorted(set(grid))
        assert all(least <= budget <= most for budget in grid)
