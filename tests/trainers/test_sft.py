"""Supervised fine-tuning: batches, labels, schedule, and that it fits what it is shown."""

import random
from collections import Counter

import pytest
import torch

from ponder.policies.local import new_embedded
from ponder.policies.policy import Turn
from ponder.trainers.sft import (
    IGNORED,
    Example,
    SftConfig,
    bucketed,
    collate,
    cosine,
    train_sft,
)
from ponder.trainers.warmstart import examples


def test_buckets_hold_every_example_once_and_like_lengths() -> None:
    rng = random.Random(0)
    given = [Example((1,) * rng.randint(1, 40), (2,) * rng.randint(1, 40)) for _ in range(640)]
    served = list(bucketed(given, 16, rng))
    batches = [batch for batch, _ in served]
    assert Counter(e for batch in batches for e in batch) == Counter(given)
    assert all(len(batch) == 16 for batch in batches)
    # 40 batches are three chunks of 16, 16 and 8; the weights add up to all the tokens.
    assert len({tokens for _, tokens in served}) == 3
    assert sum(tokens for _, tokens in served) == pytest.approx(
        sum(len(example.completion) for example in given)
    )
    padded = sum(16 * max(map(len, batch)) for batch in batches)
    in_order = sum(16 * max(map(len, given[i : i + 16])) for i in range(0, 640, 16))
    assert padded < 0.75 * in_order


def test_only_the_completion_is_learned() -> None:
    gapped = Example((8,), (9, 10, 11), gap=(2, 40))
    ids, mask, positions, labels = collate([Example((5, 6), (7,)), gapped], pad_id=0)
    assert ids.tolist() == [[5, 6, 7, 0], [8, 9, 10, 11]]
    assert mask.tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]
    assert positions.tolist() == [[0, 1, 2, 3], [0, 1, 42, 43]]
    assert labels.tolist() == [[IGNORED, IGNORED, 7, IGNORED], [IGNORED, 9, 10, 11]]


def test_the_rate_rises_then_falls_to_a_tenth() -> None:
    rates = [cosine(step, 100, 10) for step in range(100)]
    assert rates[:10] == pytest.approx([(i + 1) / 10 for i in range(10)])
    assert max(rates) == rates[10] == 1.0
    assert rates[55] == pytest.approx(0.55)
    assert sorted(rates[10:], reverse=True) == rates[10:]
    assert rates[-1] == pytest.approx(0.1, abs=0.01)


def test_fine_tuning_fits_what_it_is_shown() -> None:
    policy = new_embedded(seed=0)
    pairs = [
        Example(
            tuple(policy.prompt_ids(Turn(f"What is {n}?"))),
            tuple(policy.tokenizer(f"<answer>{n}</answer>")["input_ids"]),
        )
        for n in range(10)
    ]
    losses: list[float] = []
    train_sft(
        policy.model,
        pairs * 60,
        SftConfig(steps=60, batch_size=10, lr=3e-3, warmup=5),
        pad_id=policy.pad_id,
        rng=random.Random(0),
        log=lambda step, loss: losses.append(loss),
    )
    assert len(losses) == 60
    turns = [Turn(f"What is {n}?") for n in range(10)]
    texts = [c.text for c in policy.complete(turns, max_tokens=[6] * 10, seed=0, temperature=0.0)]
    assert texts == [f"<answer>{n}</answer>" for n in range(10)]


def test_a_loss_that_is_not_finite_stops_before_the_update() -> None:
    policy = new_embedded(seed=0)
    with torch.no_grad():
        policy.model.model.embed_tokens.weight[7] = float("nan")
    before = {name: value.clone() for name, value in policy.model.state_dict().items()}
    with pytest.raises(ValueError, match="step 0"):
        train_sft(
            policy.model,
            [Example((7,), (8,))],
            SftConfig(steps=1, batch_size=1),
            pad_id=0,
            rng=random.Random(0),
        )
    for name, value in policy.model.state_dict().items():
        assert torch.equal(value.nan_to_num(), before[name].nan_to_num())


def test_the_warm_start_shows_budgets_and_styles_that_fit() -> None:
    policy = new_embedded(seed=0)
    drawn = examples(policy.tokenizer, random.Random(5), ramp=50)
    pairs = [next(drawn) for _ in range(600)]
    texts = [
        (policy.tokenizer.decode(pair.prompt), policy.tokenizer.decode(pair.completion))
        for pair in pairs
    ]
    # The ramp: one operation a line, no budget.
    for prompt, completion in texts[:50]:
        assert not prompt.startswith("[")
        assert completion.count("\n") == prompt.count("+") + prompt.count("-")
    rest = list(zip(pairs, texts, strict=True))[50:]
    budgeted = [(pair, text) for pair, text in rest if text[0].startswith("[")]
    assert 0.4 < len(budgeted) / len(rest) < 0.6
    for pair, (prompt, _) in budgeted:
        remaining, rest_of_line = prompt[1:].split("/", 1)
        share = int(rest_of_line.split("=")[1].split("]")[0])
        # A style fits the share with some slack, or is the shortest there is.
        assert len(pair.completion) <= max(5, min(int(remaining), 1.5 * (share + 1)))
    assert len({text[1].count("\n") for _, text in rest}) > 5
