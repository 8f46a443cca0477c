"""Adapters: they alone are trained and saved, and end in weights that anything reads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load, load_embedded, new_embedded
from ponder.trainers.config import TrainConfig
from ponder.trainers.grpo import train
from ponder.trainers.lora import add_lora, fold_in
from ponder.trainers.state import TrainState, trained

pytest.importorskip("peft")

CONFIG = TrainConfig(
    source="chain_sum:1-2",
    steps=4,
    group_size=4,
    question_groups=2,
    episode_groups=0,
    max_tokens=24,
    lr=1e-2,
    warmup=1,
    reference_steps=2,
    checkpoint_every=1,
    lora_rank=2,
)
IDS = torch.arange(5, 25)[None]


def weights(policy: LocalPolicy) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in policy.model.state_dict().items()}


def assert_equal(one: Mapping[str, torch.Tensor], other: Mapping[str, torch.Tensor]) -> None:
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)


class Stop(Exception):
    """Stands for a crash."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, torch.Tensor]]:
    folder = tmp_path_factory.mktemp("whole")
    policy = load_embedded()
    assert train(policy, CONFIG, folder)
    return folder, weights(policy)


def test_adapters_begin_as_nothing_and_are_named_by_their_seed() -> None:
    models = [new_embedded(seed=1).model for _ in range(4)]
    for model, seed in zip(models[1:], (7, 7, 8), strict=True):
        add_lora(model, 2, seed)
    with torch.no_grad():
        logits = [model(input_ids=IDS).logits for model in models]
    assert all(torch.equal(logits[0], other) for other in logits[1:])
    one, again, other = (trained(model) for model in models[1:])
    assert_equal(one, again)
    assert any(not torch.equal(one[name], other[name]) for name in one)
    assert all("lora" in name for name in one)


def test_folding_in_keeps_what_the_model_computes() -> None:
    model = new_embedded(seed=1).model
    plain = [name for name, _ in model.named_parameters()]
    add_lora(model, 2, 0)
    generator = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for weight in trained(model).values():
            weight.copy_(0.1 * torch.randn(weight.shape, generator=generator))
        before = model(input_ids=IDS).logits
        fold_in(model)
        after = model(input_ids=IDS).logits
        untouched = new_embedded(seed=1).model(input_ids=IDS).logits
    assert torch.allclose(before, after, atol=1e-4)
    assert not torch.allclose(after, untouched, atol=1e-2)
    assert [name for name, weight in model.named_parameters() if weight.requires_grad] == plain


def test_the_folder_holds_whole_weights_and_the_checkpoint_adapters(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    folder, weights_after = whole
    assert_equal(weights(load(str(folder / "policy"), device="cpu")), weights_after)
    start = weights(load_embedded())
    moved = {name for name in start if not torch.equal(start[name], weights_after[name])}
    # Every linear layer of the blocks, and nothing else.
    assert moved == {name for name in start if "proj" in name}
    checkpoint = torch.load(folder / "checkpoint.pt", weights_only=True)
    assert all("lora" in name for name in checkpoint["model"])
    assert checkpoint["model"].keys() == checkpoint["reference"].keys()


def test_it_resumes_to_the_bit(tmp_path: Path, whole: tuple[Path, dict[str, torch.Tensor]]) -> None:
    def stop(entry: Mapping[str, Any]) -> None:
        if entry["step"] == 2:
            raise Stop

    with pytest.raises(Stop):
        train(load_embedded(), CONFIG, tmp_path, on_step=stop)
    policy = load_embedded()
    assert train(policy, CONFIG, tmp_path)
    assert_equal(weights(policy), whole[1])


def test_adapters_are_not_put_on_other_weights(
    whole: tuple[Path, dict[str, torch.Tensor]],
) -> None:
    with pytest.raises(ValueError, match=r"another model .*began with other weights"):
        train(new_embedded(seed=1), CONFIG, whole[0])


def test_the_reference_shares_what_is_frozen() -> None:
    state = TrainState.start(new_embedded(seed=1), Mixture.parse(CONFIG.source), CONFIG)
    ours = dict(state.policy.model.named_parameters())
    for name, weight in state.reference.named_parameters():
        assert (weight is ours[name]) == ("lora" not in name)
        assert not weight.requires_grad or weight is not ours[name]


def test_adapters_on_half_precision_are_in_full() -> None:
    model = new_embedded(seed=1).model.bfloat16()
    add_lora(model, 2, 0)
    assert {weight.dtype for weight in trained(model).values()} == {torch.float32}


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"ponder-gym\[lora\]"):
        add_lora(new_embedded(seed=1).model, 2, 0)
