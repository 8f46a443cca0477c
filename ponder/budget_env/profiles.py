"""Difficulty profiles: how the levels of an episode's questions lie.

R3-Bench (2026) mixes three easy, two medium and one hard question an episode, in random order and
unmarked; `3x1-3,2x4-6,1x7-10` is that profile over levels 1 to 10.
"""

import random
import re
from dataclasses import dataclass

from ponder.generators.mixture import Mixture
from ponder.quoting import quoted

MIXTURE = "mixture"
RISING = "rising"
FALLING = "falling"

_COUNT = re.compile(r"([0-9]{1,4})x([0-9]{1,2})(?:-([0-9]{1,2}))?")

Slot = tuple[str, int]
"""The source and level of one question."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How to draw the levels of an episode.

    Attributes:
        order: `mixture`, `rising`, `falling`, or `counts`.
        counts: For `counts`: how many questions of which levels, `(count, low, high)` each.
    """

    order: str
    counts: tuple[tuple[int, int, int], ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Profile":
        """Reads a profile.

        Args:
            text: `mixture`: levels as the mixture draws them; `rising` or `falling`: the same,
                sorted; or counts of levels, "3x1-3,2x4-6,1x7", whose questions come in random
                order.

        Raises:
            ValueError: If it is none of these.
        """
        if text in (MIXTURE, RISING, FALLING):
            return cls(text)
        matches = [_COUNT.fullmatch(part) for part in text.split(",")]
        counts = tuple(
            (int(match[1]), int(match[2]), int(match[3] or match[2])) for match in matches if match
        )
        sound = len(counts) == len(matches) and all(n and low <= high for n, low, high in counts)
        if not sound:
            raise ValueError(
                f"profile must be 'mixture', 'rising', 'falling' or counts such as "
                f"'3x1-3,2x4-6,1x7-10', got {quoted(text)}"
            )
        return cls("counts", counts)

    def draw(self, mixture: Mixture, num_questions: int, rng: random.Random) -> list[Slot] | None:
        """Draws the source and level of each question.

        Args:
            mixture: Its weights choose the sources, among those that hold the level.
            num_questions: How many; counts have their own number.
            rng: Decides.

        Returns:
            None where the mixture itself is to draw.

        Raises:
            ValueError: If no source holds the levels.
        """
        if self.order == MIXTURE:
            return None
        if self.order == "counts":
            levels = [rng.randint(low, high) for n, low, high in self.counts for _ in range(n)]
            rng.shuffle(levels)
            return [mixture.draw_slot(rng, level=level) for level in levels]
        slots = [mixture.draw_slot(rng) for _ in range(num_questions)]
        return sorted(slots, key=lambda slot: slot[1], reverse=self.order == FALLING)
