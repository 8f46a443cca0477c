"""The training loop: it learns, repeats to the bit, survives a kill, and stops on NaN."""

import dataclasses
import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load_embedded, new_embedded
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion, Turn
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import (
    TrainingError,
    keep_informative,
    masked,
    train,
)
from ponder.trainers.objectives import make
from ponder.trainers.runs import Run
from ponder.trainers.sft import Example, SftConfig, train_sft
from ponder.trainers.state import TrainState, renew_reference
from tests.trainers.test_credit import rollout

SMALL = {
    "source": "chain_sum:1-2",
    "steps": 4,
    "group_size": 2,
    "question_groups": 2,
    "episode_groups": 1,
    "num_questions": 2,
    "min_budget": 8,
    "max_budget": 12,
    "max_tokens": 12,
    "lr": 1e-3,
    "reference_steps": 2,
    "checkpoint_every": 1,
}


def weights(policy: LocalPolicy) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in policy.model.state_dict().items()}


def assert_equal(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> None:
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)


def logged(folder: Path) -> list[dict[str, object]]:
    lines = (folder / "log.jsonl").read_text().splitlines()
    timed = ("seconds",)
    return [{k: v for k, v in json.loads(line).items() if k not in timed} for line in lines]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, torch.Tensor]]:
    folder = tmp_path_factory.mktemp("whole")
    policy = new_embedded(seed=1)
    assert train(policy, TrainConfig(**SMALL), folder)
    return folder, weights(policy)


def test_a_run_changes_the_policy_and_leaves_its_files(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    folder, trained = whole
    start = weights(new_embedded(seed=1))
    assert any(not torch.equal(trained[name], start[name]) for name in start)
    assert [entry["step"] for entry in logged(folder)] == [0, 1, 2, 3]
    assert {"config.json", "log.jsonl", "checkpoint.pt", "policy"} <= {
        path.name for path in folder.iterdir()
    }


def test_the_same_seed_gives_the_same_run(
    tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]
) -> None:
    policy = new_embedded(seed=1)
    train(policy, TrainConfig(**SMALL), tmp_path)
    assert_equal(weights(policy), whole[1])
    assert logged(tmp_path) == logged(whole[0])


def test_another_seed_gives_another_run(
    tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]
) -> None:
    train(new_embedded(seed=1), TrainConfig(**{**SMALL, "seed": 7}), tmp_path)
    assert logged(tmp_path) != logged(whole[0])


RUN = """
import json, os, signal, sys
from pathlib import Path
from ponder.policies.local import new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train

def stop(entry):
    if entry["step"] == 1:
        os.kill(os.getpid(), signal.SIGINT)

config = TrainConfig(**json.loads(sys.argv[1]))
done = train(new_embedded(seed=1), config, Path(sys.argv[2]), on_step=stop)
print("complete" if done else "interrupted")
"""


def test_a_stopped_run_resumes_to_the_bit(
    tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]
) -> None:
    """By Ctrl-C; test_kill.py has kills."""
    arguments = [sys.executable, "-c", RUN, json.dumps(SMALL), str(tmp_path)]
    environment = {**os.environ, "OMP_NUM_THREADS": str(torch.get_num_threads())}
    stopped = subprocess.run(
        arguments, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert stopped.stdout.strip() == "interrupted", stopped.stderr
    # The step that was under way is finished and kept.
    assert len(logged(tmp_path)) == 2
    policy = new_embedded(seed=1)
    assert train(policy, TrainConfig(**SMALL), tmp_path)
    assert_equal(weights(policy), whole[1])
    assert logged(tmp_path) == logged(whole[0])


def test_a_finished_run_is_not_trained_again(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    policy = new_embedded(seed=1)
    assert train(policy, TrainConfig(**SMALL), whole[0])
    assert_equal(weights(policy), whole[1])


def test_a_folder_of_another_run_is_refused(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    with pytest.raises(ValueError, match="lr was"):
        train(new_embedded(seed=1), TrainConfig(**{**SMALL, "lr": 0.5}), whole[0])


def test_a_run_does_not_go_on_from_another_policy_of_the_same_shape(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    with pytest.raises(ValueError, match=r"another model .*began with other weights"):
        train(new_embedded(seed=2), TrainConfig(**SMALL), whole[0])


def test_nan_stops_the_run_with_the_batch_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ponder.trainers.grpo as loop

    real = loop.policy_loss

    def poisoned(*args: object, **options: object):  # type: ignore[no-untyped-def]
        loss, parts = real(*args, **options)  # type: ignore[arg-type]
        return loss * float("nan"), parts

    policy = new_embedded(seed=1)
    start = weights(policy)
    monkeypatch.setattr(loop, "policy_loss", poisoned)
    with pytest.raises(TrainingError, match="finite"):
        train(policy, TrainConfig(**SMALL), tmp_path)
    assert_equal(weights(policy), start)
    lines = (tmp_path / "failed_batch.jsonl").read_text().splitlines()
    assert len(lines) >= 4
    assert {"uid", "text", "reward", "advantage", "logprobs"} == set(json.loads(lines[0]))


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
@pytest.mark.parametrize("refills", [0, 2])
def test_a_reward_that_is_not_finite_stops_the_run_with_the_batch_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: float, refills: int
) -> None:
    """In the second step, of one answer in the middle of a group whose others earn the same."""
    import ponder.trainers.collect as collecting

    real, asked = collecting.discounted, []

    def poisoned(rollout: Rollout, *rest: Any) -> Rollout:
        asked.append(rollout)
        earned = real(rollout, *rest)
        places = [r for r in asked if r.task == rollout.task]
        wrong = len({r.task.uid for r in asked}) == 3 and len(places) == 2
        return dataclasses.replace(earned, components={"correctness": bad if wrong else 0.0})

    policy = new_embedded(seed=1)
    start = weights(policy)
    monkeypatch.setattr(collecting, "discounted", poisoned)
    config = TrainConfig(**{**SMALL, "group_size": 3, "episode_groups": 0, "refills": refills})
    with pytest.raises(TrainingError, match=r"rewards must be finite, chain_sum.* earned"):
        train(policy, config, tmp_path)
    # Nothing was learned before, the other rewards being equal, and nothing from this.
    assert_equal(weights(policy), start)
    lines = (tmp_path / "failed_batch.jsonl").read_text().splitlines()
    rewards = [json.loads(line)["reward"] for line in lines]
    assert sum(reward != 0.0 for reward in rewards) == 1
    assert len(rewards) == 6


def test_only_groups_without_any_advantage_are_dropped() -> None:
    questions = [rollout(0, 0, 0, 1), rollout(0, 1, 0, 1), rollout(1, 0, 0, 1), rollout(1, 1, 0, 0)]
    episodes = [rollout(0, 0, 0, 1), rollout(0, 1, 0, 1)]
    credit = torch.tensor([0.0, 0.0, 0.5, -0.5, 0.0, 0.0])
    assert keep_informative([*questions, *episodes], 4, credit) == [2, 3]


def test_what_is_rewarded_becomes_more_frequent(tmp_path: Path) -> None:
    """Learning from end to end: of two habits, the one in the asked format wins."""
    policy = new_embedded(seed=2)
    prompt = tuple(policy.prompt_ids(Turn("What is 8 + 3?")))
    habits = [tuple(policy.tokenizer(text)["input_ids"]) for text in ("<answer>7", "7")]
    close = policy.stop_ids
    pairs = [Example(prompt, habit + close) for habit in habits] * 800
    train_sft(
        policy.model,
        pairs,
        SftConfig(steps=50, batch_size=16, lr=3e-3, warmup=5),
        pad_id=policy.pad_id,
        rng=random.Random(0),
    )
    config = TrainConfig(
        **{
            **SMALL,
            "steps": 20,
            "group_size": 16,
            "question_groups": 2,
            "episode_groups": 0,
            "max_tokens": 6,
            "warmup": 1,
            "kl": 0.0,
            "format_reward": 1.0,
            "checkpoint_every": 100,
        }
    )
    train(policy, config, tmp_path)
    shares = [entry["questions"]["format"] for entry in logged(tmp_path)]  # type: ignore[index]
    assert sum(shares[:2]) / 2 < 0.8
    assert sum(shares[-3:]) / 3 > 0.95


def test_episodes_come_as_often_as_they_are_asked_for(tmp_path: Path) -> None:
    config = TrainConfig(**{**SMALL, "steps": 3, "episode_every": 2})
    train(new_embedded(seed=1), config, tmp_path)
    assert [("questions" in entry, "episodes" in entry) for entry in logged(tmp_path)] == [
        (True, True),
        (True, False),
        (True, True),
    ]


def test_two_processes_do_not_train_in_one_folder(tmp_path: Path) -> None:
    held = Run(tmp_path, TrainConfig(**SMALL))
    with pytest.raises(ValueError, match="another process"):
        train(new_embedded(seed=1), TrainConfig(**SMALL), tmp_path)
    held.close()
    assert train(new_embedded(seed=1), TrainConfig(**{**SMALL, "steps": 1}), tmp_path)


@pytest.mark.parametrize(
    ("step", "tokens", "changes", "expected"),
    [
        (0, 0, {}, 0.1),  # the first of ten steps of warm-up
        (9, 0, {}, 1.0),
        (50, 0, {}, 1.0),  # decay begins
        (75, 0, {}, 0.5),
        (99, 0, {}, 0.02),
        (99, 0, {"decay": 0.0}, 1.0),
        (20, 900, {"max_train_tokens": 1000}, 0.2),  # tokens run out before the steps do
        (9, 0, {"schedule": "cosine"}, 1.0),
        (50, 0, {"schedule": "cosine"}, 1.0),
        (75, 0, {"schedule": "cosine"}, 0.5),
        (90, 0, {"schedule": "cosine"}, 0.0954915),  # (1 - cos 36 degrees) / 2
        (75, 0, {"schedule": "cosine", "decay": 1.0}, 0.1464466),  # (1 - cos 45 degrees) / 2
        (4, 0, {"schedule": "constant"}, 0.5),
        (99, 0, {"schedule": "constant"}, 1.0),
    ],
)
def test_the_learning_rate_rises_stays_and_falls(
    step: int, tokens: int, changes: dict[str, Any], expected: float
) -> None:
    config = TrainConfig(source="chain_sum:1-2", steps=100, lr=1.0, warmup=10, **changes)
    state = TrainState.start(new_embedded(seed=1), Mixture.parse(config.source), config)
    state.step, state.tokens_seen = step, tokens
    assert state.learning_rate(config) == pytest.approx(expected)


def test_a_policy_of_nans_stops_the_run_with_the_batch_saved(tmp_path: Path) -> None:
    policy = new_embedded(seed=1)
    with torch.no_grad():
        next(policy.model.parameters()).fill_(float("nan"))
    with pytest.raises(TrainingError, match="log-probabilities"):
        train(policy, TrainConfig(**SMALL), tmp_path)
    assert (tmp_path / "failed_batch.jsonl").read_text()


def test_a_checkpoint_of_another_model_is_refused(
    whole: tuple[Path, dict[str, torch.Tensor]], tmp_path: Path
) -> None:
    config = TrainConfig(**{**SMALL, "steps": 5})
    state = torch.load(whole[0] / "checkpoint.pt", weights_only=True)
    state["model"] = {"other.weight": torch.zeros(2)}
    with Run(tmp_path, config) as run:
        run.save(state)
    with pytest.raises(ValueError, match="another model"):
        train(new_embedded(seed=1), config, tmp_path)


def test_truncated_completions_are_left_out_after_they_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every other play cut off: the update sees the rest, with advantages among all."""
    import ponder.trainers.grpo as loop

    def played(play: int, *, budget: int | None = None) -> Rollout:
        base = rollout(0, play, 0, float(play))
        tokens = 12 if play % 2 else 3
        cut = Completion("", (1,), (5,) * tokens, (-1.0,) * tokens, play % 2 == 0)
        return dataclasses.replace(base, completion=cut, budget=budget)

    questions = [played(play) for play in range(4)]
    monkeypatch.setattr(loop, "collect", lambda *_: (questions, [], []))
    seen: list[tuple[list[int], list[float]]] = []
    real = loop.update

    def spy(state, rollouts, credit, *rest):  # type: ignore[no-untyped-def]
        seen.append(([r.play for r in rollouts], [float(part) for part in credit]))
        return real(state, rollouts, credit, *rest)

    monkeypatch.setattr(loop, "update", spy)
    options = {"mask_truncated": True, "scale": "none"}
    config = TrainConfig(**{**SMALL, "steps": 1, "objective_options": options})
    train(new_embedded(seed=1), config, tmp_path)
    # Rewards 0, 1, 2, 3 less their mean, of plays 0 and 2.
    assert seen == [([0, 2], [-1.5, 0.5])]
    (entry,) = logged(tmp_path)
    assert (entry["dropped"], entry["masked"], entry["rollouts"]) == (0, 2, 4)


def test_what_a_budget_cut_off_stays_in_the_loss() -> None:
    config = TrainConfig(**SMALL)
    on, off = make("dapo", mask_truncated=True), make("dapo")
    cases = ((12, None, True), (5, None, True), (12, 40, True), (5, 40, False))
    for tokens, budget, left_out in cases:
        cut = dataclasses.replace(
            rollout(0, 0, 0, 1.0),
            completion=Completion("", (1,), (5,) * tokens, (-1.0,) * tokens, False),
            budget=budget,
        )
        assert masked(cut, on, config) is left_out
        assert not masked(cut, off, config)


def test_the_reference_moves_by_its_share() -> None:
    reference, model = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)
    for module, value in ((reference, 1.0), (model, 2.0)):
        for parameter in module.parameters():
            torch.nn.init.constant_(parameter, value)
    renew_reference(reference, model, 0.6)  # type: ignore[arg-type]
    # 0.6 * 2 + 0.4 * 1
    assert reference.weight.item() == pytest.approx(1.6)
    renew_reference(reference, model, 1.0)  # type: ignore[arg-type]
    assert reference.bias.item() == 2.0


def test_without_a_kl_term_no_reference_is_kept() -> None:
    config = TrainConfig(**{**SMALL, "kl": 0.0})
    mixture = Mixture.parse(config.source)
    one, other = (TrainState.start(new_embedded(seed=1), mixture, config) for _ in range(2))
    with torch.no_grad():
        for weight in other.policy.model.parameters():
            weight += 1.0
    assert one.reference is None
    saved = one.state_dict()
    assert saved["reference"] == {}
    other.load_state_dict(saved)
    for kept, taken in zip(
        one.policy.model.parameters(), other.policy.model.parameters(), strict=True
    ):
        assert torch.equal(kept, taken)


def test_tokens_of_replaced_questions_count(tmp_path: Path) -> None:
    """An untrained policy's answers all earn nothing, so every round is asked anew."""
    changes = {"steps": 1, "episode_groups": 0, "format_reward": 0.0}
    seen = []
    for refills in (0, 2):
        config = TrainConfig(**{**SMALL, **changes, "refills": refills})
        train(new_embedded(seed=3), config, tmp_path / str(refills))
        (entry,) = logged(tmp_path / str(refills))
        assert entry["refilled"] == 2 * refills
        assert entry["rollouts"] == entry["dropped"] == 4
        numbers = entry["questions"]
        assert entry["tokens_seen"] == pytest.approx(numbers["tokens"] * 4 * (1 + refills))  # type: ignore[index]
        seen.append(entry["tokens_seen"])
    assert seen[1] > 2 * seen[0]


def test_computing_activations_anew_changes_no_number(
    tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]
) -> None:
    policy = new_embedded(seed=1)
    with_gradient: list[bool] = []
    policy.model.model.layers[0].self_attn.register_forward_pre_hook(
        lambda *_: with_gradient.append(torch.is_grad_enabled())
    )
    updates: list[int] = []

    def step(entry: Mapping[str, Any]) -> None:
        updates.append(sum(with_gradient))
        with_gradient.clear()
        # One micro-batch, whose layers run a second time in the backward pass.
        assert updates[-1] == (2 if entry["dropped"] < entry["rollouts"] else 0)

    config = TrainConfig(**{**SMALL, "gradient_checkpointing": True})
    train(policy, config, tmp_path, on_step=step)
    assert sum(updates) >= 2
    assert_equal(weights(policy), whole[1])
    assert logged(tmp_path) == logged(whole[0])


def test_half_precision_trains_and_resumes_to_the_bit(tmp_path: Path) -> None:
    """At a learning rate whose steps bfloat16 weights could not take."""
    config = TrainConfig(
        **{**SMALL, "lr": 2e-5, "warmup": 1, "decay": 0.0, "steps": 5, "max_tokens": 24}
    )

    def policy() -> LocalPolicy:
        made = load_embedded()
        made.model.bfloat16()
        return made

    class Stop(Exception):
        pass

    def stop(entry: Mapping[str, Any]) -> None:
        if entry["step"] == 3:
            raise Stop

    whole, begun = policy(), policy()
    assert train(whole, config, tmp_path / "whole")
    with pytest.raises(Stop):
        train(begun, config, tmp_path / "begun", on_step=stop)
    resumed = policy()
    assert train(resumed, config, tmp_path / "begun")
    assert_equal(weights(resumed), weights(whole))
    assert whole.model.dtype == torch.bfloat16
    start, after = weights(policy()), weights(whole)
    assert any(not torch.equal(start[name], after[name]) for name in start)
