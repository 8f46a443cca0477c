"""Batched sampling from any causal language model.

Prompts are left-padded so that every row's next token sits in the last column; a prompt that
several rows share is read once; keys and values are cached; each row has its own cap; rows that
end leave the batch, so a long straggler does not pay for its finished neighbours. Every row draws
from its own stream of uniforms, so what one row samples does not depend on how many others share
its batch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ponder.quoting import quoted
from ponder.randomness import derive_seed

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import DynamicCache, PreTrainedModel

LEAVE_FRACTION = 0.25
"""Rows leave once a quarter of the batch is done: dropping each at once copies the cache more
often than it saves arithmetic."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One sampled row: its tokens, their log-probabilities, and whether it ended by itself."""

    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What the model has read already: keys and values of B rows of S tokens.

    Attributes:
        cache: Used up by sampling.
        mask: (B, S), 1 at the tokens that a row goes on from.
    """

    cache: DynamicCache
    mask: Tensor


def sample(
    model: PreTrainedModel,
    prompts: Sequence[Sequence[int]],
    caps: Sequence[int],
    *,
    stop_ids: Collection[int],
    pad_id: int,
    seed: int,
    temperature: float = 1.0,
    stopped: Callable[[list[int]], bool] | None = None,
    past: Past | None = None,
    streams: Sequence[int] | None = None,
) -> list[Sample]:
    """Samples one completion for each prompt.

    Args:
        model: Any causal language model with a key-value cache.
        prompts: Token ids, each at least one long.
        caps: The most tokens to sample for each row, at least 1.
        stop_ids: Tokens that end a row; the one sampled is kept.
        pad_id: Fills the left of shorter prompts.
        seed: Names the streams; row i draws from the stream `(seed, streams[i])`.
        temperature: Divides the logits; 0 takes the likeliest token. The log-probabilities
            returned are those of the distribution sampled from (of temperature 1 when greedy).
        stopped: Tells from the tokens sampled so far whether a row is complete, for ends
            that no single token marks.
        past: What stands before the prompts, row by row, and need not be read again.
        streams: A number for each row, by default its place. Rows that are shared out among
            processes keep the numbers that they have in the whole batch.

    Raises:
        ValueError: If a prompt is empty, a cap is below 1, or the temperature is negative.
    """
    import torch
    from transformers import DynamicCache

    _check(prompts, caps, temperature)
    if not prompts:
        return []
    rows = [_Row(place, cap) for place, cap in enumerate(caps)]
    uniforms = _uniforms(caps, seed, streams or range(len(caps))).to(model.device)
    # What several rows begin with is read once, unless something else stands before it.
    begins, owners = distinct(prompts) if past is None else (prompts, range(len(prompts)))
    inputs, mask = (table.to(model.device) for table in left_pad(begins, pad_id))  # (U, P)
    batch = rows
    cache = DynamicCache()
    if past is not None:
        cache, mask = past.cache, torch.cat([past.mask, mask], dim=1)
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for step in range(max(caps)):
            positions = (mask.cumsum(1) - 1).clamp(min=0)[:, -inputs.shape[1] :]
            output = model(
                input_ids=inputs,
                attention_mask=mask,
                position_ids=positions,
                cache=cache,
                use_cache=True,
                logits_to_keep=1,
            )
            logits = output.logits[:, -1].float()
            if step == 0 and len(begins) < len(rows):
                copies = torch.tensor(owners, device=model.device)
                cache.batch_select_indices(copies)
                logits, mask = logits[copies], mask[copies]
            places = [row.place for row in batch]
            chosen, logprobs = _choose(logits, uniforms[places, step], temperature)
            for row, token, logprob in zip(batch, chosen.tolist(), logprobs.tolist(), strict=True):
                if not row.done:
                    row.add(token, logprob, stop_ids, stopped)
            alive = [place for place, row in enumerate(batch) if not row.done]
            if not alive:
                break
            inputs = chosen[:, None]
            if len(alive) <= (1 - LEAVE_FRACTION) * len(batch):
                keep = torch.tensor(alive, device=model.device)
                cache.batch_select_indices(keep)
                inputs, mask = inputs[keep], mask[keep]
                batch = [batch[place] for place in alive]
            mask = torch.cat([mask, mask.new_ones(len(batch), 1)], dim=1)
    model.train(was_training)
    return [Sample(tuple(row.ids), tuple(row.logprobs), row.finished) for row in rows]


@dataclass(slots=True)
class _Row:
    """A row while it is sampled."""

    place: int
    cap: int
    ids: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    finished: bool = False

    @property
    def done(self) -> bool:
        return self.finished or len(self.ids) >= self.cap

    def add(
        self,
        token: int,
        logprob: float,
        stop_ids: Collection[int],
        stopped: Callable[[list[int]], bool] | None,
    ) -> None:
        self.ids.append(token)
        self.logprobs.append(logprob)
        self.finished = token in stop_ids or (stopped is not None and stopped(self.ids))


def _check(prompts: Sequence[Sequence[int]], caps: Sequence[int], temperature: float) -> None:
    if len(prompts) != len(caps):
        raise ValueError(f"caps must be as many as prompts ({len(prompts)}), got {len(caps)}")
    if any(not prompt for prompt in prompts) or any(cap < 1 for cap in caps):
        raise ValueError("every prompt needs at least one token and every cap at least 1")
    check_temperature(temperature)


def check_temperature(temperature: float) -> None:
    """Raises ValueError unless one can sample at this temperature."""
    if not 0 <= temperature < float("inf"):
        raise ValueError(
            f"temperature must be a finite number of at least 0, got {quoted(temperature)}"
        )


def _uniforms(caps: Sequence[int], seed: int, streams: Sequence[int]) -> Tensor:
    """Draws the uniforms of every row from its own stream, (B, max cap)."""
    import torch

    table = torch.zeros(len(caps), max(caps), dtype=torch.float64)
    generator = torch.Generator()
    for row, (cap, stream) in enumerate(zip(caps, streams, strict=True)):
        generator.manual_seed(derive_seed("sample", seed, stream) >> 1)
        table[row, :cap] = torch.rand(cap, generator=generator, dtype=torch.float64)
    return table


def _choose(logits: Tensor, uniforms: Tensor, temperature: float) -> tuple[Tensor, Tensor]:
    """Picks a token per row by inverting the cumulative distribution.

    Args:
        logits: (B, V).
        uniforms: (B,), in [0, 1).
        temperature: 0 is greedy.

    Returns:
        Tokens (B,) and their log-probabilities (B,).
    """
    # The largest becomes 0 first, or a tiny temperature makes infinities of them all.
    logits = logits - logits.amax(-1, keepdim=True)
    logp = (logits / temperature if temperature > 0 else logits).log_softmax(-1)
    if temperature == 0:
        chosen = logp.argmax(-1)
    else:
        # float64, or a vocabulary of 50,000 loses its tail to rounding in the sum.
        cumulative = logp.double().exp().cumsum(-1)
        target = uniforms[:, None] * cumulative[:, -1:]
        chosen = (cumulative <= target).sum(-1).clamp(max=logits.shape[-1] - 1)
    return chosen, logp.gather(-1, chosen[:, None]).squeeze(-1)


def distinct(rows: Sequence[Sequence[int]]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Lists the distinct rows, and for each row which of them it is.

    >>> distinct([[5, 6], [7], [5, 6]])
    ([(5, 6), (7,)], [0, 1, 0])
    """
    places: dict[tuple[int, ...], int] = {}
    owners = [places.setdefault(tuple(row), len(places)) for row in rows]
    return list(places), owners


def left_pad(prompts: Sequence[Sequence[int]], pad_id: int) -> tuple[Tensor, Tensor]:
    """Pads prompts on the left; returns ids and mask, both (B, P)."""
    import torch

    width = max(len(prompt) for prompt in prompts)
    ids = torch.full((len(prompts), width), pad_id, dtype=torch.long)
    mask = torch.zeros(len(prompts), width, dtype=torch.long)
    for row, prompt in enumerate(prompts):
        ids[row, width - len(prompt) :] = torch.tensor(prompt)
        mask[row, width - len(prompt) :] = 1
    return ids, mask
