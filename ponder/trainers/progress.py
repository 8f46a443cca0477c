"""Progress: what each segment of a thought is worth (MRT, arXiv:2503.07572).

With mu the policy that answers at once, the progress of segment z_j after the prefix c is
r_prg(z_j; c) = J(mu | c, z_j) - J(mu | c): how much likelier a right answer became. Three ways to
train on it:

- dense: alpha times the progress of a segment is added to the advantage of each of its tokens;
- branches: from a prefix cut at random some rollouts end at once and others go on; compared in
  one group, going on is worth what it gains over ending (the authors' Fig. 6);
- filtered traces: of the right thoughts to each question the one of least regret is imitated, as
  in STaR.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ponder.evaluation.regret import regret
from ponder.policies.forcing import termination_values, terminator
from ponder.policies.local import LocalPolicy
from ponder.policies.play import Rollout
from ponder.policies.policy import Completion
from ponder.policies.sampling import Sample, sample
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import thought_cuts
from ponder.randomness import derive_seed
from ponder.trainers.config import TrainConfig
from ponder.trainers.sft import Example
from ponder.verifiers import verify

if TYPE_CHECKING:
    from torch import Tensor


def values_of_prefixes(
    mu: LocalPolicy,
    rollouts: Sequence[Rollout],
    cuts: Sequence[Sequence[int]],
    *,
    samples: int,
    max_tokens: int,
    seed: int,
    temperature: float = 1.0,
) -> list[list[float]]:
    """Estimates J(mu | prefix), the chance of a right answer, at each cut of each rollout."""

    def judge(row: int, answer: str) -> float:
        return float(verify(rollouts[row].task, answer).correct)

    return termination_values(
        mu,
        [rollout.completion for rollout in rollouts],
        cuts,
        judge,
        samples=samples,
        max_tokens=max_tokens,
        seed=seed,
        temperature=temperature,
    )


def progress(values: Sequence[float]) -> list[float]:
    """The progress of each segment, from the values before the first and after each.

    >>> progress([0.25, 0.25, 1.0])
    [0.0, 0.75]
    """
    return [after - before for before, after in itertools.pairwise(values)]


def dense_advantages(
    mu: LocalPolicy, rollouts: Sequence[Rollout], config: TrainConfig, step: int
) -> tuple[list[Tensor], dict[str, Any]]:
    """Measures the progress of every segment of a step's rollouts.

    Args:
        mu: Ends the thoughts.
        rollouts: N completions of single questions.
        config: Of the run.
        step: Names the sampling streams.

    Returns:
        For each rollout alpha times the progress at each of its tokens, (T,); and for the log the
        mean value of the empty and of the whole thought, and progress by number of segment.
    """
    cuts = [thought_cuts(r.completion, mu.decode, Segmenter(config.segments)) for r in rollouts]
    values = values_of_prefixes(
        mu,
        rollouts,
        cuts,
        samples=config.prover_samples,
        max_tokens=config.prover_tokens,
        seed=derive_seed("prover", config.seed, step),
        temperature=config.prover_temperature,
    )
    dense = [
        config.alpha * dense_advantage(places, scores, rollout.tokens)
        for places, scores, rollout in zip(cuts, values, rollouts, strict=True)
    ]
    gains = [progress(scores) for scores in values]
    longest = max(map(len, gains), default=0)
    return dense, {
        "start": _mean([scores[0] for scores in values]),
        "end": _mean([scores[-1] for scores in values]),
        "segments": _mean([len(gain) for gain in gains]),
        "by_segment": [
            _mean([gain[place] for gain in gains if place < len(gain)]) for place in range(longest)
        ],
    }


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def dense_advantage(cuts: Sequence[int], values: Sequence[float], length: int) -> Tensor:
    """Spreads the progress of the segments over their tokens; what follows the thought has none.

    Args:
        cuts: 0, and after how many tokens each segment ends; n + 1 of them.
        values: At each cut.
        length: Tokens of the completion, T.

    Returns:
        (T,).
    """
    import torch

    dense = torch.zeros(length, dtype=torch.float64)
    for start, end, gain in zip(cuts, cuts[1:], progress(values), strict=False):
        dense[start:end] = gain
    return dense


def branch_rollouts(
    policy: LocalPolicy,
    thoughts: Sequence[Rollout],
    *,
    segmenter: Segmenter,
    group_size: int,
    max_tokens: int,
    seed: int,
    rng: random.Random,
    temperature: float = 1.0,
) -> list[Rollout]:
    """Cuts every thought at random; half of each group ends there, the other half goes on.

    Args:
        policy: Goes on.
        thoughts: One rollout a question; the i-th makes group i.
        segmenter: Cuts.
        group_size: Rollouts from each prefix.
        max_tokens: Of a whole completion, the prefix included.
        seed: Names the sampling streams.
        rng: Chooses the cuts.
        temperature: Of sampling.

    Returns:
        Rollouts whose prompt includes the prefix, so that only what follows it is trained on.
    """
    end_ids = policy.tokenizer(terminator(policy), add_special_tokens=False)["input_ids"]
    starts: list[_Start] = []
    for group, thought in enumerate(thoughts):
        places = thought_cuts(thought.completion, policy.decode, segmenter)
        room = (policy.context or math.inf) - len(thought.completion.prompt_ids) - len(end_ids)
        # Where the context ends before, an answer must fit in as well.
        cut = rng.choice([place for place in places if place < min(max_tokens, room)] or [0])
        for play in range(group_size):
            ending = end_ids if play < group_size // 2 else []
            prefix = (*thought.completion.token_ids[:cut], *ending)
            starts.append(_Start(dataclasses.replace(thought, group=group, play=play), cut, prefix))
    drawn = sample(
        policy.model,
        [start.prompt_ids for start in starts],
        [policy.cap(start.prompt_ids, max_tokens - start.cut) for start in starts],
        stop_ids=policy.stop_ids,
        pad_id=policy.pad_id,
        seed=derive_seed("branches", seed),
        temperature=temperature,
        stopped=policy.stopped,
    )
    return [start.finish(row, policy.decode) for start, row in zip(starts, drawn, strict=True)]


@dataclasses.dataclass(frozen=True, slots=True)
class _Start:
    """Where a branch begins: after `cut` tokens of a thought, `prefix` being them and an ending."""

    thought: Rollout
    cut: int
    prefix: tuple[int, ...]

    @property
    def prompt_ids(self) -> tuple[int, ...]:
        return (*self.thought.completion.prompt_ids, *self.prefix)

    def finish(self, row: Sample, decode: Callable[[Sequence[int]], str]) -> Rollout:
        text = decode([*self.prefix, *row.token_ids])
        completion = Completion(text, self.prompt_ids, row.token_ids, row.logprobs, row.finished)
        verdict = verify(self.thought.task, text)
        return dataclasses.replace(
            self.thought, completion=completion, verdict=verdict, components={}
        )


def filtered_traces(
    rollouts: Sequence[Rollout],
    cuts: Sequence[Sequence[int]],
    values: Sequence[Sequence[float]],
    *,
    budget: int,
) -> list[Example]:
    """Keeps, of the right rollouts of each group, the one of least regret, to be imitated."""
    best: dict[int, tuple[float, Rollout]] = {}
    for rollout, places, scores in zip(rollouts, cuts, values, strict=True):
        if not rollout.verdict.correct:
            continue
        loss = regret(places, scores, budget)
        if rollout.group not in best or loss < best[rollout.group][0]:
            best[rollout.group] = (loss, rollout)
    return [
        Example(rollout.completion.prompt_ids, rollout.completion.token_ids)
        for _, rollout in best.values()
    ]
