"""The objectives of group-relative policy optimisation as pure functions.

An algorithm is a choice in each of a few places: the baseline that a reward is compared with, the
scale it is divided by, how token losses are aggregated, whether the importance ratio is taken per
token or per sequence, where it is clipped, how the divergence from the reference is estimated, and
whether completions that were cut off count. The published names are presets of these.

Shapes: N completions, T completion tokens after padding.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from ponder.quoting import quoted
from ponder.trainers.choices import check_choice, is_number

if TYPE_CHECKING:
    from torch import Tensor

Baseline = Literal["group", "leave_one_out"]
Scale = Literal["std", "batch", "none"]
Aggregation = Literal["token", "sequence", "constant"]
Ratio = Literal["token", "sequence"]
KlEstimator = Literal["k1", "k2", "k3"]


@dataclass(frozen=True, slots=True)
class Objective:
    """One choice in each place.

    Attributes:
        baseline: `group` mean, or the mean of the others, `leave_one_out`.
        scale: Divide by the group's `std` plus epsilon, the `batch`'s, or not at all.
        aggregation: Mean over all `token`s, mean over each `sequence` and then over sequences,
            or sum divided by N times a `constant` length.
        ratio: Importance ratio of each `token`, or of the whole `sequence` (its geometric mean).
        clip_low: The ratio is clipped below at 1 - clip_low.
        clip_high: The ratio is clipped above at 1 + clip_high.
        epsilon: Added to a standard deviation. With a discount it sets how strongly lengths
            are told apart in a group of right answers (docs/training.md).
        kl: Weight of the divergence from the reference policy.
        dual_clip: Bounds the loss of a negative advantage by so many times its size, above 1;
            None is no bound.
        kl_estimator: See `kl_estimate`.
        mask_truncated: Leaves completions cut off at `max_tokens` out of the loss and of the
            counts that it is divided by; their rewards still count in their groups (overlong
            filtering, DAPO, arXiv:2503.14476).
    """

    baseline: Baseline = "group"
    scale: Scale = "std"
    aggregation: Aggregation = "token"
    ratio: Ratio = "token"
    clip_low: float = 0.2
    clip_high: float = 0.2
    epsilon: float = 1e-4
    kl: float = 0.01
    dual_clip: float | None = None
    kl_estimator: KlEstimator = "k3"
    mask_truncated: bool = False

    def __post_init__(self) -> None:
        """Checks every field, since they also come from JSON."""
        for name, choices in _CHOICES.items():
            check_choice(name, getattr(self, name), choices)
        for name in ("clip_low", "clip_high", "epsilon", "kl"):
            if not (is_number(value := getattr(self, name)) and value >= 0):
                raise ValueError(
                    f"{name} must be a finite number of at least 0, got {quoted(value)}"
                )
        if self.clip_low > 1:
            raise ValueError(f"clip_low must be at most 1, got {quoted(self.clip_low)}")
        bound = self.dual_clip
        if bound is not None and not (is_number(bound) and bound > 1):
            raise ValueError(
                f"dual_clip must be null or a finite number above 1, got {quoted(bound)}"
            )
        if type(self.mask_truncated) is not bool:
            raise ValueError(
                f"mask_truncated must be true or false, got {quoted(self.mask_truncated)}"
            )


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "baseline": get_args(Baseline),
    "scale": get_args(Scale),
    "aggregation": get_args(Aggregation),
    "ratio": get_args(Ratio),
    "kl_estimator": get_args(KlEstimator),
}


PRESETS: dict[str, Objective] = {
    "grpo": Objective(aggregation="sequence"),
    "dr_grpo": Objective(scale="none", aggregation="constant"),
    "dapo": Objective(aggregation="token", clip_high=0.28, kl=0.0),
    "rloo": Objective(baseline="leave_one_out", scale="none", aggregation="sequence"),
    "gspo": Objective(
        aggregation="sequence", ratio="sequence", clip_low=3e-4, clip_high=4e-4, kl=0.0
    ),
}
"""GRPO arXiv:2402.03300; Dr. GRPO arXiv:2503.20783; DAPO arXiv:2503.14476; RLOO arXiv:2402.14740;
GSPO arXiv:2507.18071."""


def make(preset: str, /, **options: Any) -> Objective:
    """Makes a preset with some of its fields changed.

    Args:
        preset: A name in `PRESETS`.
        options: Fields of `Objective`.

    Raises:
        ValueError: If the preset or a field is unknown, or a value out of range.

    >>> make("dapo", clip_high=0.3, kl_estimator="k2").clip_high
    0.3
    """
    check_choice("objective", preset, sorted(PRESETS))
    known = [field.name for field in dataclasses.fields(Objective)]
    for name in options:
        check_choice("a field of the objective", name, known)
    return dataclasses.replace(PRESETS[preset], **options)


def advantages(
    rewards: Tensor, groups: Tensor, *, baseline: Baseline, scale: Scale, epsilon: float
) -> Tensor:
    """Compares each reward with those of its group.

    A group of one has nothing to be compared with: its advantage is 0.

    Args:
        rewards: (N,).
        groups: (N,) integers; equal ones share a group.
        baseline: See `Objective`.
        scale: See `Objective`; standard deviations are of the sample (n - 1).
        epsilon: Added to the standard deviation.

    Returns:
        (N,), in the rewards' precision.
    """
    import torch

    _, member = groups.unique(return_inverse=True)  # (N,)
    size = torch.zeros(int(member.max()) + 1, dtype=rewards.dtype).index_add_(
        0, member, torch.ones_like(rewards)
    )[member]
    total = _group_sum(rewards, member)
    centred = rewards - total / size
    # A sum over equal numbers need not divide back to the number; equal rewards mean exactly 0.
    low, high = _group_extremes(rewards, member)
    centred = torch.where(low == high, torch.zeros_like(centred), centred)
    if scale == "std":
        spread = (_group_sum(centred**2, member) / (size - 1).clamp(min=1)).sqrt()
        factor = 1 / (spread + epsilon)
    elif scale == "batch":
        factor = 1 / (rewards.std() + epsilon) if len(rewards) > 1 else torch.ones(())
    else:
        factor = torch.ones(())
    if baseline == "leave_one_out":
        # r - mean of the others = (r - mean) * n / (n - 1)
        centred = centred * size / (size - 1).clamp(min=1)
    return centred * factor


def return_to_go(rewards: Tensor, reached: Tensor) -> Tensor:
    """Sums an episode's rewards from each turn on.

    Args:
        rewards: (E, Q): the reward of each turn of each episode, 0 where not reached.
        reached: (E, Q) booleans.

    Returns:
        (E, Q): 0 at turns that were not reached.
    """
    return rewards.flip(1).cumsum(1).flip(1) * reached


def importance_ratio(logp: Tensor, old_logp: Tensor, mask: Tensor, ratio: Ratio) -> Tensor:
    """The probability of what was sampled, now over then.

    Args:
        logp: (N, T) under the policy in training.
        old_logp: (N, T) under the policy that sampled.
        mask: (N, T), 1 at completion tokens.
        ratio: Per token, or the geometric mean over the sequence, the same at each of its
            tokens (GSPO, arXiv:2507.18071 section 4).

    Returns:
        (N, T).
    """
    difference = (logp - old_logp) * mask
    if ratio == "token":
        return difference.exp()
    mean = difference.sum(1, keepdim=True) / mask.sum(1, keepdim=True).clamp(min=1)  # (N, 1)
    return mean.expand_as(difference).exp()


def surrogate(
    ratio: Tensor,
    advantage: Tensor,
    clip_low: float,
    clip_high: float,
    dual_clip: float | None = None,
) -> Tensor:
    """The clipped surrogate loss of each token (PPO, arXiv:1707.06347 eq. 7), to be minimised.

    That loss has no bound where the advantage is negative and the ratio grows. With `dual_clip`
    it stays below `dual_clip * |advantage|` there (arXiv:1912.09729).

    Args:
        ratio: (N, T).
        advantage: (N, T) or (N, 1).
        clip_low: The ratio earns nothing below 1 - clip_low.
        clip_high: The ratio earns nothing above 1 + clip_high.
        dual_clip: Above 1, or None for no bound.

    Returns:
        (N, T).
    """
    import torch

    clipped = ratio.clamp(1 - clip_low, 1 + clip_high)
    losses = -torch.minimum(ratio * advantage, clipped * advantage)
    if dual_clip is None:
        return losses
    return torch.where(advantage < 0, torch.minimum(losses, -dual_clip * advantage), losses)


def kl_estimate(logp: Tensor, reference_logp: Tensor, estimator: KlEstimator) -> Tensor:
    """Estimates KL(policy || reference) at each token that the policy sampled.

    With d = log(policy / reference): k1 = d, k2 = d^2 / 2, k3 = exp(-d) - 1 + d
    (http://joschu.net/blog/kl-approx.html). As values k1 and k3 are unbiased, k2 nearly so where
    the two are close; k2 and k3 are never negative. As terms of a loss they are told apart by
    their gradients, in expectation over the policy's own samples:

    - k1: zero. It holds the policy to nothing.
    - k2: that of KL(policy || reference) itself.
    - k3: that of KL(reference || policy), which agrees with it to first order where the two are
      close.

    Args:
        logp: (N, T), with gradient.
        reference_logp: (N, T).
        estimator: Which.

    Returns:
        (N, T).
    """
    if estimator == "k1":
        return logp - reference_logp
    if estimator == "k2":
        return (logp - reference_logp) ** 2 / 2
    log_ratio = reference_logp - logp
    return log_ratio.exp() - 1 - log_ratio


def aggregate(
    losses: Tensor, mask: Tensor, aggregation: Aggregation, *, rows: int, tokens: int, constant: int
) -> Tensor:
    """Sums the token losses of a micro-batch to its share of the batch's loss.

    The counts are those of the whole batch, so that the shares of its micro-batches add up to
    the loss of the batch, however it is cut.

    Args:
        losses: (N, T).
        mask: (N, T).
        aggregation: See `Objective`.
        rows: Completions in the whole batch.
        tokens: Completion tokens in the whole batch.
        constant: The length that `constant` divides by.

    Returns:
        A scalar.
    """
    losses = losses * mask
    if aggregation == "token":
        return losses.sum() / max(1, tokens)
    if aggregation == "sequence":
        return (losses.sum(1) / mask.sum(1).clamp(min=1)).sum() / max(1, rows)
    return losses.sum() / (max(1, rows) * constant)


def policy_loss(
    logp: Tensor,
    old_logp: Tensor,
    reference_logp: Tensor | None,
    advantage: Tensor,
    mask: Tensor,
    objective: Objective,
    *,
    rows: int,
    tokens: int,
    constant: int,
) -> tuple[Tensor, dict[str, float]]:
    """The loss of a micro-batch and what to log of it.

    Args:
        logp: (N, T), with gradient.
        old_logp: (N, T).
        reference_logp: (N, T), or None where `objective.kl` is 0.
        advantage: (N,), (N, 1) or (N, T).
        mask: (N, T).
        objective: The algorithm.
        rows: As in `aggregate`.
        tokens: As in `aggregate`.
        constant: As in `aggregate`.

    Returns:
        The loss, and sums over tokens: `kl`, `clipped` (tokens outside of the clip range).
    """
    mask = mask.to(logp.dtype)
    if advantage.dim() == 1:
        advantage = advantage[:, None]
    ratio = importance_ratio(logp, old_logp, mask, objective.ratio)
    losses = surrogate(
        ratio, advantage, objective.clip_low, objective.clip_high, objective.dual_clip
    )
    kl_sum = 0.0
    if reference_logp is not None and objective.kl > 0:
        kl = kl_estimate(logp, reference_logp, objective.kl_estimator)
        losses = losses + objective.kl * kl
        kl_sum = float((kl.detach() * mask).sum())
    outside = (ratio < 1 - objective.clip_low) | (ratio > 1 + objective.clip_high)
    loss = aggregate(
        losses, mask, objective.aggregation, rows=rows, tokens=tokens, constant=constant
    )
    return loss, {"kl": kl_sum, "clipped": float((outside * mask).sum())}


def _group_sum(values: Tensor, member: Tensor) -> Tensor:
    """Sums within groups and spreads the sum back to the members, (N,)."""
    sums = values.new_zeros(int(member.max()) + 1).index_add_(0, member, values)
    return sums[member]


def _group_extremes(values: Tensor, member: Tensor) -> tuple[Tensor, Tensor]:
    """The least and the largest value of each member's group, (N,) each."""
    start = values.new_zeros(int(member.max()) + 1)
    low = start.scatter_reduce(0, member, values, "amin", include_self=False)
    high = start.scatter_reduce(0, member, values, "amax", include_self=False)
    return low[member], high[member]
