"""The course of a training: right answers and tokens over steps and over tokens sampled."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ponder.evaluation.history import bins, main_kind, middles


@dataclass(frozen=True, slots=True)
class Course:
    """Means over short runs of steps.

    Attributes:
        steps: (B,) middles of the bins.
        sampled: (B,) completion tokens sampled up to the middles; nan where they were not logged.
        accuracy: (B,) share of right answers to what the curriculum asked.
        tokens: (B,) mean tokens of these answers.
        valid_steps: (V,) steps after which the valid split was asked.
        valid_sampled: (V,) tokens sampled by then.
        scores: (V,) the policy's score there.
    """

    steps: list[float]
    sampled: list[float]
    accuracy: list[float]
    tokens: list[float]
    valid_steps: list[int]
    valid_sampled: list[float]
    scores: list[float]


def course_of(log: Sequence[Mapping[str, Any]]) -> Course | None:
    """Reads a course from a run's log; None if nothing was asked."""
    kind = main_kind(log)
    if kind is None:
        return None
    parts = bins([entry for entry in log if kind in entry])
    valid = [entry for entry in log if "valid" in entry]
    return Course(
        steps=middles(parts),
        sampled=[(_sampled(part[0]) + _sampled(part[-1])) / 2 for part in parts],
        accuracy=[_mean(part, kind, "accuracy") for part in parts],
        tokens=[_mean(part, kind, "tokens") for part in parts],
        valid_steps=[entry["step"] for entry in valid],
        valid_sampled=[_sampled(entry) for entry in valid],
        scores=[entry["valid"]["score"] for entry in valid],
    )


def _sampled(entry: Mapping[str, Any]) -> float:
    return float(entry.get("tokens_seen", math.nan))


def _mean(part: Sequence[Mapping[str, Any]], kind: str, measure: str) -> float:
    values = [float(entry[kind][measure]) for entry in part]
    return sum(values) / len(values)
