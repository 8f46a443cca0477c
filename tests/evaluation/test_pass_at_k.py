"""pass@k and maj@k against the enumeration of all choices of k answers."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation.pass_at_k import canonical, maj_at_k, pass_at_k

VOTES = st.lists(st.sampled_from([None, "a", "b", "c", "d"]), min_size=1, max_size=8)
RIGHT = st.sets(st.sampled_from(["a", "b", "c", "d", "e"]), max_size=3)


@given(st.integers(1, 9), st.data())
def test_pass_at_k_is_the_mean_over_all_choices(answers: int, data: st.DataObject) -> None:
    right, k = data.draw(st.integers(0, answers)), data.draw(st.integers(1, answers))
    drawn = [
        any(choice) for choice in itertools.combinations([1] * right + [0] * (answers - right), k)
    ]
    assert pass_at_k(answers, right, k) == pytest.approx(sum(drawn) / len(drawn), abs=1e-12)


@pytest.mark.parametrize(
    ("answers", "right", "k", "wanted"),
    [
        (10, 3, 1, 0.3),
        (5, 2, 2, 0.7),  # 1 - (3 * 2) / (5 * 4)
        (200, 0, 100, 0.0),
        (200, 101, 100, 1.0),  # There are not 100 wrong ones.
        (1000, 1, 500, 0.5),
    ],
)
def test_pass_at_k_by_hand(answers: int, right: int, k: int, wanted: float) -> None:
    assert pass_at_k(answers, right, k) == pytest.approx(wanted, abs=1e-12)


def enumerated(votes: list[str | None], right: set[str], k: int) -> Fraction:
    total, choices = Fraction(0), 0
    for choice in itertools.combinations(votes, k):
        choices += 1
        counts = Counter(vote for vote in choice if vote is not None)
        if counts:
            most = max(counts.values())
            first = [vote for vote, count in counts.items() if count == most]
            total += Fraction(sum(vote in right for vote in first), len(first))
    return total / choices


@given(VOTES, RIGHT, st.data())
def test_maj_at_k_is_the_mean_over_all_choices(
    votes: list[str | None], right: set[str], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(votes)))
    assert maj_at_k(votes, right, k) == float(enumerated(votes, right, k))


@pytest.mark.parametrize(
    ("votes", "wanted"),
    [
        (["a", "a", "b"], 1.0),
        (["a", "b", "b"], 0.0),
        (["a", "b", None], 0.5),
        (["a", None, None], 1.0),  # What is no answer is never in the majority.
        ([None, None, None], 0.0),
        (["a", "e", "b"], 2 / 3),  # Two of three that tie are right.
    ],
)
def test_the_majority_of_all_three(votes: list[str | None], wanted: float) -> None:
    assert maj_at_k(votes, {"a", "e"}, 3) == pytest.approx(wanted)


@given(VOTES, RIGHT)
def test_one_vote_is_its_own_majority(votes: list[str | None], right: set[str]) -> None:
    count = sum(vote in right for vote in votes)
    assert maj_at_k(votes, right, 1) == pytest.approx(pass_at_k(len(votes), count, 1))


def test_many_answers_are_no_trouble() -> None:
    votes = [str(place) for place in range(64)] + ["0", "1"] * 32
    # "0" and "1" are given 33 times each: of all 128 they alone can win, and tie.
    assert maj_at_k(votes, {"0"}, 128) == 0.5
    assert 0.45 < maj_at_k(votes, {"0"}, 32) < 0.5


@pytest.mark.parametrize(("answers", "right", "k"), [(3, 1, 0), (3, 1, 4), (3, 4, 1), (3, -1, 1)])
def test_what_cannot_be_drawn_is_refused(answers: int, right: int, k: int) -> None:
    with pytest.raises(ValueError, match="must be from"):
        pass_at_k(answers, right, k)
    if 0 <= right <= answers:
        with pytest.raises(ValueError, match="k must be from 1 to 3"):
            maj_at_k(["a"] * answers, {"a"}, k)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,234", "1234.0"),
        ("$3.50", "7/2"),
        ("$x = 3$", "3"),
        ("KNIGHT", "knight."),
        ("\u22125", "-5"),
    ],
)
def test_what_says_the_same_is_one_vote(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"), [("12", "1 2"), ("1/3", "0.333"), ("a b", "ab"), ("-5", "5")]
)
def test_what_says_something_else_is_another_vote(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@given(st.text(max_size=60))
def test_any_text_is_a_vote(text: str) -> None:
    assert isinstance(canonical(text), str)
