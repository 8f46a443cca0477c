"""Log-probabilities of completions under a model, as the loss needs them.

The completions of a group have one prompt. Where prompts are most of the text, each is read once
and its keys and values are shared: the gradient flows through them, and is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ponder.policies.sampling import distinct, left_pad

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import DynamicCache, PreTrainedModel

SHARED_FROM = 0.5
"""Share of the tokens that must be spared for prompts to be read apart: that takes a second pass
through the model, which costs a small one more than it saves."""


@dataclass(frozen=True, slots=True)
class Batch:
    """N completions to be scored, of at most T tokens.

    Attributes:
        prefixes: (U, P), distinct prompts but for their last tokens, left-padded; None if they
            stand in `ids`.
        prefix_mask: (U, P).
        owners: (N,), the prefix of each row.
        ids: (N, S), what goes on from there, padded on the right.
        attention: (N, S), or (N, P + S) with prefixes; 0 at padding.
        mask: (N, T), the tokens of the completions.
    """

    prefixes: Tensor | None
    prefix_mask: Tensor | None
    owners: Tensor | None
    ids: Tensor
    attention: Tensor
    mask: Tensor


def make_batch(
    model: PreTrainedModel,
    prompts: Sequence[Sequence[int]],
    completions: Sequence[Sequence[int]],
    pad_id: int,
    *,
    share: bool,
) -> Batch:
    """Lays out N completions for a model, on its device; `share` reads each prompt once."""
    import torch

    if not share:
        whole = pad_both(prompts, completions, pad_id)
        return Batch(None, None, None, *(part.to(model.device) for part in whole))
    begins, owners = distinct(prompts)
    prefixes, prefix_mask = left_pad([begin[:-1] for begin in begins], pad_id)
    lasts = [prompt[-1:] for prompt in prompts]
    ids, attention, mask = pad_both(lasts, completions, pad_id)
    chosen = torch.tensor(owners)
    attention = torch.cat([prefix_mask[chosen], attention], dim=1)
    parts = (prefixes, prefix_mask, chosen, ids, attention, mask)
    return Batch(*(part.to(model.device) for part in parts))


def sharing_pays(
    model: PreTrainedModel,
    prompts: Sequence[Sequence[int]],
    completions: Sequence[Sequence[int]],
) -> bool:
    """Tells whether to read each of the distinct prompts of N completions once.

    It is asked once for all micro-batches, or what they hold would not be what they were cut by.
    A model that computes activations anew keeps no keys and values to share.
    """
    begins, _ = distinct(prompts)
    if model.is_activation_checkpointing or min(map(len, begins)) < 2:
        return False
    read = sum(map(len, prompts)) + sum(map(len, completions))
    spared = sum(map(len, prompts)) - sum(map(len, begins))
    return spared >= SHARED_FROM * read


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


def completion_logprobs(model: PreTrainedModel, batch: Batch, temperature: float) -> Tensor:
    """Scores the tokens of N completions.

    Args:
        model: A causal language model.
        batch: Of N completions.
        temperature: Divides the logits, as in sampling; 0 counts as 1.

    Returns:
        (N, T) log-probabilities; those of padding are meaningless.
    """
    length = batch.mask.shape[1]
    cache = read_prefixes(model, batch)
    positions = (batch.attention.cumsum(1) - 1).clamp(min=0)[:, -batch.ids.shape[1] :]
    logits = model(
        input_ids=batch.ids,
        attention_mask=batch.attention,
        position_ids=positions,
        cache=cache,
        use_cache=cache is not None,
        logits_to_keep=length + 1,
    ).logits[:, :-1]  # (N, T, V): the logits before each completion token
    logits = logits.float()
    if temperature > 0 and temperature != 1:
        logits = logits / temperature
    chosen: Tensor = logits.gather(-1, batch.ids[:, -length:, None]).squeeze(-1)
    scored: Tensor = chosen - logits.logsumexp(-1)
    return scored


def read_prefixes(model: PreTrainedModel, batch: Batch) -> DynamicCache | None:
    """Reads what rows share; gives each row its keys and values, with their gradient."""
    from transformers import DynamicCache

    if batch.prefixes is None or batch.prefix_mask is None or batch.owners is None:
        return None
    cache = DynamicCache()
    model(
        input_ids=batch.prefixes,
        attention_mask=batch.prefix_mask,
        position_ids=(batch.prefix_mask.cumsum(1) - 1).clamp(min=0),
        cache=cache,
        use_cache=True,
        logits_to_keep=1,
    )
    cache.batch_select_indices(batch.owners)
    return cache


def recompute_activations(model: PreTrainedModel) -> None:
    """Has the backward pass compute activations anew, so that they need not be kept.

    transformers does so in training mode only. The modules that compute anew are put in it, what
    is inside of them is not: dropout stays off, and a policy is scored as it sampled.
    """
    model.activation_checkpointing_enable({"use_reentrant": False})
    for module in model.modules():
        if getattr(module, "gradient_checkpointing", False):
            module.training = True


def micro_batches(
    prompts: Sequence[Sequence[int]],
    completions: Sequence[Sequence[int]],
    micro_tokens: int,
    *,
    share: bool,
) -> list[list[int]]:
    """Cuts rows into micro-batches, each of at most `micro_tokens` tokens with its padding.

    A row longer than that stands alone.

    Args:
        prompts: Of N completions.
        completions: N of them.
        micro_tokens: At most in one micro-batch, where it has more than one row.
        share: Whether each distinct prompt of a micro-batch is read once; rows of one prompt then
            go together, else rows of like length.

    >>> rows = [[1, 2]] * 4, [[0] * 3, [0] * 88, [0] * 4, [0] * 98]
    >>> micro_batches(*rows, micro_tokens=200, share=False)
    [[0, 2], [1, 3]]
    """
    _, owners = distinct(prompts)

    def length(row: int) -> int:
        return len(prompts[row]) + len(completions[row])

    def place(row: int) -> tuple[int, int, int]:
        return (len(prompts[row]), owners[row], length(row)) if share else (0, 0, length(row))

    def tokens(rows: Sequence[int]) -> int:
        if not share:
            return len(rows) * max(map(length, rows))
        read = len({owners[row] for row in rows}) * max(len(prompts[row]) for row in rows)
        return read + len(rows) * (1 + max(len(completions[row]) for row in rows))

    cut: list[list[int]] = []
    for row in sorted(range(len(prompts)), key=place):
        if cut and tokens([*cut[-1], row]) <= micro_tokens:
            cut[-1].append(row)
        else:
            cut.append([row])
    return cut
