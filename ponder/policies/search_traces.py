r"""Worked answers by search: attempts, each checked, until one holds.

The attempts are drawn without a look at the answer, as one who does not know it would draw them:
what a policy learns from such traces is to try and to check, and how to try better is left for
reinforcement learning to find out.
"""

import math
import random
from collections.abc import Callable, Mapping

from ponder.generators.games.countdown import join
from ponder.policies.embedded import CLOSE, OPEN
from ponder.task import Task

MISS, HIT = "no", "yes"
REPEATS = 0.1
"""How often an attempt that was made before is made again."""

Attempt = Callable[[Task, random.Random], tuple[str, int]]
"""Draws an attempt at a task: what is calculated, and its value."""


def search_trace(task: Task, rng: random.Random, *, most: int, give_up: float = 0.0) -> str:
    r"""Searches for an answer to a task.

    Args:
        task: The question, of one of `SEARCHED`.
        rng: Draws the attempts.
        most: Attempts at most.
        give_up: How likely each attempt is preceded by giving up, which is to answer with an
            attempt that is not checked.

    Returns:
        A line an attempt, its value beside the target and whether they agree, then the tagged
        answer; without an answer if none of `most` attempts held.

    Raises:
        ValueError: If the task is of another family.
    """
    if task.source not in SEARCHED:
        raise ValueError(f"task must be of {sorted(SEARCHED)}, got {task.uid}")
    draw, target = SEARCHED[task.source], task.facts["target"]
    lines: list[str] = []
    tried: set[str] = set()
    while len(lines) < most:
        text, value = draw(task, rng)
        if text in tried and rng.random() >= REPEATS:
            continue
        if rng.random() < give_up:
            return "".join(lines) + f"{OPEN}{text}{CLOSE}"
        tried.add(text)
        lines.append(f"{text}={value}:{target} {HIT if value == target else MISS}\n")
        if value == target:
            return "".join(lines) + f"{OPEN}{text}{CLOSE}"
    return "".join(lines)


def _expression(task: Task, rng: random.Random) -> tuple[str, int]:
    """Joins the numbers of a countdown at random."""
    term, _ = join(rng, task.facts["numbers"])
    return term.text.replace(" ", ""), term.value


def _product(task: Task, rng: random.Random) -> tuple[str, int]:
    """Multiplies an odd number up to the root by the one that comes nearest to the target."""
    target = task.facts["target"]
    first = rng.randrange(3, max(4, math.isqrt(target) + 1), 2)
    second = round(target / first)
    return f"{first}*{second}", first * second


SEARCHED: Mapping[str, Attempt] = {"countdown": _expression, "factor_pair": _product}
"""The families that are searched, and how."""
