"""Bootstrap intervals of means, crossed ones too, of differences, of ratios, and of quantiles.

The percentile bootstrap over clusters (Efron and Tibshirani, An Introduction to the Bootstrap,
1993, chapter 13): whole clusters are drawn with replacement, so that answers to one question, or
turns of one episode, are never taken for independent. Where all values agree the interval has no
width; that says that the sample shows no spread, not that there is none.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ponder.quoting import quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 2_000
CONFIDENCE = 0.95
_PICKS_AT_ONCE = 4_000_000


class Interval(NamedTuple):
    """An estimate and the bounds of its interval.

    Attributes:
        estimate: From the sample itself; nan where it is undefined.
        low: Lower bound; nan where there is one cluster only, which shows no spread.
        high: Upper bound, likewise.
    """

    estimate: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        """Gives the three as JSON values; null where there is no number."""
        return {
            name: None if math.isnan(number) else number for name, number in self._asdict().items()
        }


def bootstrap_mean(
    values: Sequence[float],
    *,
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates a mean.

    Args:
        values: (N,), at least one.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        clusters: (N,) what each value belongs to; None makes each a cluster of its own.
        confidence: Share of resamples inside the interval, between 0 and 1.
        resamples: How often the clusters are drawn anew, at least 1.

    Raises:
        ValueError: If there is no value, or an argument is out of range.
    """
    return bootstrap_ratio(
        values,
        [1.0] * len(values),
        seed=seed,
        clusters=clusters,
        confidence=confidence,
        resamples=resamples,
    )


def bootstrap_difference(
    after: Sequence[float],
    before: Sequence[float],
    *,
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates the mean of `after[i] - before[i]`, two measurements of the same thing.

    Args:
        after: (N,), at least one.
        before: (N,) in the same order.
        seed: As for `bootstrap_mean`, and so are the others.
        clusters: (N,) or None.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the lengths differ, or an argument is out of range.
    """
    _require_equal_lengths("before", before, "after", after)
    return bootstrap_mean(
        [x - y for x, y in zip(after, before, strict=True)],
        seed=seed,
        clusters=clusters,
        confidence=confidence,
        resamples=resamples,
    )


def bootstrap_ratio(
    numerators: Sequence[float],
    denominators: Sequence[float],
    *,
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates `mean(numerators) / mean(denominators)`, paired; not the mean of the ratios.

    Where the denominators' sum is 0 the ratio is undefined: nan as an estimate, and left out
    among the resamples.

    Args:
        numerators: (N,), at least one.
        denominators: (N,) in the same order.
        seed: As for `bootstrap_mean`, and so are the others.
        clusters: (N,) or None.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the lengths differ, or an argument is out of range.
    """
    import numpy as np

    _require_equal_lengths("denominators", denominators, "numerators", numerators)
    _require_sensible(numerators, confidence, resamples)
    place = _places(clusters, len(numerators))
    top = np.bincount(place, weights=np.asarray(numerators, dtype=float))  # (C,)
    bottom = np.bincount(place, weights=np.asarray(denominators, dtype=float))  # (C,)
    whole = float(bottom.sum())
    estimate = float(top.sum()) / whole if whole else float("nan")
    ratios = _resampled(top, bottom, resamples, np.random.default_rng(seed))
    if len(top) < 2 or not len(ratios):
        return Interval(estimate, float("nan"), float("nan"))
    return _around(estimate, ratios, confidence)


def bootstrap_contrast(
    groups: Sequence[Sequence[float]],
    weights: Sequence[float],
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates a sum of weighted means of groups that have nothing to do with each other.

    With weights 1 and -1 that is an unpaired difference. Each group is drawn anew on its own.

    Args:
        groups: (G,) each with at least one value.
        weights: (G,) of the groups' means.
        seed: As for `bootstrap_mean`, and so are the others.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If there is no group, one is empty, or an argument is out of range.
    """
    import numpy as np

    _require_equal_lengths("weights", weights, "groups", groups)
    _require_sensible(groups, confidence, resamples)
    for group in groups:
        _require_sensible(group, confidence, resamples)
    rng = np.random.default_rng(seed)
    estimate, drawn = 0.0, np.zeros(resamples)
    for group, weight in zip(groups, weights, strict=True):
        values = np.asarray(group, dtype=float)  # (C,)
        estimate += weight * float(values.mean())
        drawn += weight * _resampled(values, np.ones(len(values)), resamples, rng)
    if min(len(group) for group in groups) < 2:
        return Interval(estimate, float("nan"), float("nan"))
    return _around(estimate, drawn, confidence)


def bootstrap_crossed(
    values: Sequence[Sequence[float]],
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval:
    """Estimates the mean of a table whose rows and columns are both samples.

    Rows (say, training runs) and columns (questions) are drawn anew apart from one another, and a
    resample is the table of what was drawn: the pigeonhole bootstrap (Owen, Annals of Applied
    Statistics 1, 2007). What is left beyond rows and columns makes it a little too wide, and few
    rows too narrow; a single row says nothing of the spread between rows.

    Args:
        values: (S, Q), at least one row, all of one length of at least one.
        seed: As for `bootstrap_mean`, and so are the others.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the table is empty or not rectangular, or an argument is out of range.
    """
    import numpy as np

    _require_sensible(values, confidence, resamples)
    for row in values:
        _require_sensible(row, confidence, resamples)
        _require_equal_lengths("a row", row, "those of the first", values[0])
    table = np.asarray(values, dtype=float)  # (S, Q)
    rng = np.random.default_rng(seed)
    rows, columns = (rng.multinomial(n, [1 / n] * n, size=resamples) for n in table.shape)
    drawn = ((rows @ table) * columns).sum(axis=1) / table.size  # (R,)
    estimate = float(table.mean())
    if table.shape[1] < 2:
        return Interval(estimate, float("nan"), float("nan"))
    return _around(estimate, drawn, confidence)


def bootstrap_quantiles(
    values: Sequence[float],
    shares: Sequence[float],
    *,
    seed: int,
    clusters: Sequence[Hashable] | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> list[Interval]:
    """Estimates quantiles: the least value that at least a share of all values do not exceed.

    Args:
        values: (N,), at least one.
        shares: (Q,) each from 0 to 1; 0.5 is a median.
        seed: As for `bootstrap_mean`, and so are the others.
        clusters: (N,) or None.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If there is no value, or an argument is out of range.
    """
    import numpy as np

    _require_sensible(values, confidence, resamples)
    if any(not 0 <= share <= 1 for share in shares):
        raise ValueError(f"shares must be from 0 to 1, got {quoted(list(shares))}")
    order = np.argsort(np.asarray(values, dtype=float), kind="stable")
    ascending = np.asarray(values, dtype=float)[order]  # (N,)
    place = _places(clusters, len(values))[order]  # (N,)
    number = int(place.max()) + 1
    once = np.ones((1, number), dtype=np.int64)
    estimates = _quantiles(ascending, once[:, place], shares)[0]
    rng, parts = np.random.default_rng(seed), []
    rows = max(1, _PICKS_AT_ONCE // len(values))
    for done in range(0, resamples, rows):
        picks = rng.integers(number, size=(min(rows, resamples - done), number))  # (R, C)
        apart = picks + number * np.arange(len(picks))[:, None]
        times = np.bincount(apart.ravel(), minlength=picks.size).reshape(picks.shape)  # (R, C)
        parts.append(_quantiles(ascending, times[:, place], shares))
    drawn = np.concatenate(parts)  # (resamples, Q)
    return [
        _around(float(estimate), column, confidence)
        if number > 1
        else Interval(float(estimate), float("nan"), float("nan"))
        for estimate, column in zip(estimates, drawn.T, strict=True)
    ]


def _quantiles(
    ascending: NDArray[Any], times: NDArray[Any], shares: Sequence[float]
) -> NDArray[Any]:
    """Reads quantiles off values of which each counts a number of times.

    Args:
        ascending: (N,).
        times: (R, N) whole numbers, a row for each resample.
        shares: (Q,).

    Returns:
        (R, Q).
    """
    import numpy as np

    reached = times.cumsum(axis=1)  # (R, N)
    # A share of the whole is a whole number of values, but for rounding.
    wanted = np.ceil(reached[:, -1:] * np.asarray(shares) - 1e-9).clip(min=1)  # (R, Q)
    places = [(reached < least[:, None]).sum(axis=1) for least in wanted.T]  # Q of (R,)
    found: NDArray[Any] = ascending[np.stack(places, axis=1)]
    return found


def _around(estimate: float, drawn: NDArray[Any], confidence: float) -> Interval:
    """Takes the middle part of what the resamples gave."""
    import numpy as np

    tail = (1 - confidence) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(estimate, float(low), float(high))


def _require_sensible(values: Sequence[object], confidence: float, resamples: int) -> None:
    if len(values) == 0:
        raise ValueError("values must hold at least one number, got none")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be above 0 and below 1, got {quoted(confidence)}")
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, got {quoted(resamples)}")


def _resampled(
    top: NDArray[Any], bottom: NDArray[Any], resamples: int, rng: np.random.Generator
) -> NDArray[Any]:
    """Draws clusters with replacement; gives the ratio of their sums in each resample."""
    import numpy as np

    clusters = len(top)
    rows = max(1, _PICKS_AT_ONCE // clusters)
    parts = []
    for done in range(0, resamples, rows):
        picks = rng.integers(clusters, size=(min(rows, resamples - done), clusters))  # (R, C)
        above, below = top[picks].sum(axis=1), bottom[picks].sum(axis=1)  # (R,)
        defined = below != 0
        parts.append(above[defined] / below[defined])
    return np.concatenate(parts)


def _places(clusters: Sequence[Hashable] | None, count: int) -> NDArray[Any]:
    """Numbers the clusters in the order of their first values."""
    import numpy as np

    if clusters is None:
        return np.arange(count)
    _require_equal_lengths("clusters", clusters, "values", range(count))
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(cluster, len(numbers)) for cluster in clusters])


def _require_equal_lengths(
    name: str, values: Sequence[object], other_name: str, other: Sequence[object]
) -> None:
    if len(values) != len(other):
        raise ValueError(f"{name} must be as many as {other_name}, {len(other)}, got {len(values)}")
