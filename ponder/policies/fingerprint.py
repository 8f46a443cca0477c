"""A policy's weights in short, so that answers of one are not taken for another's."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedModel

_DIGITS = 16


def weights_digest(model: PreTrainedModel) -> str:
    """Hashes all parameters and buffers by name, type, shape and value, to 16 hexadecimal digits.

    The same weights in another precision are others: they answer differently.
    """
    import torch

    found = hashlib.blake2b(digest_size=_DIGITS // 2)
    for name, tensor in sorted(model.state_dict().items()):
        found.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
        found.update(flat.numpy())
    return found.hexdigest()
