"""The continuous solution: one price of a token for all questions of an episode.

Where utilities are concave, the best division gives each question tokens until its marginal
utility falls to a common price: U_q'(b_q) = lambda, and nothing to questions whose utility is
worth the price nowhere (CLEAR, arXiv:2606.03092, "rational abandonment"). Curves are S-shaped and
not concave, so each is replaced by its concave hull; the value on the hulls is the knapsack's
Lagrangian bound, hence at least the knapsack's value.

The paper finds lambda by bisection. On a grid the hulls are piecewise linear, so lambda is the
slope of one of their segments: sorted by slope, the segments are bought until the budget is used
up, which finds the same price exactly. The environment's `min_tokens` is left out, which can only
raise the bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.curves import isotonic
from ponder.evaluation.allocation.problem import Problem


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """The continuous solution of every episode.

    Attributes:
        price: (E,) lambda: right answers that one more token would add; 0 where the budget covers
            all that any question can use.
        tokens: (E, n) of each question, any number and not only one of the grid.
        won: (E, n) what the hulls give for them.
    """

    price: NDArray[np.float64]
    tokens: NDArray[np.float64]
    won: NDArray[np.float64]

    @property
    def value(self) -> NDArray[np.float64]:
        """(E,) an upper bound of what any plan wins."""
        return np.asarray(self.won.sum(axis=1))

    @property
    def abandoned(self) -> NDArray[np.bool_]:
        """(E, n) questions that get nothing: no part of their hull is as steep as the price."""
        return np.asarray(self.tokens == 0)


def hull_slopes(curves: ArrayLike, budgets: ArrayLike) -> NDArray[np.float64]:
    """Gives the slopes of the least concave curves above the given ones.

    They are the antitonic regression of the curves' own slopes, weighted by the widths
    (Robertson, Wright and Dykstra 1988, theorem 1.2.1).

    Args:
        curves: (..., B).
        budgets: (B,) increasing, in tokens.

    Returns:
        (..., B - 1), nonincreasing along the last axis, in right answers a token.
    """
    widths = np.diff(np.asarray(budgets, dtype=np.float64))
    slopes = np.diff(np.asarray(curves, dtype=np.float64), axis=-1) / widths
    return -isotonic(-slopes, widths)


def equilibrium(curves: ArrayLike, problem: Problem) -> Equilibrium:
    """Divides every episode's budget at one price.

    Args:
        curves: (Q, B) probability of a right answer of each question at each budget.
        problem: The episodes.

    Raises:
        ValueError: If the curves do not fit the problem.
    """
    table = problem.curves(curves)
    episodes = problem.episodes
    slopes = hull_slopes(table, problem.budgets)[episodes]  # (E, n, B - 1)
    shape = slopes.shape
    flat = slopes.reshape(len(episodes), -1).clip(0)  # falling segments are worth nothing
    widths = np.broadcast_to(np.diff(problem.budgets), shape).reshape(flat.shape)
    widths = np.where(flat > 0, widths, 0)
    # Stable, so that of a question's equally steep segments the earlier come first.
    order = np.argsort(-flat, axis=1, kind="stable")
    sold = np.take_along_axis(widths, order, axis=1)
    demand = np.cumsum(sold, axis=1)  # at a price as low as each slope
    bought = (problem.totals[:, None] - (demand - sold)).clip(0, sold)
    partly = bought < sold
    first = np.take_along_axis(order, partly.argmax(axis=1)[:, None], axis=1)
    price = np.where(partly.any(axis=1), np.take_along_axis(flat, first, axis=1)[:, 0], 0.0)
    tokens = np.zeros(flat.shape)
    np.put_along_axis(tokens, order, bought.astype(np.float64), axis=1)
    won = (tokens * flat).reshape(shape).sum(axis=2)
    return Equilibrium(price, tokens.reshape(shape).sum(axis=2), won)
