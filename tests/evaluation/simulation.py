"""A simulated training run: scripted policies of growing skill, written by the real writers."""

import dataclasses
import math
from pathlib import Path

from ponder import randomness
from ponder.budget_env import EnvConfig, Episode
from ponder.curriculum import Outcome, make
from ponder.evaluation.episodes import episode_seeds, evaluate_episodes
from ponder.evaluation.questions import evaluate_questions, question_tasks
from ponder.generators.mixture import Mixture
from ponder.policies.play import EpisodePlan, Rollout, answer_questions, play_episodes
from ponder.policies.policy import Turn
from ponder.policies.scripted import ScriptedPolicy
from ponder.task import Task

SOURCE = "chain_sum:1-8"
LEVELS = range(1, 9)
QUESTIONS, BUDGET, MIN_TOKENS, MAX_TOKENS = 4, 240, 4, 200


def logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def policy_of(skill: float, tasks: dict[str, Task]) -> ScriptedPolicy:
    """Simulates a policy; from skill 0 to 1 it learns to think longer only where that pays."""

    def tokens(turn: Turn, level: int) -> int:
        wanted = (1 - skill) * 90 + skill * (14 + 14 * level)
        wobble = randomness.stream("wobble", turn.question).uniform(0.85, 1.15)
        return max(1, round(wanted * wobble))

    def accuracy(level: int, spent: int) -> float:
        needed = 12 + 14 * level
        return 0.05 + 0.93 * logistic(6 * (spent / needed - 0.8)) * (0.6 + 0.4 * skill)

    return ScriptedPolicy(tasks, accuracy=accuracy, tokens=tokens)


def question_lookup(mixture: Mixture, per_level: int, seed: int) -> dict[str, Task]:
    tasks = question_tasks(mixture, per_level=per_level, seed=seed)
    return {task.question: task for _, task in tasks}


def episode_lookup(mixture: Mixture, episodes: int, questions: int, seed: int) -> dict[str, Task]:
    drawn = [
        Episode.draw(mixture, seed=own, split="test", num_questions=questions)
        for own in episode_seeds(episodes, seed)
    ]
    return {task.question: task for episode in drawn for task in episode.tasks}


def write_evaluation(
    folder: Path, skill: float, *, per_level: int = 24, episodes: int = 24, seed: int = 5
) -> None:
    mixture = Mixture.parse(SOURCE)
    tasks = question_lookup(mixture, per_level, seed)
    evaluate_questions(
        policy_of(skill, tasks),
        mixture,
        per_level=per_level,
        seed=seed,
        max_tokens=MAX_TOKENS,
        out=folder / "questions.jsonl",
    )
    tasks = episode_lookup(mixture, episodes, QUESTIONS, seed)
    evaluate_episodes(
        policy_of(skill, tasks),
        mixture,
        episodes=episodes,
        budget=BUDGET,
        num_questions=QUESTIONS,
        seed=seed,
        min_tokens=MIN_TOKENS,
        max_tokens=MAX_TOKENS,
        out=folder / "episodes.jsonl",
    )


def write_training(folder: Path, *, steps: int, planned: int | None = None) -> None:
    """Plays training steps with a skill that grows, and logs them as a trainer does."""
    from ponder.trainers.config import TrainConfig
    from ponder.trainers.metrics import describe
    from ponder.trainers.runs import Run

    config = TrainConfig(source=SOURCE, steps=planned or steps, num_questions=QUESTIONS)
    run = Run(folder, config)
    mixture = Mixture.parse(SOURCE)
    rule = make("sliding_window", {"chain_sum": LEVELS}, threshold=0.7)
    seen = 0
    for step in range(steps):
        rng = randomness.stream("simulated step", step)
        skill = step / max(1, steps - 1)
        slots = rule.next(6, rng)
        tasks = [
            (
                name,
                mixture.source(name).task(
                    level=level, split="train", seed=rng.getrandbits(60), index=0
                ),
            )
            for name, level in slots
        ]
        questions = [
            with_reward(rollout)
            for rollout in answer_questions(
                policy_of(skill, {task.question: task for _, task in tasks}),
                tasks,
                group_size=2,
                max_tokens=MAX_TOKENS,
                seed=step,
            )
        ]
        plan = EpisodePlan(rng.getrandbits(60), BUDGET, tuple(rule.next(QUESTIONS, rng)))
        episode = Episode.draw(mixture, seed=plan.seed, questions=plan.questions)
        episodes = play_episodes(
            policy_of(skill, {task.question: task for task in episode.tasks}),
            mixture,
            [plan],
            config=EnvConfig(num_questions=QUESTIONS, min_tokens=MIN_TOKENS),
            group_size=2,
            max_tokens=MAX_TOKENS,
            show_budget=True,
            chat=False,
            seed=step,
        )
        rule.update(Outcome(r.source, r.task.level, r.verdict.correct) for r in questions)
        seen += sum(rollout.tokens for rollout in [*questions, *episodes])
        run.log(
            {
                "step": step,
                "tokens_seen": seen,
                **describe(questions, episodes),
                "curriculum": rule.state_dict(),
            }
        )


def with_reward(rollout: Rollout) -> Rollout:
    right = 0.998**rollout.tokens if rollout.verdict.correct else 0.0
    form = 0.1 if rollout.verdict.how == "tag" else 0.0
    return dataclasses.replace(rollout, components={"correctness": right, "format": form})
