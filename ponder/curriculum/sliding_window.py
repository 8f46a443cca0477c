"""The sliding window of RLVE: a frontier that rises with success and never falls.

Source: RLVE (github.com/Zhiyuan-Zeng/RLVE), slime/ray/rollout_data_source.py, with its constants:
window 4, accuracy 0.9 over 8 prompts. Success is measured above chance.
"""

import random
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


class SlidingWindow:
    """Draws each source's level evenly from the `window` levels up to its frontier h.

    Only outcomes at h count. After `prompts * samples` of them h rises by one level if success
    reached `threshold`; either way counting starts again.
    """

    rule = "sliding_window"

    def __init__(
        self,
        sources: Mapping[str, Sequence[int]],
        *,
        window: int = 4,
        threshold: float = 0.9,
        prompts: int = 8,
        samples: int = 1,
        chance: Chance = family_chance,
        count_truncated: bool = False,
    ) -> None:
        """Starts every source's frontier at its lowest level.

        Args:
            sources: Levels by source; the frontier stops at the highest.
            window: Levels that are drawn from, the frontier included.
            threshold: Success at the frontier that moves it.
            prompts: Questions at the frontier between two decisions.
            samples: Responses to each question, the group size of the trainer.
            chance: The score of blind guessing.
            count_truncated: Whether responses that the budget cut off count.

        Raises:
            ValueError: If an argument is out of range.
        """
        for name, value in (("window", window), ("prompts", prompts), ("samples", samples)):
            require_positive_int(name, value)
        require_counting(chance, count_truncated)
        if not (is_share(threshold) and threshold > 0):
            raise ValueError(f"threshold must be above 0 and at most 1, got {quoted(threshold)}")
        self._levels = checked_sources(sources)
        self._names = list(self._levels)
        self._window, self._threshold, self._needed = window, threshold, prompts * samples
        self._chance = chance
        self._count_truncated = count_truncated
        self._frontier = dict.fromkeys(self._names, 0)
        self._seen = dict.fromkeys(self._names, 0)
        self._right = dict.fromkeys(self._names, 0)

    def next(self, n: int, rng: random.Random) -> list[tuple[str, int]]:
        """Chooses the source and level of the next `n` questions."""
        return [(name, rng.choice(self._open(name))) for name in rng.choices(self._names, k=n)]

    def update(self, results: Iterable[Outcome]) -> None:
        """Takes in how questions went.

        Raises:
            ValueError: If an outcome is of an unknown source.
        """
        for result in counted(results, self._count_truncated):
            require_known(result, self._levels)
            if result.level == self._open(result.source)[-1]:
                self._seen[result.source] += 1
                self._right[result.source] += result.correct
                self._decide(result.source)

    def state_dict(self) -> dict[str, Any]:
        """Gives each source's frontier level and its counters."""
        return {
            "rule": self.rule,
            "frontier": {name: self._open(name)[-1] for name in self._names},
            "seen": dict(self._seen),
            "right": dict(self._right),
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Takes up where `state` was given."""
        fields = {"frontier": self._frontier, "seen": self._seen, "right": self._right}
        require_state(state, self.rule, fields)
        self._frontier = places(state["frontier"], self._levels)
        self._seen = dict(state["seen"])
        self._right = dict(state["right"])

    def _open(self, name: str) -> tuple[int, ...]:
        """The levels that are drawn from; the last is the frontier."""
        end = self._frontier[name] + 1
        return self._levels[name][max(0, end - self._window) : end]

    def _decide(self, name: str) -> None:
        if self._seen[name] < self._needed:
            return
        accuracy = self._right[name] / self._seen[name]
        success = above_chance(accuracy, self._chance(name, self._open(name)[-1]))
        if success >= self._threshold and self._frontier[name] + 1 < len(self._levels[name]):
            self._frontier[name] += 1
        self._seen[name] = self._right[name] = 0
