"""The state of a training run: all that a step changes and a checkpoint has to hold."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ponder.curriculum import Curriculum
from ponder.generators.mixture import Mixture
from ponder.policies.fingerprint import weights_digest
from ponder.policies.local import LocalPolicy
from ponder.trainers.collect import new_curriculum
from ponder.trainers.config import TrainConfig
from ponder.trainers.frozen import Frozen
from ponder.trainers.lengths import Lengths
from ponder.trainers.lora import add_lora
from ponder.trainers.optimiser import Optimiser
from ponder.trainers.schedules import learning_rate_share

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel


@dataclass
class TrainState:
    """What a step changes.

    Attributes:
        policy: In training.
        prover: Answers at once where progress is measured; the policy itself, or a frozen one.
        reference: Shares with the policy what is not trained; None where nothing is held to it.
        optimiser: Of what is trained.
        curriculum: Chooses the levels.
        lengths: The length reward.
        origin: A digest of the weights that the run began with.
        step: Steps taken.
        tokens_seen: Completion tokens sampled.
    """

    policy: LocalPolicy
    prover: LocalPolicy
    reference: PreTrainedModel | None
    optimiser: Optimiser
    curriculum: Curriculum
    lengths: Lengths
    origin: str
    step: int = 0
    tokens_seen: int = 0

    @classmethod
    def start(
        cls,
        policy: LocalPolicy,
        mixture: Mixture,
        config: TrainConfig,
        frozen: Frozen | None = None,
    ) -> TrainState:
        """The state before the first step; the policy is trained in place.

        Args:
            policy: Where to start from.
            mixture: Gives the questions.
            config: The run.
            frozen: The other policies of the run; None loads them.
        """
        frozen = frozen or Frozen.load(config, policy)
        origin = weights_digest(policy.model)
        curriculum = new_curriculum(mixture, config)
        if config.lora_rank:
            add_lora(policy.model, config.lora_rank, config.seed)
        return cls(
            policy,
            frozen.prover or policy,
            frozen_copy(policy.model) if config.build_objective().kl > 0 else None,
            Optimiser(policy.model, weight_decay=config.weight_decay),
            curriculum,
            Lengths(config, frozen.length_reference),
            origin,
        )

    def progress(self, config: TrainConfig) -> float:
        """The share of the run that is done, by steps or by tokens; complete at 1."""
        by_tokens = self.tokens_seen / config.max_train_tokens if config.max_train_tokens else 0.0
        return min(1.0, max(self.step / config.steps, by_tokens))

    def learning_rate(self, config: TrainConfig) -> float:
        """The next step's: it rises linearly from 0, stays, and falls to 0 by the schedule."""
        return config.lr * learning_rate_share(config, self.step, self.progress(config))

    def state_dict(self) -> dict[str, Any]:
        """Gives everything but the frozen weights, as tensors and plain data."""
        names = trained(self.policy.model)
        return {
            "step": self.step,
            "tokens_seen": self.tokens_seen,
            "origin": self.origin,
            "model": trained(self.policy.model),
            "reference": {
                name: weight
                for name, weight in (self.reference.named_parameters() if self.reference else ())
                if name in names
            },
            "optimiser": self.optimiser.state_dict(),
            "curriculum": json.dumps(self.curriculum.state_dict()),
            "lengths": json.dumps(self.lengths.state_dict()),
        }

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Takes everything back.

        Raises:
            ValueError: If it is of another model.
        """
        try:
            # A run that is older than this says nothing of it.
            if saved.get("origin", self.origin) != self.origin:
                raise KeyError("the run began with other weights")
            holders = [(self.policy.model, saved["model"])]
            if self.reference is not None:
                holders.append((self.reference, saved["reference"]))
            for model, weights in holders:
                if weights.keys() != trained(self.policy.model).keys():
                    raise KeyError("its weights have other names")
                model.load_state_dict(weights, strict=False)
            self.optimiser.load_state_dict(saved["optimiser"])
            self.curriculum.load_state_dict(json.loads(saved["curriculum"]))
            self.lengths.load_state_dict(json.loads(saved.get("lengths", "{}")))
            self.step, self.tokens_seen = saved["step"], saved["tokens_seen"]
        except (KeyError, RuntimeError) as error:
            raise ValueError(
                f"the checkpoint is of another model than {self.policy.name!r} "
                f"({str(error).splitlines()[0]}); give that model, or another folder"
            ) from error


def trained(model: PreTrainedModel) -> dict[str, Tensor]:
    """Lists what is trained of a model by name; tied weights once."""
    return {
        name: weight.detach() for name, weight in model.named_parameters() if weight.requires_grad
    }


def frozen_copy(model: PreTrainedModel) -> PreTrainedModel:
    """Copies a model as a reference that is never trained; what is frozen already is shared."""
    shared = {id(weight): weight for weight in model.parameters() if not weight.requires_grad}
    reference = copy.deepcopy(model, shared)
    reference.eval()
    reference.requires_grad_(False)
    return reference


def renew_reference(reference: PreTrainedModel, model: PreTrainedModel, mix: float) -> None:
    """Moves the reference towards the policy: mix * policy + (1 - mix) * reference."""
    import torch

    with torch.no_grad():
        for old, new in zip(reference.parameters(), model.parameters(), strict=True):
            if new.requires_grad:
                old.lerp_(new, mix)
