"""Log-probabilities with prompts that are read once, against rows that are read one by one."""

import pytest
import torch

from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.sampling import sample
from ponder.trainers.logprobs import (
    completion_logprobs,
    make_batch,
    micro_batches,
    sharing_pays,
)

PROMPTS = [list(range(10, 40))] * 4 + [list(range(50, 62))] * 3 + [[9, 8]]
COMPLETIONS = [[5, 6, 7], [5], [20, 21, 22, 23, 24], [6, 6], [30, 31], [32], [30, 33, 34], [7, 7]]


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    """Peaked, so that a wrong position or mask would show; in float64, so that little else does."""
    policy = new_embedded(seed=3)
    policy.model.double()
    with torch.no_grad():
        for parameter in policy.model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(3)
    return policy


def one_by_one(policy: LocalPolicy) -> list[torch.Tensor]:
    """Scores each completion alone, without padding, from the whole row's logits."""
    rows = []
    for prompt, completion in zip(PROMPTS, COMPLETIONS, strict=True):
        logits = policy.model(input_ids=torch.tensor([prompt + completion])).logits[0]
        logp = logits[len(prompt) - 1 : -1].log_softmax(-1)
        rows.append(logp[torch.arange(len(completion)), torch.tensor(completion)])
    return rows


def gradient(policy: LocalPolicy, rows: list[torch.Tensor]) -> torch.Tensor:
    """The gradient of a weighted sum, in which every token counts differently."""
    policy.model.zero_grad()
    tokens = torch.cat(rows)
    (tokens * torch.linspace(-1, 2, len(tokens))).sum().backward()
    return torch.cat([w.grad.flatten() for w in policy.model.parameters() if w.grad is not None])


@pytest.mark.parametrize("share", [True, False])
def test_scores_and_gradients_are_those_of_single_rows(policy: LocalPolicy, share: bool) -> None:
    batch = make_batch(policy.model, PROMPTS, COMPLETIONS, policy.pad_id, share=share)
    assert (batch.prefixes is not None) == share
    table = completion_logprobs(policy.model, batch, 1.0)
    assert batch.mask.sum(1).tolist() == [len(row) for row in COMPLETIONS]
    rows = [row[mask.bool()] for row, mask in zip(table, batch.mask, strict=True)]
    expected = one_by_one(policy)
    for row, alone in zip(rows, expected, strict=True):
        assert row.tolist() == pytest.approx(alone.tolist(), abs=1e-4)
    found = gradient(policy, rows)
    exact = gradient(policy, expected)
    assert float((found - exact).norm() / exact.norm()) < 1e-5


@pytest.mark.parametrize(
    ("prompts", "completions", "shared"),
    [
        ([[1] * 9] * 4, [[1] * 3] * 4, True),  # 27 of 48 tokens are spared.
        ([[1] * 9] * 4, [[1] * 5] * 4, False),  # 27 of 56.
        ([[1] * 9, [2] * 9], [[1]] * 2, False),  # Nothing is shared.
        ([[1]] * 9, [[1]] * 9, False),  # Nothing stands before the last token.
    ],
)
def test_prompts_are_shared_where_that_spares_half(
    policy: LocalPolicy, prompts: list[list[int]], completions: list[list[int]], shared: bool
) -> None:
    assert sharing_pays(policy.model, prompts, completions) == shared


def test_recomputed_activations_leave_no_cache_to_share(policy: LocalPolicy) -> None:
    policy.model.gradient_checkpointing_enable()
    try:
        assert not sharing_pays(policy.model, [[1] * 9] * 4, [[1]] * 4)
    finally:
        policy.model.gradient_checkpointing_disable()
    assert sharing_pays(policy.model, [[1] * 9] * 4, [[1]] * 4)


def test_micro_batches_keep_the_rows_of_a_prompt_together() -> None:
    prompts = [[1] * 50, [2] * 50] * 4
    completions = [[0] * length for length in (5, 9, 6, 8, 5, 9, 6, 8)]
    # A group takes 50 tokens and four rows of at most 1 + 9.
    cut = micro_batches(prompts, completions, micro_tokens=90, share=True)
    assert [sorted(rows) for rows in cut] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert len(micro_batches(prompts, completions, micro_tokens=180, share=True)) == 1
    assert len(micro_batches(prompts, completions, micro_tokens=89, share=True)) == 3
    assert len(micro_batches(prompts, completions, micro_tokens=1, share=True)) == 8


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("most", [70, 200, 10_000])
def test_micro_batches_hold_what_they_were_cut_by(
    policy: LocalPolicy, share: bool, most: int
) -> None:
    cut = micro_batches(PROMPTS, COMPLETIONS, most, share=share)
    assert sorted(row for rows in cut for row in rows) == list(range(len(PROMPTS)))
    for rows in cut:
        batch = make_batch(
            policy.model,
            [PROMPTS[row] for row in rows],
            [COMPLETIONS[row] for row in rows],
            policy.pad_id,
            share=share,
        )
        read = 0 if batch.prefixes is None else batch.prefixes.numel()
        assert len(rows) == 1 or batch.ids.numel() + read <= most


def test_rows_of_one_prompt_are_sampled_as_if_alone(policy: LocalPolicy) -> None:
    rows = [PROMPTS[0], PROMPTS[4], PROMPTS[0], PROMPTS[0], PROMPTS[4]]

    def draw(chosen: list[int]) -> list[tuple[int, ...]]:
        found = sample(
            policy.model,
            [rows[place] for place in chosen],
            [6 + place for place in chosen],
            stop_ids=[],
            pad_id=policy.pad_id,
            seed=5,
            streams=chosen,
        )
        return [row.token_ids for row in found]

    together = draw([0, 1, 2, 3, 4])
    assert together == [draw([place])[0] for place in range(5)]
    assert len(set(row[:6] for row in together)) == 5
