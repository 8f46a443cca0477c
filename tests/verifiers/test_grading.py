"""`verify`, `verify_many` and `grade`: turns, partial credit, guessed kinds, bad arguments."""

import dataclasses

import pytest

from ponder.verifiers import Verdict, checkers, grade, verify, verify_many
from ponder.verifiers.guessing import guess_kind


def test_a_verdict_is_frozen():
    verdict = Verdict(1.0, True, "5", "whole", "It is right.")
    with pytest.raises(dataclasses.FrozenInstanceError):
        verdict.score = 0.0  # type: ignore[misc]


def test_the_last_of_several_turns_is_judged(make_task):
    task = make_task("integer", "18")
    assert verify(task, ["move left", "The answer is 18"]).correct
    assert not verify(task, ["The answer is 18", "move left"]).correct
    for turns in ([], (), [None], [5], None, 18, b"18", {"content": "18"}):
        assert verify(task, turns) == Verdict(0.0, False, None, "none", "The response is not text.")


def test_partial_credit_is_given_only_where_asked_and_verified(make_task):
    task = make_task("sequence", "1, 2, 3, 4")
    assert verify(task, "1, 2, 4, 3").score == 0.0
    assert verify(task, "1, 2, 4, 3", partial=True).score == 0.5
    assert verify(task, "1, 2", partial=True).score == 0.0
    assert verify(task, "4, 3, 2, 1", partial=True).score == 0.0
    walk = verify(make_task("path"), "A -> C -> D", partial=True)
    assert (walk.score, walk.correct) == (4 / 6, False)
    assert verify(make_task("integer", "18"), "17", partial=True).score == 0.0


def test_options_of_extraction_reach_it(make_task):
    task = make_task("integer", "18")
    assert not verify(task, "18", lenient=False).correct
    assert verify(task, "18", reasoning_open=True).how == "truncated"
    assert verify(task, "<thought>18", reasoning_tags=("thought",)).how == "truncated"
    assert grade("18", "18", lenient=False).how == "none"


def test_many_are_judged_in_order(make_task):
    tasks = [make_task("integer", str(n)) for n in range(5)]
    verdicts = verify_many(tasks, iter(["0", "1", "x", "3", "5"]))
    assert [verdict.correct for verdict in verdicts] == [True, True, False, True, False]
    with pytest.raises(ValueError, match="as many as tasks"):
        verify_many(tasks, ["0"])


@pytest.mark.parametrize(
    ("gold", "guess", "right", "wrong"),
    [
        ("18", "integer", "$18.00", "18.5"),
        ("1,234", "integer", "1234", "1"),
        ("-3", "integer", "x = -3", "3"),
        ("3/4", "rational", "0.75", "0.74"),
        ("0.5", "rational", r"\frac{1}{2}", "0.50001"),
        (r"\frac{14}{3}", "rational", "4 2/3", "14"),
        ("2x + 3", "polynomial", "3 + 2*x", "2x"),
        ("x^2-1", "polynomial", "(x-1)(x+1)", "x^2"),
        ("(3, 5)", "sequence", "3, 5", "(5, 3)"),
        (r"\{3, 5\}", "set", "{5, 3}", "{3, 5, 5}"),
        ("3, 5", "multiset", "5 and 3", "3, 5, 5"),
        ("yes", "text", "Yes.", "no"),
        ("A", "text", "a", "B"),
        ("Monday", "text", "The answer is Monday.", "Monday or Tuesday"),
        ("", "text", '""', "a"),
    ],
)
def test_the_kind_is_guessed_from_the_gold(gold, guess, right, wrong):
    assert guess_kind(gold) == guess
    assert grade(right, gold).correct
    assert not grade(wrong, gold).correct
    assert grade(right, gold, kind=guess) == grade(right, gold)


def test_every_guess_is_a_checker_that_reads_its_gold():
    for gold in (
        "5",
        "1/3",
        "x+1",
        "[1, 2]",
        "{1, 2}",
        "1, 1",
        "{1, 1}",
        "\\pi",
        "?",
        "\\",
        "a, b",
    ):
        assert guess_kind(gold) in checkers.names()
        assert grade(gold, gold).correct


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="gold"):
        grade("5", 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no checker 'number'"):
        grade("5", "5", kind="number")
