"""Where the time of a training step goes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ponder.policies.local import LocalPolicy
from ponder.policies.policy import Completion, Turn

PARTS = ("generate", "score", "forward", "backward")


class StepTimes:
    """Seconds by part of one step; what is in no part is `other`."""

    def __init__(self, device: str = "cpu") -> None:
        """Begins now; `device` is where the work is done."""
        self._cuda = device.startswith("cuda")
        self._began = time.perf_counter()
        self._parts = dict.fromkeys(PARTS, 0.0)

    @contextmanager
    def measure(self, part: str) -> Iterator[None]:
        """Counts the time within as `part`'s, but for parts that are measured inside of it."""
        began, inside = time.perf_counter(), sum(self._parts.values())
        yield
        self._wait()
        inside = sum(self._parts.values()) - inside
        self._parts[part] += time.perf_counter() - began - inside

    def seconds(self) -> dict[str, float]:
        """Gives `total`, every part, and `other`, which add up."""
        total = time.perf_counter() - self._began
        other = total - sum(self._parts.values())
        found = {"total": total, **self._parts, "other": other}
        return {name: round(seconds, 4) for name, seconds in found.items()}

    def _wait(self) -> None:
        """A GPU works on while the program goes ahead; its work counts where it was asked for."""
        if self._cuda:
            import torch

            torch.cuda.synchronize()


class TimedPolicy(LocalPolicy):
    """A policy whose sampling is measured as `generate`."""

    def __init__(self, policy: LocalPolicy, times: StepTimes) -> None:
        """Wraps a policy for one step."""
        super().__init__(policy.name, policy.model, policy.tokenizer)
        self._policy = policy
        self._times = times

    def complete(
        self,
        turns: Sequence[Turn],
        *,
        max_tokens: Sequence[int],
        seed: int,
        temperature: float = 1.0,
    ) -> list[Completion]:
        """Completes as the policy does; see `Policy.complete`."""
        with self._times.measure("generate"):
            return self._policy.complete(
                turns, max_tokens=max_tokens, seed=seed, temperature=temperature
            )
