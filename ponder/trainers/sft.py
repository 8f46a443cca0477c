"""Supervised fine-tuning on prompt and completion pairs, in length-bucketed batches."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel

IGNORED = -100
"""The label that cross-entropy skips."""


@dataclass(frozen=True, slots=True)
class Example:
    """One training pair, in tokens; only the completion is learned.

    Attributes:
        prompt: What is given.
        completion: What is learned.
        gap: `(place, size)`: from that token on, positions are larger by so many, as if so much
            text stood there. A model that is shown such gaps keeps its ways at distances that no
            text of its training has.
    """

    prompt: tuple[int, ...]
    completion: tuple[int, ...]
    gap: tuple[int, int] = (0, 0)

    def __len__(self) -> int:
        """Tokens in all."""
        return len(self.prompt) + len(self.completion)


@dataclass(frozen=True, slots=True)
class SftConfig:
    """How to fine-tune.

    Attributes:
        steps: Optimiser steps.
        batch_size: Examples a step.
        lr: Peak learning rate; it falls along a cosine to a tenth.
        warmup: Steps over which the rate rises from 0.
        weight_decay: AdamW's.
        clip: Largest gradient norm.
    """

    steps: int
    batch_size: int = 64
    lr: float = 1e-3
    warmup: int = 50
    weight_decay: float = 0.01
    clip: float = 1.0


def bucketed(
    examples: Iterable[Example], batch_size: int, rng: random.Random, chunk: int = 16
) -> Iterator[tuple[list[Example], float]]:
    """Groups examples of like length, so that little of a batch is padding.

    `chunk` batches are read at a time, sorted by length, cut, and served in random order.

    Yields:
        A batch, and the completion tokens that a batch of its chunk has on average. Dividing a
        batch's summed loss by that number makes every token count alike; dividing by the batch's
        own tokens would make those of short completions count many times more.
    """
    source = iter(examples)
    while window := list(itertools.islice(source, batch_size * chunk)):
        window.sort(key=len)
        batches = [window[i : i + batch_size] for i in range(0, len(window), batch_size)]
        tokens = sum(len(example.completion) for example in window) / len(batches)
        rng.shuffle(batches)
        yield from ((batch, tokens) for batch in batches)


def collate(batch: Sequence[Example], pad_id: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pads a batch on the right.

    Returns:
        Ids, attention mask, positions, and labels with prompt and padding ignored; all (B, T).
    """
    import torch

    width = max(len(example) for example in batch)
    ids = torch.full((len(batch), width), pad_id, dtype=torch.long)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    positions = torch.arange(width).repeat(len(batch), 1)
    labels = torch.full((len(batch), width), IGNORED, dtype=torch.long)
    for row, example in enumerate(batch):
        ids[row, : len(example)] = torch.tensor(example.prompt + example.completion)
        mask[row, : len(example)] = 1
        place, size = example.gap
        positions[row, place:] += size
        labels[row, len(example.prompt) : len(example)] = torch.tensor(example.completion)
    return ids, mask, positions, labels


def cosine(step: int, steps: int, warmup: int) -> float:
    """The learning rate's factor: linear up over `warmup`, then a cosine from 1 to 0.1."""
    if step < warmup:
        return (step + 1) / warmup
    progress = (step - warmup) / max(1, steps - warmup)
    return 0.1 + 0.45 * (1 + math.cos(math.pi * min(1.0, progress)))


def train_sft(
    model: PreTrainedModel,
    examples: Iterable[Example],
    config: SftConfig,
    *,
    pad_id: int,
    rng: random.Random,
    log: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Fine-tunes `model` in place on as many batches of `examples` as there are steps.

    Args:
        model: Any causal language model.
        examples: At least `steps * batch_size` of them; may be endless.
        config: How to fine-tune.
        pad_id: Fills shorter rows.
        rng: Shuffles batches.
        log: Called with the step and its loss: nats a completion token, weighed as in training.

    Raises:
        ValueError: If a loss is not finite; training has stopped before that update.
    """
    import torch

    optimiser = torch.optim.AdamW(
        model.parameters(), lr=config.lr, betas=(0.9, 0.95), weight_decay=config.weight_decay
    )
    model.train()
    batches = itertools.islice(bucketed(examples, config.batch_size, rng), config.steps)
    for step, (batch, tokens) in enumerate(batches):
        parts = collate(batch, pad_id)
        ids, mask, positions, labels = (part.to(model.device) for part in parts)
        logits = model(
            input_ids=ids, attention_mask=mask, position_ids=positions
        ).logits  # (B, T, V)
        loss = (
            torch.nn.functional.cross_entropy(
                logits[:, :-1].flatten(0, 1).float(),
                labels[:, 1:].flatten(),
                ignore_index=IGNORED,
                reduction="sum",
            )
            / tokens
        )
        if not torch.isfinite(loss):
            raise ValueError(f"the loss is {loss.item()} at step {step}; lower lr ({config.lr})")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
        for group in optimiser.param_groups:
            group["lr"] = config.lr * cosine(step, config.steps, config.warmup)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        log(step, loss.item())
    model.eval()
