"""Runs that benchmarks share are taken up only with the settings they were trained with."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.training_runs import trained
from ponder.trainers.config import TrainConfig


def test_a_run_with_other_settings_is_refused_by_name(tmp_path: Path) -> None:
    config = TrainConfig(steps=2, seed=3)
    folder = tmp_path / "grpo-s3"
    folder.mkdir()
    (folder / "config.json").write_text(config.to_json())
    (folder / "finished").touch()
    with pytest.raises(SystemExit, match=r"grpo-s3 holds a run with other settings \(steps\)"):
        trained("grpo", replace(config, steps=1), tmp_path)
    # The same settings pass, and the policy is looked for.
    with pytest.raises(FileNotFoundError, match="policy"):
        trained("grpo", config, tmp_path)
