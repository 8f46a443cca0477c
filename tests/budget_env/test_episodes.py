import dataclasses
import json
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.budget_env.episodes import Episode
from ponder.generators.mixture import Mixture, Part
from ponder.task import split_of

MIXTURE = Mixture.parse("chain_sum:1-4")


def test_default_uid_is_the_plain_one():
    episode = Episode.draw(MIXTURE, seed=7)
    assert episode.uid == f"episode@1/{MIXTURE.digest}/train/s7/i0"
    assert len(episode.tasks) == len(episode.sources) == 10
    assert set(episode.sources) == {"chain_sum"}


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"seed": -3, "index": 12, "split": "test"},
        {"num_questions": 3, "split": "valid"},
        {"questions": [["chain_sum", 4], ("chain_sum", 1)]},
    ],
)
def test_load_gives_the_same_episode(arguments):
    episode = Episode.draw(MIXTURE, **arguments)
    assert Episode.load(episode.uid, MIXTURE) == episode
    assert Episode.load(episode.uid, Mixture.parse("chain_sum:1-4", seed=99)) == episode


@settings(max_examples=25)
@given(st.integers(-(10**20), 10**20), st.integers(0, 10**6), st.sampled_from(["train", "test"]))
def test_questions_are_distinct_and_of_the_split(seed, index, split):
    tasks = Episode.draw(MIXTURE, seed=seed, index=index, split=split, num_questions=6).tasks
    assert len({task.key for task in tasks}) == 6
    assert {split_of(task.key) for task in tasks} == {split}


def test_chosen_questions_keep_their_order_and_levels():
    slots = [["chain_sum", level] for level in (3, 1, 4, 1, 1)]
    episode = Episode.draw(MIXTURE, seed=1, questions=slots)
    assert [
        list(slot) for slot in zip(episode.sources, (t.level for t in episode.tasks), strict=True)
    ] == slots
    assert len({task.key for task in episode.tasks}) == 5


def test_neighbouring_addresses_share_next_to_nothing():
    keys = [
        {task.key for task in Episode.draw(MIXTURE, seed=seed, index=index).tasks}
        for seed in range(4)
        for index in range(4)
    ]
    assert all(len(a & b) <= 1 for a, b in pairwise(keys))
    assert len(set.union(*keys)) > 150


class Scarce:
    """A source of a few problems: each is the number that the index gives, modulo their count."""

    def __init__(self, count):
        self.name, self.digest, self.levels, self.count = "scarce", f"scarce@{count}", (1,), count

    def task(self, *, level, split, seed, index):
        task = MIXTURE.source("chain_sum").task(level=1, split=split, seed=0, index=0)
        problem = random.Random(index).randrange(self.count)
        return dataclasses.replace(task, key=str(problem), uid=f"scarce@{self.count}/{problem}")


def test_repeats_are_passed_over():
    tasks = Episode.draw(Mixture([Part(Scarce(10))]), seed=5).tasks
    assert sorted(task.key for task in tasks) == [str(n) for n in range(10)]


def test_too_few_problems_are_named():
    with pytest.raises(ValueError, match="only 9 of 10 distinct questions"):
        Episode.draw(Mixture([Part(Scarce(9))]), seed=5)


def test_json_is_exact_and_needs_no_mixture():
    episode = Episode.draw(MIXTURE, seed=2, questions=[["chain_sum", 2], ["chain_sum", 3]])
    line = episode.to_json()
    assert "\n" not in line
    assert Episode.from_json(line) == episode
    assert json.loads(line)["tasks"][0]["question"] == episode.tasks[0].question


def test_global_random_state_is_left_alone():
    before = random.getstate()
    Episode.draw(MIXTURE, seed=3)
    assert random.getstate() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": 1.5}, "seed must be an integer"),
        ({"seed": 10**30}, "seed must be an integer of at most 30 digits"),
        ({"index": -1}, "index must be"),
        ({"split": "dev"}, "split must be one of"),
        ({"num_questions": 0}, "num_questions must be"),
        ({"num_questions": 1_001}, "num_questions must be at most 1000"),
        ({"questions": []}, "questions must be a list"),
        ({"questions": "gcd"}, "questions must be a list"),
        ({"questions": 5}, "questions must be a list"),
        ({"questions": [[["chain_sum"], 1]]}, r"questions\[0\] must be \[source, level\]"),
        ({"questions": [["chain_sum"]]}, r"questions\[0\] must be \[source, level\]"),
        ({"questions": [["chain_sum", 1], 7]}, r"questions\[1\] must be \[source, level\]"),
        ({"questions": [["chain_sum", 21]]}, r"questions\[0\]: the level"),
        ({"questions": [["chain_sum", "1"]]}, r"questions\[0\]: the level"),
        ({"questions": [["gcd", 1]]}, "source must be one of"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        Episode.draw(MIXTURE, **arguments)


@pytest.mark.parametrize(
    ("uid", "message"),
    [
        ("episode", "uid must look like"),
        ("chain_sum@1/train/L1/s0/i0", "uid must look like"),
        ("episode@2/DIGEST/train/s0/i0", "this release draws 1 only"),
        ("episode@1/0000000000000000/train/s0/i0", "is of mixture 0000000000000000"),
        ('episode@1[{"questions":[["chain_sum",99]]}]/DIGEST/train/s0/i0', "the level"),
        ('episode@1[{"num_questions":10}]/DIGEST/train/s0/i0', "must be canonical"),
        ("episode@1/DIGEST/train/s007/i0", "must be canonical"),
        ('episode@1[{"seed":3}]/DIGEST/train/s0/i0', "uid may set"),
        ("episode@1[{nonsense}]/DIGEST/train/s0/i0", "Expecting property name"),
    ],
)
def test_bad_uids_are_named(uid, message):
    with pytest.raises(ValueError, match=message):
        Episode.load(uid.replace("DIGEST", MIXTURE.digest), MIXTURE)


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"uid": "x"}'])
def test_bad_json_is_refused(line):
    with pytest.raises(ValueError, match=r"Expecting value|exactly the fields"):
        Episode.from_json(line)


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"uid":1,"sources":[],"tasks":[]}', '{"uid":"a","sources":null,"tasks":[]}'],
)
def test_a_malformed_line_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"not JSON|exactly the fields"):
        Episode.from_json(text)


@pytest.mark.parametrize("uid", [None, 5, "episode@1[{" + "[" * 100_000 + "}]/x/train/s1/i0"])
def test_a_malformed_uid_is_a_value_error(uid):
    with pytest.raises(ValueError, match=r"uid must look like|is of mixture"):
        Episode.load(uid, Mixture.parse("chain_sum:1"))


def test_an_index_that_no_uid_can_hold_is_refused():
    with pytest.raises(ValueError, match="index"):
        Episode.draw(Mixture.parse("chain_sum:1"), index=10**18)
