"""The linear curriculum: from the lowest level to the highest at a steady pace."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ponder.curriculum.interface import (
    Outcome,
    checked_sources,
    require_positive_int,
    require_state,
)


class Linear:
    """Climbs by questions chosen, not by success.

    Of `questions` questions each of a source's k levels gets an equal run, in ascending order;
    after them the highest stays.
    """

    rule = "linear"

    def __init__(self, sources: Mapping[str, Sequence[int]], *, questions: int = 10_000) -> None:
        """Takes the levels to climb, by source.

        Args:
            sources: Levels by source.
            questions: After so many questions the highest level is reached for good.

        Raises:
            ValueError: If an argument is out of range.
        """
        require_positive_int("questions", questions)
        self._levels = checked_sources(sources)
        self._names = list(self._levels)
        self._questions = questions
        self._chosen = 0

    def next(self, n: int, rng: random.Random) -> list[tuple[str, int]]:
        """Chooses the source and level of the next `n` questions."""
        return [self._choose(rng.choice(self._names)) for _ in range(n)]

    def update(self, results: Iterable[Outcome]) -> None:
        """Learns nothing: the pace is set."""

    def state_dict(self) -> dict[str, Any]:
        """Gives how many questions were chosen."""
        return {"rule": self.rule, "chosen": self._chosen}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Takes up where `state` was given."""
        require_state(state, self.rule, {"chosen": 0})
        self._chosen = int(state["chosen"])

    def _choose(self, name: str) -> tuple[str, int]:
        levels = self._levels[name]
        step = min(self._chosen, self._questions - 1) * len(levels) // self._questions
        self._chosen += 1
        return name, levels[step]
