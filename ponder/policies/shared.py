"""A policy whose batches of completions are sampled by several processes together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from ponder.policies.local import LocalPolicy
from ponder.policies.sampling import Sample

Serve = Callable[[list[list[int]], int], tuple[list[list[int]], list[list[float]]]]
"""Samples elsewhere: takes prompts and a length, gives token ids and log-probabilities."""


class SharedPolicy(LocalPolicy):
    """A policy that every process has, to be called by all of them with the same turns.

    Each samples its share and all gather the whole, through accelerate. A row draws from the same
    stream whoever samples it.

    Attributes:
        rank: The place of this process.
        world: How many there are.
        serve: Samples instead of the model, where it is given.
    """

    serve: Serve | None = None

    def __init__(self, policy: LocalPolicy, rank: int, world: int):
        """Takes a policy's place in process `rank` of `world`."""
        super().__init__(policy.name, policy.model, policy.tokenizer)
        self.rank, self.world = rank, world

    def _draw(
        self,
        prompts: Sequence[Sequence[int]],
        caps: Sequence[int],
        seed: int,
        temperature: float,
        streams: Sequence[int] | None = None,
    ) -> list[Sample]:
        from accelerate.utils import gather_object

        if not prompts:
            return []
        each = math.ceil(len(prompts) / self.world)
        # Shares are made equal by repeating the last row: a vLLM server splits by equal counts.
        shares = [
            [min(row, len(prompts) - 1) for row in range(rank, each * self.world, self.world)]
            for rank in range(self.world)
        ]
        mine = shares[self.rank]
        own_prompts, own_caps = [prompts[row] for row in mine], [caps[row] for row in mine]
        if self.serve is None:
            drawn = super()._draw(own_prompts, own_caps, seed, temperature, mine)
        else:
            ids, logprobs = self.serve([list(prompt) for prompt in own_prompts], max(caps))
            drawn = [self._cut(*row) for row in zip(ids, logprobs, own_caps, strict=True)]
        whole = dict(zip(itertools.chain(*shares), gather_object(drawn), strict=True))
        return [whole[row] for row in range(len(prompts))]

    def _cut(self, ids: Sequence[int], logprobs: Sequence[float], cap: int) -> Sample:
        """Ends what a server sampled where it would have ended here; a prefix is on-policy."""
        length, finished = 0, False
        while length < min(cap, len(ids)) and not finished:
            length += 1
            kept = list(ids[:length])
            finished = kept[-1] in self.stop_ids or (not self.embedded and self._has_closed(kept))
        return Sample(tuple(ids[:length]), tuple(logprobs[:length]), finished)
