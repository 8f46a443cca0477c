"""Log-probabilities of completions under a model, as the loss needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel


def pad_both(
    prompts: Sequence[Sequence[int]], completions: Sequence[Sequence[int]], pad_id: int
) -> tuple[Tensor, Tensor, Tensor]:
    """Pads prompts on the left and completions on the right, so that completions line up.

    Returns:
        Ids (N, P + T), attention mask (N, P + T), and completion mask (N, T).
    """
    import torch

    left = max(len(prompt) for prompt in prompts)
    right = max(len(completion) for completion in completions)
    ids = torch.full((len(prompts), left + right), pad_id, dtype=torch.long)
    attention = torch.zeros(len(prompts), left + right, dtype=torch.long)
    for row, (prompt, completion) in enumerate(zip(prompts, completions, strict=True)):
        first, last = left - len(prompt), left + len(completion)
        ids[row, first:last] = torch.tensor([*prompt, *completion])
        attention[row, first:last] = 1
    return ids, attention, attention[:, left:].clone()


def completion_logprobs(
    model: PreTrainedModel, ids: Tensor, attention: Tensor, length: int, temperature: float
) -> Tensor:
    """Scores the last `length` tokens of every row.

    Args:
        model: A causal language model.
        ids: (N, P + T).
        attention: (N, P + T), 0 at padding.
        length: T.
        temperature: Divides the logits, as in sampling; 0 counts as 1.

    Returns:
        (N, T) log-probabilities; those of padding are meaningless.
    """
    positions = (attention.cumsum(1) - 1).clamp(min=0)
    logits = model(
        input_ids=ids,
        attention_mask=attention,
        position_ids=positions,
        use_cache=False,
        logits_to_keep=length + 1,
    ).logits[:, :-1]  # (N, T, V): the logits before each completion token
    logits = logits.float()
    if temperature > 0 and temperature != 1:
        logits = logits / temperature
    chosen: Tensor = logits.gather(-1, ids[:, -length:, None]).squeeze(-1)
    scored: Tensor = chosen - logits.logsumexp(-1)
    return scored


def recompute_activations(model: PreTrainedModel) -> None:
    """Has the backward pass compute activations anew, so that they need not be kept.

    transformers does so in training mode only. The modules that compute anew are put in it, what
    is inside of them is not: dropout stays off, and a policy is scored as it sampled.
    """
    model.activation_checkpointing_enable({"use_reentrant": False})
    for module in model.modules():
        if getattr(module, "gradient_checkpointing", False):
            module.training = True


def micro_batches(lengths: Sequence[int], micro_tokens: int) -> list[list[int]]:
    """Cuts rows into micro-batches of like length, each of at most `micro_tokens` padded tokens.

    A row longer than that stands alone.

    >>> micro_batches([5, 90, 6, 100], micro_tokens=200)
    [[0, 2], [1, 3]]
    """
    cut: list[list[int]] = []
    for row in sorted(range(len(lengths)), key=lambda row: lengths[row]):
        if cut and lengths[row] * (len(cut[-1]) + 1) <= micro_tokens:
            cut[-1].append(row)
        else:
            cut.append([row])
    return cut
