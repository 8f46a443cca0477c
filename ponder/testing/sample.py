"""The tasks that the rules look at: some of two neighbouring seeds at each level."""

import functools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ponder.generators.registry import MAX_LEVEL, Family
from ponder.generators.streams import task_at
from ponder.task import Address, Split, Task
from ponder.testing.shape import require_shape
from ponder.testing.witness import is_portable, witness

QUICK_LEVELS = (1, 3, 5, 10, 20)
FULL_LEVELS = tuple(range(1, MAX_LEVEL + 1))
SEEDS = (7, 8)
FEWEST = 3
"""Indexes drawn at every level, however slow the family is."""


HANGING = 20.0
"""Seconds after which the first task of a level is given up."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is drawn.

    Attributes:
        levels: The levels looked at.
        indexes: Tasks a seed and level; there are two seeds.
        judged: Tasks a level whose answers are written in many ways, right and wrong.
        seconds: Processor time a level after which fewer tasks will do.
        raw: Bare draws a level for the estimate of distinct questions; 0 for none.
    """

    levels: tuple[int, ...]
    indexes: int
    judged: int
    seconds: float
    raw: int


QUICK = Effort(QUICK_LEVELS, indexes=8, judged=6, seconds=0.25, raw=0)
FULL = Effort(FULL_LEVELS, indexes=75, judged=20, seconds=6.0, raw=3_000)


@dataclass(frozen=True)
class Sample:
    """A family and the tasks drawn of it.

    Attributes:
        family: The family.
        effort: How much was asked for.
        tasks: By level, then by seed, in the order of the indexes.
        faults: What went wrong in drawing, as sentences.
        seconds: Mean processor time a task, by level.
    """

    family: Family
    effort: Effort
    tasks: dict[int, tuple[list[Task], list[Task]]]
    faults: list[str]
    seconds: dict[int, float]

    @property
    def full(self) -> bool:
        """Whether the whole contract is run."""
        return self.effort.raw > 0

    @functools.cached_property
    def levels(self) -> dict[int, list[Task]]:
        """The tasks of both seeds, by level."""
        return {level: [*first, *second] for level, (first, second) in self.tasks.items()}

    def __iter__(self) -> Iterator[Task]:
        """Goes through all tasks, level by level."""
        for tasks in self.levels.values():
            yield from tasks

    def __len__(self) -> int:
        """How many tasks there are."""
        return sum(map(len, self.levels.values()))

    def few(self, each: int) -> list[Task]:
        """The first tasks of every level, for checks that cost more."""
        return [task for tasks in self.levels.values() for task in tasks[:each]]


def address(family: Family, level: int, seed: int, index: int, split: Split = "train") -> Address:
    """The address of a family's task with the level's own knobs."""
    return Address(family.name, family.version, split, level, seed, index)


def draw_sample(family: Family, effort: Effort) -> Sample:
    """Draws the tasks that the rules look at; what goes wrong becomes a fault."""
    tasks: dict[int, tuple[list[Task], list[Task]]] = {}
    seconds: dict[int, float] = {}
    faults: list[str] = []
    for level in effort.levels:
        start = time.process_time()
        try:
            require_reply(family, address(family, level, SEEDS[0], 0))
            require_shape(family, level)
            tasks[level] = _draw_level(family, level, effort)
        except Exception as error:  # a family may raise anything; it is reported
            faults.append(f"level {level} raises {type(error).__name__}: {error!s:.300}")
            if isinstance(error, TimeoutError):
                break  # where one level hangs, others do too, and each would be waited for
        else:
            seconds[level] = (time.process_time() - start) / (2 * len(tasks[level][0]))
    return Sample(family, effort, tasks, faults, seconds)


def require_reply(family: Family, place: Address) -> None:
    """Draws a task in another process first, so that one that hangs is found there.

    Raises:
        TimeoutError: If it does.
        ValueError: If the other process cannot import the family.
    """
    if is_portable(family):
        witness(0).ask(family, [place], seconds=HANGING)


def _draw_level(family: Family, level: int, effort: Effort) -> tuple[list[Task], list[Task]]:
    drawn: tuple[list[Task], list[Task]] = ([], [])
    start = time.process_time()
    for index in range(effort.indexes):
        if index >= FEWEST and time.process_time() - start > effort.seconds:
            break
        for tasks, seed in zip(drawn, SEEDS, strict=True):
            tasks.append(task_at(family, address(family, level, seed, index)))
    return drawn


def names_of(tasks: Sequence[Task]) -> str:
    """Names one or two tasks for a sentence."""
    return " and ".join(task.uid for task in tasks)
