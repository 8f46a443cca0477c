"""The allocation problem: which questions share which budget, and how it may be divided.

A plan gives each question of an episode one level, a place in the common grid of budgets. It is
made before the episode, and it obeys the environment's hard cap (`ponder.budget_env.ledger`):

- A question at level l is granted `budgets[l]` tokens. The grants sum to at most the total. A
  response curve at that budget is measured as the environment would end such a response: all
  charged tokens count, and the last `answer_reserve` of them are kept for a forced answer. So the
  reserve is inside the grant and needs no rule of its own.
- Questions come in order. One is put only while at least `min_tokens` remain; once less is left,
  it and all after it are at level 0. This can bind only at budgets below `min_tokens`.
- Level 0 is "not attempted": an empty response, charged nothing.

What a question leaves of its grant is not passed on: a plan is no hindsight and no adaptive
policy, so that a policy which passes it on can do better than the best plan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.quoting import quoted


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Episodes whose questions share a budget. Arrays are copied and checked when it is made.

    Attributes:
        budgets: (B,) the grid, in tokens: integers, the first 0, increasing.
        episodes: (E, n) the questions of each episode in the order in which they are put, as
            rows of the table of curves.
        totals: (E,) each episode's budget in tokens, at least `min_tokens`; one number serves
            them all.
        min_tokens: What must remain for another question to be put, at least 1.
    """

    budgets: NDArray[np.int64]
    episodes: NDArray[np.int64]
    totals: NDArray[np.int64]
    min_tokens: int = 1

    def __init__(
        self, budgets: ArrayLike, episodes: ArrayLike, totals: ArrayLike, *, min_tokens: int = 1
    ) -> None:
        """Checks the arguments.

        Raises:
            ValueError: If one of them is of a wrong shape, no integer, or out of range.
        """
        grid = _integers("budgets", budgets, 1)
        if len(grid) < 2 or grid[0] != 0 or (np.diff(grid) <= 0).any():
            raise ValueError(f"budgets must be 0 and then increase, got {grid.tolist()[:20]}")
        places = _integers("episodes", episodes, 2)
        if not places.size or places.min() < 0:
            raise ValueError(
                f"episodes must be (E, n) rows of curves from 0, at least one, got {places.shape} "
                f"from {places.min(initial=0)}"
            )
        if not isinstance(min_tokens, int) or min_tokens < 1:
            raise ValueError(
                f"min_tokens must be an integer of at least 1, got {quoted(min_tokens)}"
            )
        sums = _integers("totals", totals, np.ndim(totals))
        if sums.shape not in ((), places.shape[:1]):
            raise ValueError(
                f"totals must be one number or one of each of the {len(places)} episodes, got "
                f"shape {sums.shape}"
            )
        if sums.min() < min_tokens:
            raise ValueError(f"totals must be at least min_tokens = {min_tokens}, got {sums.min()}")
        object.__setattr__(self, "budgets", grid)
        object.__setattr__(self, "episodes", places)
        object.__setattr__(self, "totals", np.broadcast_to(sums, places.shape[:1]).copy())
        object.__setattr__(self, "min_tokens", min_tokens)

    @property
    def step(self) -> int:
        """The largest number of tokens of which every budget is a multiple."""
        return math.gcd(*self.budgets.tolist())

    def curves(self, curves: ArrayLike) -> NDArray[np.float64]:
        """Checks a table of curves: (Q, B), one row a question, one column a budget.

        Raises:
            ValueError: If it does not fit the problem, or holds what is no finite number.
        """
        table = np.asarray(curves, dtype=np.float64)
        least = int(self.episodes.max()) + 1
        if table.ndim != 2 or table.shape[1] != len(self.budgets) or len(table) < least:
            raise ValueError(
                f"curves must be (Q, {len(self.budgets)}) with Q at least {least}, got "
                f"{table.shape}"
            )
        if not np.isfinite(table).all():
            raise ValueError("curves must be finite numbers; some are not")
        if table[:, 0].any():
            raise ValueError(
                "curves must be 0 at budget 0, which means that a question is not attempted"
            )
        return table

    def plan(self, curves: NDArray[np.float64], levels: NDArray[np.int64]) -> Plan:
        """Makes a plan of levels; questions that the environment would not put get level 0.

        Args:
            curves: (Q, B) what each question is expected to win at each level.
            levels: (E, n) whose grants keep the cap.
        """
        spent = np.cumsum(self.budgets[levels], axis=1) - self.budgets[levels]  # before each
        put = self.totals[:, None] - spent >= self.min_tokens
        levels = np.where(put, levels, 0)
        return Plan(levels, self.budgets[levels], curves[self.episodes, levels])


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How every episode's budget is divided.

    Attributes:
        levels: (E, n) the level of each question.
        tokens: (E, n) the budget granted at it.
        won: (E, n) expected right answers at it.
    """

    levels: NDArray[np.int64]
    tokens: NDArray[np.int64]
    won: NDArray[np.float64]

    @property
    def value(self) -> NDArray[np.float64]:
        """(E,) expected right answers of each episode."""
        total: NDArray[np.float64] = self.won.sum(axis=1)
        return total


def _integers(name: str, values: ArrayLike, dimensions: int) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.ndim != dimensions or not np.issubdtype(array.dtype, np.integer):
        raise ValueError(
            f"{name} must be integers in {dimensions} dimensions, got {array.dtype} in {array.ndim}"
        )
    return array.astype(np.int64)
