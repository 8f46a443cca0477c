"""The statistics of the contract: exact tails, growth, and how many questions there are.

A statistical rule fails only beyond four standard deviations, so that it is silent when all is
well even over thousands of tests.
"""

import math
import statistics
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

SIGMAS = 4.0
FOUR_SIGMA = math.erfc(SIGMAS / math.sqrt(2)) / 2
"""The one-sided probability beyond four standard deviations, 3.2e-5."""


def upper_tail(probabilities: Sequence[float], hits: int) -> float:
    """The probability of at least `hits` successes in independent trials.

    Exact, for trials of different probabilities (the Poisson binomial distribution).

    >>> upper_tail([0.5, 0.5], 1)
    0.75
    """
    below = [1.0] + [0.0] * hits  # below[k]: exactly k successes so far; the last, hits or more
    for p in probabilities:
        for k in range(hits, 0, -1):
            stays = 1.0 if k == hits else 1.0 - p
            below[k] = below[k] * stays + below[k - 1] * p
        below[0] *= 1.0 - p if hits else 1.0
    return below[hits]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return statistics.fmean(values), error


def distinct_bounds(items: Iterable[Hashable]) -> tuple[int, float]:
    """How many kinds there are, from a sample of draws: those seen, and a bound from above.

    The bound is the estimate of Chao (1984), `D + f1^2 / 2 f2`, plus four of its standard
    deviations (Chao 1987), where f1 kinds were seen once and f2 twice; it is infinite when none
    was seen twice. Where kinds are drawn very unevenly the estimate itself is too low, and less
    so the more is drawn: draw more before acting on a low bound.

    >>> distinct_bounds(range(50))
    (50, inf)
    """
    times = Counter(Counter(items).values())
    seen, once, twice = sum(times.values()), times[1], times[2]
    if once == 0:
        return seen, float(seen)
    if twice == 0:
        return seen, math.inf
    ratio = once / twice
    spread = math.sqrt(twice * (ratio**4 / 4 + ratio**3 + ratio**2 / 2))
    return seen, seen + once**2 / (2 * twice) + SIGMAS * spread
