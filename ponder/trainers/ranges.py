"""Kinds and ranges of a run's settings, each looked at by itself."""

from collections.abc import Mapping
from typing import Any

from ponder.quoting import quoted
from ponder.trainers.choices import is_number

LEAST: Mapping[str, float] = {
    "steps": 1,
    "max_train_tokens": 0,
    "num_questions": 1,
    "refills": 0,
    "episode_every": 1,
    "min_tokens": 1,
    "max_tokens": 1,
    "reference_steps": 1,
    "warmup": 0,
    "micro_tokens": 1,
    "lora_rank": 0,
    "alpha": 0,
    "keep": 0,
    "prover_samples": 1,
    "prover_tokens": 1,
    "prover_temperature": 0,
    "eval_per_level": 0,
    "eval_episodes": 0,
    "eval_budget": 1,
    "eval_every": 0,
    "eval_every_per_level": 1,
    "checkpoint_every": 1,
    "format_reward": 0,
    "epsilon": 0,
    "kl": 0,
    "lr": 0,
    "weight_decay": 0,
    "clip_norm": 0,
    "temperature": 0,
}
MOST: Mapping[str, int] = {
    "max_tokens": 10_000_000,
    "lora_rank": 65_536,
    "prover_samples": 1_000_000,
    "prover_tokens": 10_000_000,
    "eval_per_level": 10_000_000,
    "eval_episodes": 10_000_000,
    "eval_every_per_level": 10_000_000,
}
"""More fills the memory before anything is there, and would end the process without a word."""

_KIND_NAMES: Mapping[type, str] = {
    int: "an integer of at most 63 bits",
    float: "a finite number",
    bool: "true or false",
    str: "text",
    Mapping: "a JSON object",
}


def check_kind(name: str, value: Any, kind: type) -> None:
    """Refuses a value of another kind; a whole number is a number too."""
    if kind is float:
        fits = is_number(value)
    elif kind is Mapping:
        fits = isinstance(value, Mapping)
    else:
        # A larger integer is no number to torch, nor in most readers of JSON.
        fits = type(value) is kind and not (isinstance(value, int) and abs(value) >= 2**63)
    if not fits:
        raise ValueError(f"{name} must be {_KIND_NAMES[kind]}, got {quoted(value, 200)}")


def check_ranges(settings: Any) -> None:
    """Refuses a setting below its `LEAST` or above its `MOST`."""
    for name, least in LEAST.items():
        if getattr(settings, name) < least:
            raise ValueError(f"{name} must be at least {least}, got {getattr(settings, name)}")
    for name, most in MOST.items():
        if getattr(settings, name) > most:
            raise ValueError(f"{name} must be at most {most:,}, got {getattr(settings, name):,}")
