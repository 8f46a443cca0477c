"""Trackers: only where asked for, on a stand-in that writes down what it is told."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ponder.trainers.board import Board, asked_tracker

FAKE = """
calls = []

def init(**options):
    calls.append(("init", options))

def log(numbers, step):
    calls.append(("log", numbers, step))

def finish():
    calls.append(("finish",))
"""


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "site"
    folder.mkdir()
    for name in ("trackio", "wandb"):
        (folder / f"{name}.py").write_text(FAKE)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(folder))
    yield
    # What was imported from there must not meet those who look for the real ones.
    for name in ("trackio", "wandb"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("fakes")
@pytest.mark.parametrize("name", ["trackio", "wandb"])
def test_what_is_logged_reaches_the_tracker_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("PONDER_TRACKER", name)
    for first in (0, 1):
        board = Board(tmp_path / "sums", first, {"lr": 0.5})
        board.log({"step": first, "loss": 0.25, "questions": {"accuracy": 0.5, "by_level": {}}})
        board.close()
    calls = importlib.import_module(name).calls
    (kind, options), logged, finished, (again, same), *_ = calls
    assert (kind, again) == ("init", "init")
    assert options["project"] == "ponder"
    assert options["config"] == {"lr": 0.5}
    assert options["name"].startswith("sums-")
    assert ("id" in options) == (name == "wandb")
    # A resumed run goes on with the same one.
    assert options == same
    assert options["resume"] == "allow"
    assert logged == ("log", {"step": 0.0, "loss": 0.25, "questions/accuracy": 0.5}, 0)
    assert finished == ("finish",)
    assert ({"trackio", "wandb"} - {name}).isdisjoint(sys.modules)


@pytest.mark.usefixtures("fakes")
def test_nothing_is_tracked_unless_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PONDER_TRACKER", raising=False)
    board = Board(tmp_path / "sums", 0, {})
    board.log({"step": 0, "loss": 1.0})
    board.close()
    assert {"trackio", "wandb"}.isdisjoint(sys.modules)
    assert list((tmp_path / "sums" / "tensorboard").iterdir())


def test_an_unknown_or_absent_tracker_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONDER_TRACKER", "wanbd")
    with pytest.raises(ValueError, match=r"PONDER_TRACKER must be one of .* did you mean 'wandb'"):
        asked_tracker()
    monkeypatch.setenv("PONDER_TRACKER", "trackio")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match="pip install trackio"):
        asked_tracker()
