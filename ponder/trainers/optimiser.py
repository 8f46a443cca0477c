"""AdamW in float32, whatever the precision that a model computes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedModel


class Optimiser:
    """AdamW over what is trained of a model.

    bfloat16 keeps eight bits: near 1 it cannot take a step of a thousandth, and a learning rate
    of 5e-5 would leave most weights where they are. Weights of less than 32 bits therefore have
    a float32 master copy, which gradients add up in and steps are taken on, and are rounded from
    it. Weights in float32 are their own masters.
    """

    def __init__(self, model: PreTrainedModel, *, weight_decay: float = 0.0) -> None:
        """Begins with the weights as they are."""
        import torch

        self._weights = [weight for weight in model.parameters() if weight.requires_grad]
        self._masters = [
            weight.detach().float() if weight.itemsize < 4 else weight for weight in self._weights
        ]
        self._copies = [
            (weight, master)
            for weight, master in zip(self._weights, self._masters, strict=True)
            if weight is not master
        ]
        self._adamw = torch.optim.AdamW(
            self._masters, lr=0.0, betas=(0.9, 0.99), weight_decay=weight_decay
        )

    def zero_grad(self) -> None:
        """Forgets all gradients."""
        self._adamw.zero_grad(set_to_none=True)

    def gather(self) -> None:
        """Adds the gradients of the last backward pass to what was gathered before."""
        for weight, master in self._copies:
            if weight.grad is not None:
                gradient = weight.grad.float()
                master.grad = gradient if master.grad is None else master.grad + gradient
                weight.grad = None

    def clip(self, most: float) -> float:
        """Scales the gradient down to a norm of at most `most`; gives its norm before."""
        import torch

        return float(torch.nn.utils.clip_grad_norm_(self._masters, most))

    def step(self, lr: float) -> None:
        """Takes one step along the gathered gradients."""
        for group in self._adamw.param_groups:
            group["lr"] = lr
        self._adamw.step()
        for weight, master in self._copies:
            weight.detach().copy_(master)

    def state_dict(self) -> dict[str, Any]:
        """Gives moments and master copies."""
        return {
            "adamw": self._adamw.state_dict(),
            "masters": [master for _, master in self._copies],
        }

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Takes them back.

        Raises:
            RuntimeError: If they are of other weights.
        """
        self._adamw.load_state_dict(saved["adamw"])
        for (_, master), kept in zip(self._copies, saved["masters"], strict=True):
            master.copy_(kept)
