"""Half precision: steps too small for the weights add up in their master copies."""

import pytest
import torch

from ponder.generators.mixture import Mixture
from ponder.policies.local import new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.optimiser import Optimiser
from ponder.trainers.state import TrainState


def linear(dtype: torch.dtype) -> torch.nn.Linear:
    module = torch.nn.Linear(2, 1, bias=False)
    torch.nn.init.ones_(module.weight)
    return module.to(dtype)


def test_small_steps_add_up_in_half_precision() -> None:
    # Below 1 bfloat16 goes down in steps of 2^-8 = 0.0039; each step of AdamW is 0.001 here,
    # the gradient being the same each time. After five the nearest number to 0.995 is 1 - 2^-8.
    module = linear(torch.bfloat16)
    optimiser = Optimiser(module)  # type: ignore[arg-type]
    after = []
    for _ in range(5):
        optimiser.zero_grad()
        module(torch.ones(1, 2, dtype=torch.bfloat16)).sum().backward()
        optimiser.gather()
        optimiser.step(lr=1e-3)
        after.append(module.weight[0, 0].item())
    assert after[0] == 1.0
    assert after[-1] == 1 - 2**-8


def test_gradients_of_micro_batches_add_up_in_float32() -> None:
    # 256 + 1 is 256 in bfloat16, which has eight bits.
    module = linear(torch.bfloat16)
    optimiser = Optimiser(module)  # type: ignore[arg-type]
    for size in (256.0, 1.0):
        module(torch.full((1, 2), size, dtype=torch.bfloat16)).sum().backward()
        optimiser.gather()
    assert optimiser.clip(1e9) == pytest.approx(257 * 2**0.5, rel=1e-6)


def test_full_precision_is_plain_adamw() -> None:
    ours, plain = linear(torch.float32), linear(torch.float32)
    optimiser = Optimiser(ours)  # type: ignore[arg-type]
    adamw = torch.optim.AdamW(plain.parameters(), lr=0.1, betas=(0.9, 0.99), weight_decay=0.0)
    for size in (1.0, -3.0, 2.0):
        optimiser.zero_grad()
        adamw.zero_grad()
        for module in (ours, plain):
            module(torch.full((1, 2), size)).sum().backward()
        optimiser.gather()
        optimiser.step(lr=0.1)
        adamw.step()
    assert torch.equal(ours.weight, plain.weight)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_it_goes_on_from_what_it_saved(dtype: torch.dtype) -> None:
    def step(module: torch.nn.Linear, optimiser: Optimiser) -> None:
        optimiser.zero_grad()
        (module(torch.ones(1, 2, dtype=dtype)) ** 2).sum().backward()
        optimiser.gather()
        optimiser.step(lr=3e-4)

    whole, begun = linear(dtype), linear(dtype)
    optimiser = Optimiser(whole)  # type: ignore[arg-type]
    for _ in range(8):
        step(whole, optimiser)
    first = Optimiser(begun)  # type: ignore[arg-type]
    for _ in range(4):
        step(begun, first)
    second = Optimiser(begun)  # type: ignore[arg-type]
    second.load_state_dict(first.state_dict())
    for _ in range(4):
        step(begun, second)
    assert torch.equal(whole.weight, begun.weight)


def test_weight_decay_pulls_towards_zero_apart_from_the_gradient() -> None:
    # AdamW: w - lr * weight_decay * w, where the gradient is 0.
    module = linear(torch.float32)
    optimiser = Optimiser(module, weight_decay=0.5)  # type: ignore[arg-type]
    module(torch.zeros(1, 2)).sum().backward()
    optimiser.gather()
    optimiser.step(lr=0.1)
    assert module.weight[0].tolist() == pytest.approx([0.95, 0.95])


def test_the_run_gives_its_weight_decay_to_the_optimiser() -> None:
    config = TrainConfig(source="chain_sum:1", weight_decay=0.25)
    state = TrainState.start(new_embedded(seed=0), Mixture.parse(config.source), config)
    (group,) = state.state_dict()["optimiser"]["adamw"]["param_groups"]
    assert group["weight_decay"] == 0.25
