r"""Worked answers by search: attempts, each checked, until one holds.

The attempts are drawn without a look at the answer, as one who does not know it would draw them:
what a policy learns from such traces is to try and to check, and how to try better is left for
reinforcement learning to find out.
"""

import math
import operator
import random
import re
from collections.abc import Callable, Mapping

from ponder.generators.games.countdown import join
from ponder.policies.embedded import CLOSE, OPEN
from ponder.task import Task

MISS, HIT = "no", "yes"
REPEATS = 0.1
"""How often an attempt that was made before is made again."""

Attempt = Callable[[Task, random.Random], str]
"""Draws an attempt at a task: what is calculated."""

_NEXT = (r"\((\d+)([-+*/])(\d+)\)", r"(\d+)([*/])(\d+)", r"(\d+)([-+])(\d+)")
"""What is worked out first, second and last."""
_APPLY: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
}


def search_trace(task: Task, rng: random.Random, *, most: int, give_up: float = 0.0) -> str:
    r"""Searches for an answer to a task.

    Args:
        task: The question, of one of `SEARCHED`.
        rng: Draws the attempts.
        most: Attempts at most.
        give_up: How likely each attempt is preceded by giving up, which is to answer with an
            attempt that is not checked.

    Returns:
        A line an attempt, worked out one operation at a time, its value beside the target and
        whether they agree, then the tagged answer; without an answer if none of `most` attempts
        held.

    Raises:
        ValueError: If the task is of another family.
    """
    if task.source not in SEARCHED:
        raise ValueError(f"task must be of {sorted(SEARCHED)}, got {task.uid}")
    draw, target = SEARCHED[task.source], task.facts["target"]
    lines: list[str] = []
    tried: set[str] = set()
    while len(lines) < most:
        text = draw(task, rng)
        if text in tried and rng.random() >= REPEATS:
            continue
        if rng.random() < give_up:
            return "".join(lines) + f"{OPEN}{text}{CLOSE}"
        tried.add(text)
        worked = worked_out(text)
        hit = worked[-1] == str(target)
        lines.append(f"{'='.join(worked)}:{target} {HIT if hit else MISS}\n")
        if hit:
            return "".join(lines) + f"{OPEN}{text}{CLOSE}"
    return "".join(lines)


def worked_out(text: str) -> list[str]:
    """Works out an expression of whole numbers, of which no part is negative or a fraction.

    >>> worked_out("8-(4+1)")
    ['8-(4+1)', '8-5', '3']
    """
    stages = [text]
    while not stages[-1].isdigit():
        found = next(filter(None, (re.search(pattern, stages[-1]) for pattern in _NEXT)))
        left, sign, right = found.groups()
        value = _APPLY[sign](int(left), int(right))
        stages.append(f"{stages[-1][: found.start()]}{value}{stages[-1][found.end() :]}")
    return stages


def _expression(task: Task, rng: random.Random) -> str:
    """Joins the numbers of a countdown at random."""
    term, _ = join(rng, task.facts["numbers"])
    return term.text.replace(" ", "")


def _product(task: Task, rng: random.Random) -> str:
    """Multiplies an odd number up to the root by the one that comes nearest to the target."""
    target = task.facts["target"]
    first = rng.randrange(3, max(4, math.isqrt(target) + 1), 2)
    return f"{first}*{round(target / first)}"


SEARCHED: Mapping[str, Attempt] = {"countdown": _expression, "factor_pair": _product}
"""The families that are searched, and how."""
