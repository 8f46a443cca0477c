"""Addressable streams: what an address gives, and what a bad one says."""

import dataclasses
import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.generators import generate, load_generated, stream
from ponder.generators.registry import Family, family
from ponder.generators.streams import task_at
from ponder.task import SPLITS, Address, Checker, Draft, Sketch, Split, split_of

SEEDS = st.integers(-(10**30) + 1, 10**30 - 1)


@dataclass(frozen=True)
class Range:
    size: int

    @classmethod
    def at(cls, level: int) -> "Range":
        return cls(10**level)


def draft(rng: random.Random, knobs: Range) -> Draft:
    number = rng.randrange(knobs.size)
    answer = str(number + 1)
    steps = (f"{number} + 1 = {answer}",)
    question = f"What comes after {number}?"
    return Draft(question, "Give an integer.", answer, Checker("integer"), steps, knobs.size)


def toy(draw: Any = draft) -> Family:
    return Family("toy", "external", 1, "", Range.at, draw, lambda level: 0.1)


@given(st.integers(1, 20), SEEDS, st.integers(0, 10**18 - 1), st.sampled_from(SPLITS))
def test_a_uid_gives_the_same_bytes(level: int, seed: int, index: int, split: Split) -> None:
    task = generate("chain_sum", level=level, seed=seed, index=index, split=split)
    assert load_generated(task.uid).to_json() == task.to_json()
    assert task.level == level
    assert split_of(task.key) == split


def test_a_stream_is_its_addresses_in_order() -> None:
    drawn = list(itertools.islice(stream("chain_sum", level=4, seed=2, start=3), 4))
    assert drawn == [generate("chain_sum", level=4, seed=2, index=i) for i in range(3, 7)]


def test_the_three_splits_of_a_small_family_do_not_meet() -> None:
    numbers = toy()
    found = {
        split: {
            task_at(numbers, Address("toy", 1, split, 2, seed, i)).question
            for seed in (0, 1)
            for i in range(150)
        }
        for split in SPLITS
    }
    for one, other in itertools.combinations(SPLITS, 2):
        assert not found[one] & found[other]


def test_changed_knobs_stand_in_the_uid_and_equal_ones_do_not() -> None:
    own = dataclasses.asdict(family("chain_sum").knobs_at(2))
    changed = generate("chain_sum", level=2, knobs={**own, "terms": 60})
    assert changed.uid == 'chain_sum@1[{"terms":60}]/train/L2/s0/i0'
    assert load_generated(changed.uid) == changed
    assert generate("chain_sum", level=2, knobs=own) == generate("chain_sum", level=2)


def test_changed_knobs_name_another_stream() -> None:
    fifth = dataclasses.asdict(family("chain_sum").knobs_at(5))
    same = [
        generate("chain_sum", level=2, index=i, knobs=fifth).question
        == generate("chain_sum", level=5, index=i).question
        for i in range(20)
    ]
    assert not any(same)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"level": 0}, "level must be from 1 to 20, got 0"),
        ({"level": 21}, "level must be from 1 to 20, got 21"),
        ({"level": 1.0}, "level must be an integer, got 1.0"),
        ({"level": True}, "level must be an integer, got True"),
        ({"level": "1"}, "level must be an integer, got '1'"),
        ({"seed": None}, "seed must be an integer, got None"),
        ({"seed": 10**30}, "seed must be from"),
        ({"seed": -(10**30)}, "seed must be from"),
        ({"index": -1}, "index must be from 0"),
        ({"index": 10**18}, "index must be from 0"),
        ({"split": "dev"}, "split must be one of .*'valid'.*, got 'dev'"),
        ({"knobs": {"term": 3}}, "did you mean 'terms'"),
        ({"knobs": {"terms": 1}}, "'terms' must be from 2 to 100, got 1"),
        ({"level": 10**5000}, "level must be from 1 to 20, got a value of int with too many"),
        ({"seed": -(10**5000)}, "seed must be from .* got a value of int with too many digits"),
        ({"index": 10**5000}, "index must be from 0 to .* got a value of int with too many"),
        ({"knobs": {"terms": 10**5000}}, "'terms' must be from 2 to 100, got a value of int"),
    ],
)
def test_a_bad_argument_is_named_with_what_is_allowed(
    arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        generate("chain_sum", **arguments)


@pytest.mark.parametrize(
    ("uid", "words"),
    [
        ("chain_sum@999/train/L1/s0/i0", "version 999.*version 1.*CHANGELOG"),
        ("chain_sum@1/train/L01/s0/i0", "canonical.*chain_sum@1/train/L1/s0/i0"),
        ("chain_sum@1/train/L1/s-0/i0", "canonical"),
        ('chain_sum@1[{"terms": 50}]/train/L1/s0/i0', "canonical"),
        ('chain_sum@1[{"terms":[5]}]/train/L1/s0/i0', "must be of type int"),
        ("chain_sum@1/train/L21/s0/i0", "from 1 to 20"),
        ("no_such_family@1/train/L1/s0/i0", "no family named"),
    ],
)
def test_a_uid_that_gives_nothing_says_why(uid: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        load_generated(uid)


def test_a_uid_that_overrides_nothing_is_not_canonical() -> None:
    terms = family("chain_sum").knobs_at(1).terms
    with pytest.raises(ValueError, match="canonical"):
        load_generated(f'chain_sum@1[{{"terms":{terms}}}]/train/L1/s0/i0')


def test_knobs_that_leave_too_few_problems_name_the_count() -> None:
    # Two terms up to 3: at most 3 * 3 * 2 questions, a tenth of them in the test split.
    with pytest.raises(ValueError, match=r"has only \d+ distinct problems in split 'test', 100"):
        generate("chain_sum", split="test", knobs={"terms": 2, "largest": 3})


def test_a_split_that_nothing_falls_into_names_the_count() -> None:
    empty = next(split for split in SPLITS if split != split_of("the only one"))

    def draw(rng: random.Random, knobs: Range) -> Sketch:
        return Sketch("the only one", lambda: draft(rng, knobs))

    with pytest.raises(ValueError, match=r"2000 draws \(1 distinct ones were seen\)"):
        task_at(toy(draw), Address("toy", 1, empty, 1, 0, 0))


def test_only_accepted_sketches_are_finished() -> None:
    finished = []

    def draw(rng: random.Random, knobs: Range) -> Sketch:
        drawn = draft(rng, knobs)

        def finish() -> Draft:
            finished.append(drawn.question)
            return drawn

        return Sketch(drawn.question, finish)

    task = task_at(toy(draw), Address("toy", 1, "test", 5, 0, 0))
    assert finished == [task.question]
    assert task == task_at(toy(), Address("toy", 1, "test", 5, 0, 0))


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        *({name: LONG} for name in ("name", "level", "seed", "index", "split", "knobs")),
        *({"knobs": knobs} for knobs in ({LONG: 1}, {"terms": LONG})),
    ],
)
def test_a_message_stays_short_however_long_the_argument(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="'x") as caught:
        generate(**{"name": "chain_sum", **arguments})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "arguments",
    [{"name": 5}, {"name": None}, {"name": ["gcd"]}, {"knobs": [1]}, {"knobs": {1: 2}}],
)
def test_names_and_knobs_of_wrong_types_are_value_errors(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be a"):
        generate(**{"name": "gcd", **arguments})
