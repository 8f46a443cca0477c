"""Low-rank adapters (LoRA, arXiv:2106.09685), through peft."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from ponder.randomness import derive_seed

if TYPE_CHECKING:
    from transformers import PreTrainedModel

SCALE = 2
"""What the product of the two factors is multiplied by: peft's alpha over the rank."""


def require_peft(rank: int) -> None:
    """Raises a ValueError if adapters are asked for where peft is not installed."""
    if rank and importlib.util.find_spec("peft") is None:
        raise ValueError(
            f"lora_rank={rank} needs peft: pip install 'ponder-gym[lora]'; or train all weights "
            "with lora_rank=0"
        )


def require_plain(model: PreTrainedModel) -> None:
    """Raises a ValueError for a model that was loaded with adapters in it.

    They would be all that is trained of it, and `lora_rank` would put others on top of them.
    """
    if _adapted(model):
        raise ValueError(
            "model must have no adapters of its own, as its folder has (adapter_config.json); add "
            "them to the weights first (peft: merge_and_unload) and give the folder of the result"
        )


def add_lora(model: PreTrainedModel, rank: int, seed: int) -> None:
    """Puts an adapter beside every linear layer but the last, and freezes all else.

    The model computes what it did, until the adapters are trained. They are in float32.

    Args:
        model: Changed in place.
        rank: Of the adapters.
        seed: Names the stream of their first factors; the second ones begin as 0.
    """
    require_peft(rank)
    import torch
    from peft import LoraConfig, get_peft_model

    options = LoraConfig(r=rank, lora_alpha=SCALE * rank, target_modules="all-linear")
    with torch.random.fork_rng():
        torch.manual_seed(derive_seed("lora", seed) >> 1)
        get_peft_model(model, options)


def fold_in(model: PreTrainedModel) -> None:
    """Adds what the adapters have learned to the weights, and takes the adapters out."""
    adapted = _adapted(model)
    for name, layer in adapted:
        layer.merge()
        model.set_submodule(name, layer.get_base_layer())
    if adapted:
        model.requires_grad_(True)


def _adapted(model: PreTrainedModel) -> list[tuple[str, Any]]:
    """Lists the layers that have an adapter beside them, by name."""
    return [
        (name, module)
        for name, module in model.named_modules()
        if hasattr(module, "get_base_layer") and hasattr(module, "merge")
    ]
