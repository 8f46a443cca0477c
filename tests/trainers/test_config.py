"""Settings of a run: each bad value is named, with what is allowed."""

from typing import Any

import pytest

from ponder.trainers.config import TrainConfig
from ponder.trainers.objectives import Objective


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("steps", "abc", "an integer"),
        ("steps", 1.5, "an integer"),
        ("steps", True, "an integer"),
        ("steps", None, "an integer"),
        ("steps", 0, "at least 1"),
        ("seed", 1.5, "an integer"),
        ("max_train_tokens", -1, "at least 0"),
        ("checkpoint_every", 0, "at least 1"),
        ("group_size", [1], "an integer"),
        ("group_size", 1, "at least 2"),
        ("lr", float("inf"), "a finite number"),
        ("lr", float("nan"), "a finite number"),
        ("lr", -1, "at least 0"),
        ("lr", "0.1", "a finite number"),
        ("temperature", -1, "at least 0"),
        ("epsilon", -1e-9, "at least 0"),
        ("kl", -1.0, "at least 0"),
        ("clip_norm", 0, "above 0"),
        ("clip_norm", -1, "at least 0"),
        ("decay", 1.5, "from 0 to 1"),
        ("eval_every", -1, "at least 0"),
        ("eval_every_per_level", 0, "at least 1"),
        ("schedule", "cosin", "did you mean 'cosine'"),
        ("weight_decay", -0.1, "at least 0"),
        ("lora_rank", -1, "at least 0"),
        ("refills", -1, "at least 0"),
        ("gamma", 0, "above 0"),
        ("gamma", 1.01, "at most 1"),
        ("show_budget", "no", "true or false"),
        ("curriculum_options", 5, "a JSON object"),
        ("objective", "grop", "did you mean 'grpo'"),
        ("objective", 5, "text"),
        ("objective_options", {"dual_clop": 3}, "did you mean 'dual_clip'"),
        ("objective_options", {"kl_estimator": "k4"}, "'k1', 'k2', 'k3'"),
        ("objective_options", {"kl": 0.1}, "a setting of its own"),
        ("objective_options", [], "a JSON object"),
        ("reference_mix", 0, "above 0"),
        ("reference_mix", 1.5, "at most 1"),
        ("credit", "togo", "did you mean 'to_go'"),
        ("context", "foo", "'fresh', 'chat'"),
        ("eval_budget", 0, "at least 1"),
        ("episode_every", 0, "at least 1"),
        ("min_tokens", 1000, "min_tokens"),
    ],
)
def test_a_bad_value_is_named(name: str, value: Any, allowed: str) -> None:
    with pytest.raises(ValueError, match=name) as caught:
        TrainConfig.from_mapping({name: value})
    assert allowed in str(caught.value)


def test_no_step_is_without_anything_to_play() -> None:
    with pytest.raises(ValueError, match="episode_every must be 1, got 2"):
        TrainConfig(question_groups=0, episode_every=2)
    TrainConfig(question_groups=0, episode_every=1)


@pytest.mark.parametrize("values", [{"gamma": 1}, {"lr": 1}, {"decay": 0}, {"format_reward": 0}])
def test_a_whole_number_is_a_number(values: dict[str, Any]) -> None:
    TrainConfig.from_mapping(values)


def test_an_unknown_name_is_corrected() -> None:
    with pytest.raises(ValueError, match="did you mean 'gamma'"):
        TrainConfig.from_mapping({"gama": 1})


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON object"):
        TrainConfig.from_mapping([1])  # type: ignore[arg-type]


def test_the_objective_is_the_preset_with_what_the_settings_change() -> None:
    config = TrainConfig(
        objective="gspo", kl=0.5, epsilon=0.25, objective_options={"dual_clip": 3, "clip_low": 0.1}
    )
    # GSPO's row of docs/training.md but for what is given.
    assert config.build_objective() == Objective(
        aggregation="sequence",
        ratio="sequence",
        clip_low=0.1,
        clip_high=4e-4,
        epsilon=0.25,
        kl=0.5,
        dual_clip=3,
    )
