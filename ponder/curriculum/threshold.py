"""The threshold curriculum of Reasoning Gym: a level up on success, a level down on failure.

Source: github.com/open-thought/reasoning-gym, training/trainers/ray_grpo_trainer.py, with three
repairs: a fall needs as full a window as a rise; outcomes of a level that has been left do not
count; success is measured above chance.
"""

import random
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ponder.curriculum.interface import (
    Chance,
    Outcome,
    above_chance,
    checked_sources,
    counted,
    family_chance,
    is_share,
    places,
    require_counting,
    require_known,
    require_positive_int,
    require_state,
)
from ponder.quoting import quoted


class Threshold:
    """Keeps each source at one level, which its last outcomes there move up or down."""

    rule = "threshold"

    def __init__(
        self,
        sources: Mapping[str, Sequence[int]],
        *,
        up: float = 0.7,
        down: float = 0.3,
        last_k: int = 2560,
        chance: Chance = family_chance,
        count_truncated: bool = False,
    ) -> None:
        """Starts every source at its lowest level.

        Args:
            sources: Levels by source; a source never leaves them.
            up: The level rises when success over the window is above this.
            down: The level falls when success over the window is below this.
            last_k: Outcomes in the window; nothing moves before so many were seen at the level.
            chance: The score of blind guessing.
            count_truncated: Whether responses that the budget cut off count.

        Raises:
            ValueError: If an argument is out of range.
        """
        require_positive_int("last_k", last_k)
        require_counting(chance, count_truncated)
        if not (is_share(down) and is_share(up) and down < up):
            raise ValueError(
                f"0 <= down < up <= 1 must hold, got down={quoted(down)}, up={quoted(up)}"
            )
        self._levels = checked_sources(sources)
        self._names = list(self._levels)
        self._up, self._down, self._last_k = up, down, last_k
        self._chance = chance
        self._count_truncated = count_truncated
        self._place = dict.fromkeys(self._names, 0)
        self._recent = {name: deque[bool](maxlen=last_k) for name in self._names}

    def next(self, n: int, rng: random.Random) -> list[tuple[str, int]]:
        """Chooses the source and level of the next `n` questions."""
        return [(name, self._level(name)) for name in rng.choices(self._names, k=n)]

    def update(self, results: Iterable[Outcome]) -> None:
        """Takes in how questions went.

        Raises:
            ValueError: If an outcome is of an unknown source.
        """
        for result in counted(results, self._count_truncated):
            require_known(result, self._levels)
            if result.level == self._level(result.source):
                self._recent[result.source].append(result.correct)
                self._move(result.source)

    def state_dict(self) -> dict[str, Any]:
        """Gives each source's level and its window."""
        level = {name: self._level(name) for name in self._names}
        recent = {name: [int(correct) for correct in self._recent[name]] for name in self._names}
        return {"rule": self.rule, "level": level, "recent": recent}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Takes up where `state` was given."""
        require_state(state, self.rule, {"level": self._place, "recent": self._recent})
        self._place = places(state["level"], self._levels)
        for name in self._names:
            window = map(bool, state["recent"][name])
            self._recent[name] = deque(window, maxlen=self._last_k)

    def _level(self, name: str) -> int:
        return self._levels[name][self._place[name]]

    def _move(self, name: str) -> None:
        recent = self._recent[name]
        if len(recent) < self._last_k:
            return
        accuracy = sum(recent) / len(recent)
        success = above_chance(accuracy, self._chance(name, self._level(name)))
        step = (success > self._up) - (success < self._down)
        place = min(max(self._place[name] + step, 0), len(self._levels[name]) - 1)
        if place != self._place[name]:
            self._place[name] = place
            recent.clear()
