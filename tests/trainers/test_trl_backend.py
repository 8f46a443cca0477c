"""The TRL backend against the native loop: a step to the gradient, a run to its end."""

import copy
import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load_embedded, new_embedded
from ponder.policies.play import Rollout
from ponder.trainers.collect import collect, new_curriculum
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_step
from ponder.trainers.grpo import TrainState, keep_informative, train, update
from ponder.trainers.objectives import PRESETS, Objective
from ponder.trainers.timing import StepTimes
from ponder.trainers.trl_config import (
    grpo_config,
    objective_options,
    rows_a_step,
)

pytest.importorskip("trl")

from transformers import TrainerCallback

from ponder.trainers import trl_backend
from ponder.trainers.trl_backend import PonderGRPOTrainer

SMALL: dict[str, Any] = {
    "source": "chain_sum:1-4",
    "steps": 4,
    "group_size": 4,
    "question_groups": 3,
    "episode_groups": 2,
    "num_questions": 3,
    "min_budget": 4,
    "max_budget": 7,
    "max_tokens": 24,
    "lr": 3e-4,
    "warmup": 2,
    "kl": 0.05,
    "epsilon": 0.1,
    "reference_steps": 2,
    "checkpoint_every": 2,
    "curriculum_options": {"prompts": 2, "samples": 4},
}
Played = tuple[list[Rollout], list[Rollout]]


def trainer_of(
    policy: LocalPolicy, config: TrainConfig, folder: Path, **options: Any
) -> PonderGRPOTrainer:
    settings = {"use_cpu": True, "save_strategy": "no", "disable_tqdm": True, **options}
    return PonderGRPOTrainer(policy, config, folder, **settings)


def disturbed(policy: LocalPolicy, seed: int) -> LocalPolicy:
    """A policy near another: what it samples has ratios that are not 1."""
    model = copy.deepcopy(policy.model)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            noise = torch.randn(parameter.shape, generator=generator)
            parameter.add_(0.1 * parameter.std() * noise)
    return LocalPolicy(policy.name, model, policy.tokenizer)


def weights(policy: LocalPolicy) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in policy.model.named_parameters()}


def furthest(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> float:
    assert one.keys() == other.keys()
    return max(float((one[name] - other[name]).abs().max()) for name in one)


@pytest.fixture(scope="module")
def start() -> LocalPolicy:
    return load_embedded()


@pytest.fixture(scope="module")
def played(start: LocalPolicy) -> Played:
    config = TrainConfig(**SMALL)
    mixture = Mixture.parse(config.source)
    questions, episodes, _ = collect(start, mixture, new_curriculum(mixture, config), config, 0)
    # What has to be laid out: plays that end early, and a group that teaches nothing.
    assert len(episodes) < config.episode_groups * config.group_size * config.num_questions
    same = [
        dataclasses.replace(r, components={"correctness": 1.0}) if r.group == 1 else r
        for r in questions
    ]
    return same, episodes


class Gradients(TrainerCallback):
    """Keeps what the optimiser is given."""

    def __init__(self) -> None:
        self.steps: list[dict[str, torch.Tensor]] = []

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        named = others["model"].named_parameters()
        self.steps.append({name: parameter.grad.clone() for name, parameter in named})


def native_step(
    policy: LocalPolicy, reference: LocalPolicy, played: Played, config: TrainConfig
) -> tuple[dict[str, float], dict[str, torch.Tensor]]:
    objective = config.build_objective()
    questions, episodes = played
    rollouts = [*questions, *episodes]
    _, credit, measured = credit_step(questions, episodes, config, policy, 0)
    kept = keep_informative(rollouts, len(questions), credit)
    assert 0 < len(kept) < len(rollouts)
    state = TrainState.start(policy, Mixture.parse(config.source), config)
    if state.reference is not None:
        state.reference.load_state_dict(reference.model.state_dict())
    numbers = update(
        state,
        [rollouts[row] for row in kept],
        [credit[row] for row in kept],
        objective,
        config,
        StepTimes(),
    )
    named = policy.model.named_parameters()
    numbers |= measured.get("progress", {})
    return numbers, {name: parameter.grad.clone() for name, parameter in named}


@pytest.mark.parametrize("kind", ["questions", "both"])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_step_is_the_native_step(
    start: LocalPolicy,
    played: Played,
    preset: str,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes = {"objective": preset, "steps": 1, "clip_norm": 0.5}
    if kind == "questions":
        changes["episode_groups"] = 0
        played = (played[0], [])
    config = TrainConfig(**{**SMALL, **changes})
    policy, reference = disturbed(start, 1), disturbed(start, 2)
    numbers, expected = native_step(disturbed(start, 1), reference, played, config)
    assert numbers["clipped"] > 0.01 and numbers["kl"] > 1e-3
    monkeypatch.setattr(trl_backend, "collect", lambda *_: (*played, []))
    gradients = Gradients()
    trainer = trainer_of(policy, config, tmp_path, callbacks=[gradients])
    assert trainer.ref_model is not None
    trainer.ref_model.load_state_dict(reference.model.state_dict())
    trainer.train()
    logged = trainer.state.log_history[0]
    assert logged["loss"] == pytest.approx(numbers["loss"], abs=1e-5)
    assert logged["grad_norm"] == pytest.approx(numbers["grad_norm"], rel=1e-4)
    assert furthest(gradients.steps[0], expected) < 1e-5


def test_without_kl_and_with_other_micro_batches(
    start: LocalPolicy, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = TrainConfig(**{**SMALL, "steps": 1, "kl": 0.0, "objective": "grpo"})
    numbers, expected = native_step(disturbed(start, 1), start, played, config)
    monkeypatch.setattr(trl_backend, "collect", lambda *_: (*played, []))
    gradients = Gradients()
    trainer = trainer_of(
        disturbed(start, 1),
        config,
        tmp_path,
        callbacks=[gradients],
        per_device_train_batch_size=10,
    )
    assert trainer.ref_model is None
    trainer.train()
    assert trainer.state.log_history[0]["loss"] == pytest.approx(numbers["loss"], abs=1e-5)
    assert furthest(gradients.steps[0], expected) < 1e-5


def test_dense_progress_is_the_native_one(
    start: LocalPolicy, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = {"steps": 1, "progress": "dense", "alpha": 2.0, "prover_samples": 2}
    config = TrainConfig(**{**SMALL, **changes})
    plain = dataclasses.replace(config, progress="none")
    questions, episodes = played
    outcome, credit, _ = credit_step(questions, episodes, config, disturbed(start, 1), 0)
    assert torch.equal(outcome, torch.stack(credit_step(*played, plain, start, 0).credit))
    # Tokens of one thought are told apart, those of an episode's turn are not.
    assert any(len(set(part.tolist())) > 1 for part in credit[: len(questions)])
    assert all(part.dim() == 0 for part in credit[len(questions) :])
    numbers, expected = native_step(disturbed(start, 1), start, played, config)
    monkeypatch.setattr(trl_backend, "collect", lambda *_: (*played, []))
    gradients = Gradients()
    trainer = trainer_of(disturbed(start, 1), config, tmp_path, callbacks=[gradients])
    assert trainer.ref_model is not None
    trainer.ref_model.load_state_dict(start.model.state_dict())
    trainer.train()
    logged = trainer.state.log_history[0]
    assert logged["loss"] == pytest.approx(numbers["loss"], abs=1e-5)
    assert logged["ponder/progress/end"] == pytest.approx(numbers["end"])
    assert furthest(gradients.steps[0], expected) < 1e-5
    _, without = native_step(disturbed(start, 1), start, played, plain)
    assert furthest(without, expected) > 1e-3


@pytest.fixture(scope="module")
def finished(start: LocalPolicy, tmp_path_factory: pytest.TempPathFactory) -> PonderGRPOTrainer:
    """A run of four steps with a curriculum that moves and a reference that is renewed."""
    folder = tmp_path_factory.mktemp("trl")
    trainer = trainer_of(disturbed(start, 3), TrainConfig(**SMALL), folder, save_strategy="steps")
    trainer.train()
    return trainer


def test_a_run_is_the_native_run(
    start: LocalPolicy, finished: PonderGRPOTrainer, tmp_path: Path
) -> None:
    policy = disturbed(start, 3)
    assert train(policy, TrainConfig(**SMALL), tmp_path)
    last = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[-1])
    first = new_curriculum(Mixture.parse(SMALL["source"]), TrainConfig(**SMALL))
    assert last["curriculum"] != json.loads(json.dumps(first.state_dict()))
    assert json.loads(json.dumps(finished.curriculum.state_dict())) == last["curriculum"]
    logged = [entry for entry in finished.state.log_history if "loss" in entry][-1]
    assert logged["reward"] == pytest.approx(
        (last["questions"]["reward"] * 12 + last["episodes"]["reward"] * (last["rollouts"] - 12))
        / last["rollouts"],
        abs=1e-5,
    )
    assert logged["ponder/questions/tokens"] == pytest.approx(last["questions"]["tokens"])
    assert furthest(weights(policy), weights(disturbed(start, 3))) > 3e-4
    assert furthest(weights(policy), weights(finished.policy)) < 1e-4


def test_a_resumed_run_ends_where_the_whole_one_does(
    start: LocalPolicy, finished: PonderGRPOTrainer, tmp_path: Path
) -> None:
    folder = Path(finished.args.output_dir)
    again = trainer_of(disturbed(start, 3), TrainConfig(**SMALL), folder)
    again.train(resume_from_checkpoint=str(folder / "checkpoint-2"))
    assert again.state.global_step == 4
    assert again.curriculum.state_dict() == finished.curriculum.state_dict()
    assert furthest(weights(again.policy), weights(finished.policy)) < 1e-6


def test_a_run_is_not_resumed_where_the_reference_is_lost(
    start: LocalPolicy, finished: PonderGRPOTrainer
) -> None:
    folder = Path(finished.args.output_dir)
    config = TrainConfig(**{**SMALL, "reference_steps": 3})
    again = trainer_of(disturbed(start, 3), config, folder)
    with pytest.raises(ValueError, match="multiple of reference_steps"):
        again.train(resume_from_checkpoint=str(folder / "checkpoint-2"))


def test_a_step_without_anything_to_learn_leaves_the_policy_alone(
    start: LocalPolicy, played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions, _ = played
    equal = [dataclasses.replace(r, components={"correctness": 1.0}) for r in questions]
    monkeypatch.setattr(trl_backend, "collect", lambda *a: ((equal if a[4] else questions), [], []))
    config = TrainConfig(**{**SMALL, "steps": 2, "kl": 0.0, "episode_groups": 0, "decay": 0.0})
    seen = []

    class AfterStep(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            seen.append(weights(policy))

    policy = disturbed(start, 1)
    trainer_of(policy, config, tmp_path, callbacks=[AfterStep()]).train()
    assert furthest(seen[0], weights(disturbed(start, 1))) > 0
    assert furthest(seen[1], seen[0]) == 0


def test_numbers_that_are_not_finite_stop_the_run(start: LocalPolicy, tmp_path: Path) -> None:
    policy = disturbed(start, 1)
    with torch.no_grad():
        next(policy.model.parameters()).fill_(float("nan"))
    with pytest.raises(trl_backend.TrainingError, match="finite at step 0"):
        trainer_of(policy, TrainConfig(**SMALL), tmp_path).train()


RUN = """
import json, sys
from pathlib import Path
import torch
from tests.trainers.test_trl_backend import *

config, folder = TrainConfig(**json.loads(sys.argv[1])), Path(sys.argv[2])
gradients = Gradients()
trainer = trainer_of(
    disturbed(load_embedded(), 3), config, folder, callbacks=[gradients], ddp_backend="gloo"
)
trainer.train()
found = {
    "gradients": gradients.steps[0],
    "world": trainer.accelerator.num_processes,
    "weights": weights(trainer.policy),
    "curriculum": trainer.curriculum.state_dict(),
}
torch.save(found, folder / f"rank{trainer.accelerator.process_index}.pt")
"""


def test_two_processes_are_as_one(start: LocalPolicy, tmp_path: Path) -> None:
    # Three questions and two episodes for two processes: neither comes out even.
    settings = {**SMALL, "steps": 2, "objective": "grpo", "reference_steps": 1}
    script = tmp_path / "run.py"
    script.write_text(RUN)
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    done = subprocess.run(
        [sys.executable, *launch, str(script), json.dumps(settings), str(tmp_path)],
        env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    one, other = (torch.load(tmp_path / f"rank{rank}.pt", weights_only=False) for rank in (0, 1))
    assert one["world"] == 2
    assert furthest(one["weights"], other["weights"]) == 0
    assert one["curriculum"] == other["curriculum"]
    gradients = Gradients()
    config = TrainConfig(**settings)
    alone = trainer_of(disturbed(start, 3), config, tmp_path / "alone", callbacks=[gradients])
    alone.train()
    assert furthest(one["gradients"], gradients.steps[0]) < 1e-5
    assert one["curriculum"] == alone.curriculum.state_dict()
    assert furthest(one["weights"], weights(alone.policy)) < 1e-4


def test_an_adapter_is_trained_and_nothing_else(start: LocalPolicy, tmp_path: Path) -> None:
    peft = pytest.importorskip("peft")
    lora = peft.LoraConfig(r=2, target_modules=["q_proj"], task_type="CAUSAL_LM")
    config = TrainConfig(**{**SMALL, "steps": 1, "episode_groups": 0})
    policy = disturbed(start, 1)
    before = weights(policy)
    trainer = trainer_of(policy, config, tmp_path, peft_config=lora)
    trainer.train()
    after = {
        name.removeprefix("base_model.model.").replace(".base_layer", ""): value
        for name, value in trainer.model.named_parameters()
        if "lora_" not in name
    }
    assert furthest(after, before) == 0
    added = [p for n, p in trainer.model.named_parameters() if "lora_B" in n]
    assert any(bool(parameter.any()) for parameter in added)
    with pytest.raises(ValueError, match="reference_steps must be at least steps"):
        trainer_of(policy, TrainConfig(**SMALL), tmp_path, peft_config=lora)


def test_every_choice_of_an_objective_is_said_to_trl() -> None:
    # Baseline, scale and epsilon shape the advantages, which TRL is given.
    assert {field.name for field in dataclasses.fields(Objective)} == {
        *("aggregation", "ratio", "clip_low", "clip_high", "kl"),
        *("baseline", "scale", "epsilon"),
        # Refused unless they are as TRL's loss has them.
        *("dual_clip", "kl_estimator", "mask_truncated"),
    }
    for name, value in (("dual_clip", 3.0), ("kl_estimator", "k1"), ("mask_truncated", True)):
        with pytest.raises(ValueError, match=f"{name} must be .* with TRL"):
            objective_options(Objective(**{name: value}))
    with pytest.raises(ValueError, match=r"aggregation must be one of.*got 'median'"):
        objective_options(Objective(aggregation="median"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"ratio must be.*got 'word'"):
        objective_options(Objective(ratio="word"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "options", "message"),
    [
        ({"temperature": 0.0, "progress": "dense"}, {}, "temperature must be above 0 with TRL"),
        ({"max_train_tokens": 9}, {}, "max_train_tokens must be 0 with TRL, got 9"),
        ({}, {"beta": 0.1, "epsilon": 0.3}, r"\['beta', 'epsilon'\] follow from"),
    ],
)
def test_what_trl_cannot_do_is_refused(
    changes: dict[str, Any], options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        grpo_config(TrainConfig(**{**SMALL, **changes}), tmp_path, use_cpu=True, **options)


def test_a_model_without_rotary_positions_is_refused(tmp_path: Path) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    tokenizer = new_embedded(seed=1).tokenizer
    network = GPT2LMHeadModel(GPT2Config(vocab_size=len(tokenizer), n_embd=8, n_layer=1, n_head=1))
    with pytest.raises(ValueError, match="no rotary positions"):
        trainer_of(LocalPolicy("gpt", network, tokenizer), TrainConfig(**SMALL), tmp_path)


def test_the_batch_has_room_for_every_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = TrainConfig(**SMALL)
    assert rows_a_step(config) == 4 * (3 + 2 * 3)
    # 36 rows: 9 passes of 4; in tens, 4 passes, and 40 is a multiple of 4; for two processes in
    # fours, 5 passes of 8.
    assert grpo_config(config, tmp_path, use_cpu=True).gradient_accumulation_steps == 9
    tens = grpo_config(config, tmp_path, use_cpu=True, per_device_train_batch_size=10)
    assert tens.gradient_accumulation_steps == 4
    # 36 rows in sevens are 6 passes of 42, and the next multiple of 7 and 4 is 56.
    sevens = grpo_config(config, tmp_path, use_cpu=True, per_device_train_batch_size=7)
    assert sevens.gradient_accumulation_steps == 8
