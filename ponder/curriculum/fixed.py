"""The fixed curriculum: every source and each of its levels equally often, whatever happens."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ponder.curriculum.interface import Outcome, checked_sources, require_state


class Fixed:
    """Draws a source evenly, then one of its levels evenly; the baseline of all others."""

    rule = "fixed"

    def __init__(self, sources: Mapping[str, Sequence[int]]) -> None:
        """Takes the levels to draw from, by source."""
        self._levels = checked_sources(sources)
        self._names = list(self._levels)

    def next(self, n: int, rng: random.Random) -> list[tuple[str, int]]:
        """Chooses the source and level of the next `n` questions."""
        chosen = [rng.choice(self._names) for _ in range(n)]
        return [(name, rng.choice(self._levels[name])) for name in chosen]

    def update(self, results: Iterable[Outcome]) -> None:
        """Learns nothing."""

    def state_dict(self) -> dict[str, Any]:
        """Gives the name of the rule: there is nothing else to keep."""
        return {"rule": self.rule}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Checks that `state` is of this rule."""
        require_state(state, self.rule, {})
