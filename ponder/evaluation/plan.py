"""What an evaluation asks: which questions, how often each, and how answers are sampled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ponder.generators.mixture import Mixture
from ponder.policies.sampling import check_temperature
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Split, Task

MOST_ANSWERS = 10_000_000
"""Of an evaluation; a longer list of them fills the memory before the first is there."""
MOST_TOKENS = 10_000_000
"""Of an answer: more than any context has room for."""


def question_tasks(
    mixture: Mixture, *, per_level: int, seed: int, split: Split = "test"
) -> list[tuple[str, Task]]:
    """Draws the questions of an evaluation: `per_level` for each source and level.

    Args:
        mixture: Its weights play no part, only its sources and levels.
        per_level: At least 1.
        seed: Names the questions.
        split: Of the questions.

    Returns:
        `(source, task)` pairs, by source and level.

    Raises:
        ValueError: If `per_level` is less than 1.
    """
    if per_level < 1:
        raise ValueError(f"per_level must be at least 1, got {quoted(per_level)}")
    slots = sorted({(name, level) for name, levels in _levels(mixture) for level in levels})
    own = derive_seed("evaluation questions", seed)
    return [
        (name, mixture.source(name).task(level=level, split=split, seed=own, index=index))
        for name, level in slots
        for index in range(per_level)
    ]


@dataclass(frozen=True, slots=True)
class Ask:
    """One answer that is wanted.

    Attributes:
        source: Where the question comes from.
        task: The question.
        sample: Which of the answers to it, from 0.
    """

    source: str
    task: Task
    sample: int

    @property
    def key(self) -> tuple[str, int]:
        """What its row is found by."""
        return self.task.uid, self.sample


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is asked of a policy, and how its answers are sampled.

    Attributes:
        mixture: Its sources and levels.
        per_level: Questions for each source and level, at least 1.
        samples: Answers to each question, at least 1.
        seed: Names the questions and the sampling.
        split: Of the questions.
        max_tokens: Cap of an answer, at least 1.
        temperature: Of sampling.
    """

    mixture: Mixture
    per_level: int
    seed: int
    max_tokens: int
    samples: int = 1
    split: Split = "test"
    temperature: float = 1.0

    def __post_init__(self) -> None:
        """Checks the ranges.

        Raises:
            ValueError: If a number is out of its range.
        """
        for name in ("per_level", "samples", "max_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {quoted(getattr(self, name))}")
        if self.max_tokens > MOST_TOKENS:
            raise ValueError(f"max_tokens must be at most {MOST_TOKENS:,}, got {self.max_tokens:,}")
        slots = sum(len(levels) for _, levels in _levels(self.mixture))
        answers = slots * self.per_level * self.samples
        if answers > MOST_ANSWERS:
            raise ValueError(
                f"per_level x samples must be at most {MOST_ANSWERS // slots:,} over {slots} "
                f"levels of sources, got {self.per_level:,} x {self.samples:,}"
            )
        check_temperature(self.temperature)

    @cached_property
    def asks(self) -> list[Ask]:
        """What is wanted: the first answer to every question, then the second, and so on."""
        tasks = question_tasks(
            self.mixture, per_level=self.per_level, seed=self.seed, split=self.split
        )
        return [
            Ask(source, task, sample) for sample in range(self.samples) for source, task in tasks
        ]

    def settings(self, policy: str, weights: str = "") -> dict[str, Any]:
        """Gives all that decides the rows, as JSON values.

        Args:
            policy: Its name.
            weights: A digest of them; empty where they are not known.
        """
        settings: dict[str, Any] = {
            "kind": "questions",
            "policy": policy,
            "mixture": self.mixture.digest,
            "per_level": self.per_level,
            "seed": self.seed,
            "split": self.split,
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
        }
        if self.samples > 1:
            settings["samples"] = self.samples
        if weights:
            settings["weights"] = weights
        return settings


def batches(asks: Sequence[Ask], size: int) -> Iterator[list[Ask]]:
    """Divides what is asked into batches, none across first answers and second ones.

    What is sampled for first answers is then the same whether second ones follow or not.
    """
    batch: list[Ask] = []
    for ask in asks:
        if batch and (len(batch) == size or ask.sample != batch[0].sample):
            yield batch
            batch = []
        batch.append(ask)
    if batch:
        yield batch


def _levels(mixture: Mixture) -> list[tuple[str, tuple[int, ...]]]:
    """Gives each part's source by name, with its levels."""
    parts = []
    for part in mixture.parts:
        source = mixture.source(part.source) if isinstance(part.source, str) else part.source
        parts.append((source.name, tuple(part.levels or source.levels)))
    return parts
