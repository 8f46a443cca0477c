"""The folder of a run: who may work in it, and what it says of damage."""

import dataclasses
import json
from pathlib import Path

import pytest
import torch

from ponder.trainers.config import TrainConfig
from ponder.trainers.runs import Run

CONFIG = TrainConfig(source="chain_sum:1", steps=4)


def test_a_refused_run_lets_the_folder_go(tmp_path: Path) -> None:
    Run(tmp_path, CONFIG).close()
    with pytest.raises(ValueError, match=r"other settings \(lr was 5e-05\)"):
        Run(tmp_path, TrainConfig(source="chain_sum:1", steps=4, lr=0.5))
    Run(tmp_path, CONFIG).close()


def rewrite(folder: Path, drop: str = "", **changes: object) -> None:
    """Changes the stored configuration to what another version would have written."""
    found = {**json.loads((folder / "config.json").read_text()), **changes}
    found.pop(drop, None)
    (folder / "config.json").write_text(json.dumps(found))


def test_a_setting_that_came_later_was_at_its_default(tmp_path: Path) -> None:
    Run(tmp_path, CONFIG).close()
    rewrite(tmp_path, drop="schedule")
    with pytest.raises(ValueError, match="schedule was 'linear'"):
        Run(tmp_path, dataclasses.replace(CONFIG, schedule="cosine"))
    Run(tmp_path, CONFIG).close()
    assert json.loads((tmp_path / "config.json").read_text())["schedule"] == "linear"
    # More steps go on with such a run as well.
    rewrite(tmp_path, drop="schedule")
    Run(tmp_path, dataclasses.replace(CONFIG, steps=6)).close()


def test_a_setting_that_is_missing_and_was_given_is_refused(tmp_path: Path) -> None:
    Run(tmp_path, dataclasses.replace(CONFIG, lr=0.5)).close()
    rewrite(tmp_path, drop="lr")
    with pytest.raises(ValueError, match="lr was 5e-05"):
        Run(tmp_path, dataclasses.replace(CONFIG, lr=0.5))


@pytest.mark.parametrize("value", [None, 0, "x"])
def test_a_setting_that_is_not_known_is_refused(tmp_path: Path, value: object) -> None:
    Run(tmp_path, CONFIG).close()
    rewrite(tmp_path, of_a_later_version=value)
    with pytest.raises(ValueError, match="of_a_later_version was"):
        Run(tmp_path, CONFIG)


@pytest.mark.parametrize("written", ["{}", '{"model_type": "llama", "vocab_size": 98}'])
def test_the_configuration_of_something_else_is_not_taken_for_a_run(
    tmp_path: Path, written: str
) -> None:
    (tmp_path / "config.json").write_text(written)
    with pytest.raises(ValueError, match=r"config\.json is not that of a run"):
        Run(tmp_path, CONFIG)
    assert (tmp_path / "config.json").read_text() == written


def test_only_one_at_a_time(tmp_path: Path) -> None:
    with Run(tmp_path, CONFIG), pytest.raises(ValueError, match="another process"):
        Run(tmp_path, CONFIG)


def test_more_steps_set_the_old_evaluation_aside(tmp_path: Path) -> None:
    Run(tmp_path, CONFIG).close()
    after = tmp_path / "eval" / "after"
    for steps, aside in ((6, "after-4"), (8, "after-6")):
        after.mkdir(parents=True)
        (after / "questions.jsonl").write_text(f"before {steps}")
        Run(tmp_path, TrainConfig(source="chain_sum:1", steps=steps)).close()
        assert not after.exists()
        assert (after.parent / aside / "questions.jsonl").read_text() == f"before {steps}"


def test_the_same_steps_keep_it(tmp_path: Path) -> None:
    Run(tmp_path, CONFIG).close()
    (tmp_path / "eval" / "after").mkdir(parents=True)
    Run(tmp_path, CONFIG).close()
    assert (tmp_path / "eval" / "after").is_dir()


def test_steps_may_not_be_fewer_than_were_taken(tmp_path: Path) -> None:
    with Run(tmp_path, CONFIG) as run:
        run.log({"step": 0})
        run.log({"step": 1})
    with pytest.raises(ValueError, match="at least 2"):
        Run(tmp_path, TrainConfig(source="chain_sum:1", steps=1))
    Run(tmp_path, TrainConfig(source="chain_sum:1", steps=2)).close()


@pytest.mark.parametrize("damage", [b"", b'{"steps": ', b"\xff\xfe", b"[1]"])
def test_a_damaged_configuration_is_named(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "config.json").write_bytes(damage)
    with pytest.raises(ValueError, match=r"config\.json"):
        Run(tmp_path, CONFIG)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    with Run(tmp_path, CONFIG) as run:
        run.save({"step": 1, "weights": torch.zeros(10_000)})
        whole = (tmp_path / "checkpoint.pt").read_bytes()
        assert run.restore() is not None
        half = len(whole) // 2  # In the middle of the zeros.
        flipped = whole[:half] + b"\1" + whole[half + 1 :]
        for damage in (b"", b"garbage", whole[:half], flipped):
            (tmp_path / "checkpoint.pt").write_bytes(damage)
            with pytest.raises(ValueError, match=r"checkpoint\.pt"):
                run.restore()


def test_a_damaged_log_is_named_and_a_torn_last_line_is_not(tmp_path: Path) -> None:
    with Run(tmp_path, CONFIG) as run:
        (tmp_path / "log.jsonl").write_text('{"step": 0}\n{"st')
        assert list(run.entries()) == [{"step": 0}]
        for line in ("garbage", "[1]", '{"steps": 1}'):
            (tmp_path / "log.jsonl").write_text(f'{{"step": 0}}\n{line}\n')
            with pytest.raises(ValueError, match="line 2"):
                list(run.entries())
