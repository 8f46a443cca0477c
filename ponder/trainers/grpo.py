"""Group-relative policy optimisation, in one file to be read from top to bottom.

A step: the curriculum names questions; the policy answers each several times, and plays several
budget episodes several times; every completion is credited with how much better it did than its
peers; one update follows. What differs from the papers:

- One update a batch, so that the sampled log-probabilities are those of the policy in training
  up to rounding, and clipping acts only on what rounding makes of the ratio.
- Single questions earn discounted correctness (rewards.py), episodes the environment's reward
  with return-to-go credit (credit.py); each kind is centred in its own groups.
- The reference is a hard copy of the policy itself, renewed every `reference_steps` steps.
- Every random stream is named by (seed, purpose, step): nothing of a generator's state has to
  be saved, and a resumed run repeats to the bit on a CPU.
"""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponder import randomness
from ponder.budget_env import EnvConfig
from ponder.curriculum import Curriculum, Outcome, make
from ponder.files import write_whole
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.play import EpisodePlan, Rollout, answer_questions, play_episodes
from ponder.task import Task
from ponder.trainers.board import Board
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_episodes, credit_questions
from ponder.trainers.health import collapse
from ponder.trainers.logprobs import completion_logprobs, micro_batches, pad_both
from ponder.trainers.objectives import PRESETS, Objective, policy_loss
from ponder.trainers.rewards import DiscountConfig, discounted
from ponder.trainers.runs import FAILED, Run

if TYPE_CHECKING:
    from torch import Tensor
    from torch.optim import Optimizer
    from transformers import PreTrainedModel

Log = Callable[[Mapping[str, Any]], None]


class TrainingError(RuntimeError):
    """Training met a number that is not finite; the batch that gave it is saved in the run."""


def train(
    policy: LocalPolicy,
    config: TrainConfig,
    folder: Path,
    *,
    on_step: Log = lambda entry: None,
) -> bool:
    """Trains `policy` in place and leaves a run behind.

    A run that was begun in `folder` goes on from its last checkpoint. Ctrl-C finishes the step,
    saves, and returns; a second one stops at once.

    Args:
        policy: Where to start from.
        config: The run.
        folder: Receives config, log, checkpoints, and the trained policy.
        on_step: Called with every log entry.

    Returns:
        Whether the run is complete; False if it was interrupted.

    Raises:
        ValueError: If the folder holds another run, or a source does not exist.
        TrainingError: If a reward, a loss or a gradient is not finite.
    """
    run = Run(folder, config)
    try:
        return _train(policy, config, run, on_step)
    finally:
        run.close()


def _train(policy: LocalPolicy, config: TrainConfig, run: Run, on_step: Log) -> bool:
    """Trains in a run that is open."""
    import torch

    folder = run.folder
    mixture = Mixture.parse(config.source)
    curriculum = make(config.curriculum, levels_by_source(mixture), **config.curriculum_options)
    objective = dataclasses.replace(PRESETS[config.objective], epsilon=config.epsilon, kl=config.kl)
    model = policy.model
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=config.lr, betas=(0.9, 0.99), weight_decay=0.0
    )
    reference = frozen_copy(model)
    first, tokens_seen = 0, 0
    if state := run.restore():
        first, tokens_seen = state["step"], state["tokens_seen"]
        model.load_state_dict(state["model"])
        reference.load_state_dict(state["reference"])
        optimiser.load_state_dict(state["optimiser"])
        curriculum.load_state_dict(json.loads(state["curriculum"]))

    def save(step: int) -> None:
        run.save(
            {
                "step": step,
                "tokens_seen": tokens_seen,
                "model": model.state_dict(),
                "reference": reference.state_dict(),
                "optimiser": optimiser.state_dict(),
                "curriculum": json.dumps(curriculum.state_dict()),
            }
        )

    board = Board(folder / "tensorboard", first)
    history = list(run.entries())

    def complete() -> bool:
        return first >= config.steps or 0 < config.max_train_tokens <= tokens_seen

    with _finish_step_on_interrupt() as interrupted:
        while not complete() and not interrupted():
            step = first
            started = time.perf_counter()
            if step % config.reference_steps == 0:
                reference.load_state_dict(model.state_dict())
            questions, episodes = collect(policy, mixture, curriculum, config, step)
            sampled = time.perf_counter()
            rollouts = [*questions, *episodes]
            credit = torch.cat(
                [
                    credit_questions(questions, objective),
                    credit_episodes(episodes, objective, credit=config.credit),
                ]
            )  # (N,)
            kept = keep_informative(rollouts, len(questions), credit)
            numbers = {"loss": 0.0, "kl": 0.0, "clipped": 0.0, "grad_norm": 0.0}
            if kept:
                lr = config.lr * min(1.0, (step + 1) / max(1, config.warmup))
                try:
                    numbers = update(
                        policy,
                        reference,
                        optimiser,
                        [rollouts[row] for row in kept],
                        credit[kept],
                        objective,
                        config,
                        lr=lr,
                    )
                except TrainingError:
                    _save_batch(run, rollouts, credit)
                    raise
            tokens_seen += sum(rollout.tokens for rollout in rollouts)
            entry: dict[str, Any] = {
                "step": step,
                "tokens_seen": tokens_seen,
                **numbers,
                "dropped": len(rollouts) - len(kept),
                "rollouts": len(rollouts),
                **describe(questions, episodes),
                "curriculum": curriculum.state_dict(),
                "seconds": round(time.perf_counter() - started, 3),
                "seconds_sampling": round(sampled - started, 3),
            }
            history.append(entry)
            if warning := collapse(history):
                entry["warning"] = warning
            run.log(entry)
            board.log(entry)
            on_step(entry)
            first = step + 1
            if first % config.checkpoint_every == 0:
                save(first)
        save(first)
    board.close()
    policy.save(folder / "policy")
    return complete()


def collect(
    policy: LocalPolicy,
    mixture: Mixture,
    curriculum: Curriculum,
    config: TrainConfig,
    step: int,
) -> tuple[list[Rollout], list[Rollout]]:
    """Plays one step's questions and episodes and reports to the curriculum.

    Returns:
        Rollouts of single questions with their discounted reward, and rollouts of episodes.
    """
    rng = randomness.stream("curriculum", config.seed, step)
    names = curriculum.next(config.question_groups, rng)
    tasks = [
        (source, train_task(mixture, source, level, config, step, place))
        for place, (source, level) in enumerate(names)
    ]
    discount = DiscountConfig(gamma=config.gamma, format_reward=config.format_reward)
    questions = [
        discounted(rollout, discount, policy.decode)
        for rollout in answer_questions(
            policy,
            tasks,
            group_size=config.group_size,
            max_tokens=config.max_tokens,
            seed=randomness.derive_seed("questions", config.seed, step),
            temperature=config.temperature,
        )
    ]
    plans = [
        plan_episode(curriculum, config, step, place) for place in range(config.episode_groups)
    ]
    episodes = play_episodes(
        policy,
        mixture,
        plans,
        config=EnvConfig(
            num_questions=config.num_questions, min_tokens=config.min_tokens, tokenizer="chars"
        ),
        group_size=config.group_size,
        max_tokens=config.max_tokens,
        show_budget=config.show_budget,
        chat=config.context == "chat",
        seed=randomness.derive_seed("episodes", config.seed, step),
        temperature=config.temperature,
    )
    # A wrong answer under a tight budget says little of the level: where there are single
    # questions, they alone move the curriculum.
    curriculum.update(
        Outcome(
            rollout.source,
            rollout.task.level,
            rollout.verdict.correct,
            frozenset() if rollout.completion.finished else frozenset({"truncated"}),
        )
        for rollout in (questions or episodes)
    )
    return questions, episodes


def levels_by_source(mixture: Mixture) -> dict[str, tuple[int, ...]]:
    """Lists the levels that a mixture draws from each source, as a curriculum needs them."""
    levels: dict[str, set[int]] = {}
    for part in mixture.parts:
        if not isinstance(part.source, str):
            levels.setdefault(part.source.name, set()).update(part.levels or ())
    return {name: tuple(sorted(chosen)) for name, chosen in levels.items()}


def train_task(
    mixture: Mixture, source: str, level: int, config: TrainConfig, step: int, place: int
) -> Task:
    """Draws a training question that no other step or place of the run draws."""
    seed = randomness.derive_seed("task", config.seed, step, place)
    return mixture.source(source).task(level=level, split="train", seed=seed, index=0)


def plan_episode(curriculum: Curriculum, config: TrainConfig, step: int, place: int) -> EpisodePlan:
    """Draws an episode: levels from the curriculum, a budget log-uniform in its range."""
    rng = randomness.stream("plan", config.seed, step, place)
    questions = tuple(curriculum.next(config.num_questions, rng))
    each = math.exp(rng.uniform(math.log(config.min_budget), math.log(config.max_budget)))
    return EpisodePlan(
        seed=rng.getrandbits(60), budget=round(each * config.num_questions), questions=questions
    )


def keep_informative(rollouts: Sequence[Rollout], questions: int, credit: Tensor) -> list[int]:
    """Lists the rows of groups in which anything is to be learned.

    A group is left out only if every one of its advantages is exactly zero.

    Args:
        rollouts: Single questions first, then episodes.
        questions: How many of them are single questions.
        credit: (N,).
    """
    groups = [(place < questions, rollout.group) for place, rollout in enumerate(rollouts)]
    alive = {group for group, value in zip(groups, credit.tolist(), strict=True) if value != 0}
    return [place for place, group in enumerate(groups) if group in alive]


def update(
    policy: LocalPolicy,
    reference: PreTrainedModel,
    optimiser: Optimizer,
    rollouts: Sequence[Rollout],
    credit: Tensor,
    objective: Objective,
    config: TrainConfig,
    *,
    lr: float,
) -> dict[str, float]:
    """Takes one optimiser step.

    Args:
        policy: In training.
        reference: The reference policy, frozen.
        optimiser: Over the policy's parameters.
        rollouts: N of them.
        credit: (N,) advantages.
        objective: The algorithm.
        config: The run.
        lr: This step's learning rate.

    Returns:
        Loss, mean KL a token, share of tokens clipped, and gradient norm before clipping.

    Raises:
        TrainingError: If loss or gradient is not finite; the policy is left as it was.
    """
    import torch

    model = policy.model
    tokens = sum(rollout.tokens for rollout in rollouts)
    sums = {"loss": 0.0, "kl": 0.0, "clipped": 0.0}
    lengths = [len(r.completion.prompt_ids) + r.tokens for r in rollouts]
    optimiser.zero_grad(set_to_none=True)
    for rows in micro_batches(lengths, config.micro_tokens):
        completions = [rollouts[row].completion for row in rows]
        ids, attention, mask = (
            part.to(model.device)
            for part in pad_both(
                [c.prompt_ids for c in completions],
                [c.token_ids for c in completions],
                policy.pad_id,
            )
        )
        width = mask.shape[1]
        old_logp = torch.zeros(mask.shape)
        for place, completion in enumerate(completions):
            old_logp[place, : len(completion.logprobs)] = torch.tensor(completion.logprobs)
        logp = completion_logprobs(model, ids, attention, width, config.temperature)  # (n, T)
        reference_logp = None
        if objective.kl > 0:
            with torch.no_grad():
                reference_logp = completion_logprobs(
                    reference, ids, attention, width, config.temperature
                )
        loss, parts = policy_loss(
            logp,
            old_logp.to(model.device),
            reference_logp,
            credit[rows].to(logp),
            mask,
            objective,
            rows=len(rollouts),
            tokens=tokens,
            constant=config.max_tokens,
        )
        loss.backward()
        sums["loss"] += loss.item()
        sums["kl"] += parts["kl"] / tokens
        sums["clipped"] += parts["clipped"] / tokens
    norm = float(torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip_norm))
    if not (math.isfinite(sums["loss"]) and math.isfinite(norm)):
        raise TrainingError(
            f"loss {sums['loss']} and gradient norm {norm} must be finite; the batch is saved in "
            f"{FAILED}; a lower lr than {config.lr} usually helps"
        )
    for group in optimiser.param_groups:
        group["lr"] = lr
    optimiser.step()
    return {**sums, "grad_norm": norm}


def describe(questions: Sequence[Rollout], episodes: Sequence[Rollout]) -> dict[str, Any]:
    """Says in numbers what was played: right answers and tokens, by level and by position."""
    entry: dict[str, Any] = {}
    for kind, rollouts in (("questions", questions), ("episodes", episodes)):
        if not rollouts:
            continue
        entry[kind] = {
            "accuracy": _mean(r.verdict.correct for r in rollouts),
            "tokens": _mean(r.tokens for r in rollouts),
            "finished": _mean(r.completion.finished for r in rollouts),
            "format": _mean(r.verdict.how == "tag" for r in rollouts),
            "reward": _mean(r.reward for r in rollouts),
            "by_level": _by(rollouts, lambda r: r.task.level),
        }
        names = sorted({name for r in rollouts for name in r.components})
        entry[kind]["components"] = {
            name: _mean(r.components.get(name, 0.0) for r in rollouts) for name in names
        }
    if episodes:
        entry["episodes"]["by_position"] = _by(episodes, lambda r: r.turn)
    return entry


def _by(rollouts: Sequence[Rollout], key: Callable[[Rollout], int]) -> dict[str, list[float]]:
    """Groups rollouts by a number; gives [count, accuracy, mean tokens] for each."""
    groups: dict[int, list[Rollout]] = {}
    for rollout in rollouts:
        groups.setdefault(key(rollout), []).append(rollout)
    return {
        str(value): [
            len(group),
            _mean(r.verdict.correct for r in group),
            _mean(r.tokens for r in group),
        ]
        for value, group in sorted(groups.items())
    }


def _mean(values: Any) -> float:
    numbers = [float(value) for value in values]
    return sum(numbers) / len(numbers)


def frozen_copy(model: PreTrainedModel) -> PreTrainedModel:
    """Copies a model as a reference that is never trained."""
    reference = copy.deepcopy(model)
    reference.eval()
    reference.requires_grad_(False)
    return reference


def _save_batch(run: Run, rollouts: Sequence[Rollout], credit: Tensor) -> None:
    lines = [
        json.dumps(
            {
                "uid": rollout.task.uid,
                "text": rollout.completion.text,
                "reward": rollout.reward,
                "advantage": advantage,
                "logprobs": list(rollout.completion.logprobs),
            }
        )
        for rollout, advantage in zip(rollouts, credit.tolist(), strict=True)
    ]
    write_whole(run.folder / FAILED, "\n".join(lines) + "\n")


@contextmanager
def _finish_step_on_interrupt() -> Iterator[Callable[[], bool]]:
    """Turns the first Ctrl-C into a request that the loop reads between steps."""
    asked = False

    def ask(number: int, frame: object) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    try:
        before = signal.signal(signal.SIGINT, ask)
    except ValueError:  # Not in the main thread, which alone may set handlers.
        yield lambda: False
        return
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
