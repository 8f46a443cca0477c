"""What can be wrong with a run, looked for before anything of it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ponder.evaluation.claim import RUN, require_room
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.policy import Turn
from ponder.task import Task
from ponder.trainers.board import asked_tracker
from ponder.trainers.choices import naming
from ponder.trainers.collect import (
    levels_by_source,
    new_curriculum,
    new_mixture,
    train_task,
)
from ponder.trainers.config import TrainConfig
from ponder.trainers.frozen import Frozen
from ponder.trainers.lora import require_peft, require_plain
from ponder.trainers.validation import valid_tasks


@dataclass(frozen=True)
class Prepared:
    """What a run needs besides its settings and its policy.

    Attributes:
        mixture: Gives the questions.
        frozen: The policies that are never trained.
    """

    mixture: Mixture
    frozen: Frozen


def prepare(policy: LocalPolicy, config: TrainConfig, folder: Path) -> Prepared:
    """Loads what the settings name and checks what they cannot tell by themselves.

    Raises:
        ValueError: If a source, an option, a policy or a package is not there, the folder holds
            something else than a run, or a question is too long for the policy.
    """
    require_room(folder, RUN)
    mixture = new_mixture(config)
    new_curriculum(mixture, config)
    require_peft(config.lora_rank)
    require_plain(policy.model)
    asked_tracker()
    with naming("source"):
        # Whatever its level: a family with knobs of its own may have too few questions.
        for name, levels in levels_by_source(mixture).items():
            for level in levels:
                train_task(mixture, name, level, ("prepare", config.seed))
    if config.eval_every:
        with naming("eval_every"):
            tasks = valid_tasks(mixture, config)
        require_fit(policy, tasks)
    return Prepared(mixture, Frozen.load(config, policy))


def require_fit(policy: LocalPolicy, tasks: Sequence[tuple[str, Task]]) -> None:
    """Refuses questions that leave no room for an answer in the policy's context.

    Args:
        policy: Is to answer.
        tasks: `(source, task)` pairs.

    Raises:
        ValueError: If there is one; the message names it.
    """
    for _, task in tasks:
        prompt = policy.prompt_ids(Turn(task.question, task.answer_format))
        with naming(f"source: {task.uid}"):
            policy.cap(prompt, 1)
