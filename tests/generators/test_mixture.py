import json
import logging
from collections import Counter

import pytest

from ponder.generators import names
from ponder.generators.corpora import shelf
from ponder.generators.corpora.levels import LENGTH_CUTS
from ponder.generators.loading import load
from ponder.generators.mixture import Mixture, Part, default_mixture
from ponder.generators.registry import DOMAINS
from ponder.generators.sources import FamilySource, find_source


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch):
    monkeypatch.setattr(shelf, "_places", {})
    monkeypatch.delenv(shelf.ENVIRONMENT, raising=False)


@pytest.fixture
def metamath(tmp_path):
    path = tmp_path / "rows.json"
    lengths = [cut - 30 for cut in (*LENGTH_CUTS, 900)]
    rows = [
        {
            "type": f"GSM_{number % 3}",
            "query": f"What is {number} plus 1?",
            "original_question": f"What is {number} plus 1?",
            "response": "x" * lengths[number % 10] + f"\nThe answer is: {number + 1}",
        }
        for number in range(3_000)
    ]
    path.write_text(json.dumps(rows))
    return path


def test_items_are_addressable_in_any_order():
    mixture = Mixture([Part("chain_sum")], seed=3)
    again = Mixture([Part("chain_sum")], seed=3)
    forward = [mixture[index] for index in range(20)]
    backward = [again[index] for index in reversed(range(20))][::-1]
    assert forward == backward
    assert [load(task.uid) for task in forward] == forward
    assert len({task.uid for task in forward}) == 20


def test_split_and_seed_change_the_stream():
    mixture = Mixture([Part("chain_sum", levels=[5])])
    streams = [
        {mixture.task(index, split=split, seed=seed).question for index in range(30)}
        for split, seed in [("train", 0), ("train", 1), ("test", 0)]
    ]
    assert len(set.union(*streams)) == 90
    assert mixture[4] == mixture.task(4, split="train", seed=0)


def test_neighbouring_seeds_are_not_shifted_copies():
    mixture = Mixture([Part("chain_sum", levels=[6])])
    one = {mixture.task(index, split="train", seed=1).question for index in range(200)}
    two = {mixture.task(index, split="train", seed=2).question for index in range(200)}
    assert not one & two


def test_weights_and_levels_are_kept():
    light = Part(FamilySource("chain_sum", levels=[2]), weight=0.1)
    heavy = Part(Renamed(), weight=0.3, levels=[1, 2, 3, 4])
    tasks = [Mixture([light, heavy])[index] for index in range(2_000)]
    counts = Counter("[" in task.uid for task in tasks)
    # 2,000 draws of 3/4: a standard deviation is 19.4, so 80 is beyond four of them.
    assert abs(counts[True] - 1_500) < 80
    levels = Counter(task.level for task in tasks if "[" in task.uid)
    assert set(levels) == {1, 2, 3, 4}
    assert all(abs(count - counts[True] / 4) < 75 for count in levels.values())
    assert {task.level for task in tasks if "[" not in task.uid} == {2}


class Renamed:
    """A second source over the only family that these tests may rely on."""

    name, levels = "wide_sum", (1, 2, 3, 4)
    inner = FamilySource("chain_sum", knobs={"largest": 999})
    digest = "wide_" + inner.digest

    def task(self, **address):
        return self.inner.task(**address)


def test_equal_mixtures_have_equal_digests():
    one = Mixture([Part("chain_sum", 1), Part(Renamed(), 2)])
    two = Mixture([Part(Renamed(), 0.2), Part("chain_sum", 0.1)], seed=9)
    other = Mixture([Part("chain_sum", 1), Part(Renamed(), 3)])
    fewer = Mixture([Part("chain_sum", 1, levels=range(1, 10)), Part(Renamed(), 2)])
    assert one.digest == two.digest
    assert len({one.digest, other.digest, fewer.digest}) == 3
    assert two.task(7, split="valid", seed=0) == one.task(7, split="valid", seed=0)


def test_parts_are_resolved():
    mixture = Mixture([Part("chain_sum", 5)])
    (part,) = mixture.parts
    assert part.levels == tuple(range(1, 11))
    assert mixture.source("chain_sum") is part.source
    with pytest.raises(ValueError, match=r"source must be one of \['chain_sum'\], got 'gcd'"):
        mixture.source("gcd")


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([], "at least one Part"),
        ([Part("chain_sum", 0)], "weight must be a finite number above 0, .* got 0"),
        ([Part("chain_sum", 5e-324), Part("gcd", 1e308)], "weight .* 1e-12 to 1e\\+12, got 5e-324"),
        ([Part("chain_sum", 10**5000)], "weight .* got a value of int with too many digits"),
        ([Part("chain_sum", levels=[True])], r"levels of 'chain_sum' .* got \[True\]"),
        ([Part("chain_sum", levels=[2.0])], r"levels of 'chain_sum' .* got \[2.0\]"),
        ([Part("chain_sum", levels=[[2]])], r"levels of 'chain_sum' .* got \[\[2\]\]"),
        ([Part("chain_sum", levels=range(10**12))], r"levels of 'chain_sum' .* got \[0, 1, 2"),
        ([Part("chain_sum", float("nan"))], "weight must be"),
        ([Part("chain_sum", levels=[0])], r"levels of 'chain_sum' must be some of"),
        ([Part("chain_sum", levels=[])], r"levels of 'chain_sum' must be some of"),
        ([Part("chain_sun")], "did you mean 'chain_sum'"),
        ([Part("metamathqa")], r"'metamathqa=PATH' in a mixture, or set PONDER_CORPORA"),
        (
            [Part("chain_sum"), Part(FamilySource("chain_sum", knobs={"terms": 4}))],
            "'chain_sum' is there twice and differs",
        ),
    ],
)
def test_bad_parts_are_named(parts, message):
    with pytest.raises(ValueError, match=message):
        Mixture(parts)


def test_bad_arguments_are_named():
    mixture = Mixture([Part("chain_sum")])
    with pytest.raises(ValueError, match="index must be an integer of at least 0, got -1"):
        mixture[-1]
    with pytest.raises(ValueError, match="split must be one of"):
        Mixture([Part("chain_sum")], split="dev")
    with pytest.raises(ValueError, match="there is no knob 'term'"):
        FamilySource("chain_sum", knobs={"term": 4})
    with pytest.raises(ValueError, match="levels of 'chain_sum' must be some of 1 to 20"):
        FamilySource("chain_sum", levels=[21])
    with pytest.raises(ValueError, match=r"offers levels \[3\], got 4"):
        FamilySource("chain_sum", levels=[3]).task(level=4, split="train", seed=0, index=0)


def test_a_family_source_with_knobs_gives_loadable_tasks():
    source = FamilySource("chain_sum", knobs={"largest": 999})
    task = source.task(level=2, split="test", seed=1, index=2)
    assert source.digest == 'chain_sum@1[{"largest":999}]'
    assert load(task.uid) == task


def test_parse_reads_levels_and_weights():
    parsed = Mixture.parse("chain_sum:2-8*3", split="valid", seed=4)
    written = Mixture([Part("chain_sum", 3, range(2, 9))])
    assert parsed.digest == written.digest
    assert (parsed.split, parsed.seed) == ("valid", 4)
    assert Mixture.parse(" chain_sum:5 ").parts[0].levels == (5,)
    assert Mixture.parse("chain_sum").digest == Mixture([Part("chain_sum")]).digest


def test_parse_reads_corpora(metamath):
    mixture = Mixture.parse(f"chain_sum*0.5,metamathqa={metamath}:1-4*1.5")
    corpus = mixture.source("metamathqa")
    tasks = [mixture[index] for index in range(200)]
    rows = [task for task in tasks if task.source == "metamathqa"]
    # 200 draws of 3/4: a standard deviation is 6.1.
    assert abs(len(rows) - 150) < 25
    assert {task.level for task in rows} == {1, 2, 3, 4}
    assert all(task.uid.startswith(corpus.digest) for task in rows)
    assert [load(task.uid) for task in rows[:5]] == rows[:5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a part must look like"),
        ("chain_sum,,", "a part must look like"),
        ("chain_sum:x", "a part must look like"),
        ("chain_sum:8-1", "from low to high, got 8-1"),
        ("chain_sum*1.2.3", "weight must be a number"),
        ("chain_sum*0", "weight must be a finite number above 0"),
        ("chain_sum:1-30", "levels of 'chain_sum' must be some of"),
        ("chain_sum=/x.json", "there is no corpus 'chain_sum'"),
    ],
)
def test_parse_names_what_is_wrong(text, message):
    with pytest.raises(ValueError, match=message):
        Mixture.parse(text)


def test_parse_names_a_file_that_is_not_there():
    with pytest.raises(FileNotFoundError, match=r"no file at .*none.json"):
        Mixture.parse("gsm8k=/nowhere/none.json")


def test_the_default_mixture_without_corpora_says_so(caplog):
    with caplog.at_level(logging.WARNING):
        mixture = default_mixture()
    assert "generated tasks alone" in caplog.text
    native = {name for domain in DOMAINS for name in names(domain)}
    assert {part.source.name for part in mixture.parts} == native
    assert all(set(part.levels) <= set(range(1, 11)) for part in mixture.parts)


def test_the_default_mixture_is_half_corpora_even_over_types(metamath, caplog):
    mixture = default_mixture({"metamathqa": metamath})
    assert not caplog.records
    weights = {part.source.name: part.weight for part in mixture.parts}
    rows = [weight for name, weight in weights.items() if name.startswith("metamathqa/")]
    assert len(rows) == 3
    assert len(set(rows)) == 1
    assert sum(rows) * 2 == sum(weights.values())


def test_one_type_of_a_corpus_is_found_by_name(metamath):
    shelf.register("metamathqa", metamath)
    assert find_source("metamathqa/GSM_1").name == "metamathqa/GSM_1"
    assert find_source("metamathqa").name == "metamathqa"


def test_knobs_are_read_with_their_commas() -> None:
    mixture = Mixture.parse('gcd:1,chain_sum[{"terms":2,"largest":99}]:1-2*3')
    assert [part.levels for part in mixture.parts if part.weight == 3] == [(1, 2)]
    tasks = [mixture.task(i, split="train", seed=0) for i in range(40)]
    sums = [task for task in tasks if task.source == "chain_sum"]
    assert sums
    assert all(len(task.steps) == 1 for task in sums)
    assert all('[{"largest":99,"terms":2}]' in task.uid for task in sums)


@pytest.mark.parametrize("text", ['chain_sum[{"terms":}]', "chain_sum[terms=2]", 'gcd[{"x":1}]'])
def test_bad_knobs_are_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"knob|part"):
        Mixture.parse(text).task(0, split="train", seed=0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Mixture.parse(None), "a mixture must be a string"),
        (lambda: Mixture.parse('gcd[{"x":' + "[" * 100_000 + "}]"), "knobs must be a JSON object"),
        (lambda: Mixture.parse("gcd", seed="7"), "seed must be an integer"),
        (lambda: Mixture.parse("gcd", seed=True), "seed must be an integer"),
        (lambda: Mixture(["gcd"]), "parts must be a list of at least one Part"),
        (lambda: Mixture([Part("gcd", "2")]), "weight must be a finite number"),
        (lambda: Mixture([Part("gcd", levels=5)]), "levels must be a list"),
        (lambda: Mixture([Part("gcd", levels=[1, "2"])]), "levels of 'gcd'"),
        (lambda: Mixture([Part(5)]), "source must be a name or a Source"),
        (lambda: load(None), "uid must be a string"),
        (lambda: Mixture.parse("gcd", seed=10**5000), "seed must be .*too many digits"),
        (lambda: Mixture.parse("gcd").task(0, split="train", seed=None), "seed must be an int"),
        (lambda: FamilySource("gcd", levels=None), "levels of 'gcd' must be some of .* got None"),
        (lambda: FamilySource("gcd", levels=["1"]), "levels of 'gcd' must be some of .* got"),
        (lambda: FamilySource("gcd", levels=[True]), "levels of 'gcd' must be some of .* got"),
        (lambda: FamilySource("gcd", knobs=[1]), r"knobs must be a mapping .* got \[1\]"),
        (lambda: load('gcd@1[{"x":' + "[" * 100_000 + "}]/train/L1/s0/i0"), "nested too deep"),
    ],
)
def test_arguments_of_wrong_types_are_value_errors(make, message):
    with pytest.raises(ValueError, match=message):
        make()
