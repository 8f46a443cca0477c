"""The learning rate over a run."""

import math

from ponder.trainers.config import TrainConfig


def learning_rate_share(config: TrainConfig, step: int, progress: float) -> float:
    """The share of `lr` at a step: rises linearly from 0, stays, and falls to 0 by the schedule.

    Args:
        config: The run.
        step: Steps taken before.
        progress: The share of the run that is done.
    """
    rise = min(1.0, (step + 1) / max(1, config.warmup))
    if config.schedule == "constant" or not config.decay:
        return rise
    fall = min(1.0, (1 - progress) / config.decay)
    if config.schedule == "cosine":
        fall = (1 - math.cos(math.pi * fall)) / 2
    return rise * fall
