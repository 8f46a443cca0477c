"""A training that SIGKILL ends at random moments gives, resumed, what it would have given."""

import time
from pathlib import Path

import pytest
import torch

from benchmarks.kill import SETTINGS, differences, kill
from ponder.policies.local import load_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train


@pytest.mark.skipif(torch.cuda.is_available(), reason="the same to the bit on a CPU")
def test_three_kills_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", str(torch.get_num_threads()))
    settings = {**SETTINGS, "steps": 20}
    policy = load_embedded()
    began = time.monotonic()
    train(policy, TrainConfig(**settings), tmp_path / "whole")
    each = (time.monotonic() - began) / settings["steps"]
    kill(settings, tmp_path / "killed", kills=3, seed=0, each=each)
    assert train(load_embedded(), TrainConfig(**settings), tmp_path / "killed")
    assert differences(tmp_path / "whole", tmp_path / "killed") == []
    start = load_embedded().model.state_dict()
    after = policy.model.state_dict()
    assert any(not torch.equal(start[name], after[name]) for name in start)
