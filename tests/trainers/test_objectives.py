"""Objectives against float64 references, values worked out by hand, and finite differences."""

import itertools
import math
import random

import pytest
import torch

from ponder.trainers.objectives import (
    PRESETS,
    Objective,
    advantages,
    aggregate,
    importance_ratio,
    kl_estimate,
    make,
    policy_loss,
    return_to_go,
    surrogate,
)


def tensor(values: object) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def test_advantages_of_a_mixed_group_are_centred_and_scaled() -> None:
    # Mean 1/2; sample variance 4 * (1/4) / 3 = 1/3; so +-(1/2) / sqrt(1/3) = +-sqrt(3)/2.
    found = advantages(
        tensor([1, 0, 0, 1]), torch.tensor([5] * 4), baseline="group", scale="std", epsilon=0.0
    )
    half = math.sqrt(3) / 2
    assert found.tolist() == pytest.approx([half, -half, -half, half])


def test_leave_one_out_compares_with_the_others() -> None:
    # 3 against the mean of (0, 0) and 0 against the mean of (3, 0).
    found = advantages(
        tensor([3, 0, 0]),
        torch.tensor([0, 0, 0]),
        baseline="leave_one_out",
        scale="none",
        epsilon=0.0,
    )
    assert found.tolist() == pytest.approx([3, -1.5, -1.5])


def test_groups_are_told_apart_in_any_order() -> None:
    rewards, groups = tensor([1, 10, 3, 30]), torch.tensor([7, 2, 7, 2])
    found = advantages(rewards, groups, baseline="group", scale="none", epsilon=0.0)
    assert found.tolist() == [-1, -10, 1, 10]


@pytest.mark.parametrize("baseline", ["group", "leave_one_out"])
@pytest.mark.parametrize("scale", ["std", "batch", "none"])
def test_equal_rewards_give_exactly_zero(baseline: str, scale: str) -> None:
    # 0.1 * 3 / 3 is not 0.1 in floating point; a group without difference must still be zero.
    rewards, groups = tensor([0.1, 0.1, 0.1, 1.0]), torch.tensor([0, 0, 0, 1])
    found = advantages(rewards, groups, baseline=baseline, scale=scale, epsilon=1e-4)
    assert found.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("distance", "scaled"),
    [
        (1e-8, 0.010),
        (1e-7, 0.091),
        (2.5e-7, 0.203),
        (1e-6, 0.516),
        (1e-5, 0.963),
        (1e-4, 1.056),
        (1e-3, 1.080),
    ],
)
def test_gamma_and_the_normaliser_act_together(distance: float, scaled: float) -> None:
    """In a group of right answers epsilon sets how much a length difference is worth.

    The values are those derived for lengths 150, 180, 210, 260 and rewards 2 gamma^K.
    """
    rewards = tensor([2 * (1 - distance) ** length for length in (150, 180, 210, 260)])
    groups = torch.zeros(4, dtype=torch.long)
    with_std = advantages(rewards, groups, baseline="group", scale="std", epsilon=1e-4)
    without = advantages(rewards, groups, baseline="group", scale="none", epsilon=1e-4)
    assert with_std[0].item() == pytest.approx(scaled, abs=6e-4)
    # Without the scale the same difference is worth about 2 * distance * 50 tokens.
    assert without[0].item() == pytest.approx(100 * distance, rel=0.2)


def test_return_to_go_sums_from_each_turn_on() -> None:
    rewards = tensor([[1, 2, 4], [1, -3, 0]])
    reached = torch.tensor([[True, True, True], [True, True, False]])
    assert return_to_go(rewards, reached).tolist() == [[7, 6, 4], [-2, -3, 0]]


@pytest.mark.parametrize("estimator", ["k1", "k3"])
def test_k1_and_k3_have_the_expectation_of_the_divergence(estimator: str) -> None:
    policy, reference = tensor([0.5, 0.3, 0.2]), tensor([0.2, 0.2, 0.6])
    exact = sum(p * math.log(p / q) for p, q in zip([0.5, 0.3, 0.2], [0.2, 0.2, 0.6], strict=True))
    estimates = kl_estimate(policy.log(), reference.log(), estimator)
    assert (policy * estimates).sum().item() == pytest.approx(exact)
    assert (estimates >= 0).all() == (estimator == "k3")


def test_k2_is_half_the_squared_log_ratio() -> None:
    # log(0.5 / 0.25) = log 2.
    found = kl_estimate(tensor([0.5]).log(), tensor([0.25]).log(), "k2")
    assert found.item() == pytest.approx(math.log(2) ** 2 / 2)


def test_what_the_gradient_of_each_estimator_is() -> None:
    """By exact expectation over four outcomes, against autograd through the divergences."""
    logits = tensor([0.3, -1.0, 0.7, 0.1]).requires_grad_()
    reference = tensor([0.1, 0.2, 0.3, 0.4]).log()

    def gradient(loss: torch.Tensor) -> list[float]:
        return torch.autograd.grad(loss, logits)[0].tolist()

    def expected(estimator: str) -> list[float]:
        # A loss differentiates the estimate, not the probability of what was sampled.
        logp = logits.log_softmax(0)
        return gradient((logp.detach().exp() * kl_estimate(logp, reference, estimator)).sum())

    logp = logits.log_softmax(0)
    reverse = gradient((logp.exp() * (logp - reference)).sum())
    logp = logits.log_softmax(0)
    forward = gradient((reference.exp() * (reference - logp)).sum())
    assert expected("k1") == pytest.approx([0, 0, 0, 0], abs=1e-15)
    assert expected("k2") == pytest.approx(reverse)
    assert expected("k3") == pytest.approx(forward)
    assert reverse != pytest.approx(forward, rel=0.2)


@pytest.mark.parametrize(
    ("ratio", "advantage", "loss"),
    [(1.5, 1, -1.2), (1.5, -1, 1.5), (0.5, 1, -0.5), (0.5, -1, 0.8), (1.1, 2, -2.2)],
)
def test_the_surrogate_is_clipped_on_the_side_that_pays(
    ratio: float, advantage: float, loss: float
) -> None:
    found = surrogate(tensor([[ratio]]), tensor([[advantage]]), 0.2, 0.2)
    assert found.item() == pytest.approx(loss)


def test_clip_higher_lets_the_ratio_rise_further() -> None:
    assert surrogate(tensor([[1.5]]), tensor([[1.0]]), 0.2, 0.28).item() == pytest.approx(-1.28)


@pytest.mark.parametrize(
    ("ratio", "advantage", "loss"),
    # Beyond 3 times its size a negative advantage costs no more; a positive one is as before.
    [(2.0, -2, 4.0), (2.9, -2, 5.8), (7.0, -2, 6.0), (7.0, 2, -2.4), (0.5, -2, 1.6)],
)
def test_dual_clip_bounds_the_loss_of_a_negative_advantage(
    ratio: float, advantage: float, loss: float
) -> None:
    found = surrogate(tensor([[ratio]]), tensor([[advantage]]), 0.2, 0.2, dual_clip=3.0)
    assert found.item() == pytest.approx(loss)


def test_the_sequence_ratio_is_the_geometric_mean() -> None:
    logp, old = tensor([[0.0, 0.0, 9.0]]).log1p(), tensor([[0.0, 0.0, 0.0]])
    logp = torch.tensor([[math.log(4.0), math.log(1.0), 9.0]], dtype=torch.float64)
    mask = tensor([[1, 1, 0]])
    assert importance_ratio(logp, old, mask, "sequence")[0].tolist() == pytest.approx([2, 2, 2])


def test_aggregations_weigh_long_and_short_completions_as_they_say() -> None:
    losses, mask = tensor([[1, 1, 1, 1], [3, 5, 9, 9]]), tensor([[1, 1, 1, 1], [1, 0, 0, 0]])
    counts = {"rows": 2, "tokens": 5, "constant": 10}
    assert aggregate(losses, mask, "token", **counts).item() == pytest.approx(7 / 5)
    assert aggregate(losses, mask, "sequence", **counts).item() == pytest.approx((1 + 3) / 2)
    assert aggregate(losses, mask, "constant", **counts).item() == pytest.approx(7 / 20)


def reference_loss(logp, old, ref, adv, lengths, o: Objective, constant: int) -> float:  # type: ignore[no-untyped-def]
    """The loss again, in plain loops over floats."""
    rows = []
    for i, n in enumerate(lengths):
        mean = sum(logp[i][t] - old[i][t] for t in range(n)) / n
        token_losses = []
        for t in range(n):
            ratio = math.exp(mean if o.ratio == "sequence" else logp[i][t] - old[i][t])
            clipped = min(max(ratio, 1 - o.clip_low), 1 + o.clip_high)
            gain = min(ratio * adv[i], clipped * adv[i])
            if o.dual_clip and adv[i] < 0:
                gain = max(gain, o.dual_clip * adv[i])
            loss = -gain
            if o.kl:
                d = logp[i][t] - ref[i][t]
                estimates = {"k1": d, "k2": d * d / 2, "k3": math.exp(-d) - 1 + d}
                loss += o.kl * estimates[o.kl_estimator]
            token_losses.append(loss)
        rows.append(token_losses)
    if o.aggregation == "token":
        return sum(map(sum, rows)) / sum(lengths)
    if o.aggregation == "sequence":
        return sum(sum(row) / len(row) for row in rows) / len(rows)
    return sum(map(sum, rows)) / (len(rows) * constant)


CASES = {
    **PRESETS,
    "k1": make("grpo", kl=0.3, kl_estimator="k1"),
    "k2": make("dapo", kl=0.3, kl_estimator="k2"),
    "k3": make("dapo", kl=0.3, kl_estimator="k3"),
    "dual clip": make("dapo", dual_clip=1.05, kl=0.3),
    "dual clip of sequences": make("gspo", dual_clip=1.01),
}


@pytest.fixture
def batch() -> dict[str, torch.Tensor]:
    rng = random.Random(3)
    lengths = [4, 2, 5, 1]
    values = {
        name: tensor([[rng.uniform(-2, -0.1) for _ in range(5)] for _ in lengths])
        for name in ("logp", "old", "ref")
    }
    values["old"] = values["logp"] + 0.4 * (values["old"] - values["logp"])
    mask = tensor([[float(t < n) for t in range(5)] for n in lengths])
    return {**values, "mask": mask, "adv": tensor([-1.0, 0.5, -0.7, 1.2])}


@pytest.mark.parametrize("name", sorted(CASES))
def test_objectives_equal_the_reference(name: str, batch: dict[str, torch.Tensor]) -> None:
    objective = CASES[name]
    loss, _ = policy_loss(
        batch["logp"],
        batch["old"],
        batch["ref"],
        batch["adv"],
        batch["mask"],
        objective,
        rows=4,
        tokens=12,
        constant=6,
    )
    lists = [batch[k].tolist() for k in ("logp", "old", "ref")]
    expected = reference_loss(*lists, batch["adv"].tolist(), [4, 2, 5, 1], objective, 6)
    assert loss.item() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("name", sorted(CASES))
def test_gradients_equal_finite_differences(name: str, batch: dict[str, torch.Tensor]) -> None:
    objective = CASES[name]

    def loss_of(logp: torch.Tensor) -> torch.Tensor:
        return policy_loss(
            logp,
            batch["old"],
            batch["ref"],
            batch["adv"],
            batch["mask"],
            objective,
            rows=4,
            tokens=12,
            constant=6,
        )[0]

    logp = batch["logp"].clone().requires_grad_()
    loss_of(logp).backward()
    step = 1e-6
    for i, t in itertools.product(range(4), range(5)):
        moved = torch.zeros_like(logp)
        moved[i, t] = step
        with torch.no_grad():
            slope = (loss_of(logp + moved) - loss_of(logp - moved)) / (2 * step)
        assert logp.grad is not None
        assert logp.grad[i, t].item() == pytest.approx(slope.item(), abs=1e-7)


@pytest.mark.parametrize("name", sorted(CASES))
def test_micro_batches_add_up_to_the_batch(name: str, batch: dict[str, torch.Tensor]) -> None:
    def loss_of(rows: list[int]) -> float:
        parts = [batch[k][rows] for k in ("logp", "old", "ref", "adv", "mask")]
        return policy_loss(*parts, CASES[name], rows=4, tokens=12, constant=6)[0].item()

    assert loss_of([0, 3]) + loss_of([2, 1]) == pytest.approx(loss_of([0, 1, 2, 3]))


@pytest.mark.parametrize(
    ("with_it", "without"), [("dual clip", "k3"), ("dual clip of sequences", "gspo")]
)
def test_the_bound_of_the_cases_is_reached(
    with_it: str, without: str, batch: dict[str, torch.Tensor]
) -> None:
    parts = [batch[k] for k in ("logp", "old", "ref", "adv", "mask")]
    bounded, free = (
        policy_loss(*parts, CASES[name], rows=4, tokens=12, constant=6)[0].item()
        for name in (with_it, without)
    )
    assert bounded < free


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"dual_clip": 1}, "dual_clip must be null or a finite number above 1, got 1"),
        ({"dual_clip": "3"}, "dual_clip"),
        ({"clip_low": 1.5}, "clip_low must be at most 1"),
        ({"clip_high": -0.1}, "clip_high must be a finite number of at least 0"),
        ({"clip_high": math.inf}, "clip_high"),
        ({"kl": math.nan}, "kl"),
        ({"kl_estimator": "k4"}, r"kl_estimator must be one of \['k1', 'k2', 'k3'\]"),
        ({"baseline": 5}, "baseline"),
        ({"mask_truncated": 1}, "mask_truncated must be true or false"),
        ({"dual_clop": 3.0}, "did you mean 'dual_clip'"),
    ],
)
def test_a_bad_field_is_named(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make("dapo", **options)


def test_options_replace_what_the_preset_says_and_nothing_else() -> None:
    # DAPO's row of docs/training.md, with another upper clip.
    assert make("dapo", clip_high=0.5) == Objective(
        baseline="group",
        scale="std",
        aggregation="token",
        ratio="token",
        clip_low=0.2,
        clip_high=0.5,
        kl=0.0,
    )
