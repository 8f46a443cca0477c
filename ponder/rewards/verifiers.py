"""A taskset for the library `verifiers` (version 0.4, `verifiers.v1`)."""

from collections.abc import Iterator
from itertools import count
from typing import Literal

import verifiers.v1 as vf

from ponder.generators.mixture import Mixture
from ponder.task import Task
from ponder.verifiers import verify

__all__ = ["PonderTaskset"]


class PonderData(vf.TaskData):
    """A prompt, and the task that judges the reply, as JSON."""

    ponder_task: str


class PonderTask(vf.Task[PonderData]):
    """One task of Ponder."""

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator]
    async def correct(self, trace: vf.Trace) -> float:
        """Judges the last reply."""
        return verify(Task.from_json(self.data.ponder_task), trace.last_reply).score


class PonderConfig(vf.TasksetConfig):
    """Which tasks: a mixture as on Ponder's command line, and the prompt's style."""

    source: str = "chain_sum:1-8"
    split: Literal["train", "valid", "test"] = "train"
    seed: int = 0
    style: Literal["boxed", "tag", "plain"] = "boxed"


class PonderTaskset(vf.Taskset[PonderTask, PonderConfig]):
    """Tasks without end."""

    INFINITE = True

    def load(self) -> Iterator[PonderTask]:
        """Yields the mixture's tasks in order."""
        mixture = Mixture.parse(self.config.source, split=self.config.split, seed=self.config.seed)
        for task in map(mixture.__getitem__, count()):
            data = PonderData(
                id=task.uid, prompt=task.prompt(self.config.style), ponder_task=task.to_json()
            )
            yield PonderTask(data, self.config.task)
