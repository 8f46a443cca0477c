"""A shortest ladder from one word to another through words that are given.

Q: Change cold into warm, one letter at a time, in as few steps as possible. Each word in between
   must be one of these: bold, cord, word, card, ward, worm, core, corm, wars, bald
A: cold -> cord -> word -> worm -> warm
"""

import random
from collections import defaultdict
from dataclasses import dataclass

from ponder.generators.algorithmic._ladders import neighbours, random_ladder, search, words_around
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch


@dataclass(frozen=True)
class Knobs:
    """How long the ladder is and how many words lead astray."""

    steps: int
    """Changes of a letter, 3 to 14."""
    others: int
    """Words that are given beside those of one shortest ladder, 2 to 100."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("steps", self.steps, 3, 14)
        require("others", self.others, 2, 100)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Four more words a level, and one more step every other level."""
        return cls(steps=level // 2 + 3, others=4 * level + 3)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a ladder and words around it."""
    others: list[str] = []
    while len(others) < knobs.others:
        ladder = random_ladder(rng, knobs.steps)
        others = words_around(rng, ladder, knobs.others)
    start, *between, goal = ladder
    between += others
    rng.shuffle(between)
    words = sorted((start, goal, *between))

    def finish() -> Draft:
        given = set(words)
        near = {word: [w for w in neighbours()[word] if w in given] for word in words}
        reached = search(near, start, goal)
        best, told = [goal], defaultdict[str, list[str]](list)
        while best[0] != start:
            best.insert(0, reached[best[0]])
        for word, before in reached.items():
            told[before].append(word)
        answer = " -> ".join(best)
        steps = [f"{before}: {', '.join(new)}" for before, new in told.items() if before]
        return Draft(
            question=f"Change {start} into {goal}, one letter at a time, in as few steps as "
            "possible. Each word in between must be one of these: " + ", ".join(between),
            answer_format=f"Give all the words in order, like {start} -> ... -> {goal}.",
            answer=answer,
            checker=Checker("path"),
            facts={
                "edges": [[u, v] for u in words for v in near[u] if u < v],
                "start": start,
                "goal": goal,
            },
            steps=(*steps, answer),
            complexity=len(words),
        )

    ends = " ".join(sorted((start, goal)))
    return Sketch(key=f"word_ladder {ends}: {' '.join(words)}", finish=finish)


def chance(level: int) -> float:
    """Two words in between at least must be hit, in their order."""
    return 0.02
