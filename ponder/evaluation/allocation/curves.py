"""Monotone response curves: isotonic regression, by the min-max formula.

More tokens are taken never to make an answer worse in expectation, so a measured curve that falls
does so by chance. The least-squares fit among nondecreasing curves pools such falls away.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def isotonic(values: ArrayLike, weights: ArrayLike | None = None) -> NDArray[np.float64]:
    """Fits the nondecreasing sequence nearest to each row, in weighted least squares.

    By the min-max formula (Robertson, Wright and Dykstra, Order Restricted Statistical
    Inference, 1988, section 1.4),

        fit_i = max over j <= i of min over k >= i of mean(values[j..k]),

    which is what pooling adjacent violators finds, but for all rows at once: B steps over arrays,
    where pooling takes a loop for each row.

    Args:
        values: (..., B), B at least 1.
        weights: (B,) or of the shape of `values`, all above 0; None means equal ones.

    Returns:
        Of the shape of `values`.

    Raises:
        ValueError: If the shapes do not fit, or a weight is not above 0.

    >>> isotonic([0.0, 0.5, 0.25, 1.0]).tolist()
    [0.0, 0.375, 0.375, 1.0]
    """
    rows = np.asarray(values, dtype=np.float64)
    if rows.ndim == 0 or rows.shape[-1] == 0:
        raise ValueError(f"values must hold at least one number a row, got shape {rows.shape}")
    heft = np.ones(rows.shape[-1]) if weights is None else np.asarray(weights, dtype=np.float64)
    if heft.shape not in (rows.shape, rows.shape[-1:]):
        raise ValueError(f"weights must be of shape {rows.shape[-1:]} or {rows.shape}")
    if not (heft > 0).all():
        raise ValueError(f"weights must be above 0, got {heft.min()}")
    sums = np.cumsum(rows * heft, axis=-1)
    masses = np.cumsum(np.broadcast_to(heft, rows.shape), axis=-1)
    fit = np.full(rows.shape, -np.inf)
    for j in range(rows.shape[-1]):
        above, below = sums[..., j:], masses[..., j:]
        if j:
            above, below = above - sums[..., j - 1 : j], below - masses[..., j - 1 : j]
        means = above / below  # of j..k, for k from j on
        lowest = np.minimum.accumulate(means[..., ::-1], axis=-1)[..., ::-1]
        np.maximum(fit[..., j:], lowest, out=fit[..., j:])
    return fit


def response_curves(samples: ArrayLike) -> NDArray[np.float64]:
    """Turns answers into monotone response curves.

    Args:
        samples: (Q, K, B) 0 or 1: whether answer k to question q was right at each budget.

    Returns:
        (Q, B).
    """
    return isotonic(np.asarray(samples, dtype=np.float64).mean(axis=1))
