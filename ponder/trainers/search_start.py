"""The warm start of a policy that searches: attempts, checks and retries, within a length.

After it the policy can make attempts and tell whether they hold; which to make first is left for
reinforcement learning to find out, and so is going on beyond the length of these traces: gaps in
the positions show it the distances of texts twice as long.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ponder.generators.mixture import Mixture
from ponder.policies.embedded import render
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.policies.policy import Turn
from ponder.policies.search_traces import search_trace
from ponder.randomness import derive_seed, stream
from ponder.trainers.collect import levels_by_source
from ponder.trainers.sft import Example, SftConfig, train_sft

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

SOURCE = 'countdown[{"numbers":3,"largest":9,"use_all":true}]:1'
MOST = 12
"""Attempts of a trace."""
GIVE_UP = 0.03
"""How likely an attempt is an answer instead, so that the policy can be asked at any time."""
GAPPED = 0.5
"""Share of the examples that have a gap."""
LARGEST_GAP = 300
RAMP = 0.15
"""Share of the steps whose traces have at most three attempts: checking is learned on short text
first."""
LEARNING_RATE = 4e-3
STEPS = 1_500


def search_examples(
    tokenizer: PreTrainedTokenizerBase,
    rng: random.Random,
    *,
    source: str = SOURCE,
    seed: int = 0,
    ramp: int = 0,
) -> Iterator[Example]:
    """Draws training pairs without end from the train split.

    Args:
        tokenizer: The policy's.
        rng: Draws sources, attempts and gaps.
        source: Families that can be searched, with their levels.
        seed: Of the tasks.
        ramp: The first so many examples have at most three attempts.
    """
    mixture = Mixture.parse(source)
    places = [
        (name, level) for name, levels in levels_by_source(mixture).items() for level in levels
    ]
    for index in itertools.count():
        name, level = rng.choice(places)
        task = mixture.source(name).task(level=level, split="train", seed=seed, index=index)
        most = 3 if index < ramp else MOST
        text = search_trace(task, rng, most=most, give_up=GIVE_UP)
        turn = Turn(task.question, task.answer_format)
        prompt = tokenizer(render(turn), add_special_tokens=False)["input_ids"]
        completion = tokenizer(text, add_special_tokens=False)["input_ids"]
        gap = (0, 0)
        if rng.random() < GAPPED:
            place = len(prompt) + rng.randrange(len(completion))
            gap = (place, rng.randint(1, LARGEST_GAP))
        yield Example(tuple(prompt), tuple(completion), gap)


def search_started(
    seed: int,
    *,
    steps: int = STEPS,
    source: str = SOURCE,
    on_loss: Callable[[float], None] = lambda loss: None,
    on_step: Callable[[int, LocalPolicy], None] = lambda done, policy: None,
) -> LocalPolicy:
    """Makes a policy that searches, from the embedded one, which can add and copy.

    Args:
        seed: Names the streams of data and batches.
        steps: Optimiser steps.
        source: Families that can be searched, with their levels.
        on_loss: Told every step's loss, in nats a token.
        on_step: Shown the policy after every step, with the number of steps done.
    """
    policy = load_embedded()
    config = SftConfig(steps=steps, lr=LEARNING_RATE, warmup=100)

    def log(step: int, loss: float) -> None:
        on_loss(loss)
        on_step(step + 1, policy)

    train_sft(
        policy.model,
        search_examples(
            policy.tokenizer,
            stream("search start data", seed),
            source=source,
            seed=derive_seed("search start tasks", seed),
            ramp=round(RAMP * steps) * config.batch_size,
        ),
        config,
        pad_id=policy.pad_id,
        rng=stream("search start batches", seed),
        log=log,
    )
    return policy
