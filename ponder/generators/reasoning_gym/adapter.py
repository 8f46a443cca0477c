"""Makes a Ponder family of a Reasoning Gym dataset.

Only the drawing is the library's. Its items are numbered `seed + index`, so that neighbouring
seeds share nearly all of them; here every draw makes a dataset of one item from a seed that comes
from the task's whole address. Splits, streams and verdicts are Ponder's.
"""

import inspect
import random
import textwrap
from dataclasses import dataclass
from typing import Any

from ponder.generators.reasoning_gym.catalog import DATASETS, REQUIRED_VERSION, Spec
from ponder.generators.registry import MAX_LEVEL, Family, require
from ponder.task import Draft

STEP_WIDTH = 199


@dataclass(frozen=True)
class Knobs:
    """How far up the dataset's own curriculum its settings are taken."""

    rung: int
    """1 to 20: at 1 every attribute is at its first level, at 20 at its last."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("rung", self.rung, 1, MAX_LEVEL)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One rung a level; where a curriculum has fewer steps, neighbours are alike."""
        return cls(rung=level)


def adapt(name: str) -> Family:
    """Gives the family of one of `catalog.DATASETS`, such as `rg/ab`.

    Raises:
        ValueError: If another version of Reasoning Gym is installed, which might draw otherwise.
    """
    from importlib import metadata

    found = metadata.version("reasoning-gym")
    if found != REQUIRED_VERSION:
        raise ValueError(
            f"{name!r} needs reasoning-gym {REQUIRED_VERSION}, got {found}: other versions may "
            f"draw other tasks; pip install 'reasoning-gym=={REQUIRED_VERSION}'"
        )
    spec = DATASETS[name]

    def draw(rng: random.Random, knobs: Knobs) -> Draft:
        return _draw(spec, rng, knobs.rung)

    def chance(level: int) -> float:
        return [score for start, score in spec.chance if start <= level][-1]

    return Family(
        name=name,
        domain="rg",
        version=1,
        doc=inspect.cleandoc(spec.doc),
        knobs_at=Knobs.at,
        draw=draw,
        chance=chance,
    )


def curriculum_levels(spec: Spec, rung: int) -> dict[str, int]:
    """Spreads rungs 1 to 20 over the used levels of each curriculum attribute.

    The attributes' steps are staggered, so that as few as possible fall on the same rung.
    """
    count, top = len(spec.attributes), MAX_LEVEL - 1
    return {
        name: first + ((rung - 1) * (last - first) * count + turn * top) // (count * top)
        for turn, (name, (first, last)) in enumerate(spec.attributes.items())
    }


def _draw(spec: Spec, rng: random.Random, rung: int) -> Draft:
    levels = curriculum_levels(spec, rung)
    answer = ""
    # A few items of `ab` have nothing for an answer, which no response could state.
    while not answer:
        item = _item(spec.dataset, levels, seed=rng.getrandbits(63))
        answer, checker = spec.reference(item)
    return Draft(
        question=item["question"].strip(),
        answer_format=spec.answer_format,
        answer=answer,
        checker=checker,
        steps=tuple(line for row in answer.splitlines() for line in textwrap.wrap(row, STEP_WIDTH)),
        complexity=sum(levels.values()),
        key=spec.key(item) if spec.key else "",
    )


def _item(dataset: str, levels: dict[str, int], seed: int) -> dict[str, Any]:
    """Draws one item at the given levels of the dataset's curriculum."""
    from reasoning_gym import factory
    from reasoning_gym.coaching.base_curriculum import (
        DefaultCurriculumContext,
        RangeAttributeMode,
    )

    curriculum = factory.create_curriculum(dataset)
    for name, level in levels.items():
        curriculum.set_attr_level(name, level)
    # The default mode mixes in all the easier levels.
    context = DefaultCurriculumContext(mode=RangeAttributeMode.UPPER_BOUND)
    config = curriculum.generate_configuration({"seed": seed, "size": 1}, context)
    config.validate()
    item: dict[str, Any] = factory.DATASETS[dataset][0](config)[0]
    return item
