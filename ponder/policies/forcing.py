"""Forced termination: what a policy would answer if its thought ended here.

MRT's meta-prover mu (arXiv:2503.07572 section 4): after a prefix of the thought comes a text that
ends it, and the policy answers at once. How often that is right, at each prefix, tells where a
thought made progress.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ponder.policies.local import LocalPolicy
from ponder.policies.policy import Completion
from ponder.policies.sampling import Past, sample
from ponder.quoting import quoted
from ponder.randomness import derive_seed

if TYPE_CHECKING:
    from torch import Tensor

TIME_IS_UP = (
    "\n\nThat is all the time there is. From what I have found so far, my final answer is <answer>"
)
"""Ends a thought in words."""
TAG = "<answer>"
"""Ends a thought of the embedded policy."""
MOST_ROWS = 512
"""Answers that are sampled in one batch."""

Judge = Callable[[int, str], float]
"""Takes the number of a completion and an answer to its question; gives its score."""


def terminator(policy: LocalPolicy) -> str:
    """The text that ends the thought of a policy."""
    return TAG if policy.embedded else TIME_IS_UP


def termination_values(
    policy: LocalPolicy,
    thoughts: Sequence[Completion],
    cuts: Sequence[Sequence[int]],
    judge: Judge,
    *,
    samples: int,
    max_tokens: int,
    seed: int,
    temperature: float = 1.0,
) -> list[list[float]]:
    """Estimates J(mu | prefix) for every prefix of every thought.

    Args:
        policy: mu; need not be the one that thought.
        thoughts: N completions, by a policy of the same tokenizer.
        cuts: For each, the prefixes: how many of its tokens stand before the end.
        judge: Scores an answer, which includes the text that ended the thought.
        samples: Answers to each prefix.
        max_tokens: Of an answer.
        seed: Names the sampling streams.
        temperature: Of sampling.

    Returns:
        For each thought, the mean score at each of its cuts.

    Raises:
        ValueError: If a cut is beyond its thought, or `samples` is below 1.
    """
    answers = forced_answers(
        policy,
        thoughts,
        cuts,
        samples=samples,
        max_tokens=max_tokens,
        seed=seed,
        temperature=temperature,
    )
    return [
        [sum(judge(row, answer.text) for answer in drawn) / samples for drawn in places]
        for row, places in enumerate(answers)
    ]


def forced_answers(
    policy: LocalPolicy,
    thoughts: Sequence[Completion],
    cuts: Sequence[Sequence[int]],
    *,
    samples: int,
    max_tokens: int,
    seed: int,
    temperature: float = 1.0,
) -> list[list[list[Completion]]]:
    """Ends every thought at each of its cuts, and samples what the policy answers then.

    A thought is read once, whatever the number of its cuts: each goes on from the keys and values
    of the tokens before it.

    Args:
        policy: Answers; need not be the one that thought.
        thoughts: N completions, by a policy of the same tokenizer.
        cuts: For each, after how many of its tokens it is ended.
        samples: Answers at each cut.
        max_tokens: Of an answer, not counting the text that ends the thought.
        seed: Names the sampling streams.
        temperature: Of sampling.

    Returns:
        For each thought and cut, `samples` completions, in text and tokens that begin with what
        ended the thought, without log-probabilities.

    Raises:
        ValueError: If a cut is beyond its thought, or `samples` is below 1.
    """
    _check(thoughts, cuts, samples)
    found: list[list[list[Completion]]] = [[] for _ in cuts]
    ending = terminator(policy)
    end_ids = policy.tokenizer(ending, add_special_tokens=False)["input_ids"]
    for number, rows in enumerate(_batches(cuts, samples)):
        past = _read(policy, [thoughts[row] for row in rows], [cuts[row] for row in rows], samples)
        count = past.mask.shape[0]
        drawn = sample(
            policy.model,
            [end_ids] * count,
            [max_tokens] * count,
            stop_ids=policy.stop_ids,
            pad_id=policy.pad_id,
            seed=derive_seed("termination", seed, number),
            temperature=temperature,
            stopped=policy.stopped,
            past=past,
        )
        answers = iter(drawn)
        for row in rows:
            before = (*thoughts[row].prompt_ids, *thoughts[row].token_ids)
            for cut in cuts[row]:
                prompt = before[: len(thoughts[row].prompt_ids) + cut]
                found[row].append(
                    [
                        Completion(
                            text=ending + policy.decode(answer.token_ids),
                            prompt_ids=prompt,
                            token_ids=(*end_ids, *answer.token_ids),
                            logprobs=(),
                            finished=answer.finished,
                        )
                        for answer in itertools.islice(answers, samples)
                    ]
                )
    return found


def _check(thoughts: Sequence[Completion], cuts: Sequence[Sequence[int]], samples: int) -> None:
    if len(cuts) != len(thoughts):
        raise ValueError(f"cuts must be as many as thoughts ({len(thoughts)}), got {len(cuts)}")
    if samples < 1:
        raise ValueError(f"samples must be at least 1, got {quoted(samples)}")
    for thought, places in zip(thoughts, cuts, strict=True):
        for cut in places:
            if not 0 <= cut <= len(thought.token_ids):
                raise ValueError(
                    f"a cut must be from 0 to the thought's {len(thought.token_ids)} tokens, "
                    f"got {quoted(cut)}"
                )


def _batches(cuts: Sequence[Sequence[int]], samples: int) -> list[list[int]]:
    """Groups thoughts so that their answers fit into a batch; one that does not stands alone."""
    batches: list[list[int]] = []
    room = 0
    for row, places in enumerate(cuts):
        wanted = len(places) * samples
        if not wanted:
            continue
        if not batches or wanted > room:
            batches.append([])
            room = MOST_ROWS
        batches[-1].append(row)
        room -= wanted
    return batches


def _read(
    policy: LocalPolicy,
    thoughts: Sequence[Completion],
    cuts: Sequence[Sequence[int]],
    samples: int,
) -> Past:
    """Reads n thoughts; gives a row for each answer that is wanted, prefix by prefix."""
    import torch
    from transformers import DynamicCache

    model = policy.model
    ids, mask = _left_aligned(thoughts, policy.pad_id)
    cache = DynamicCache()
    was_training = model.training
    model.eval()
    with torch.no_grad():
        model(
            input_ids=ids.to(model.device),
            attention_mask=mask.to(model.device),
            cache=cache,
            use_cache=True,
            logits_to_keep=1,
        )
    model.train(was_training)
    owners, ends = [], []
    for row, (thought, places) in enumerate(zip(thoughts, cuts, strict=True)):
        for cut in places:
            owners += [row] * samples
            ends += [len(thought.prompt_ids) + cut] * samples
    chosen = torch.tensor(owners, device=model.device)
    cache.batch_select_indices(chosen)
    columns = torch.arange(mask.shape[1])
    kept = (columns < torch.tensor(ends)[:, None]).long()  # (B, S)
    return Past(cache, kept.to(model.device))


def _left_aligned(thoughts: Sequence[Completion], pad_id: int) -> tuple[Tensor, Tensor]:
    """Joins prompt and completion, padded on the right; ids and mask, both (n, S)."""
    import torch

    rows = [[*thought.prompt_ids, *thought.token_ids] for thought in thoughts]
    ids = torch.full((len(rows), max(map(len, rows))), pad_id, dtype=torch.long)
    mask = torch.zeros_like(ids)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = torch.tensor(row)
        mask[place, : len(row)] = 1
    return ids, mask
