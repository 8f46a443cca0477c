"""The warm start of the embedded policy: traces in a menu of styles under random budgets.

After it the policy can work in every style, and leans towards those that fit the budget it is
shown; which style is worth its tokens is left for reinforcement learning to find out.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ponder.generators import generate
from ponder.policies.embedded import STYLES, render, trace
from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.policy import Turn
from ponder.randomness import derive_seed, stream
from ponder.trainers.sft import Example, SftConfig, train_sft

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

BUDGETED = 0.6
"""Share of the examples that show a budget line."""
SHARES = (8.0, 240.0)
"""Range of the fair share of tokens a question, drawn log-uniformly."""
SLACK = (0.7, 1.5)
"""A style fits if its tokens are within the fair share times a factor drawn from here."""
MAX_QUESTIONS = 10
PRACTICE = {"direct": 1, "fold3": 2, "fold2": 2, "fold1": 1, "check": 1}
"""How often each style is drawn, against the others that fit: more operations a line take more
practice."""
BARE = 10
"""How many times as often the bare answer is drawn when no budget is shown: language models
answer directly unless they have learned that thinking pays, and so does this one."""
STEPS = 7000
LEARNING_RATE = 4e-3
RAMP = 600
"""Steps of one operation a line before the whole menu."""


def examples(
    tokenizer: PreTrainedTokenizerBase,
    rng: random.Random,
    *,
    source: str = "chain_sum",
    levels: tuple[int, ...] = tuple(range(1, 9)),
    seed: int = 0,
    ramp: int = 0,
) -> Iterator[Example]:
    """Draws training pairs without end from the train split of a family with foldable steps.

    Args:
        tokenizer: The policy's.
        rng: Draws levels, budgets and styles.
        source: The family.
        levels: Levels to draw from, ascending.
        seed: Of the tasks.
        ramp: The first so many examples work one operation a line, half of them on the four
            lowest levels: what every style is made of is learned first, on short text.
    """
    for index in itertools.count():
        open_levels = levels[:4] if 2 * index < ramp else levels
        task = generate(source, level=rng.choice(open_levels), seed=seed, index=index)
        written = {
            style: tokenizer(trace(task, style), add_special_tokens=False)["input_ids"]
            for style in STYLES
        }
        remaining = questions = None
        weights = {**PRACTICE, "direct": BARE * PRACTICE["direct"]}
        fitting = list(STYLES) if index >= ramp else ["fold1"]
        if index >= ramp and rng.random() < BUDGETED:
            weights = PRACTICE
            questions = rng.randint(1, MAX_QUESTIONS)
            share = _log_uniform(rng, *SHARES)
            remaining = max(4, round(share * questions))
            limit = min(remaining, share * _log_uniform(rng, *SLACK))
            fitting = [style for style in STYLES if len(written[style]) <= limit] or ["direct"]
        turn = Turn(
            task.question,
            task.answer_format,
            remaining_budget=remaining,
            questions_remaining=questions,
        )
        prompt = tokenizer(render(turn), add_special_tokens=False)["input_ids"]
        style = rng.choices(fitting, [weights[style] for style in fitting])[0]
        yield Example(tuple(prompt), tuple(written[style]))


def warm_started(
    seed: int, *, steps: int = STEPS, on_loss: Callable[[float], None] = lambda loss: None
) -> LocalPolicy:
    """Makes the embedded policy from nothing.

    Args:
        seed: Names the streams of initialisation, data and batches.
        steps: Optimiser steps.
        on_loss: Told every step's loss, in nats a token.
    """
    policy = new_embedded(derive_seed("initial weights", seed) >> 1)
    config = SftConfig(steps=steps, lr=LEARNING_RATE, warmup=100)
    train_sft(
        policy.model,
        examples(
            policy.tokenizer,
            stream("warm start data", seed),
            seed=derive_seed("warm start tasks", seed),
            ramp=RAMP * config.batch_size,
        ),
        config,
        pad_id=policy.pad_id,
        rng=stream("warm start batches", seed),
        log=lambda step, loss: on_loss(loss),
    )
    return policy


def _log_uniform(rng: random.Random, low: float, high: float) -> float:
    return math.exp(rng.uniform(math.log(low), math.log(high)))
