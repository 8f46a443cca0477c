"""Two plain plans to hold the oracle against: equal split, and greedy by marginal gain.

Both obey the environment's rule, see `ponder.evaluation.allocation.problem`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ponder.evaluation.allocation.problem import Plan, Problem


def equal_split(curves: ArrayLike, problem: Problem) -> Plan:
    """Grants every question the same: total / n, rounded down to the grid.

    What the rounding leaves is not given out again, as in the equal-allocation replay of R3-Bench
    (arXiv:2608.16033). The environment itself would let later questions use what earlier ones
    leave; a plan that did would no longer be an equal split.

    Args:
        curves: (Q, B) probability of a right answer of each question at each budget.
        problem: The episodes.

    Raises:
        ValueError: If the curves do not fit the problem.
    """
    table = problem.curves(curves)
    shares = problem.totals // problem.episodes.shape[1]
    level = np.searchsorted(problem.budgets, shares, side="right") - 1  # (E,)
    return problem.plan(table, np.broadcast_to(level[:, None], problem.episodes.shape))


def greedy_marginal(curves: ArrayLike, problem: Problem) -> Plan:
    """Raises, again and again, the question whose next level adds most per token.

    A step goes to the next level of the grid, must fit in what is left, and must add something;
    ties go to the earlier question. This is optimal on concave curves up to the last step. On
    S-shaped ones it is not: where the first step adds nothing, it is never taken.

    Args:
        curves: (Q, B) probability of a right answer of each question at each budget.
        problem: The episodes.

    Raises:
        ValueError: If the curves do not fit the problem.
    """
    table = problem.curves(curves)
    episodes, costs = problem.episodes, np.diff(problem.budgets)
    # A last column for those at the top: no step is left, and it would add nothing.
    rates = np.pad(np.diff(table, axis=1) / costs, ((0, 0), (0, 1)))
    prices = np.append(costs, 0)
    levels = np.zeros_like(episodes)
    left = problem.totals.copy()
    active = np.arange(len(episodes))
    while len(active):
        own = levels[active]
        offers = rates[episodes[active], own]
        offers[prices[own] > left[active, None]] = 0
        best = offers.argmax(axis=1)
        gains = offers[np.arange(len(active)), best] > 0
        active, best = active[gains], best[gains]
        left[active] -= prices[levels[active, best]]
        levels[active, best] += 1
    return problem.plan(table, levels)
