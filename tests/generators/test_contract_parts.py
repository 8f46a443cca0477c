"""The contract's own arithmetic and reading, against values worked out by hand."""

import math
import random

import pytest

from ponder.task import Checker, Task
from ponder.testing.answers import same_answer
from ponder.testing.guesses import copied, shaped
from ponder.testing.solutions import holds_answer, relations
from ponder.testing.statistics import distinct_bounds, upper_tail

GUESSES = {**dict(copied()), **dict(shaped())}


def task(question: str = "?", answer: str = "1", *steps: str, **fields: object) -> Task:
    values = {
        "uid": "t@1/train/L1/s0/i0", "question": question, "answer_format": "Give it.",
        "answer": answer, "checker": Checker("text"), "steps": steps, "complexity": 1,
        "facts": {}, "key": question, "level": 1,
    }  # fmt: skip
    return Task(**{**values, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("odds", "hits", "tail"),
    [
        ([0.5] * 10, 8, 56 / 1024),
        ([0.5] * 10, 0, 1.0),
        ([0.5] * 3, 4, 0.0),
        ([0.1, 0.5], 2, 0.05),
        ([0.1, 0.5], 1, 0.55),
        ([0.0, 1.0], 1, 1.0),
    ],
)
def test_the_tail_of_unequal_trials(odds: list[float], hits: int, tail: float) -> None:
    assert upper_tail(odds, hits) == pytest.approx(tail, abs=1e-12)


def test_distinct_kinds_are_counted_and_bounded() -> None:
    # Six seen, f1 = 4, f2 = 2: 6 + 16/4 = 10, and r = 2 gives a variance of 2 (4 + 8 + 2) = 28.
    seen, bound = distinct_bounds("abcdeeff")
    assert (seen, bound) == (6, pytest.approx(10 + 4 * math.sqrt(28)))
    assert distinct_bounds("aabb") == (2, 2.0)


@pytest.mark.parametrize("kinds", [500, 5_000, 30_000])
def test_the_bound_lies_little_above_the_truth(kinds: int) -> None:
    rng = random.Random(1)
    _, bound = distinct_bounds(rng.randrange(kinds) for _ in range(3_000))
    assert kinds < bound < 2 * kinds


@pytest.mark.parametrize(
    ("step", "truths"),
    [
        ("8 + 13 = 21", [True]),
        ("8 + 13 = 22", [False]),
        ("2 * 3 = 6 = 5", [True, False]),
        ("So 2 + 2 = 5, then 1 = 1.", [False, True]),
        ("1/2 + 1/3 = 5/6", [True]),
        ("3 < 4 <= 4", [True, True]),
        ("3 > 4", [False]),
        ("x + 3 = 7", []),
        ("17 mod 5 = 2", []),
        ("the sum of 3 and 4 = 8", []),
        ("A -> B -> C", []),
        ("", []),
    ],
)
def test_relations_between_numbers_are_read_off_a_line(step: str, truths: list[bool]) -> None:
    assert [true for _, true in relations(step)] == truths


@pytest.mark.parametrize(
    ("answer", "steps", "holds"),
    [
        ("16", ("21 - 5 = 16",), True),
        ("6", ("21 - 5 = 16",), False),
        ("16", ("21 - 5 = 16", "Done."), False),
        ("-5", ("3 - 8 = -5",), True),
        ("1 2\n3 4", ("first: 1 2", "3 4"), True),
        ("1 2\n3 4", ("1 2", "4 3"), False),
        ("[1, 2, 3]", ("Sorted: 1, 2, 3.",), True),
        ("A -> B", ("The route is a -> b.",), True),
        (" ".join("ab" for _ in range(60)), ("ab " * 30, "ab " * 30), True),
    ],
)
def test_the_last_line_holds_the_answer(answer: str, steps: tuple[str, ...], holds: bool) -> None:
    assert holds_answer(task("?", answer, *steps)) is holds


@pytest.mark.parametrize(
    ("checker", "gold", "answer", "same"),
    [
        (Checker("integer"), "16", "16.0", True),
        (Checker("integer"), "16", "161", False),
        (Checker("decimal", {"tolerance": "0.01"}), "0.5", "0.505", True),
        (Checker("decimal", {"tolerance": "0.01"}), "0.5", "0.52", False),
        (Checker("set", {"of": "text"}), "a, b", "b, a", True),
        (Checker("sequence", {"of": "text"}), "a, b", "b, a", False),
        (Checker("text"), "Ann", "ann", True),
        (Checker("text"), "Ann", "Ben", False),
    ],
)
def test_the_same_answer_is_known_without_the_verifier(
    checker: Checker, gold: str, answer: str, same: bool
) -> None:
    assert same_answer(task("?", gold, checker=checker), answer) is same


SUDOKU = task(
    "Fill the grid:\n1 . 3\n. 2 .",
    checker=Checker("grid", {"rows": 2, "columns": 3}),
)
KNIGHTS = task(
    'Ann says: "Ben is a knave."\nBen says: "I am a knight."',
    checker=Checker("assignment", {"values": ["knight", "knave"]}),
    facts={"names": ["Ann", "Ben"]},
)
NUMBERS = task("Use 36, 5 and -7 to make 139.", facts={"numbers": [36, 5], "target": 139})
ROUTE = task("From A to D?", facts={"start": "A", "goal": "D"})


@pytest.mark.parametrize(
    ("name", "subject", "guess"),
    [
        ("the first number", NUMBERS, "36"),
        ("the last number", NUMBERS, "139"),
        ("the smallest number", NUMBERS, "-7"),
        ("the largest number", NUMBERS, "139"),
        ("the third last number", NUMBERS, "5"),
        ("the first number", ROUTE, None),
        ("the numbers, copied", NUMBERS, "36, 5, -7, 139"),
        ("the target itself", NUMBERS, "139"),
        ("the numbers times nothing, and the target in base 16", NUMBERS, "(36 + 5) * 0 + 0x8b"),
        ("the first quotation", KNIGHTS, "Ben is a knave."),
        ("everyone the same, value 1", KNIGHTS, "Ann: knave, Ben: knave"),
        ("the grid with blanks as '1'", SUDOKU, "1 1 3\n1 2 1"),
        ("a grid of '0' alone", SUDOKU, "0 0 0\n0 0 0"),
        ("a grid of '0' alone", KNIGHTS, None),
        ("straight from start to goal", ROUTE, "A -> D"),
        ("the question", ROUTE, "From A to D?"),
    ],
)
def test_a_blind_guess_is_what_it_says(name: str, subject: Task, guess: str | None) -> None:
    assert GUESSES[name](subject) == guess
