"""The exact oracle: the multiple-choice knapsack, solved by dynamic programming.

Each question of an episode takes exactly one level; the expected right answers are to be most
while the grants keep the cap (Kellerer, Pferschy and Pisinger, Knapsack Problems, 2004, chapter
11; for questions under one budget R3-Bench, arXiv:2608.16033). Utilities may be of any shape: on
S-shaped ones taking the best gain per token step by step is not optimal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.problem import Plan, Problem

TIE = 1e-12
"""What a grid step costs, in right answers: enough to break ties, too little to lose one."""
_CELLS_AT_ONCE = 2_000_000


def knapsack(curves: ArrayLike, problem: Problem) -> Plan:
    """Finds the best plan of every episode.

    With r steps of the grid left before question i,

        V_i(r) = max over levels l with cost_l <= r of u_i(l) + V_{i+1}(r - cost_l),

    where only level 0 is open once less than `min_tokens` are left. Of plans of equal value that
    of the fewest tokens is taken; equal means within 1e-12 right answers per step of the grid.

    The work is episodes x questions x levels x steps of the largest total, in float64 and in
    chunks of episodes: budgets that share a large step are solved sooner.

    Args:
        curves: (Q, B) probability of a right answer of each question at each budget.
        problem: The episodes.

    Raises:
        ValueError: If the curves do not fit the problem.
    """
    table = problem.curves(curves)
    episodes, step = problem.episodes, problem.step
    count, questions = episodes.shape
    costs = problem.budgets // step
    # Tokens beyond the last whole step buy nothing, but they count for `min_tokens`.
    floors = -(-(problem.min_tokens - problem.totals % step) // step)
    # More than all questions at the top cannot be used.
    rooms = np.minimum(problem.totals // step, questions * costs[-1] + floors.clip(0))
    cells = (questions + 1) * (int(rooms.max()) + 1)
    at_once = max(1, _CELLS_AT_ONCE // cells)
    levels = np.empty((count, questions), dtype=np.int64)
    for floor in np.unique(floors):
        alike = np.flatnonzero(floors == floor)
        for start in range(0, len(alike), at_once):
            chunk = alike[start : start + at_once]
            # Episodes come last, so that every operation runs along them: (n, B, E).
            gains = np.ascontiguousarray(table[episodes[chunk]].transpose(1, 2, 0))
            gains -= TIE * costs[:, None]
            values = _values(gains, costs, int(rooms[chunk].max()), int(floor))
            levels[chunk] = _levels(gains, costs, values, rooms[chunk], int(floor)).T
    return problem.plan(table, levels)


def _values(
    gains: NDArray[np.float64], costs: NDArray[np.int64], room: int, floor: int
) -> NDArray[np.float64]:
    """Gives V: (n + 1, room + 1, E), the most that questions i and after can win with r left."""
    questions, _, episodes = gains.shape
    values = np.zeros((questions + 1, room + 1, episodes))
    scratch = np.empty((room + 1, episodes))
    for i in reversed(range(questions)):
        after, here = values[i + 1], values[i]
        np.copyto(here, after)  # level 0
        for level in range(1, len(costs)):
            cost = int(costs[level])
            least = max(cost, floor)
            if least > room:
                break
            offer = scratch[: room + 1 - least]
            np.add(after[least - cost : room + 1 - cost], gains[i, level], out=offer)
            np.maximum(here[least:], offer, out=here[least:])
    return values


def _levels(
    gains: NDArray[np.float64],
    costs: NDArray[np.int64],
    values: NDArray[np.float64],
    rooms: NDArray[np.int64],
    floor: int,
) -> NDArray[np.int64]:
    """Walks through V from each episode's room; gives the levels, (n, E)."""
    questions, _, episodes = gains.shape
    levels = np.empty((questions, episodes), dtype=np.int64)
    left, everyone = rooms.copy(), np.arange(episodes)
    for i in range(questions):
        rest = left - costs[:, None]  # (B, E)
        offers = gains[i] + values[i + 1][rest.clip(0), everyone]
        closed = rest < 0
        closed[1:] |= left < floor
        offers[closed] = -np.inf
        levels[i] = offers.argmax(axis=0)
        left -= costs[levels[i]]
    return levels
