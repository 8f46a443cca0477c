"""Evaluation while training: on the valid split, without influence, the best kept."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

import ponder.trainers.grpo as loop
from ponder.generators.mixture import Mixture
from ponder.policies.local import load, load_embedded
from ponder.policies.play import Rollout
from ponder.trainers import validation
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train
from ponder.trainers.runs import Run
from ponder.trainers.validation import validate

SMALL: dict[str, Any] = {
    "source": "chain_sum:1-2",
    "steps": 4,
    "group_size": 4,
    "question_groups": 2,
    "episode_groups": 1,
    "num_questions": 2,
    "min_budget": 8,
    "max_budget": 12,
    "eval_budget": 6,
    "max_tokens": 16,
    "lr": 1e-2,
    "warmup": 1,
    "checkpoint_every": 1,
    "eval_every_per_level": 3,
}


def entries(folder: Path) -> list[dict[str, Any]]:
    timed = ("seconds", "valid")
    lines = (folder / "log.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if k not in timed} for line in lines]


def valid(folder: Path) -> dict[int, dict[str, Any]]:
    lines = map(json.loads, (folder / "log.jsonl").read_text().splitlines())
    return {entry["step"]: entry["valid"] for entry in lines if "valid" in entry}


def test_it_changes_no_number_of_the_training(tmp_path: Path) -> None:
    models = []
    for name, changes in (("without", {}), ("with", {"eval_every": 1})):
        policy = load_embedded()
        assert train(policy, TrainConfig(**SMALL, **changes), tmp_path / name)
        models.append(policy.model.state_dict())
    assert all(torch.equal(models[0][name], models[1][name]) for name in models[0])
    assert entries(tmp_path / "without") == entries(tmp_path / "with")
    assert valid(tmp_path / "without") == {}
    assert not (tmp_path / "without" / "best").exists()
    assert list(valid(tmp_path / "with")) == [0, 1, 2, 3]


def test_it_is_of_the_valid_split_and_counts_what_was_never_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: dict[str, list[Rollout]] = {}
    real = validation.describe

    def spy(questions: list[Rollout], episodes: list[Rollout]) -> dict[str, Any]:
        seen["questions"], seen["episodes"] = questions, episodes
        return real(questions, episodes)

    monkeypatch.setattr(validation, "describe", spy)
    # A policy that is not shown its budget works longer than twelve tokens for two questions.
    config = TrainConfig(**SMALL, show_budget=False)
    found = validate(load_embedded(), Mixture.parse(config.source), config)
    assert len(seen["questions"]) == 2 * 3
    assert len({r.task.uid for r in seen["questions"]}) == 6
    assert all("/valid/" in r.task.uid for kind in seen.values() for r in kind)
    # Some of the three episodes of two questions end on their first.
    assert 3 <= len(seen["episodes"]) < 6
    single = sum(r.reward for r in seen["questions"]) / 6
    played = sum(r.reward for r in seen["episodes"]) / 6
    assert found["score"] == pytest.approx((single + played) / 2)
    again = validate(load_embedded(), Mixture.parse(config.source), config)
    assert again == found


def test_too_few_valid_questions_show_before_the_first_step(tmp_path: Path) -> None:
    # Numbers up to 20 make a few hundred sums of two terms, a tenth of them in the split.
    source = 'chain_sum[{"terms":2,"largest":20}]:1'
    config = TrainConfig(**{**SMALL, "source": source, "eval_every": 4})
    with pytest.raises(ValueError, match="distinct problems in split 'valid'"):
        train(load_embedded(), config, tmp_path)
    assert not (tmp_path / "log.jsonl").exists()


def test_a_run_without_episodes_evaluates_none() -> None:
    config = TrainConfig(**{**SMALL, "episode_groups": 0})
    assert "episodes" not in validate(load_embedded(), Mixture.parse(config.source), config)


@pytest.mark.parametrize("rank", [0, 2])
def test_the_best_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rank: int) -> None:
    """Of scores 1, 3, 3, 2 the second: `best/` holds what `policy/` would after two steps."""
    if rank:
        pytest.importorskip("peft")
    scores = iter([1.0, 3.0, 3.0, 2.0])
    monkeypatch.setattr(loop, "validate", lambda *_: {"score": next(scores)})
    config = TrainConfig(**SMALL, eval_every=1, lora_rank=rank, decay=0.0)
    kept: dict[str, torch.Tensor] = {}

    def second(entry: Any) -> None:
        if entry["step"] == 1:
            kept.update({k: v.clone() for k, v in policy.model.state_dict().items()})

    policy = load_embedded()
    assert train(policy, config, tmp_path, on_step=second)
    assert json.loads((tmp_path / "best" / "best.json").read_text()) == {"step": 1, "score": 3.0}
    found = load(str(tmp_path / "best"), device="cpu").model.state_dict()
    if not rank:
        assert all(torch.equal(found[name], kept[name]) for name in kept)
    base = load_embedded().model.state_dict()
    assert found.keys() == base.keys()
    assert any(not torch.equal(found[name], base[name]) for name in base)
    assert {path.name for path in tmp_path.glob("best*")} == {"best"}


def test_a_resumed_run_goes_on_from_the_best_that_it_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stop(Exception):
        pass

    def stop(entry: Any) -> None:
        if entry["step"] == 2:
            raise Stop

    def scored(*scores: float) -> None:
        left = iter(scores)
        monkeypatch.setattr(loop, "validate", lambda *_: {"score": next(left)})

    config = TrainConfig(**SMALL, eval_every=1)
    scored(3.0, 1.0, 4.0)
    with pytest.raises(Stop):
        train(load_embedded(), config, tmp_path, on_step=stop)
    # The third step was not in the checkpoint: it is done again, and is the best again.
    scored(4.0, 2.0)
    assert train(load_embedded(), config, tmp_path)
    assert [entry["score"] for entry in valid(tmp_path).values()] == [3.0, 1.0, 4.0, 2.0]
    assert json.loads((tmp_path / "best" / "best.json").read_text())["step"] == 2


def test_a_kill_between_the_renames_loses_no_best(tmp_path: Path) -> None:
    with Run(tmp_path, TrainConfig(**SMALL)) as run:
        for text in ("first", "second"):
            run.save_best(lambda folder, text=text: _write(folder, text))  # type: ignore[misc]
            assert (tmp_path / "best" / "weights").read_text() == text
        (tmp_path / "best").rename(tmp_path / "best.old")
        _write(tmp_path / "best.part", "torn")
        run.restore()
        assert (tmp_path / "best" / "weights").read_text() == "second"
        run.save_best(lambda folder: _write(folder, "third"))
    assert (tmp_path / "best" / "weights").read_text() == "third"
    assert {path.name for path in tmp_path.glob("best*")} == {"best"}


def _write(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "weights").write_text(text)
