"""A training run said in the words of TRL's GRPOConfig."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponder.randomness import derive_seed
from ponder.trainers.config import TrainConfig
from ponder.trainers.objectives import Objective

if TYPE_CHECKING:
    from trl import GRPOConfig

_LOSS = {"token": "dapo", "sequence": "grpo", "constant": "dr_grpo"}


def objective_options(objective: Objective) -> dict[str, Any]:
    """Says an objective in GRPOConfig's words.

    Baseline, scale and epsilon are left out: TRL is given advantages, not rewards.

    Raises:
        ValueError: If TRL's loss has no such choice.
    """
    if objective.aggregation not in _LOSS:
        raise ValueError(
            f"aggregation must be one of {sorted(_LOSS)} for TRL, got {objective.aggregation!r}: "
            "its loss has no other"
        )
    if objective.ratio not in ("token", "sequence"):
        raise ValueError(
            f"ratio must be token or sequence for TRL, got {objective.ratio!r}: its loss has no "
            "other"
        )
    plain = {"dual_clip": None, "kl_estimator": "k3", "mask_truncated": False}
    for name, only in plain.items():
        if getattr(objective, name) != only:
            raise ValueError(
                f"{name} must be {only!r} with TRL, got {getattr(objective, name)!r}: its loss has "
                "no other, or computes it otherwise"
            )
    return {
        "loss_type": _LOSS[objective.aggregation],
        "importance_sampling_level": objective.ratio,
        "epsilon": objective.clip_low,
        "epsilon_high": objective.clip_high,
        "beta": objective.kl,
        # Ponder's KL is k3 as it stands, not weighted by the importance ratio.
        "use_bias_correction_kl": False,
    }


def rows_a_step(config: TrainConfig) -> int:
    """The most rollouts that a step can have: every answer, and every turn of every play."""
    turns = config.episode_groups * config.num_questions
    return config.group_size * (config.question_groups + turns)


def grpo_config(config: TrainConfig, folder: Path, **options: Any) -> GRPOConfig:
    """Says a run in TRL's words.

    `micro_tokens` is not used: a forward pass has `per_device_train_batch_size` rows, by default
    `group_size`. Evaluation is left to `ponder eval`.

    Args:
        config: The run.
        folder: Receives checkpoints.
        options: Of GRPOConfig, besides those that `config` decides.

    Raises:
        ValueError: If the run has a setting that TRL cannot follow, or an option is decided.
    """
    import torch
    from trl import GRPOConfig

    _check_settings(config)
    decided = _decided(config, folder)
    if clash := sorted(decided.keys() & options.keys()):
        raise ValueError(f"{clash} follow from the run's settings; change those instead")
    on_gpu = torch.cuda.is_available() and not options.get("use_cpu")
    options = {
        "per_device_train_batch_size": config.group_size,
        "bf16": on_gpu,
        "gradient_checkpointing": config.gradient_checkpointing,
        "optim": "adamw_torch",
        "save_steps": config.checkpoint_every,
        "logging_steps": 1,
        "report_to": "none",
        **options,
    }
    # What launchers say; GRPOConfig itself cannot be asked before it is made.
    at_once = options["per_device_train_batch_size"] * int(os.environ.get("WORLD_SIZE", "1"))
    passes = math.ceil(rows_a_step(config) / at_once)
    while passes * at_once % config.group_size:
        passes += 1
    return GRPOConfig(**decided, **options, gradient_accumulation_steps=passes)


def _check_settings(config: TrainConfig) -> None:
    if config.temperature == 0:
        raise ValueError("temperature must be above 0 with TRL, got 0: it divides logits by it")
    plain = {"reference_mix": 1.0, "lora_rank": 0, "eval_every": 0}
    for name, only in plain.items():
        if getattr(config, name) != only:
            raise ValueError(
                f"{name} must be {only} with TRL, got {getattr(config, name)}; adapters are given "
                "as peft_config, and evaluation is left to `ponder eval`"
            )
    if config.max_train_tokens:
        raise ValueError(
            f"max_train_tokens must be 0 with TRL, got {config.max_train_tokens}: its runs are "
            "counted in steps; give steps"
        )


def _decided(config: TrainConfig, folder: Path) -> dict[str, Any]:
    """What follows from a run's settings."""
    renewed = config.kl > 0 and config.reference_steps < config.steps
    return {
        **objective_options(config.build_objective()),
        "output_dir": str(folder),
        # Data and samples have streams of their own; this is for what else draws.
        "seed": derive_seed("trl", config.seed) % 2**32,
        "max_steps": config.steps,
        "num_generations": config.group_size,
        "num_iterations": 1,
        "max_completion_length": config.max_tokens,
        "temperature": config.temperature,
        "top_p": 1.0,
        "top_k": 0,
        "min_p": None,
        "repetition_penalty": 1.0,
        "scale_rewards": "none",
        "mask_truncated_completions": False,
        "sync_ref_model": renewed,
        "ref_model_mixup_alpha": 1.0,  # a hard copy
        "ref_model_sync_steps": config.reference_steps,
        "learning_rate": config.lr,
        "adam_beta1": 0.9,
        "adam_beta2": 0.99,
        "adam_epsilon": 1e-8,
        "weight_decay": config.weight_decay,
        "max_grad_norm": config.clip_norm,
        # A ratio compares like with like only without it.
        "disable_dropout": True,
    }
