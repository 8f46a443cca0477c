"""The same training inside TRL's GRPOTrainer, for models that need accelerate, DeepSpeed or vLLM.

TRL keeps the model, the loss, the reference, the optimiser and the checkpoints; Ponder keeps what
is played, rewarded and credited. Three choices make the two agree to the gradient:

- All processes run the same `collect`, with a policy that shares each batch of completions out
  among them and gathers it again. So every process knows every rollout: groups are whole,
  curricula stay equal, and every process makes the same calls, as a vLLM server needs.
- TRL takes batches of a fixed size. Rows that teach nothing (of groups without any advantage, or
  in the place of turns that were never reached) are there with their tokens masked, and where a
  loss is divided by the number of rows, it is scaled to the rows that count.
- A turn of an episode is a row of its own, with the prompt that the policy saw.

Importing this module needs the extra `trl`. Ways to run it: docs/trl.md.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from datasets import Dataset
from transformers import TrainerCallback
from trl import GRPOTrainer
from trl.models import unwrap_model_for_generation
from trl.trainer.callbacks import SyncRefModelCallback

from ponder.curriculum import Curriculum
from ponder.files import read_object, write_whole
from ponder.policies.local import PACKAGED, LocalPolicy, load
from ponder.policies.play import Rollout
from ponder.policies.shared import SharedPolicy
from ponder.trainers.board import scalars
from ponder.trainers.collect import collect, new_curriculum, new_mixture, require_server
from ponder.trainers.config import TrainConfig
from ponder.trainers.credit import credit_step
from ponder.trainers.frozen import Frozen
from ponder.trainers.grpo import TrainingError, keep_informative, padded
from ponder.trainers.lengths import Lengths
from ponder.trainers.metrics import describe
from ponder.trainers.schedules import learning_rate_share
from ponder.trainers.trl_config import grpo_config, rows_a_step

CURRICULUM = "curriculum.json"
LENGTHS = "lengths.json"
START = "start"


@dataclasses.dataclass(frozen=True)
class Batch:
    """A step as TRL takes it.

    Attributes:
        rollouts: As many as all processes have rows; the last ones fill up.
        advantages: (N,).
        counts: Whether a row's tokens count in the loss.
        rewards: Those of the rollouts; of filling rows the mean, so as to leave it as it is.
    """

    rollouts: Sequence[Rollout]
    advantages: Sequence[torch.Tensor]
    counts: Sequence[bool]
    rewards: Sequence[float]

    @classmethod
    def lay_out(
        cls,
        rollouts: Sequence[Rollout],
        credit: Sequence[torch.Tensor],
        kept: Sequence[int],
        size: int,
    ) -> Batch:
        """Fills a step's rollouts up to a batch of fixed size.

        Args:
            rollouts: At most `size`, at least one.
            credit: N advantages, each () or (T,).
            kept: The rows that are to count.
            size: Rows of all processes.
        """
        missing = size - len(rollouts)
        # Any row would do; a short one that was really sampled is cheap and has sane ratios.
        filler = min(rollouts, key=lambda rollout: rollout.tokens)
        mean = sum(rollout.reward for rollout in rollouts) / len(rollouts)
        counts = set(kept)
        return cls(
            [*rollouts, *[filler] * missing],
            [*credit, *[torch.zeros(())] * missing],
            [row in counts for row in range(size)],
            [*(rollout.reward for rollout in rollouts), *[mean] * missing],
        )

    def share(self, rank: int, world: int) -> dict[str, list[Any]]:
        """What one process gives TRL: every `world`-th row."""
        completions = [rollout.completion for rollout in self.rollouts[rank::world]]
        return {
            "prompt_ids": [list(completion.prompt_ids) for completion in completions],
            "completion_ids": [list(completion.token_ids) for completion in completions],
            "logprobs": [list(completion.logprobs) for completion in completions],
            "env_mask": [
                [int(counts)] * len(completion.token_ids)
                for counts, completion in zip(self.counts[rank::world], completions, strict=True)
            ],
            "reward": list(self.rewards[rank::world]),
        }


class PonderGRPOTrainer(GRPOTrainer):
    """TRL's trainer, playing what Ponder plays.

    `train()` trains the policy in place; `save_model(folder)` writes what `ponder eval --model`
    reads. TRL's own numbers on completion lengths and reward spread are of the padded batch;
    those under `ponder/` are of the rollouts.
    """

    lr_scheduler: Any

    def __init__(
        self,
        policy: LocalPolicy | str,
        config: TrainConfig,
        folder: Path,
        *,
        peft_config: Any = None,
        callbacks: Sequence[TrainerCallback] = (),
        **options: Any,
    ):
        """Prepares a run.

        Args:
            policy: Where to start from, or a name for `ponder.policies.local.load`.
            config: The run.
            folder: Receives checkpoints; where the reference starts from a model in memory, that
                model too. All processes have to see it.
            peft_config: Trains an adapter; the reference is then the policy at the start.
            callbacks: As in TRL.
            options: Of GRPOConfig, besides those that `config` decides.

        Raises:
            ValueError: If TRL cannot do the run as it is set.
        """
        args = grpo_config(config, folder, **options)
        _check_run(args, config, peft_config)
        in_memory = not isinstance(policy, str) or policy in PACKAGED or policy.endswith(".gguf")
        if isinstance(policy, str):
            policy = load(policy, device=str(args.device))
        _check_positions(policy)
        self.config, self.objective = config, config.build_objective()
        self.mixture = new_mixture(config)
        require_server(self.mixture, config)
        self.curriculum = new_curriculum(self.mixture, config)
        frozen = Frozen.load(config, policy, device=str(args.device))
        groups = args.generation_batch_size // args.num_generations
        wanted = in_memory and config.kl > 0 and peft_config is None
        with _loadable(policy, folder / START) if wanted else contextlib.nullcontext():
            super().__init__(
                model=policy.model,
                args=args,
                reward_funcs=_reward,
                rollout_func=_play,
                # What is asked is decided when a step begins; TRL wants rows to walk over.
                train_dataset=Dataset.from_dict({"prompt": [""] * groups}),
                processing_class=policy.tokenizer,
                peft_config=peft_config,
                callbacks=[*callbacks, _Upkeep(self)],
            )
        rank, world = self.accelerator.process_index, self.accelerator.num_processes
        self.policy = SharedPolicy(policy, rank, world)
        self.prover, reference = frozen.prover, frozen.length_reference
        self.lengths = Lengths(config, reference and SharedPolicy(reference, rank, world))
        if self.use_vllm:
            self.policy.serve = self._serve
        else:
            self._check_whole()

    def _check_whole(self) -> None:
        """Raises ValueError for a model of which no process can have the whole."""
        gathered = self.args.ds3_gather_for_generation
        if self._dist.is_fsdp or (self._dist.is_zero3 and not gathered):
            raise ValueError(
                "with its weights spread over processes a model has to be sampled in step; use "
                "vLLM (use_vllm=True), or DeepSpeed with ds3_gather_for_generation=True"
            )

    def play(self, rows: int) -> dict[str, list[Any]]:
        """Plays a step with all processes; gives this one's rows.

        Raises:
            TrainingError: If a log-probability or an advantage is not finite.
        """
        config, step, world = self.config, self.state.global_step, self.accelerator.num_processes
        with self._whole_model() as model:
            self.policy.model = model
            questions, episodes, _ = collect(
                self.policy, self.mixture, self.curriculum, config, step, self.lengths
            )
            prover = self.prover or self.policy
            _, credit, measured = credit_step(questions, episodes, config, prover, step)
        rollouts = [*questions, *episodes]
        logprobs = (value for rollout in rollouts for value in rollout.completion.logprobs)
        if not (
            all(map(math.isfinite, logprobs)) and all(bool(c.isfinite().all()) for c in credit)
        ):
            raise TrainingError(
                f"log-probabilities and advantages must be finite at step {step}; a lower lr than "
                f"{config.lr} or a larger epsilon than {config.epsilon} usually helps"
            )
        kept = keep_informative(rollouts, len(questions), credit)
        self._batch = Batch.lay_out(rollouts, credit, kept, rows * world)
        for name, value in scalars(
            {**describe(questions, episodes), **measured, **self.lengths.describe()}
        ):
            self._log_metric(f"ponder/{name}", value)
        self._log_metric("ponder/dropped", len(rollouts) - len(kept))
        return self._batch.share(self.accelerator.process_index, world)

    @contextlib.contextmanager
    def _whole_model(self) -> Iterator[Any]:
        """The model to sample from, in the precision in which it is scored."""
        if self.use_vllm:
            yield self.policy.model
            return
        with (
            unwrap_model_for_generation(
                self.model_wrapped,
                self.accelerator,
                gather_deepspeed3_params=self.args.ds3_gather_for_generation,
                gradient_checkpointing_kwargs=self.args.gradient_checkpointing_kwargs,
            ) as model,
            self.accelerator.autocast(),
        ):
            yield model

    def _serve(
        self, prompts: list[list[int]], length: int
    ) -> tuple[list[list[int]], list[list[float]]]:
        """Samples from vLLM, whose weights TRL has brought up to date."""
        self.vllm_generation.max_completion_length = length
        _, ids, logprobs, _ = self.vllm_generation.generate(
            prompts=prompts, images=None, num_generations=1
        )
        return ids, [
            [math.nan if token[0] is None else token[0] for token in row] for row in logprobs
        ]

    def _generate_and_score_completions(self, inputs: list[dict[str, Any]]) -> dict[str, Any]:
        """Puts Ponder's advantages in the place of TRL's."""
        batch: dict[str, Any] = super()._generate_and_score_completions(inputs)
        own = self._batch.advantages[
            self.accelerator.process_index :: self.accelerator.num_processes
        ]
        table = padded(own, batch["completion_ids"].shape[1])  # (B, T)
        batch["advantages"] = table.to(batch["completion_ids"].device, torch.float32)
        if not self.use_vllm:
            # The ratio is of the policy that sampled. With vLLM, TRL corrects for the server.
            batch["old_per_token_logps"] = batch["sampling_per_token_logps"]
        return batch

    def _compute_loss(self, model: Any, inputs: Mapping[str, Any]) -> torch.Tensor:
        """Divides by the rows that count, where TRL divides by all."""
        loss: torch.Tensor = super()._compute_loss(model, inputs)
        if self.objective.aggregation == "token":
            return loss
        return loss * (len(self._batch.rollouts) / max(1, sum(self._batch.counts)))

    def _share_at(self, step: int) -> float:
        return learning_rate_share(self.config, step, step / self.config.steps)

    def create_scheduler(self, num_training_steps: int, optimizer: Any = None) -> Any:
        """Ponder's learning rate."""
        if self.lr_scheduler is None:
            self.lr_scheduler = torch.optim.lr_scheduler.LambdaLR(
                optimizer or self.optimizer, self._share_at
            )
            self._created_lr_scheduler = True
        return self.lr_scheduler


class _Upkeep(TrainerCallback):
    """What TRL does not know to do around a step."""

    def __init__(self, trainer: PonderGRPOTrainer):
        self.trainer = trainer

    def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Leaves the policy alone where nothing is to be learned: momentum would move it."""
        if not any(self.trainer._batch.counts):
            others["optimizer"].zero_grad(set_to_none=True)

    def on_save(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Keeps the curriculum, and what the length reward knows, beside a checkpoint."""
        if state.is_world_process_zero:
            for name, part in self._parts().items():
                write_whole(_checkpoint(args, state) / name, json.dumps(part.state_dict()))

    def on_train_begin(self, args: Any, state: Any, control: Any, **others: Any) -> None:
        """Takes a resumed run up where its checkpoint was written.

        Raises:
            ValueError: If the reference of that step is no longer known.
            OSError: If what `on_save` keeps is not there.
        """
        trainer, step = self.trainer, state.global_step
        if not step:
            return
        for name, part in self._parts().items():
            part.load_state_dict(read_object(_checkpoint(args, state) / name))
        if args.sync_ref_model:
            if step % args.ref_model_sync_steps:
                raise ValueError(
                    f"a run is resumed at a multiple of reference_steps "
                    f"({args.ref_model_sync_steps}), where the reference is the policy, got step "
                    f"{step}: make checkpoint_every a multiple of it"
                )
            model = trainer.accelerator.unwrap_model(trainer.model)
            SyncRefModelCallback.sync_target_model(model, trainer.ref_model, 1.0)

    def _parts(self) -> dict[str, Curriculum | Lengths]:
        """What a checkpoint of Ponder's holds beside TRL's, by the name of its file."""
        lengths = {LENGTHS: self.trainer.lengths} if self.trainer.config.length_reward else {}
        return {CURRICULUM: self.trainer.curriculum, **lengths}


def _checkpoint(args: Any, state: Any) -> Path:
    return Path(args.output_dir) / f"checkpoint-{state.global_step}"


def _play(prompts: Sequence[str], trainer: PonderGRPOTrainer) -> dict[str, list[Any]]:
    return trainer.play(len(prompts))


def _reward(completions: Sequence[Any], reward: Sequence[float], **_: Any) -> list[float]:
    """What the rollouts earned, for TRL's log alone; `collect` has judged them."""
    return list(reward)


_reward.__name__ = "ponder"


def _check_run(args: Any, config: TrainConfig, peft_config: Any) -> None:
    """Raises ValueError for a batch that is too small, or a reference that TRL cannot renew."""
    if args.generation_batch_size < rows_a_step(config):
        raise ValueError(
            f"a step has up to {rows_a_step(config)} rows and TRL's batch "
            f"{args.generation_batch_size}: start the processes with torchrun or accelerate, "
            "which set WORLD_SIZE"
        )
    if peft_config is not None and args.sync_ref_model:
        raise ValueError(
            f"reference_steps must be at least steps ({config.steps}) with an adapter, got "
            f"{config.reference_steps}: TRL's reference is the model without it, and stays"
        )


def _check_positions(policy: LocalPolicy) -> None:
    """Raises ValueError for a model that TRL's left padding would shift."""
    if getattr(policy.model.config.get_text_config(), "rope_parameters", None) is None:
        raise ValueError(
            f"{policy.name!r} has no rotary positions, and TRL counts positions from the start of "
            "the padding; train it with `ponder train`"
        )


@contextlib.contextmanager
def _loadable(policy: LocalPolicy, folder: Path) -> Iterator[None]:
    """Writes a model that is in memory alone to a folder, as TRL loads the reference from one."""
    # The first process writes, whoever calls.
    policy.model.save_pretrained(folder)
    PartialState().wait_for_everyone()
    config = policy.model.config
    name, config._name_or_path = config._name_or_path, str(folder)
    try:
        yield
    finally:
        config._name_or_path = name
