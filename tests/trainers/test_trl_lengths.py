"""Length rewards in the TRL backend against the native loop."""

import json
from pathlib import Path

import pytest

pytest.importorskip("trl")

from ponder.policies.local import LocalPolicy, load_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train
from tests.trainers.test_trl_backend import SMALL, disturbed, furthest, trainer_of, weights


@pytest.fixture(scope="module")
def start() -> LocalPolicy:
    return load_embedded()


def test_a_run_with_a_length_reward_is_the_native_run(start: LocalPolicy, tmp_path: Path) -> None:
    changes = {"length_reward": "laser_d", "gamma": 1.0, "keep": 3, "episode_groups": 0}
    config = TrainConfig(**{**SMALL, **changes})
    policy, other = disturbed(start, 3), disturbed(start, 3)
    assert train(policy, config, tmp_path / "native")
    entries = list(map(json.loads, (tmp_path / "native" / "log.jsonl").read_text().splitlines()))
    folder = tmp_path / "trl"
    trainer = trainer_of(other, config, folder, save_strategy="steps")
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "loss" in entry]
    for entry, own in zip(logged, entries, strict=True):
        played = own["questions"]["components"]
        for name in ("laser_d", "format"):
            found = entry[f"ponder/questions/components/{name}"]
            assert found == pytest.approx(played[name], abs=1e-6)
        targets = {n: entry[f"ponder/length_targets/{n}"] for n in own["length_targets"]}
        assert targets == own["length_targets"]
    assert furthest(weights(policy), weights(disturbed(start, 3))) > 3e-4
    assert furthest(weights(policy), weights(trainer.policy)) < 1e-4
    again = trainer_of(disturbed(start, 3), config, folder)
    again.train(resume_from_checkpoint=str(folder / "checkpoint-2"))
    assert len(again.lengths.monitored) == 4 * 3
    assert again.lengths.monitored == trainer.lengths.monitored
    assert furthest(weights(again.policy), weights(trainer.policy)) < 1e-6


def test_a_reference_of_lengths_answers_as_in_the_native_run(
    start: LocalPolicy, tmp_path: Path
) -> None:
    changes = {"length_reward": "o1_pruner", "gamma": 1.0, "episode_groups": 0, "steps": 1}
    config = TrainConfig(**{**SMALL, **changes, "length_reference": "embedded"})
    assert train(disturbed(start, 3), config, tmp_path / "native")
    own = json.loads((tmp_path / "native" / "log.jsonl").read_text())
    trainer = trainer_of(disturbed(start, 3), config, tmp_path / "trl")
    trainer.train()
    logged = trainer.state.log_history[0]
    expected = own["questions"]["components"]["o1_pruner"]
    assert logged["ponder/questions/components/o1_pruner"] == pytest.approx(expected)
    assert logged["loss"] == pytest.approx(own["loss"], abs=1e-5)
