"""The Gap Ratio and its parts: by hand, and that the parts always sum to the whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.allocation import (
    MISSES,
    Contest,
    Problem,
    gap_parts,
    gap_ratio,
    knapsack,
    miss_kinds,
)

BUDGETS = [0, 10, 20, 40]


def contest_of(correct, tokens):
    return Contest(np.array(correct, dtype=bool), np.array(tokens))


def test_it_is_a_ratio_of_means():
    # (2 + 0 - 1 - 0) / (2 + 0): the episode with nothing to win counts, and divides nothing.
    problem = Problem(BUDGETS, [[0], [1]], 40)
    assert gap_ratio([2, 0], [1, 0], problem, seed=0).estimate == 0.5
    assert gap_ratio([2, 1], [2, 1], problem, seed=0) == (0, 0, 0)
    assert gap_ratio([1, 1], [2, 1], problem, seed=0).estimate == -0.5


def test_it_is_undefined_where_the_oracle_wins_nothing():
    problem = Problem(BUDGETS, [[0], [1]], 40)
    assert gap_ratio([0, 0], [0, 1], problem, seed=0) is None


def test_every_kind_of_miss_by_hand():
    # The plan gives every question 20 of 100 tokens, each is then right for certain.
    curves = np.tile([0, 0, 1, 1], (5, 1))
    problem = Problem(BUDGETS, [np.arange(5)] * 3, 100)
    plan = knapsack(curves, problem)
    assert plan.tokens.tolist() == [[20] * 5] * 3
    contest = contest_of(
        [[0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0, 1, 1, 1, 1]],
        # 70 gone on the first, which gets more than the plan gives it; 15, 10 and 5 are left for
        # three, and the last is never reached: 100 in all, so nothing is left.
        [
            [70, 15, 10, 5, 0],
            # 53 are spent and 47 left: 10 + 47 and 19 + 47 would have done.
            [10, 19, 4, 20, 0],
            # 81 are spent and 19 left: 1 of 20 was, so a token less than what it takes.
            [10, 20, 20, 20, 21],
        ],
    )
    names = [[MISSES[kind] for kind in row] for row in miss_kinds(plan, contest, problem)[:2]]
    assert names[0] == [
        "wrong_at_any_price",
        "spent_elsewhere",
        "spent_elsewhere",
        "abandoned",
        "abandoned",
    ]
    assert [names[1][place] for place in (0, 1, 2, 4)] == [
        "stopped_early",
        "stopped_early",
        "abandoned",
        "abandoned",
    ]
    kinds = miss_kinds(plan, contest, problem)
    assert kinds[1, 3] == -1
    assert kinds[2].tolist() == [MISSES.index("spent_elsewhere"), -1, -1, -1, -1]
    found = gap_parts(plan, contest, problem, seed=0)
    assert found.counts == {
        "spent_elsewhere": 3,
        "stopped_early": 2,
        "abandoned": 4,
        "wrong_at_any_price": 1,
    }
    # The plan wins 15, the policy 5: ten are missed, and each weighs 1 of 15.
    shares = {name: share.estimate for name, share in found.shares.items()}
    assert shares == pytest.approx(
        {
            "spent_elsewhere": 3 / 15,
            "stopped_early": 2 / 15,
            "abandoned": 4 / 15,
            "wrong_at_any_price": 1 / 15,
            "won_beyond": 0,
        }
    )


def test_what_is_won_against_the_odds_counts_against_the_gap():
    # The plan buys question 0 at 0.25 and leaves question 1; the policy wins both.
    problem = Problem([0, 10], [[0, 1]], 10)
    plan = knapsack([[0, 0.25], [0, 0.125]], problem)
    found = gap_parts(plan, contest_of([[1, 1]], [[5, 5]]), problem, seed=0)
    assert found.shares["won_beyond"].estimate == pytest.approx((-0.75 - 1) / 0.25)
    assert sum(found.counts.values()) == 0


def test_parts_of_nothing_are_undefined():
    problem = Problem([0, 10], [[0, 1]], 10)
    plan = knapsack(np.zeros((2, 2)), problem)
    found = gap_parts(plan, contest_of([[0, 0]], [[5, 5]]), problem, seed=0)
    assert found.shares is None
    assert found.counts == dict.fromkeys(MISSES, 0)


@st.composite
def contests(draw):
    """Draws a problem with curves, and a policy that spends and wins as it likes."""
    episodes, size = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    count = episodes * size
    rows = st.lists(st.integers(0, 8), min_size=3, max_size=3)
    curves = [[0, *row] for row in draw(st.lists(rows, min_size=count, max_size=count))]
    shape = (episodes, size)
    correct = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    tokens = draw(st.lists(st.integers(0, 50), min_size=count, max_size=count))
    problem = Problem(BUDGETS, np.arange(count).reshape(shape), draw(st.integers(10, 120)))
    plan = knapsack(np.array(curves) / 8, problem)
    contest = Contest(np.array(correct).reshape(shape), np.array(tokens).reshape(shape))
    return problem, plan, contest


@given(contests())
def test_the_parts_sum_to_the_gap_and_the_counts_to_the_misses(drawn):
    problem, plan, contest = drawn
    found = gap_parts(plan, contest, problem, seed=0, resamples=5)
    missed = (~contest.correct & (plan.tokens > 0)).sum()
    assert sum(found.counts.values()) == missed
    whole = gap_ratio(plan.value, contest.score, problem, seed=0, resamples=5)
    if whole is None:
        assert found.shares is None
    else:
        parts = sum(share.estimate for share in found.shares.values())
        assert parts == pytest.approx(whole.estimate, abs=1e-9)


@given(contests())
def test_kinds_mean_what_they_say(drawn):
    problem, plan, contest = drawn
    kinds = miss_kinds(plan, contest, problem)
    for place in np.ndindex(kinds.shape):
        needed, spent = plan.tokens[place], contest.tokens[place]
        left = max(0, problem.totals[place[0]] - contest.tokens[place[0]].sum())
        if contest.correct[place] or needed == 0:
            assert kinds[place] == -1
        elif spent < 10:
            assert MISSES[kinds[place]] == "abandoned"
        elif spent >= needed:
            assert MISSES[kinds[place]] == "wrong_at_any_price"
        else:
            enough = left >= needed - spent
            assert MISSES[kinds[place]] == ("stopped_early" if enough else "spent_elsewhere")


def test_bad_contests_are_refused():
    problem = Problem(BUDGETS, [[0], [1]], 40)
    plan = knapsack(np.zeros((2, 4)), problem)
    with pytest.raises(ValueError, match="contest"):
        gap_parts(plan, contest_of([[0]], [[5]]), problem, seed=0)
    with pytest.raises(ValueError, match="correct must be boolean"):
        Contest(np.array([[1]]), np.array([[5]]))
    for tokens in ([[-1]], [[0.5]]):
        with pytest.raises(ValueError, match="tokens must be integers of at least 0"):
            contest_of([[1]], tokens)
    with pytest.raises(ValueError, match="numerators"):
        gap_ratio([1], [1], problem, seed=0)
