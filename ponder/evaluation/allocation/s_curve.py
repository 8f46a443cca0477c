"""A logistic curve in log tokens: four numbers that sum up how accuracy grows with budget.

    p(b) = floor + (ceiling - floor) / (1 + (midpoint / b)^slope)

the four-parameter log-logistic curve of dose and response: `slope` is the steepness in log
tokens, and halfway between floor and ceiling lies the `midpoint`. Floor is what an answer without
thought is worth, chance for instance; at budget 0 a question is not attempted, so that budget
takes no part in the fit.

The fit is least squares with 0 <= floor <= ceiling <= 1, the midpoint within the measured budgets
and the slope within 0.25 to 64. For each midpoint and slope the best floor and ceiling are known
in closed form (variable projection, Golub and Pereyra 1973), so a search over two numbers is
left: a coarse grid and then ever finer ones around the best, until the midpoint is known to about
a thousandth. It has no start to choose, cannot diverge, and fits all resamples of a bootstrap at
once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.intervals import CONFIDENCE, Interval
from ponder.quoting import quoted
from ponder.randomness import derive_seed

RESAMPLES = 400
SLOPES = (0.25, 64.0)
_COARSE = (49, 25)
_FINE = 5
_FINEST = 1 / 256
_ROUNDS = 80

Floats = NDArray[np.float64]


class SCurve(NamedTuple):
    """The parameters: numbers, or arrays of as many as there are curves.

    Attributes:
        floor: Accuracy at the smallest budgets, 0 to 1.
        ceiling: Accuracy at the largest, `floor` to 1. Where the two agree the curve is flat, and
            its midpoint and slope mean nothing.
        midpoint: In tokens.
        slope: In log tokens, above 0.
    """

    floor: Floats
    ceiling: Floats
    midpoint: Floats
    slope: Floats

    def accuracy(self, budgets: ArrayLike) -> Floats:
        """Gives the curves at some budgets, in tokens: the parameters' shape + (B,).

        At budget 0 that is the floor.
        """
        floor, ceiling, midpoint, slope = (part[..., None] for part in np.broadcast_arrays(*self))
        points = np.log(np.concatenate([midpoint, slope], axis=-1))
        with np.errstate(divide="ignore"):
            logs = np.log(np.asarray(budgets, dtype=np.float64))
        curves: Floats = floor + (ceiling - floor) * _shape(logs, points)
        return curves


class SCurveIntervals(NamedTuple):
    """An S-curve's parameters with their intervals; as in `SCurve`."""

    floor: Interval
    ceiling: Interval
    midpoint: Interval
    slope: Interval


def fit_s_curve(budgets: ArrayLike, accuracy: ArrayLike) -> SCurve:
    """Fits an S-curve to each row.

    Args:
        budgets: (B,) in tokens, increasing; at least two of them above 0.
        accuracy: (..., B) shares of right answers.

    Returns:
        Parameters of shape (...).

    Raises:
        ValueError: If there are too few budgets, or the shapes differ.
    """
    grid = np.asarray(budgets, dtype=np.float64)
    rows = np.asarray(accuracy, dtype=np.float64)
    if grid.ndim != 1 or rows.ndim == 0 or rows.shape[-1] != len(grid):
        raise ValueError(f"accuracy must be (..., {grid.shape}), got {rows.shape}")
    tried = grid > 0
    if tried.sum() < 2 or (np.diff(grid) <= 0).any():
        raise ValueError(f"budgets must increase, two above 0 at least, got {grid.tolist()[:20]}")
    if not ((rows >= 0) & (rows <= 1)).all():
        raise ValueError("accuracy must be 0 to 1; some of it is not")
    logs, flat = np.log(grid[tried]), rows[..., tried].reshape(-1, tried.sum())
    best = _search(flat, logs)
    found = _project(flat, _shape(logs, best))
    parts = (found.floor, found.ceiling, np.exp(best[..., 0]), np.exp(best[..., 1]))
    return SCurve(*(part.reshape(rows.shape[:-1]) for part in parts))


def s_curve_intervals(
    budgets: ArrayLike,
    samples: ArrayLike,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> SCurveIntervals:
    """Fits one S-curve to all answers to some questions, with percentile bootstrap intervals.

    Whole questions are drawn anew, so the intervals cover the curve of all questions of that
    kind. Of a single question its answers are: they cover that question's own curve. An answer is
    drawn at all budgets together, since it may be one response that was cut at each of them.

    Args:
        budgets: (B,) in tokens, increasing; at least two of them above 0.
        samples: (N, K, B) 0 or 1: whether answer k to question i was right at each budget.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the shapes differ, or an argument is out of range.
    """
    table = np.asarray(samples, dtype=np.float64)
    if table.ndim != 3 or not table.size:
        raise ValueError(f"samples must be (N, K, B), none of them 0, got {table.shape}")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be above 0 and below 1, got {quoted(confidence)}")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, got {quoted(resamples)}")
    units = table.mean(axis=1) if len(table) > 1 else table[0]
    estimate = fit_s_curve(budgets, units.mean(axis=0))
    if len(units) < 2:
        nan = float("nan")
        return SCurveIntervals(*(Interval(float(part), nan, nan) for part in estimate))
    rng = np.random.default_rng(seed)
    weights = rng.multinomial(len(units), np.full(len(units), 1 / len(units)), size=resamples)
    drawn = fit_s_curve(budgets, weights @ units / len(units))
    tail = (1 - confidence) / 2
    return SCurveIntervals(
        *(
            Interval(float(part), *np.quantile(draws, [tail, 1 - tail]).tolist())
            for part, draws in zip(estimate, drawn, strict=True)
        )
    )


def s_curves_by_level(
    budgets: ArrayLike, samples: ArrayLike, levels: Sequence[int], *, seed: int
) -> dict[int, SCurveIntervals]:
    """Fits one S-curve to the questions of each level, in the order of the levels.

    Args:
        budgets: (B,) in tokens.
        samples: (Q, K, B) 0 or 1.
        levels: (Q,) of each question.
        seed: A derived seed.

    Raises:
        ValueError: If the shapes differ.
    """
    table, place = np.asarray(samples), np.asarray(levels)
    if len(place) != len(table):
        raise ValueError(f"levels must be as many as questions, {len(table)}, got {len(place)}")
    return {
        int(level): s_curve_intervals(
            budgets, table[place == level], seed=derive_seed("s-curve", seed, int(level))
        )
        for level in np.unique(place)
    }


def _search(rows: Floats, logs: Floats) -> Floats:
    """Finds the best log midpoint and log slope of each row: (R, 1, 2)."""
    lows, highs = np.array([logs[0], np.log(SLOPES[0])]), np.array([logs[-1], np.log(SLOPES[1])])
    points = _mesh(*map(np.linspace, lows, highs, _COARSE))
    best: Floats = points[_project(rows, _shape(logs, points)).error.argmin(axis=1)][:, None]
    around = _mesh(*[np.linspace(-1, 1, _FINE)] * 2) * (highs - lows) / (np.array(_COARSE) - 1)
    scale = np.ones((len(rows), 1, 1))
    active = np.arange(len(rows))
    for _ in range(_ROUNDS):
        points = (best[active] + scale[active] * around).clip(lows, highs)  # (R, G, 2)
        nearest = _project(rows[active], _shape(logs, points)).error.argmin(axis=1)
        found = np.take_along_axis(points, nearest[:, None, None], axis=1)
        # Where nothing around is better, look closer; elsewhere go on from there.
        stays = (found == best[active]).all(axis=2, keepdims=True)
        best[active] = found
        scale[active] /= np.where(stays, 2, 1)
        active = active[scale[active, 0, 0] > _FINEST]
        if not len(active):
            break
    return best


class _Projection(NamedTuple):
    """The best floor and ceiling for given shapes, each (R, G), and what is left of the error."""

    error: Floats
    floor: Floats
    ceiling: Floats


def _project(rows: Floats, shapes: Floats) -> _Projection:
    """Solves for floor and ceiling.

    The model is `floor * (1 - s) + ceiling * s`, so the error is a convex quadratic of the two,
    and the allowed pairs are a triangle: the best lies inside, or on one of its three sides.

    Args:
        rows: (R, B).
        shapes: (G, B) for all rows, or (R, G, B).
    """
    rest = 1 - shapes
    a, b, c = (rest * rest).sum(-1), (rest * shapes).sum(-1), (shapes * shapes).sum(-1)
    low, high = _products(rows, rest), _products(rows, shapes)  # (R, G)
    tiny = 1e-12
    determinant = np.maximum(a * c - b * b, tiny)
    inner = (c * low - b * high) / determinant, (a * high - b * low) / determinant
    no_floor = np.zeros_like(low), (high / np.maximum(c, tiny)).clip(0, 1)
    full_ceiling = ((low - b) / np.maximum(a, tiny)).clip(0, 1), np.ones_like(low)
    level = np.broadcast_to(rows.mean(axis=1)[:, None].clip(0, 1), low.shape)
    floors, ceilings = np.stack([inner, no_floor, full_ceiling, (level, level)], axis=1)
    errors = (
        floors * (floors * a + 2 * ceilings * b - 2 * low)
        + ceilings * (ceilings * c - 2 * high)
        + (rows * rows).sum(axis=1)[:, None]
    )
    allowed = (floors >= 0) & (floors <= ceilings) & (ceilings <= 1)
    errors = np.where(allowed, errors, np.inf)
    best = errors.argmin(axis=0)[None]
    return _Projection(
        *(np.take_along_axis(part, best, axis=0)[0] for part in (errors, floors, ceilings))
    )


def _products(rows: Floats, shapes: Floats) -> Floats:
    """Multiplies each row with its shapes: (R, G)."""
    return np.asarray((rows[:, None] @ np.swapaxes(shapes, -1, -2))[:, 0])


def _shape(logs: Floats, points: Floats) -> Floats:
    """Gives the curve from 0 to 1 at (B,) log budgets for (..., 2) log midpoints and slopes."""
    steps = np.exp(points[..., 1:]) * (points[..., :1] - logs)
    curves: Floats = 1 / (1 + np.exp(steps.clip(-500, 500)))
    return curves


def _mesh(first: Floats, second: Floats) -> Floats:
    """Pairs each number with each: (G, 2)."""
    return np.stack(np.meshgrid(first, second, indexing="ij"), axis=-1).reshape(-1, 2)
