"""`ponder eval`, `train` and `report`, from one end to the other, on an untrained network."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from ponder.cli._training import print_table, time_left, watching
from ponder.policies.local import new_embedded
from tests.cli.conftest import Ran

Command = Callable[..., Ran]
SMALL = {
    "group_size": 2,
    "question_groups": 1,
    "episode_groups": 1,
    "num_questions": 2,
    "min_budget": 8,
    "max_budget": 12,
    "max_tokens": 8,
    "eval_per_level": 2,
    "eval_episodes": 2,
    "eval_budget": 8,
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    new_embedded(seed=0).save(folder)
    return folder


def test_eval_prints_a_row_a_level_and_keeps_what_it_has(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    arguments = ("eval", "chain_sum:1-2,gcd:1", "-o", tmp_path, "--model", model)
    options = ("--per-level", 3, "--max-tokens", 6, "--batch-size", 4)
    ran = ponder_command(*arguments, *options)
    assert ran.code == 0, ran.err
    assert sum(line.startswith("chain_sum") for line in ran.out.splitlines()) == 2
    rows = (tmp_path / "questions.jsonl").read_bytes()
    assert rows.count(b"\n") == 1 + 9
    assert (tmp_path / "report.html").is_file()
    assert ponder_command(*arguments, *options).code == 0
    assert (tmp_path / "questions.jsonl").read_bytes() == rows


def test_train_evaluates_trains_and_reports(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    config, out = tmp_path / "config.json", tmp_path / "run"
    config.write_text(json.dumps(SMALL))
    arguments = ("train", "-o", out, "--model", model, "--config", config, "--steps", 2)
    ran = ponder_command(*arguments, "--source", "chain_sum:1-2", "--set", "gamma=0.99")
    assert ran.code == 0, ran.err
    assert "before" in ran.out
    assert "report.html" in ran.out
    assert json.loads((out / "config.json").read_text())["gamma"] == 0.99
    names = {str(path.relative_to(out)) for path in out.rglob("*.jsonl")}
    assert names == {
        "log.jsonl",
        *(
            f"eval/{when}/{what}.jsonl"
            for when in ("before", "after")
            for what in ("questions", "episodes")
        ),
    }
    again = ponder_command("report", out)
    assert again.code == 0, again.err
    assert list(out.glob("tensorboard/*"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--set", "gama=1"), "did you mean 'gamma'"),
        (("--set", "gamma"), "NAME=JSON"),
        (("--set", "gamma=2"), "gamma must be above 0"),
        (("--source", "chain_summ:1"), "did you mean 'chain_sum'"),
        (("--model", "absent.gguf"), "no GGUF file"),
        (("--threads", "0"), "threads must be from 1 to 64"),
        (("--set", "curriculum=foo"), "curriculum must be one of"),
        (("--set", 'curriculum_options={"name": 1}'), "curriculum_options: 'sliding_window' has"),
        (("--set", 'curriculum_options={"sources": {}}'), "has no option 'sources'"),
        (("--set", "steps=" + 5000 * "9"), "steps must be an integer"),
        (("--source", ""), "source: a part must look like"),
        (
            ("--config", "absent.json"),
            "config must be a file with a JSON object, got 'absent.json'",
        ),
        (("--set", "curriculum_options=5"), "a JSON object"),
    ],
)
def test_mistakes_are_one_line(
    ponder_command: Command, model: Path, tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    ran = ponder_command("train", "-o", tmp_path / "run", "--model", model, *options)
    assert ran.code == 2
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_mistake_leaves_the_folder_to_the_corrected_command(
    ponder_command: Command, model: Path, tmp_path: Path
) -> None:
    for option in ("curriculum=foo", "lr=-1", "lr=NaN"):
        assert ponder_command("train", "-o", tmp_path, "--model", model, "--set", option).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["[1]", "5", "{", '[["steps", 1]]'])
def test_a_file_of_settings_that_is_none_is_named(
    ponder_command: Command, tmp_path: Path, text: str
) -> None:
    config = tmp_path / "settings.json"
    config.write_text(text)
    ran = ponder_command("train", "-o", tmp_path / "run", "--config", config)
    assert ran.code == 2
    assert "settings.json" in ran.err
    assert ran.err.count("\n") == 1


def test_a_number_that_is_not_finite_ends_training_with_one_line(
    ponder_command: Command, tmp_path: Path
) -> None:
    policy = new_embedded(seed=0)
    with torch.no_grad():
        next(policy.model.parameters()).fill_(float("nan"))
    policy.save(tmp_path / "model")
    settings = [f"--set={name}={value}" for name, value in SMALL.items()]
    ran = ponder_command(
        "train", "-o", tmp_path / "run", "--model", tmp_path / "model", "--steps", 2, *settings
    )
    assert ran.code == 1
    assert "must be finite" in ran.err
    assert "Traceback" not in ran.err


def test_a_report_needs_a_folder(ponder_command: Command, tmp_path: Path) -> None:
    ran = ponder_command("report", tmp_path / "absent")
    assert ran.code == 2
    assert "absent" in ran.err


@pytest.mark.parametrize(
    ("elapsed", "done", "left", "said"),
    [
        (0.0, 0, 10, ""),  # nothing is known of the speed yet
        (100.0, 10, 0, ""),
        (10.0, 10, 59, "less than a minute"),
        (10.0, 10, 120, "about 2 min"),
        (60.0, 1, 89, "about 89 min"),
        (60.0, 1, 150, "about 2.5 h"),
    ],
)
def test_the_time_left_is_said_in_the_unit_that_fits(
    elapsed: float, done: int, left: int, said: str
) -> None:
    found = time_left(elapsed, done, left)
    assert said in found
    assert bool(found) == bool(said)


def test_a_resumed_run_does_not_count_what_was_done_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([1000.0, 1050.0, 1150.0])
    # Not in the module itself: the bars have a clock of their own.
    monkeypatch.setattr("ponder.cli._training.time", SimpleNamespace(monotonic=clock.__next__))
    with watching(20) as (_, on_step):
        for step in range(4, 20):
            on_step({"step": step, "seconds": {"total": 1.0}})
    lines = capsys.readouterr().out.splitlines()
    # Steps 6 to 10 took 50 s: ten more take 100 s.
    assert "step 10/20" in lines[0] and "about 2 min left" in lines[0]
    assert "step 20/20" in lines[1] and "left" not in lines[1]


def test_each_run_of_a_search_is_timed_by_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Begins, is at step 10, and at step 20: first a slow run, then a fast one.
    clock = iter([1000.0, 1090.0, 1190.0, 2000.0, 2009.0, 2019.0])
    # Not in the module itself: the bars have a clock of their own.
    monkeypatch.setattr("ponder.cli._training.time", SimpleNamespace(monotonic=clock.__next__))
    with watching(20) as (_, on_step):
        for _ in range(2):
            for step in range(20):
                on_step({"step": step, "seconds": {"total": 1.0}})
    lines = capsys.readouterr().out.splitlines()
    assert "step 10/20" in lines[0] and "about 2 min left" in lines[0]
    assert "step 10/20" in lines[2] and "less than a minute left" in lines[2]


@pytest.mark.parametrize(
    ("kept", "said"), [(True, "same command again to go on"), (False, "nothing was kept")]
)
def test_an_interruption_says_whether_anything_is_kept(
    capsys: pytest.CaptureFixture[str], kept: bool, said: str
) -> None:
    with pytest.raises(KeyboardInterrupt), watching(0, kept=kept):
        raise KeyboardInterrupt
    assert said in capsys.readouterr().err


def test_half_a_run_is_no_success(
    ponder_command: Command, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = [f"--set={name}={value}" for name, value in SMALL.items()]
    # What a terminal sends, while the first step is taken.
    monkeypatch.setattr(
        "ponder.trainers.grpo.collapse", lambda history: signal.raise_signal(signal.SIGINT)
    )
    arguments = ("train", "-o", tmp_path, "--model", model, "--steps", 3, *settings)
    ran = ponder_command(*arguments, "--source", "chain_sum:1")
    assert ran.code == 130
    assert "interrupted; saved in" in ran.out
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 1
    assert not (tmp_path / "report.html").exists()


def test_without_evaluations_there_is_no_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{}")
    print_table(tmp_path)
    assert capsys.readouterr().out == ""
