"""What a run needs is looked for before anything of it is written."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from transformers import PreTrainedTokenizerFast

from ponder.policies.local import LocalPolicy, new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.gamma_search import Search, search_gamma
from ponder.trainers.grpo import train
from ponder.trainers.lora import add_lora, fold_in
from ponder.trainers.pipeline import run_all

TINY: dict[str, Any] = {
    "source": "chain_sum:1",
    "steps": 1,
    "group_size": 2,
    "question_groups": 1,
    "episode_groups": 0,
    "max_tokens": 4,
    "eval_per_level": 1,
    "eval_episodes": 0,
}


def start(policy: LocalPolicy, config: TrainConfig, folder: Path) -> None:
    run_all(policy, config, folder, on_progress=lambda what, done, total: None)


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    return new_embedded(seed=0)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"progress": "dense", "prover": "no/such/policy"}, "prover: model 'no/such/policy'"),
        (
            {"length_reward": "o1_pruner", "gamma": 1, "length_reference": "absent.gguf"},
            r"length_reference: there is no GGUF file at absent\.gguf",
        ),
    ],
)
@pytest.mark.parametrize("begin", [start, train])
def test_a_policy_that_is_not_there_is_named_before_the_run(
    policy: LocalPolicy, tmp_path: Path, begin: Any, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        begin(policy, TrainConfig(**TINY | changes), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_search_looks_as_well(policy: LocalPolicy, tmp_path: Path) -> None:
    config = TrainConfig(**TINY, curriculum="fixed", progress="dense", prover="no/such/policy")
    with pytest.raises(ValueError, match="prover: model 'no/such/policy'"):
        search_gamma(policy, config, tmp_path / "search", Search())
    assert list(tmp_path.iterdir()) == []


def test_a_prover_of_other_tokens_is_refused(policy: LocalPolicy, tmp_path: Path) -> None:
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=policy.tokenizer.backend_tokenizer, eos_token="</answer>"
    )
    tokenizer.add_tokens(["one more"])
    LocalPolicy("other", policy.model, tokenizer).save(tmp_path / "other")
    config = TrainConfig(**TINY, progress="dense", prover=str(tmp_path / "other"))
    with pytest.raises(ValueError, match="prover must have the tokenizer of the policy"):
        start(policy, config, tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("changes", [{}, {"eval_per_level": 0, "eval_every": 1}])
def test_a_question_without_room_in_the_context_is_named(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    narrow = new_embedded(seed=0)
    narrow.model.config.max_position_embeddings = 8
    with pytest.raises(ValueError, match=r"source: chain_sum@.* 8 tokens; ask shorter questions"):
        start(narrow, TrainConfig(**TINY | changes), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("source", "changes", "said"),
    [
        # 9 numbers of which three make a number: some hundred problems, dealt to three splits.
        (
            'countdown[{"numbers":3,"largest":9,"use_all":true}]:1',
            {"eval_every": 1},
            "eval_every: 'countdown' .* in split 'valid'",
        ),
        ('chain_sum[{"terms":2,"largest":2}]:1', {}, "source: 'chain_sum' .* in split 'train'"),
    ],
)
def test_a_source_with_too_few_questions_is_named(
    policy: LocalPolicy, tmp_path: Path, source: str, changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        start(policy, TrainConfig(**TINY | {"source": source} | changes), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_model_with_adapters_of_its_own_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("peft")
    adapted = new_embedded(seed=0)
    add_lora(adapted.model, 2, seed=0)
    for rank in (0, 2):
        with pytest.raises(ValueError, match="model must have no adapters of its own"):
            start(adapted, TrainConfig(**TINY, lora_rank=rank), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []
    fold_in(adapted.model)
    start(adapted, TrainConfig(**TINY), tmp_path / "run")


@pytest.mark.parametrize("found", ["study.json", "steps.jsonl", "questions.jsonl"])
def test_a_folder_of_something_else_is_left_alone(
    policy: LocalPolicy, tmp_path: Path, found: str
) -> None:
    (tmp_path / found).write_text("{}")
    with pytest.raises(ValueError, match="out must be a new folder or hold a run"):
        start(policy, TrainConfig(**TINY), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [found]


def test_a_place_that_is_no_folder_is_named(policy: LocalPolicy, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file", "file/run"):
        with pytest.raises(ValueError, match="out must be a folder"):
            start(policy, TrainConfig(**TINY), tmp_path / place)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(policy: LocalPolicy, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for place in (tmp_path, tmp_path / "run"):
        with pytest.raises(ValueError, match="out must be a folder that can be written"):
            start(policy, TrainConfig(**TINY), place)
    tmp_path.chmod(0o700)


def test_the_folder_of_a_run_is_no_policy_and_says_where_it_is(tmp_path: Path) -> None:
    from ponder.policies.local import load

    (tmp_path / "policy").mkdir()
    (tmp_path / "policy" / "config.json").write_text(json.dumps({}))
    with pytest.raises(FileNotFoundError, match="is the folder of a run; give its policy"):
        load(str(tmp_path))
