"""Evaluation while training: small, on the valid split, and without influence on the training.

Its streams are named apart from those of training and of the evaluations before and after, and
it is the same questions and episodes each time, so that policies are compared on equal terms.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from ponder.evaluation.questions import question_tasks
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.play import EpisodePlan, Rollout, answer_questions, play_episodes
from ponder.randomness import derive_seed
from ponder.task import Task
from ponder.trainers.collect import env_config
from ponder.trainers.config import TrainConfig
from ponder.trainers.lora import fold_in
from ponder.trainers.metrics import describe
from ponder.trainers.rewards import DiscountConfig, discounted

BATCH = 64
"""Questions or episodes at once."""


def validate(policy: LocalPolicy, mixture: Mixture, config: TrainConfig) -> dict[str, Any]:
    """Answers `eval_every_per_level` questions of each level, and plays as many episodes.

    Returns:
        What the log says of a training step's rollouts, and their `score`: the mean reward a
        question, of single questions and of episodes with equal weight.
    """
    questions = _questions(policy, mixture, config)
    scores = [sum(r.reward for r in questions) / len(questions)]
    episodes = _episodes(policy, mixture, config) if config.episode_groups else []
    if episodes:
        # Over all of their questions: one that the budget left no room for earns nothing.
        asked = config.eval_every_per_level * config.num_questions
        scores.append(sum(r.reward for r in episodes) / asked)
    return {**describe(questions, episodes), "score": sum(scores) / len(scores)}


def save_best(policy: LocalPolicy, folder: Path, step: int, score: float) -> None:
    """Writes a policy that `load` reads, with the step after which it was the best yet."""
    model = policy.model
    if any(not weight.requires_grad for weight in model.parameters()):
        # Taking adapters in and out again would not give the same weights to the bit.
        model = copy.deepcopy(model)
        fold_in(model)
    LocalPolicy(policy.name, model, policy.tokenizer).save(folder)
    (folder / "best.json").write_text(json.dumps({"step": step, "score": score}) + "\n")


def valid_tasks(mixture: Mixture, config: TrainConfig) -> list[tuple[str, Task]]:
    """Draws the single questions of every evaluation of a run, as `(source, task)` pairs.

    Raises:
        ValueError: If a source has too few questions in the valid split.
    """
    return question_tasks(
        mixture,
        per_level=config.eval_every_per_level,
        seed=derive_seed("valid questions", config.seed),
        split="valid",
    )


def _questions(policy: LocalPolicy, mixture: Mixture, config: TrainConfig) -> list[Rollout]:
    tasks = valid_tasks(mixture, config)
    discount = DiscountConfig(gamma=config.gamma, format_reward=config.format_reward)
    return [
        discounted(rollout, discount, policy.decode)
        for start in range(0, len(tasks), BATCH)
        for rollout in answer_questions(
            policy,
            tasks[start : start + BATCH],
            group_size=1,
            max_tokens=config.max_tokens,
            seed=derive_seed("valid answers", config.seed, start),
            temperature=config.temperature,
        )
    ]


def _episodes(policy: LocalPolicy, mixture: Mixture, config: TrainConfig) -> list[Rollout]:
    budget = config.eval_budget * config.num_questions
    plans = [
        EpisodePlan(seed=derive_seed("valid episode", config.seed, place), budget=budget)
        for place in range(config.eval_every_per_level)
    ]
    return [
        rollout
        for start in range(0, len(plans), BATCH)
        for rollout in play_episodes(
            policy,
            mixture,
            plans[start : start + BATCH],
            config=env_config(config),
            group_size=1,
            max_tokens=config.max_tokens,
            show_budget=config.show_budget,
            chat=config.context == "chat",
            seed=derive_seed("valid turns", config.seed, start),
            split="valid",
            temperature=config.temperature,
        )
    ]
