"""Search traces: every line true, the answer that of a hit, and no attempt led by the answer."""

import dataclasses
import random
import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from ponder import Task, generate
from ponder.generators.games.countdown import Knobs
from ponder.generators.mixture import Mixture
from ponder.policies.search_traces import search_trace
from ponder.verifiers import verify

SOURCE = Mixture.parse('countdown[{"numbers":3,"largest":9,"use_all":true}]:1').parts[0].source
_LINE = re.compile(r"(\S+)=(\d+):(\d+) (yes|no)")


def task(index: int) -> Task:
    assert not isinstance(SOURCE, str)
    return SOURCE.task(level=1, split="train", seed=2, index=index)


def value(text: str) -> Fraction:
    """Works out an expression with a shunting yard of its own."""
    numbers: list[Fraction] = []
    signs: list[str] = []
    rank = {"+": 1, "-": 1, "*": 2, "/": 2}
    apply = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
    }

    def reduce() -> None:
        right, left = numbers.pop(), numbers.pop()
        numbers.append(apply[signs.pop()](left, right))

    for token in re.findall(r"\d+|\S", text):
        if token.isdigit():
            numbers.append(Fraction(token))
        elif token == "(":
            signs.append(token)
        elif token == ")":
            while signs[-1] != "(":
                reduce()
            signs.pop()
        else:
            while signs and signs[-1] != "(" and rank[signs[-1]] >= rank[token]:
                reduce()
            signs.append(token)
    while signs:
        reduce()
    return numbers[0]


def factoring(index: int) -> Task:
    source = Mixture.parse('factor_pair[{"smaller":31,"larger":200}]:1').parts[0].source
    assert not isinstance(source, str)
    return source.task(level=1, split="train", seed=2, index=index)


@pytest.mark.parametrize("index", range(30))
@pytest.mark.parametrize("draw", [task, factoring])
def test_every_line_is_true_and_the_answer_is_a_hit(
    draw: Callable[[int], Task], index: int
) -> None:
    given = draw(index)
    text = search_trace(given, random.Random(index), most=12)
    *lines, last = text.split("\n")
    assert 1 <= len(lines) <= 12
    for line in lines:
        found = _LINE.fullmatch(line)
        assert found
        assert value(found[1]) == int(found[2])
        assert int(found[3]) == given.facts["target"]
        assert (found[4] == "yes") == (found[2] == found[3])
        if draw is task:
            used = sorted(int(number) for number in re.findall(r"\d+", found[1]))
            assert used == sorted(given.facts["numbers"])
    assert all(line.endswith("no") for line in lines[:-1])
    if last:
        assert lines[-1].endswith("yes")
        assert verify(given, text).correct
    else:
        assert len(lines) == 12


def test_no_attempt_is_led_by_the_answer() -> None:
    """Another target for the same numbers changes marks and the end, and no attempt before."""
    compared = 0
    for index in range(20):
        given = task(index)
        facts = {**given.facts, "target": 10_000}
        other = dataclasses.replace(given, facts=facts)
        ours = search_trace(given, random.Random(1), most=12)
        theirs = search_trace(other, random.Random(1), most=12)
        attempts = [line.split("=")[0] for line in ours.split("\n")[:-1]]
        assert [line.split("=")[0] for line in theirs.split("\n")][: len(attempts)] == attempts
        compared += len(attempts)
    assert compared > 60


def test_giving_up_answers_with_an_attempt_that_is_not_checked() -> None:
    text = search_trace(task(0), random.Random(0), most=12, give_up=1.0)
    assert re.fullmatch(r"<answer>[-+*/()0-9]+</answer>", text)


def test_another_family_is_refused() -> None:
    with pytest.raises(ValueError, match=r"task must be of .* got gcd"):
        search_trace(generate("gcd", level=1, seed=0), random.Random(0), most=3)


def test_the_source_has_the_knobs_that_are_asked_for() -> None:
    assert len(task(0).facts["numbers"]) == Knobs(3, 9, True).numbers
