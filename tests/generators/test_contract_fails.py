"""The contract can fail: each family here has one fault, and the right rule finds it."""

import dataclasses
import json
import math
import random
import re
import sys
import time
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponder import testing
from ponder.generators.registry import Family, family
from ponder.task import Checker, Draft, Lines, Sketch, Task
from ponder.testing import addresses, answers, form, golden, growth, guessing, sample, solutions
from ponder.testing.__main__ import main
from ponder.testing.sample import Effort, Sample, draw_sample
from ponder.verifiers.checkers import register
from ponder.verifiers.verdict import Judgement

SOUND = family("chain_sum")
SMALL = Effort((1, 3, 10), indexes=8, judged=6, seconds=5.0, raw=0)
COUNTING = Effort((1, 3), indexes=3, judged=3, seconds=5.0, raw=500)


def broken(draw: Callable[..., Any] = SOUND.draw, **changes: Any) -> Family:
    """The model family with another draw or other parts, under another name."""
    return dataclasses.replace(SOUND, name="broken", domain="external", draw=draw, **changes)


def change(draft: Draft, **fields: Any) -> Draft:
    return dataclasses.replace(draft, **fields)


def random_key(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), question="What is 1 + 1?", key=str(rng.random()))


def key_of_the_call(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), key=str(time.perf_counter_ns()))


def key_with_name(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, key=f"broken@1 {draft.question}")


def two_keys(rng: random.Random, knobs: Any) -> Sketch:
    draft = SOUND.draw(rng, knobs)
    return Sketch("sketch " + draft.question, lambda: change(draft, key="draft " + draft.question))


def global_random(rng: random.Random, knobs: Any) -> Draft:
    return SOUND.draw(random, knobs)  # type: ignore[arg-type]


def touches_numpy(rng: random.Random, knobs: Any) -> Draft:
    np.random.random()
    return SOUND.draw(rng, knobs)


def set_order(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    cast = " and ".join({"Ann", "Ben", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal"})
    return change(draft, question=f"{cast} ask: {draft.question}")


def fails_at_ten(rng: random.Random, knobs: Any) -> Draft:
    if knobs == SOUND.knobs_at(10):
        raise IndexError("list index out of range")
    return SOUND.draw(rng, knobs)


def hangs_at_ten(rng: random.Random, knobs: Any) -> Draft:
    while knobs == SOUND.knobs_at(10):
        time.sleep(0.01)
    return SOUND.draw(rng, knobs)


def few_numbers(rng: random.Random, knobs: Any) -> Draft:
    return SOUND.draw(rng, dataclasses.replace(knobs, terms=3, largest=3))


def few_keys(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), key=str(rng.randrange(200)))


def unreadable_answer(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, answer=f"about {draft.answer} or so")


def unboxable_answer(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), answer="x}", checker=Checker("text"))


@register("test_contract_fails_holds_gold")
def holds_gold(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    return Judgement(gold in answer, "looked for")


def found_anywhere(rng: random.Random, knobs: Any) -> Draft:
    checker = Checker("test_contract_fails_holds_gold")
    return change(SOUND.draw(rng, knobs), checker=checker)


@register("test_contract_fails_runs_code")
def runs_code(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    if answer.startswith("open("):
        Path(answer.split("'")[1]).touch()
    return Judgement(answer.strip("$. \n") == gold, "ran it")


def executes(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), checker=Checker("test_contract_fails_runs_code"))


def flat(rng: random.Random, knobs: Any) -> Draft:
    return SOUND.draw(rng, dataclasses.replace(knobs, terms=5))


def falling(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), complexity=-knobs.terms)


def exploding(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, steps=(*("so" for _ in range(2**knobs.terms)), draft.steps[-1]))


def mostly_yes(rng: random.Random, knobs: Any) -> Draft:
    answer = "yes" if rng.random() < 0.95 else "no"
    checker = Checker("choice", {"choices": ["yes", "no"], "labels": False})
    return change(SOUND.draw(rng, knobs), answer=answer, checker=checker, steps=(answer,))


def named_in_question(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, question=f"It is {draft.answer}, is it not? {draft.question}")


def few_answers(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    answer = str(rng.choice([37, 41, 43]))
    return change(draft, answer=answer, steps=(answer,))


def wrong_equation(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, steps=("So 2 + 2 = 5, as we know.", *draft.steps))


def no_answer_in_steps(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, steps=(*draft.steps, "That is it."))


def no_steps(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), steps=())


def tuple_in_facts(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), facts={"edges": ((1, 2), (2, 3))})


def number_as_key(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), facts={1: "one"})


def half_a_pair(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, question=f"\ud800 {draft.question}")


def returns_nothing(rng: random.Random, knobs: Any) -> Draft | None:
    SOUND.draw(rng, knobs)
    return None


def answers_a_number(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, answer=int(draft.answer))


def names_its_checker(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), checker="integer")


def steps_as_list(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, steps=list(draft.steps))


def steps_of_numbers(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), steps=(1, 2))


def lines_of_numbers(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), steps=Lines(lambda: (1, 2)))


def lines_that_fail(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), steps=Lines(lambda: [str(1 // 0)]))


def complexity_as_text(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), complexity="3")


def set_in_facts(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), facts={"edges": {1, 2}})


def nan_in_facts(rng: random.Random, knobs: Any) -> Draft:
    return change(SOUND.draw(rng, knobs), facts={"length": math.nan})


def number_as_sketch_key(rng: random.Random, knobs: Any) -> Sketch:
    return Sketch(7, lambda: SOUND.draw(rng, knobs))  # type: ignore[arg-type]


def draft_in_a_sketch(rng: random.Random, knobs: Any) -> Sketch:
    draft = SOUND.draw(rng, knobs)
    return Sketch(draft.question, draft)  # type: ignore[arg-type]


def hangs(rng: random.Random, knobs: Any) -> Draft:
    time.sleep(3600)
    return SOUND.draw(rng, knobs)


def long_question(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, question="Well. " * 700 + draft.question)


def long_step(rng: random.Random, knobs: Any) -> Draft:
    draft = SOUND.draw(rng, knobs)
    return change(draft, steps=("so " * 70, *draft.steps))


@dataclass(frozen=True)
class Unchecked:
    """Knobs without a range."""

    terms: int
    largest: int

    @classmethod
    def at(cls, level: int) -> "Unchecked":
        return cls(level + 2, 20)


@dataclass
class Loose:
    """Knobs that can be changed."""

    terms: int
    largest: int

    @classmethod
    def at(cls, level: int) -> "Loose":
        return cls(level + 2, 20)


@dataclass(frozen=True)
class Listed:
    """Knobs that a uid cannot carry."""

    sizes: tuple[int, ...]

    @classmethod
    def at(cls, level: int) -> "Listed":
        return cls((level, level + 1))


def waits_for_a_term(rng: random.Random, knobs: Any) -> Draft:
    while knobs.terms < 1:
        time.sleep(0.01)
    return SOUND.draw(rng, SOUND.knobs_at(1))


def divides_by_terms(rng: random.Random, knobs: Any) -> Draft:
    assert 10 // knobs.terms is not None
    return SOUND.draw(rng, SOUND.knobs_at(1))


def talks_on(task: Task, transcript: list[str]) -> str | None:
    return "Go on."


def chance_as_text(level: int) -> str:
    return "0.05"


def nearly_certain(level: int) -> float:
    return 0.6


@pytest.mark.parametrize("name", list(testing.RULES))
def test_the_model_family_passes_under_another_name(name: str, sound: Sample) -> None:
    finding = testing.RULES[name](sound)
    assert finding.rule == name
    assert finding.passed is not False, finding.sentence


@pytest.fixture(scope="module")
def sound() -> Sample:
    return draw_sample(broken(), SMALL)


@pytest.mark.parametrize(
    ("rule", "subject", "words"),
    [
        (addresses.levels, broken(fails_at_ten), "level 10 raises IndexError"),
        (addresses.reproducible, broken(global_random), "gave other bytes when drawn again"),
        (addresses.reproducible, broken(touches_numpy), "global random or numpy generator"),
        (addresses.reproducible, broken(set_order), "with PYTHONHASHSEED"),
        (addresses.reproducible, broken(lambda rng, knobs: None), "raises|top level of a module"),
        (addresses.splits, broken(random_key), "ask the same but have the keys"),
        (addresses.splits, broken(key_of_the_call), "from the same random state"),
        (addresses.splits, broken(key_with_name), "name and version in its key"),
        (addresses.splits, broken(two_keys), "another key than the draft"),
        (answers.accepts, broken(unreadable_answer), "raises ValueError: gold must be readable"),
        (answers.accepts, broken(unboxable_answer), "scores 0.0 for its answer 'x}' boxed"),
        (answers.accepts, broken(unboxable_answer), "It was read as 'x'"),
        (answers.refuses, broken(found_anywhere), "scores 1.0 for a denial"),
        (answers.refuses, broken(executes), "executed as code"),
        (growth.complexity, broken(falling), "falls from"),
        (growth.complexity, broken(flat), "the lowest and the highest level"),
        (growth.growth, broken(flat), "1.15 to 1.6 is allowed"),
        (growth.growth, broken(exploding), "1.15 to 1.6 is allowed"),
        (growth.growth, broken(no_steps), "there are no steps"),
        (guessing.guessing, broken(mostly_yes), "always 'yes' is right"),
        (guessing.guessing, broken(named_in_question), "the first number is right"),
        (guessing.guessing, broken(few_answers), "in other draws is right"),
        (guessing.guessing, broken(chance=nearly_certain), "0 to 0.5 is allowed"),
        (solutions.steps, broken(wrong_equation), r"states '2 \+ 2 = 5'"),
        (solutions.steps, broken(no_answer_in_steps), "does not hold the answer"),
        (solutions.steps, broken(no_steps), "has no steps"),
        (form.round_trip, broken(tuple_in_facts), r"changes through JSON in \['facts'\]"),
        (form.round_trip, broken(number_as_key), r"changes through JSON in \['facts'\]"),
        (form.round_trip, broken(half_a_pair), "half a surrogate pair"),
        (form.lengths, broken(long_question), "1 to 4,000 are allowed"),
        (form.lengths, broken(long_step), "a step of 210 characters"),
        (form.knobs, broken(knobs_at=Loose.at), "not frozen"),
        (form.knobs, broken(knobs_at=Listed.at), "only JSON scalars"),
        (form.knobs, broken(divides_by_terms, knobs_at=Unchecked.at), "gives ZeroDivisionError"),
        (form.knobs, broken(chance=nearly_certain), r"chance\(1\) is 0.6"),
        (form.interactive, broken(respond=talks_on), "replies to the final answer"),
    ],
)
def test_a_fault_is_found(rule: testing.Rule, subject: Family, words: str) -> None:
    finding = testing._run("rule", rule, draw_sample(subject, SMALL))
    assert finding.passed is False
    assert re.search(words, finding.sentence), finding.sentence


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        (broken(returns_nothing), "draw must return a Draft, or a Sketch .*, got None"),
        (broken(answers_a_number), "a Draft's answer must be a str, got [0-9]+"),
        (broken(names_its_checker), "a Draft's checker must be a Checker, got 'integer'"),
        (broken(steps_as_list), r"a Draft's steps must be a tuple of str, or Lines, got \["),
        (broken(steps_of_numbers), "a Draft's steps must be a tuple of str, got 1 among them"),
        (broken(lines_of_numbers), "a Draft's steps must be a tuple of str, got 1 among them"),
        (broken(lines_that_fail), "ZeroDivisionError"),
        (broken(complexity_as_text), "a Draft's complexity must be a number, got '3'"),
        (broken(set_in_facts), "a Draft's facts must hold JSON values.* got {'edges': {1, 2}}"),
        (broken(nan_in_facts), "a Draft's facts must hold JSON values.* got {'length': nan}"),
        (broken(number_as_sketch_key), "a Sketch's key must be a str, got 7"),
        (broken(draft_in_a_sketch), "a Sketch's finish must be a function, got Draft"),
        (broken(chance=chance_as_text), r"chance\(1\) must give a number, got '0.05'"),
    ],
)
def test_a_wrong_type_is_named_with_the_right_one(subject: Family, words: str) -> None:
    finding = addresses.levels(draw_sample(subject, SMALL))
    assert finding.passed is False
    assert re.search(words, finding.sentence), finding.sentence


def test_a_family_of_a_script_is_told_to_move_to_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    script = types.ModuleType("a_script")  # importable here and nowhere else, as `__main__` is
    exec("def draw(rng, knobs): pass", script.__dict__)
    monkeypatch.setitem(sys.modules, "a_script", script)
    finding = addresses.levels(draw_sample(broken(script.draw), SMALL))
    assert "cannot be imported in another process" in finding.sentence
    assert "not in a script or a notebook" in finding.sentence


@pytest.mark.parametrize(
    ("subject", "words"),
    [(broken(few_numbers), "distinct questions"), (broken(few_keys), "distinct keys")],
)
def test_a_family_of_few_problems_is_found_by_counting(subject: Family, words: str) -> None:
    finding = addresses.distinct(draw_sample(subject, COUNTING))
    assert finding.passed is False
    assert words in finding.sentence


def test_a_hanging_knob_is_found_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "KNOB_SECONDS", 1.0)
    subject = broken(waits_for_a_term, knobs_at=Unchecked.at)
    finding = form.knobs(draw_sample(subject, SMALL))
    assert "knob terms=0 gives TimeoutError" in finding.sentence
    # The witness that was killed is replaced.
    assert addresses.reproducible(draw_sample(broken(), SMALL)).passed


def test_a_hanging_level_is_found_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_sample(broken(flat), SMALL)  # the second process has now imported this module
    monkeypatch.setattr(sample, "HANGING", 2.0)
    finding = addresses.levels(draw_sample(broken(hangs_at_ten), SMALL))
    assert finding.passed is False
    assert "level 10 raises TimeoutError" in finding.sentence


def test_a_family_that_always_hangs_ends_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "HANGING", 1.0)
    drawn = draw_sample(broken(hangs), SMALL)
    assert drawn.faults == ["level 1 raises TimeoutError: took over 1 s"]
    finding = form.knobs(drawn)
    assert finding.passed is False
    assert "gives TimeoutError: took over 1 s" in finding.sentence


def test_shifted_seeds_are_found(sound: Sample) -> None:
    tasks = {level: (one, [*one[1:], other[0]]) for level, (one, other) in sound.tasks.items()}
    finding = addresses.independent(dataclasses.replace(sound, tasks=tasks))
    assert finding.passed is False
    assert "21 of 21 are item i+1 of seed 7 and item i of seed 8" in finding.sentence


def test_a_slow_level_is_found(sound: Sample) -> None:
    finding = form.speed(dataclasses.replace(sound, seconds={1: 0.1, 3: 1.5}))
    assert finding.passed is False
    assert "level 3 takes 1.50 s" in finding.sentence


def test_a_long_file_and_a_bare_docstring_are_found(sound: Sample) -> None:
    subject = dataclasses.replace(SOUND, draw=flat, doc="Adds.")
    finding = form.file_length(dataclasses.replace(sound, family=subject))
    assert finding.passed is False
    assert "120 are allowed" in finding.sentence
    assert "lacks a real question and answer" in finding.sentence


def test_changed_output_of_a_version_is_found(sound: Sample) -> None:
    known = {"broken@1": golden.fingerprint(broken())}
    assert addresses.unchanged(sound, known).passed
    changed = dataclasses.replace(sound, family=broken(long_step))
    finding = addresses.unchanged(changed, known)
    assert finding.passed is False
    assert "raise the family's VERSION" in finding.sentence
    bumped = dataclasses.replace(sound, family=broken(long_step, version=2))
    assert addresses.unchanged(bumped, known).passed is None


def test_a_report_names_each_rule_and_the_failure() -> None:
    report = testing.check_family(broken(flat))
    rules = [finding.rule for finding in report.findings]
    assert rules == [*testing.RULES, "unchanged"]
    assert {finding.rule for finding in report.failures} >= {"growth", "complexity"}
    assert not report.passed
    assert "FAILED  growth" in str(report)
    with pytest.raises(AssertionError, match=r"broken@1 breaks:\n(.*\n)*  growth: "):
        testing.assert_family(broken(flat))


def test_an_unknown_family_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="no family named"):
        testing.check_family("no_such_family")


def test_golden_hashes_are_added_and_never_rewritten(tmp_path: Path, capsys) -> None:
    file = tmp_path / "golden" / "hashes.json"
    assert main(["golden", "--file", str(file), "chain_sum"]) == 0
    first = file.read_text()
    assert list(json.loads(first)) == ["chain_sum@1"]
    assert main(["golden", "--file", str(file), "chain_sum"]) == 0
    assert file.read_text() == first
    file.write_text('{"chain_sum@1": "0"}')
    assert main(["golden", "--file", str(file), "chain_sum"]) == 1
    assert json.loads(file.read_text()) == {"chain_sum@1": "0"}
    assert "raise its VERSION" in capsys.readouterr().err
