"""Group-relative policy optimisation, in one file to be read from top to bottom.

A step: the curriculum names questions; the policy answers each several times, and plays several
budget episodes several times; every completion is credited with how much better it did than its
peers; one update follows. What differs from the papers:

- One update a batch, so that the sampled log-probabilities are those of the policy in training
  up to rounding, and clipping acts only on what rounding makes of the ratio.
- Single questions earn discounted correctness (rewards.py), episodes the environment's reward
  with return-to-go credit (credit.py); each kind is centred in its own groups.
- The reference is the policy of some steps ago, renewed every `reference_steps` steps.
- Every random stream is named by (seed, purpose, step): nothing of a generator's state has to
  be saved, and a resumed run repeats to the bit on a CPU.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.trainers.board import Board
from ponder.trainers.collect import collect
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_step
from ponder.trainers.health import HORIZON, collapse, standstill
from ponder.trainers.interrupts import finish_step_on_interrupt
from ponder.trainers.logprobs import (
    completion_logprobs,
    make_batch,
    micro_batches,
    recompute_activations,
    sharing_pays,
)
from ponder.trainers.lora import fold_in
from ponder.trainers.metrics import describe
from ponder.trainers.objectives import Objective, policy_loss
from ponder.trainers.prepare import Prepared, prepare
from ponder.trainers.runs import FAILED, Run
from ponder.trainers.state import TrainState, renew_reference
from ponder.trainers.timing import StepTimes, TimedPolicy
from ponder.trainers.validation import save_best, validate

if TYPE_CHECKING:
    from torch import Tensor

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
    saves, and returns, as SIGTERM does; a second one stops at once.

    Args:
        policy: Where to start from.
        config: The run.
        folder: Receives config, log, checkpoints, and the trained policy.
        on_step: Called with every log entry.

    Returns:
        Whether the run is complete; False if it was interrupted.

    Raises:
        ValueError: If the folder holds another run, or what the settings name is not there;
            nothing is written then.
        TrainingError: If a reward, a loss or a gradient is not finite.
    """
    prepared = prepare(policy, config, folder)
    with Run(folder, config) as run:
        return train_in(run, policy, config, prepared, on_step=on_step)


def train_in(
    run: Run, policy: LocalPolicy, config: TrainConfig, prepared: Prepared, *, on_step: Log
) -> bool:
    """Trains in a run that is open; see `train`."""
    mixture = prepared.mixture
    state = TrainState.start(policy, mixture, config, prepared.frozen)
    if saved := run.restore():
        state.load_state_dict(saved)
    board = Board(run.folder, state.step, dataclasses.asdict(config))
    history = list(run.entries())
    scores = [entry["valid"]["score"] for entry in history if "valid" in entry]
    best = max(scores, default=-math.inf)
    with finish_step_on_interrupt() as interrupted:
        while state.progress(config) < 1 and not interrupted():
            entry = train_step(state, mixture, config, run)
            history = [*history[1 - HORIZON :], entry]
            if warning := collapse(history) or standstill(history):
                entry["warning"] = warning
            if config.eval_every and state.step % config.eval_every == 0:
                entry["valid"] = validate(policy, mixture, config)
                best = keep_best(run, policy, entry, best)
            run.log(entry)
            board.log(entry)
            on_step(entry)
            if state.step % config.checkpoint_every == 0:
                run.save(state.state_dict())
        run.save(state.state_dict())
    board.close()
    fold_in(policy.model)
    policy.save(run.folder / "policy")
    return state.progress(config) == 1


def keep_best(run: Run, policy: LocalPolicy, entry: Mapping[str, Any], best: float) -> float:
    """Saves a policy whose score is above the `best` before it; gives the best since."""
    score: float = entry["valid"]["score"]
    if score <= best:
        return best
    run.save_best(lambda folder: save_best(policy, folder, entry["step"], score))
    return score


def train_step(
    state: TrainState, mixture: Mixture, config: TrainConfig, run: Run
) -> dict[str, Any]:
    """Takes one step: play, credit, update. Gives its log entry."""
    times = StepTimes(str(state.policy.model.device))
    if state.reference is not None and state.step % config.reference_steps == 0:
        renew_reference(state.reference, state.policy.model, config.reference_mix)
    objective = config.build_objective()
    with times.measure("score"):
        questions, episodes, replaced = collect(
            TimedPolicy(state.policy, times),
            mixture,
            state.curriculum,
            config,
            state.step,
            state.lengths,
        )
        outcome, credit, measured = credit_step(
            questions, episodes, config, state.prover, state.step
        )
    rollouts = [*questions, *episodes]
    informative = keep_informative(rollouts, len(questions), credit)
    kept = [row for row in informative if not masked(rollouts[row], objective, config)]
    numbers = {"loss": 0.0, "kl": 0.0, "clipped": 0.0, "grad_norm": 0.0}
    try:
        check_finite(rollouts, credit, config)
        if kept:
            counted = [rollouts[row] for row in kept]
            numbers = update(
                state, counted, [credit[row] for row in kept], objective, config, times
            )
    except TrainingError:
        run.save_failed(rollouts, outcome.tolist())
        raise
    state.tokens_seen += sum(rollout.tokens for rollout in [*rollouts, *replaced])
    state.step += 1
    return {
        "step": state.step - 1,
        "tokens_seen": state.tokens_seen,
        **numbers,
        "dropped": len(rollouts) - len(informative),
        "masked": len(informative) - len(kept),
        "rollouts": len(rollouts),
        "refilled": len(replaced) // config.group_size,
        **describe([*questions, *replaced], episodes),
        **measured,
        **state.lengths.describe(),
        "curriculum": state.curriculum.state_dict(),
        "seconds": times.seconds(),
    }


def check_finite(
    rollouts: Sequence[Rollout], credit: Sequence[Tensor], config: TrainConfig
) -> None:
    """Raises a TrainingError for what was sampled, earned or credited and is not finite.

    Without it a policy of NaNs would go unnoticed: all of its answers are equally wrong, every
    group is left out, and no loss is ever computed.
    """
    if not all(math.isfinite(value) for r in rollouts for value in r.completion.logprobs):
        raise TrainingError(
            f"the policy's log-probabilities must be finite; the batch is saved in {FAILED}; "
            f"a lower lr than {config.lr} usually helps"
        )
    for rollout in rollouts:
        if not math.isfinite(rollout.reward):
            raise TrainingError(
                f"rewards must be finite, {rollout.task.uid} earned {dict(rollout.components)}; "
                f"the batch is saved in {FAILED}"
            )
    if not all(bool(part.isfinite().all()) for part in credit):
        raise TrainingError(
            f"advantages must be finite; the batch is saved in {FAILED}; a larger epsilon than "
            f"{config.epsilon} usually helps"
        )


def keep_informative(
    rollouts: Sequence[Rollout], questions: int, credit: Sequence[Tensor]
) -> list[int]:
    """Lists the rows of groups in which anything is to be learned.

    A group is left out only if every one of its advantages is exactly zero.

    Args:
        rollouts: Single questions first, then episodes.
        questions: How many of them are single questions.
        credit: N of them, each () or (T,).
    """
    groups = [(place < questions, rollout.group) for place, rollout in enumerate(rollouts)]
    alive = {group for group, part in zip(groups, credit, strict=True) if bool(part.any())}
    return [place for place, group in enumerate(groups) if group in alive]


def masked(rollout: Rollout, objective: Objective, config: TrainConfig) -> bool:
    """Tells whether a completion is left out of the loss since it was cut off.

    One that its episode's budget cut off is not: that limit is part of the task.
    """
    if not objective.mask_truncated or rollout.completion.finished:
        return False
    return rollout.budget is None or rollout.tokens >= config.max_tokens


def update(
    state: TrainState,
    rollouts: Sequence[Rollout],
    credit: Sequence[Tensor],
    objective: Objective,
    config: TrainConfig,
    times: StepTimes,
) -> dict[str, float]:
    """Takes one optimiser step over N rollouts.

    Args:
        state: Policy, reference and optimiser.
        rollouts: N of them.
        credit: N advantages, each () for the whole completion or (T,) for its tokens.
        objective: The algorithm.
        config: The run.
        times: Told how long forward and backward passes take.

    Returns:
        Loss, mean KL a token, share of tokens clipped, and gradient norm before clipping.

    Raises:
        TrainingError: If loss or gradient is not finite; the policy is left as it was.
    """
    tokens = sum(rollout.tokens for rollout in rollouts)
    sums = {"loss": 0.0, "kl": 0.0, "clipped": 0.0}
    completions = [rollout.completion for rollout in rollouts]
    texts = [c.prompt_ids for c in completions], [c.token_ids for c in completions]
    counts = {"rows": len(rollouts), "tokens": tokens, "constant": config.max_tokens}
    if config.gradient_checkpointing:
        recompute_activations(state.policy.model)
    state.optimiser.zero_grad()
    share = sharing_pays(state.policy.model, *texts)
    for rows in micro_batches(*texts, config.micro_tokens, share=share):
        with times.measure("forward"):
            logp, old_logp, reference_logp, mask = batch_logprobs(
                state, [completions[row] for row in rows], objective, config, share=share
            )
            shares = padded([credit[row] for row in rows], mask.shape[1]).to(logp)
            loss, parts = policy_loss(
                logp, old_logp, reference_logp, shares, mask, objective, **counts
            )
        with times.measure("backward"):
            loss.backward()
            state.optimiser.gather()
        sums["loss"] += loss.item()
        sums["kl"] += parts["kl"] / tokens
        sums["clipped"] += parts["clipped"] / tokens
    with times.measure("backward"):
        norm = state.optimiser.clip(config.clip_norm)
    if not (math.isfinite(sums["loss"]) and math.isfinite(norm)):
        raise TrainingError(
            f"loss {sums['loss']} and gradient norm {norm} must be finite; the batch is saved in "
            f"{FAILED}; a lower lr than {config.lr} usually helps"
        )
    with times.measure("backward"):
        state.optimiser.step(state.learning_rate(config))
    return {**sums, "grad_norm": norm}


def padded(credit: Sequence[Tensor], width: int) -> Tensor:
    """Spreads n advantages, each () or (T,), over `width` tokens, (n, width)."""
    import torch

    table = torch.zeros(len(credit), width, dtype=torch.float64)
    for row, part in enumerate(credit):
        table[row, : part.numel() if part.dim() else width] = part
    return table


def batch_logprobs(
    state: TrainState,
    completions: Sequence[Completion],
    objective: Objective,
    config: TrainConfig,
    *,
    share: bool,
) -> tuple[Tensor, Tensor, Tensor | None, Tensor]:
    """Scores the tokens of n completions, padded to T; `share` reads each prompt once.

    Returns:
        Log-probabilities under the policy in training (with gradient), under the policy that
        sampled, and under the reference (None where `objective.kl` is 0); and the mask of
        completion tokens. Each (n, T).
    """
    import torch

    model = state.policy.model
    batch = make_batch(
        model,
        [c.prompt_ids for c in completions],
        [c.token_ids for c in completions],
        state.policy.pad_id,
        share=share,
    )
    old_logp = torch.zeros(batch.mask.shape)
    for place, completion in enumerate(completions):
        old_logp[place, : len(completion.logprobs)] = torch.tensor(completion.logprobs)
    logp = completion_logprobs(model, batch, config.temperature)
    reference_logp = None
    if objective.kl > 0 and state.reference is not None:
        with torch.no_grad():
            reference_logp = completion_logprobs(state.reference, batch, config.temperature)
    return logp, old_logp.to(model.device), reference_logp, batch.mask
