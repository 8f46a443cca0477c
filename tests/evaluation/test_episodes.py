"""Budget episodes: an episode worked out by hand, questions never reached, and resumption."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.evaluation import EpisodeRow, evaluate_episodes, read_rows
from ponder.generators.mixture import Mixture
from ponder.policies.scripted import ScriptedPolicy
from tests.evaluation.simulation import episode_lookup

MIXTURE = Mixture.parse("chain_sum:1-4")
TASKS = episode_lookup(MIXTURE, episodes=6, questions=4, seed=1)


def scripted(tokens=lambda turn, level: 40, accuracy=lambda level, tokens: 1.0):
    return ScriptedPolicy(TASKS, accuracy=accuracy, tokens=tokens)


def evaluate(policy=None, **changes):
    arguments = {
        "episodes": 6,
        "budget": 100,
        "num_questions": 4,
        "seed": 1,
        "min_tokens": 4,
        "max_tokens": 90,
        "batch_size": 4,
    }
    return evaluate_episodes(policy or scripted(), MIXTURE, **{**arguments, **changes})


def test_an_episode_worked_out_by_hand():
    # 40 tokens a question of 100: two answers, a third cut at the 20 that are left, no fourth.
    rows = evaluate(episodes=1)
    assert [row.position for row in rows] == [0, 1, 2, 3]
    assert [row.answered for row in rows] == [True, True, True, False]
    assert [row.tokens for row in rows] == [40, 40, 20, 0]
    assert [row.remaining_before for row in rows] == [100, 60, 20, 0]
    assert [row.correct for row in rows] == [True, True, False, False]
    assert [row.finished for row in rows] == [True, True, False, False]
    assert {row.stop_reason for row in rows} == {"budget_exhausted"}
    assert {row.budget for row in rows} == {100}
    assert rows[3].how == rows[3].text == "" and rows[3].components == {}
    # Fair share 25: 1 - 0.05 (40/25 - 1) + 0.15 (1 - 40/25) = 0.88 for each right answer, then
    # -0.1 for the wrong one, -0.1 for the one never reached, and 0.4 * 2/4 at the end.
    totals = [sum(row.components.values()) for row in rows]
    assert totals == pytest.approx([0.88, 0.88, -0.1 - 0.1 + 0.2, 0])


def test_an_episode_that_fits_is_completed():
    rows = evaluate(scripted(tokens=lambda turn, level: 20))
    assert all(row.answered and row.correct for row in rows)
    assert {row.stop_reason for row in rows} == {"completed"}
    assert [row.remaining_before for row in rows] == [100, 80, 60, 40] * 6


@given(st.integers(5, 120), st.integers(1, 60))
@settings(max_examples=15)
def test_tokens_are_conserved(budget, spent):
    rows = evaluate(scripted(tokens=lambda turn, level: spent * level), budget=budget)
    assert len(rows) == 24
    for start in range(0, 24, 4):
        turns = rows[start : start + 4]
        assert len({row.episode for row in turns}) == 1
        left = budget
        for row in turns:
            assert row.remaining_before == left
            left -= row.tokens
            assert row.answered == (row.tokens > 0)
        assert left >= 0
        answered = [row.answered for row in turns]
        assert answered == sorted(answered, reverse=True)


@pytest.mark.parametrize("show", [True, False])
def test_the_prompt_tells_the_budget_only_if_asked(show):
    told = []

    def tokens(turn, level):
        told.append((turn.remaining_budget, turn.questions_remaining))
        return 10

    evaluate(scripted(tokens), episodes=1, show_budget=show)
    assert set(told) == ({(100, 4), (90, 3), (80, 2), (70, 1)} if show else {(None, None)})


def test_a_chat_sees_the_turns_before_it():
    lengths = []

    def tokens(turn, level):
        lengths.append(len(turn.history))
        return 10

    evaluate(scripted(tokens), episodes=1, chat=True)
    assert lengths == [0, 1, 2, 3]


@given(st.data())
@settings(max_examples=20)
def test_cut_anywhere_it_ends_up_the_same_to_the_byte(finished, tmp_path_factory, data):
    rows, content = finished
    path = tmp_path_factory.mktemp("cut") / "episodes.jsonl"
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    assert evaluate(scripted(accuracy=lambda level, tokens: 0.5), out=path) == rows
    assert path.read_bytes() == content


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    path = tmp_path_factory.mktemp("finished") / "episodes.jsonl"
    return evaluate(scripted(accuracy=lambda level, tokens: 0.5), out=path), path.read_bytes()


def test_the_file_holds_the_rows(finished, tmp_path):
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(finished[1])
    found = read_rows(path, EpisodeRow)
    assert found.rows == finished[0]
    assert found.total == 24


def test_progress_counts_episodes():
    told = []
    evaluate(on_progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 6), (4, 6), (6, 6)]


def test_other_settings_are_refused(finished, tmp_path):
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(finished[1])
    with pytest.raises(ValueError, match="budget was 100"):
        evaluate(out=path, budget=101)


@pytest.mark.parametrize(
    "change", [{"episodes": 0}, {"budget": 3}, {"num_questions": 0}, {"max_tokens": 0}]
)
def test_bad_arguments_are_refused(change):
    name = "episode" if "episodes" in change else next(iter(change))
    with pytest.raises(ValueError, match=name):
        evaluate(**change)
