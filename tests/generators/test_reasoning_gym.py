import importlib.util
import itertools
import json
import os
import random
import subprocess
import sys

import pytest

from ponder.generators import family, generate, load_generated, names
from ponder.generators.reasoning_gym import adapter
from ponder.generators.reasoning_gym.catalog import DATASETS
from ponder.task import SPLITS, split_of
from ponder.verifiers import verify

needs_library = pytest.mark.skipif(
    importlib.util.find_spec("reasoning_gym") is None, reason="the extra 'rg' is not installed"
)
FAMILIES = sorted(DATASETS)
LEVELS = (1, 5, 10, 20)

# Measured of version 0.1.25: these run, hang on, raise on or reward text without an answer.
UNSAFE = {
    "binary_matrix",
    "countdown",
    "intermediate_integration",
    "n_queens",
    "polynomial_multiplication",
    "puzzle24",
    "simple_integration",
    "spiral_matrix",
    "string_insertion",
    "coin_flip",
    "rush_hour",
    "rubiks_cube",
    "boxnet",
    "chain_sum",
    "codeio",
    "complex_arithmetic",
    "game_of_life",
    "manipulate_matrix",
    "polynomial_equations",
    "prime_factorization",
    "products",
    "tsumego",
    "word_sorting",
    "propositional_logic",
    "game_of_life_halting",
    "number_sorting",
    "knights_knaves",
    "isomorphic_strings",
    "ransom_note",
    "word_ladder",
    "knight_swap",
    "composite",
}


def test_there_are_ten_and_none_is_unsafe():
    assert len(DATASETS) == 10
    assert not {spec.dataset for spec in DATASETS.values()} & UNSAFE


def test_the_catalog_does_not_import_the_library():
    code = (
        "import sys, ponder.generators.reasoning_gym.catalog; "
        "from ponder.generators import names; names(); "
        "sys.exit('reasoning_gym' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", FAMILIES)
def test_levels_climb_the_whole_curriculum(name):
    spec = DATASETS[name]
    rungs = [adapter.curriculum_levels(spec, rung) for rung in range(1, 21)]
    assert rungs[0] == {attribute: first for attribute, (first, _) in spec.attributes.items()}
    assert rungs[-1] == {attribute: last for attribute, (_, last) in spec.attributes.items()}
    for lower, upper in itertools.pairwise(rungs):
        assert all(lower[attribute] <= upper[attribute] for attribute in spec.attributes)


@needs_library
def test_they_are_listed():
    assert set(FAMILIES) <= set(names())
    assert names("rg") == FAMILIES


@needs_library
@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_reference_is_right_and_the_rest_is_wrong(name, level):
    tasks = [generate(name, level=level, seed=3, index=index) for index in range(4)]
    for task in tasks:
        answer = task.answer
        for response in (answer, f"\\boxed{{{answer}}}", f"<answer>\n{answer}\n</answer>"):
            assert verify(task, response).correct, (task.uid, response)
        for response in ("", "0x0.5zz", "I do not know.", answer + " 1", task.question):
            assert not verify(task, response).correct, (task.uid, response)
        assert len(task.question) <= (4_000 if level <= 10 else 12_000)
        assert task.steps
        assert all(len(step) < 200 for step in task.steps)
    assert len({task.key for task in tasks}) == 4


@needs_library
@pytest.mark.parametrize("name", FAMILIES)
def test_the_library_agrees_with_the_checker(name):
    """An independent judge: the item's own scorer gives the task's answer full marks."""
    import reasoning_gym

    spec = DATASETS[name]
    dataset = reasoning_gym.create_dataset(spec.dataset, seed=1, size=20)
    for item in dataset:
        answer, _ = spec.reference(item)
        if spec.dataset == "number_filtering":
            answer = str(item["metadata"]["result"])
        if answer:
            assert dataset.score_answer(answer, item) == 1.0


@needs_library
@pytest.mark.parametrize("name", FAMILIES)
def test_addresses_hold(name):
    forward = [generate(name, level=3, seed=7, index=index) for index in range(5)]
    state = random.getstate()
    assert [load_generated(task.uid) for task in reversed(forward)] == forward[::-1]
    assert random.getstate() == state


@needs_library
@pytest.mark.parametrize("name", FAMILIES)
def test_neighbouring_seeds_share_nothing(name):
    one, two = (
        {generate(name, level=10, seed=seed, index=index).key for index in range(15)}
        for seed in (42, 43)
    )
    assert not one & two


@needs_library
def test_splits_are_told_by_content():
    for split in SPLITS:
        for index in range(10):
            task = generate("rg/fraction_simplification", level=2, split=split, index=index)
            assert split_of(task.key) == split


@needs_library
def test_notation_does_not_make_another_problem():
    spec = DATASETS["rg/simple_equations"]
    metadata = {"equation": "3*t + 1 = 7", "variable": "t"}
    renamed = {"equation": "3*k + 1 = 7", "variable": "k"}
    assert spec.key({"metadata": metadata}) == spec.key({"metadata": renamed})


@needs_library
@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_other_processes_draw_the_same(hash_seed):
    code = (
        "import json, sys; from ponder.generators import generate; "
        "names = json.loads(sys.argv[1]); "
        "print(json.dumps([generate(name, level=4, seed=1).to_json() for name in names]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, json.dumps(FAMILIES)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    expected = [generate(name, level=4, seed=1).to_json() for name in FAMILIES]
    assert json.loads(run.stdout) == expected


@needs_library
@pytest.mark.parametrize("name", FAMILIES)
def test_the_commonest_answer_stays_below_the_stated_chance(name):
    answers = [generate(name, level=1, seed=9, index=index).answer for index in range(150)]
    commonest = max(map(answers.count, answers)) / len(answers)
    chance = family(name).chance(1)
    # Four standard deviations of the mean of 150 draws.
    assert commonest <= chance + 4 * (chance * (1 - chance) / 150) ** 0.5


@needs_library
def test_another_version_of_the_library_is_refused(monkeypatch):
    monkeypatch.setattr(adapter, "REQUIRED_VERSION", "0.0.1")
    with pytest.raises(ValueError, match=r"needs reasoning-gym 0.0.1, got .*pip install"):
        adapter.adapt("rg/ab")
