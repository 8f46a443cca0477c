"""Settings of a run: each bad value is named, with what is allowed."""

import json
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
        ("steps", 10**400, "at most 63 bits"),
        ("max_budget", 2**63, "at most 63 bits"),
        ("seed", -(2**63), "at most 63 bits"),
        ("lr", 10**400, "a finite number"),
        ("objective_options", {"dual_clip": 10**400}, "a finite number"),
        ("max_train_tokens", -1, "at least 0"),
        ("checkpoint_every", 0, "at least 1"),
        ("group_size", [1], "an integer"),
        ("group_size", 1, "at least 2"),
        ("lr", float("inf"), "a finite number"),
        ("lr", float("nan"), "a finite number"),
        ("lr", -1, "at least 0"),
        ("lr", "0.1", "a finite number"),
        ("temperature", -1, "at least 0"),
        ("temperature", 0, "above 0"),
        ("group_size", 2**62, "at most 1,000,000 completions a step"),
        ("question_groups", 10**9, "at most 1,000,000 completions a step"),
        ("num_questions", 10**9, "at most 1,000,000 completions a step"),
        ("lora_rank", 10**11, "at most 65,536"),
        ("max_tokens", 2**62, "at most 10,000,000"),
        ("prover_samples", 2**62, "at most 1,000,000"),
        ("eval_per_level", 2**62, "at most 10,000,000"),
        ("objective_options", {"preset": "grpo"}, "got 'preset'"),
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
        ("prover_temperature", 0, "prover_samples must be 1"),
        ("prover_temperature", -0.5, "at least 0"),
        ("length_reward", "lazer", "did you mean 'laser'"),
        ("length_reward", None, "text"),
        ("length_reward", "kimi", "gamma must be 1"),
        ("length_reward_options", {"weight": 1}, "must be empty without a length_reward"),
        ("length_reference", "embedded", "for nothing else"),
        ("keep", -1, "at least 0"),
        ("keep", 1, "from 2 to group_size (8)"),
        ("keep", 9, "from 2 to group_size (8)"),
        ("keep_by", "short", "did you mean 'shortest'"),
    ],
)
def test_a_bad_value_is_named(name: str, value: Any, allowed: str) -> None:
    with pytest.raises(ValueError, match=name) as caught:
        TrainConfig.from_mapping({name: value})
    assert allowed in str(caught.value)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("kimi", {"wait": 1}, "did you mean 'weight'"),
        ("kimi", {"weight": 3}, "weight must be a finite number, from 0 to 2, got 3"),
        ("kimi", {"name": "laser"}, "has no option 'name'"),
        ("kimi", {"self": 1}, "has no option 'self'"),
        ("laser", {}, "needs the option 'target'"),
        ("laser", {"target": 10**400}, "target must be a finite number, at least 0, got 1000"),
        ("laser_d", {"easy": -1}, "easy must be a finite number, at least 0, got -1"),
        ("think_prune", {"limits": 5}, "limits must be a list"),
        ("l1_exact", {"target": 50.5}, "target must be a whole number, since prompts name it"),
        ("l1_max", {"target": 0}, "target must be a finite number, at least 1, got 0"),
        ("o1_pruner", {"reference_accuracy": 2, "reference_tokens": 5}, "from 0 to 1, got 2"),
    ],
)
def test_a_bad_option_of_a_length_reward_is_named(
    name: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match="length_reward_options: ") as caught:
        TrainConfig(length_reward=name, length_reward_options=options, gamma=1.0)
    assert said in str(caught.value)


GIVEN = {"reference_tokens": 90, "reference_accuracy": 0.5}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gamma": 0.999}, "gamma must be 1"),
        ({"progress": "branches"}, "progress not 'branches'"),
        ({"question_groups": 0}, "question_groups at least 1"),
        ({"length_reference": "embedded"}, "got 'embedded' for 'kimi'"),
        ({"length_reward": "o1_pruner"}, "length_reference must be given for o1_pruner"),
        (
            {
                "length_reward": "o1_pruner",
                "length_reward_options": GIVEN,
                "length_reference": "embedded",
            },
            "unless its options give ['reference_tokens', 'reference_accuracy']",
        ),
        ({"length_reward": "think_prune", "max_train_tokens": 9}, "max_train_tokens must be 0"),
        ({"keep": 4, "progress": "dense"}, "with keep progress must be 'none'"),
        ({"length_reward": "", "keep": 4, "question_groups": 0}, "with keep"),
    ],
)
def test_settings_that_do_not_go_with_a_length_reward_are_refused(
    changes: dict[str, Any], said: str
) -> None:
    settings: dict[str, Any] = {"length_reward": "kimi", "gamma": 1.0}
    TrainConfig(**settings)
    with pytest.raises(ValueError, match=r"length|keep|think_prune") as caught:
        TrainConfig(**{**settings, **changes})
    assert said in str(caught.value)


def test_settings_that_go_with_a_length_reward() -> None:
    plain = {"gamma": 1}
    for settings in (
        {"length_reward": "kimi", "progress": "dense", "refills": 2},
        {"length_reward": "kimi", "keep": 8},
        {"length_reward": "o1_pruner", "length_reference": "embedded"},
        {"length_reward": "o1_pruner", "length_reward_options": GIVEN},
        {"length_reward": "o1_pruner", "length_reward_options": {"weight": 1},
         "length_reference": "embedded"},
        {"length_reward": "laser_d", "length_reward_options": {"hard": 200, "bonus": 1}},
        {"length_reward": "think_prune", "length_reward_options": {"limits": [200, 100]}},
    ):  # fmt: skip
        config = TrainConfig.from_mapping(plain | settings)
        assert TrainConfig.from_mapping(json.loads(config.to_json())) == config


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"progress": "dense", "question_groups": 0}, "question_groups must be at least 1"),
        ({"progress": "branches", "gamma": 1.0, "question_groups": 0}, "got 0"),
        ({"prover": "embedded"}, "prover must be empty"),
        ({"prover": "embedded", "progress": "branches", "gamma": 1.0}, "prover must be empty"),
        ({"refills": 1, "question_groups": 0}, "refills must be 0"),
    ],
)
def test_settings_that_would_do_nothing_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TrainConfig(**settings)
    TrainConfig(progress="dense", prover="embedded")


def test_no_step_is_without_anything_to_play() -> None:
    with pytest.raises(ValueError, match="episode_every must be 1, got 2"):
        TrainConfig(question_groups=0, episode_every=2)
    TrainConfig(question_groups=0, episode_every=1)


@pytest.mark.parametrize("values", [{"gamma": 1}, {"lr": 1}, {"decay": 0}, {"format_reward": 0}])
def test_a_whole_number_is_a_number(values: dict[str, Any]) -> None:
    TrainConfig.from_mapping(values)


def test_answers_that_are_all_the_same_may_still_differ_in_progress() -> None:
    TrainConfig(temperature=0.0, progress="dense")


def test_an_evaluation_of_too_long_episodes_is_refused() -> None:
    with pytest.raises(ValueError, match="num_questions must be at most 1,000,000, got 1000001"):
        TrainConfig(num_questions=1_000_001, episode_groups=0)


def test_an_unknown_name_is_corrected() -> None:
    with pytest.raises(ValueError, match=r"no setting ''; docs/training\.md lists them"):
        TrainConfig.from_mapping({"": 1})
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
