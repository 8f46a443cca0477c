"""Rule 6: complexity and the length of the worked solution rise with the level."""

import itertools
import math
from collections.abc import Callable

from ponder.task import Task
from ponder.testing.report import Finding, judge
from ponder.testing.sample import Sample
from ponder.testing.statistics import SIGMAS, mean_and_error

SLOWEST, FASTEST = 1.15, 1.6
BAND = (1, 10)
"""The calibrated band, over which the growth of steps is measured."""


def steps_length(task: Task) -> int:
    """Characters of the worked solution, line ends included."""
    return sum(len(step) + 1 for step in task.steps)


def complexity(sample: Sample) -> Finding:
    """Complexity never falls from one level to the next, and rises over all."""
    faults, means = _falls(sample, "complexity", lambda task: float(task.complexity))
    for task in sample:
        if not math.isfinite(task.complexity):
            faults.append(f"{task.uid} has complexity {task.complexity}")
    if len(means) > 1 and not means[-1] > means[0]:
        faults.append(f"mean complexity is {means[0]:.4g} at the lowest and the highest level")
    return judge("complexity", faults, f"mean complexity {_from_to(means)} over the levels")


def growth(sample: Sample) -> Finding:
    """The steps grow 1.15 to 1.6 times a level over levels 1 to 10, and never shrink."""
    faults, _ = _falls(sample, "length of steps", lambda task: float(steps_length(task)))
    if not set(BAND) <= set(sample.levels):
        return judge("growth", [*faults, f"levels {BAND[0]} and {BAND[1]} are needed"], "")
    (low, low_error), (high, high_error) = (
        mean_and_error([steps_length(task) for task in sample.levels[level]]) for level in BAND
    )
    if low == 0 or high == 0:
        return judge("growth", ["there are no steps"], "")
    span = BAND[1] - BAND[0]
    rate = math.log(high / low) / span
    slack = SIGMAS * math.hypot(low_error / low, high_error / high) / span
    praise = (
        f"steps grow {math.exp(rate):.3f} times a level, from {low:.0f} characters at level "
        f"{BAND[0]} to {high:.0f} at level {BAND[1]}"
    )
    if not math.log(SLOWEST) - slack <= rate <= math.log(FASTEST) + slack:
        faults.append(f"{praise}; {SLOWEST} to {FASTEST} is allowed")
    return judge("growth", faults, praise)


def _falls(
    sample: Sample, what: str, measure: Callable[[Task], float]
) -> tuple[list[str], list[float]]:
    """Finds the levels where a mean falls by more than noise; gives all means too."""
    found = {
        level: mean_and_error([measure(task) for task in tasks])
        for level, tasks in sample.levels.items()
    }
    faults = []
    levels = sorted(found)
    for lower, upper in itertools.pairwise(levels):
        (before, e), (after, f) = found[lower], found[upper]
        if before - after > SIGMAS * math.hypot(e, f):
            faults.append(
                f"mean {what} falls from {before:.4g} at level {lower} to {after:.4g} at "
                f"level {upper}"
            )
    return faults, [found[level][0] for level in levels]


def _from_to(means: list[float]) -> str:
    return f"from {means[0]:.4g} to {means[-1]:.4g}" if means else "unknown"
