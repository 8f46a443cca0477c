"""A whole run: evaluate, train, evaluate again, report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ponder.evaluation.episodes import evaluate_episodes
from ponder.evaluation.plan import Plan
from ponder.evaluation.questions import evaluate_plan
from ponder.evaluation.report import write_report
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.randomness import derive_seed
from ponder.trainers.choices import naming
from ponder.trainers.collect import new_mixture
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import Log, train_in
from ponder.trainers.prepare import prepare, require_fit
from ponder.trainers.runs import Run

OnProgress = Callable[[str, int, int], None]
"""Told what is going on, how much of it is done, and how much there is."""


def evaluate(
    policy: LocalPolicy, config: TrainConfig, folder: Path, *, on_progress: OnProgress
) -> None:
    """Evaluates on the test split: single questions, then budget episodes.

    Rows go to `questions.jsonl` and `episodes.jsonl` in `folder`; what is there already is kept.
    """
    mixture = new_mixture(config)
    if config.eval_per_level:
        evaluate_plan(
            policy,
            evaluation_plan(config, mixture),
            out=folder / "questions.jsonl",
            on_progress=lambda done, total: on_progress("questions", done, total),
        )
    if config.eval_episodes:
        evaluate_episodes(
            policy,
            mixture,
            episodes=config.eval_episodes,
            budget=config.eval_budget * config.num_questions,
            num_questions=config.num_questions,
            seed=derive_seed("evaluate episodes", config.seed),
            min_tokens=config.min_tokens,
            max_tokens=config.max_tokens,
            show_budget=config.show_budget,
            chat=config.context == "chat",
            temperature=config.temperature,
            batch_size=64,
            out=folder / "episodes.jsonl",
            on_progress=lambda done, total: on_progress("episodes", done, total),
        )


def evaluation_plan(config: TrainConfig, mixture: Mixture) -> Plan:
    """What single questions the evaluations before and after training ask."""
    return Plan(
        mixture=mixture,
        per_level=config.eval_per_level,
        seed=derive_seed("evaluate questions", config.seed),
        split="test",
        max_tokens=config.max_tokens,
        temperature=config.temperature,
    )


def demo_config(*, seed: int, fast: bool) -> TrainConfig:
    """The run of `ponder demo`; `fast` is its small version, on levels 1 to 4."""
    levels = range(1, 5 if fast else 9)
    return TrainConfig(
        source=f"chain_sum:{levels[0]}-{levels[-1]}",
        curriculum="sliding_window",
        curriculum_options={"window": len(levels), "threshold": 0.7, "samples": 4},
        steps=100 if fast else 500,
        question_groups=8,
        episode_groups=1,
        episode_every=2,
        gamma=0.9999,
        epsilon=0.1,
        lr=3e-4,
        seed=seed,
    )


def run_all(
    policy: LocalPolicy,
    config: TrainConfig,
    folder: Path,
    *,
    on_progress: OnProgress,
    on_step: Log = lambda entry: None,
) -> Path | None:
    """Evaluates, trains and evaluates again; an interrupted run is taken up where it stopped.

    Args:
        policy: Where training starts from; trained in place.
        config: The run.
        folder: Receives everything.
        on_progress: Told how far each part is.
        on_step: Called with every entry of the training log.

    Returns:
        The report, or None if training was interrupted.

    Raises:
        ValueError: If what the settings name is not there, before anything is written; or the
            folder holds another run.
    """
    prepared = prepare(policy, config, folder)
    if config.eval_per_level:
        with naming("eval_per_level"):
            asks = evaluation_plan(config, prepared.mixture).asks
        require_fit(policy, [(ask.source, ask.task) for ask in asks])
    with Run(folder, config) as run:
        evaluate(
            policy,
            config,
            folder / "eval" / "before",
            on_progress=lambda what, done, total: on_progress(f"before: {what}", done, total),
        )
        if not train_in(run, policy, config, prepared, on_step=on_step):
            return None
        evaluate(
            policy,
            config,
            folder / "eval" / "after",
            on_progress=lambda what, done, total: on_progress(f"after: {what}", done, total),
        )
    return write_report(folder)
