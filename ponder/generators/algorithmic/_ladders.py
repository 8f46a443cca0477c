"""Word ladders: words of four letters, neighbours if they differ in one of them."""

import functools
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping

from ponder.generators._common_words import COMMON_WORDS

_LETTERS = 4
_TRIES = 20


@functools.cache
def neighbours() -> dict[str, list[str]]:
    """The words that differ in one letter, by word, of all that a ladder may lead to."""
    alike: defaultdict[str, list[str]] = defaultdict(list)
    words = [word for word in COMMON_WORDS if len(word) == _LETTERS]
    gaps = {word: [f"{word[:i]}_{word[i + 1 :]}" for i in range(_LETTERS)] for word in words}
    for word in words:
        for gap in gaps[word]:
            alike[gap].append(word)
    near = {word: sorted({w for gap in gaps[word] for w in alike[gap]} - {word}) for word in words}
    return {word: near[word] for word in search(near, "cold", "")}


def search(near: Mapping[str, Iterable[str]], start: str, goal: str) -> dict[str, str]:
    """Searches breadth first; gives the word before each one reached, up to the goal."""
    reached, queue = {start: ""}, [start]
    for word in queue:
        for new in near[word]:
            if new not in reached:
                reached[new] = word
                queue.append(new)
                if new == goal:
                    return reached
    return reached


def random_ladder(rng: random.Random, steps: int) -> list[str]:
    """Draws a ladder of which no two words are neighbours but those that follow each other."""
    near = neighbours()
    words = list(near)
    while True:
        ladder, passed = [rng.choice(words)], set[str]()
        while len(ladder) <= steps:
            ahead = [word for word in near[ladder[-1]] if word not in passed]
            if not ahead:
                break
            passed.update(near[ladder[-1]], ladder)
            ladder.append(rng.choice(ahead))
        else:
            return ladder


def words_around(rng: random.Random, ladder: list[str], others: int) -> list[str]:
    """Draws words near the ladder that make it no shorter; fewer than wanted if luck fails."""
    near, found = neighbours(), ladder.copy()
    distance = {word: place for place, word in enumerate(ladder)}
    for _ in range(_TRIES * others):
        word = rng.choice(near[rng.choice(found)])
        if word in distance:
            continue
        around = [distance[other] for other in near[word] if other in distance]
        # A way through this word takes two steps, so then it is no shorter than what there was.
        if max(around) - min(around) <= 2:
            distance[word] = min(around) + 1
            found.append(word)
            if len(found) == len(ladder) + others:
                break
    return found[len(ladder) :]
