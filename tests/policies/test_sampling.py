"""Sampling against transformers' own generation and against teacher forcing."""

import pytest
import torch

from ponder.policies.embedded import CLOSE
from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.policy import Turn
from ponder.policies.sampling import sample
from ponder.trainers.logprobs import completion_logprobs, make_batch


@pytest.fixture(scope="module")
def policy() -> LocalPolicy:
    policy = new_embedded(seed=3)
    # An untrained network is nearly uniform; larger weights make it peaked, so that a wrong
    # position or mask would show.
    with torch.no_grad():
        for parameter in policy.model.parameters():
            if parameter.dim() == 2:
                parameter.mul_(4)
    return policy


@pytest.fixture(scope="module")
def prompts(policy: LocalPolicy) -> list[list[int]]:
    texts = ["2 + 3?", "What is 12 + 4 - 7 + 9?", "x", "What is 1?", "abc def"]
    return [policy.tokenizer(text)["input_ids"] for text in texts]


def draw(policy: LocalPolicy, prompts: list[list[int]], caps: list[int], **options: object):  # type: ignore[no-untyped-def]
    settings = {"stop_ids": [], "pad_id": policy.pad_id, "seed": 5, **options}
    return sample(policy.model, prompts, caps, **settings)  # type: ignore[arg-type]


def test_greedy_equals_generate(policy: LocalPolicy, prompts: list[list[int]]) -> None:
    found = draw(policy, prompts, [12] * 5, temperature=0.0)
    for prompt, row in zip(prompts, found, strict=True):
        ids = torch.tensor([prompt])
        expected = policy.model.generate(
            ids,
            attention_mask=torch.ones_like(ids),
            max_new_tokens=12,
            do_sample=False,
            eos_token_id=-1,
        )
        assert list(row.token_ids) == expected[0, len(prompt) :].tolist()


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_logprobs_equal_teacher_forcing(
    policy: LocalPolicy, prompts: list[list[int]], temperature: float
) -> None:
    found = draw(policy, prompts, [9, 3, 14, 1, 6], temperature=temperature)
    ids = [row.token_ids for row in found]
    batch = make_batch(policy.model, prompts, ids, policy.pad_id, share=False)
    with torch.no_grad():
        scored = completion_logprobs(policy.model, batch, temperature)
    for place, row in enumerate(found):
        assert list(row.logprobs) == pytest.approx(
            scored[place, : len(row.token_ids)].tolist(), abs=2e-4
        )


def test_a_row_does_not_depend_on_its_neighbours(
    policy: LocalPolicy, prompts: list[list[int]]
) -> None:
    # Short caps make rows leave early, so the long one crosses several compactions.
    alone = draw(policy, prompts[:1], [24])
    together = draw(policy, prompts, [24, 2, 2, 3, 5])
    assert together[0].token_ids == alone[0].token_ids


def test_a_row_keeps_its_stream_wherever_it_is_sampled(
    policy: LocalPolicy, prompts: list[list[int]]
) -> None:
    whole = draw(policy, prompts, [10] * 5)
    part = draw(policy, [prompts[4], prompts[1]], [10] * 2, streams=[4, 1])
    assert [row.token_ids for row in part] == [whole[4].token_ids, whole[1].token_ids]


def test_caps_and_ends(policy: LocalPolicy, prompts: list[list[int]]) -> None:
    caps = [1, 4, 2, 7, 3]
    found = draw(policy, prompts, caps)
    assert [len(row.token_ids) for row in found] == caps
    assert not any(row.finished for row in found)
    everything = list(range(len(policy.tokenizer)))
    assert all(
        row.finished and len(row.token_ids) == 1
        for row in draw(policy, prompts, caps, stop_ids=everything)
    )
    third = draw(policy, prompts, [9] * 5, stopped=lambda ids: len(ids) == 3)
    assert all(row.finished and len(row.token_ids) == 3 for row in third)


def test_samples_follow_the_distribution(policy: LocalPolicy) -> None:
    prompt = policy.tokenizer("1 + 1?")["input_ids"]
    rows = 4000
    with torch.no_grad():
        probabilities = policy.model(torch.tensor([prompt])).logits[0, -1].double().softmax(-1)
    found = draw(policy, [prompt] * rows, [1] * rows)
    counts = torch.bincount(
        torch.tensor([row.token_ids[0] for row in found]), minlength=len(probabilities)
    )
    expected = probabilities * rows
    large = expected > 5
    chi_square = ((counts - expected) ** 2 / expected)[large].sum().item()
    degrees = int(large.sum()) - 1
    # Mean `degrees`, standard deviation sqrt(2 degrees): five of them is one in a million.
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5


def test_the_same_seed_gives_the_same_text(policy: LocalPolicy) -> None:
    turns = [Turn("What is 2 + 3?"), Turn("What is 4 - 1?", "", 40, 2)]
    first, second, other = (
        policy.complete(turns, max_tokens=[10, 10], seed=seed) for seed in (1, 1, 2)
    )
    assert first == second
    assert first != other


@pytest.mark.parametrize(("prompts", "caps"), [([[1], []], [1, 1]), ([[1]], [0]), ([[1]], [1, 2])])
def test_bad_arguments_are_named(
    policy: LocalPolicy, prompts: list[list[int]], caps: list[int]
) -> None:
    with pytest.raises(ValueError, match=r"prompt|cap"):
        draw(policy, prompts, caps)


def test_the_closing_tag_ends_the_embedded_policy(policy: LocalPolicy) -> None:
    assert policy.stop_ids == (policy.tokenizer.convert_tokens_to_ids(CLOSE),)
