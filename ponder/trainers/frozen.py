"""The policies of a run that are never trained, beside the reference: loaded before it begins."""

from __future__ import annotations

from dataclasses import dataclass

from ponder.policies.local import LocalPolicy, load
from ponder.trainers.config import TrainConfig


@dataclass(frozen=True)
class Frozen:
    """What a run's settings name besides the policy that it trains.

    Attributes:
        prover: Ends thoughts, to measure progress; None if the policy in training does.
        length_reference: Answers questions for o1_pruner to compare with; None if nobody does.
    """

    prover: LocalPolicy | None = None
    length_reference: LocalPolicy | None = None

    @classmethod
    def load(cls, config: TrainConfig, policy: LocalPolicy, *, device: str | None = None) -> Frozen:
        """Loads them.

        Args:
            config: Names them.
            policy: In training.
            device: A torch device, as for `ponder.policies.local.load`.

        Raises:
            ValueError: If one cannot be loaded, or the prover does not read the policy's tokens.
        """
        prover = _load("prover", config.prover, device)
        if prover and prover.tokenizer.get_vocab() != policy.tokenizer.get_vocab():
            raise ValueError(
                "prover must have the tokenizer of the policy in training, whose tokens it goes "
                f"on from, got {config.prover!r} for {policy.name!r}; leave it empty, or give an "
                "earlier state of that policy"
            )
        return cls(prover, _load("length_reference", config.length_reference, device))


def _load(setting: str, name: str, device: str | None) -> LocalPolicy | None:
    """Loads what a setting names, if anything."""
    if not name:
        return None
    try:
        return load(name, device=device)
    except (ValueError, OSError) as error:
        raise ValueError(f"{setting}: {error}") from error
