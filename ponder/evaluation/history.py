"""A training log in bins of steps, ready to be drawn."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MAX_BINS = 40
KINDS = ("questions", "episodes")


@dataclass(frozen=True, slots=True)
class LevelHistory:
    """Tokens and accuracy by level over training.

    Attributes:
        edges: (B + 1,) steps between which the bins lie.
        levels: (L,) every level from the lowest to the highest that was asked.
        tokens: L rows of B means; nan where a level was not asked.
        accuracy: The same for right answers.
    """

    edges: list[float]
    levels: list[int]
    tokens: list[list[float]]
    accuracy: list[list[float]]


@dataclass(frozen=True, slots=True)
class CurriculumHistory:
    """Which levels were asked over training.

    Attributes:
        steps: (B,) middles of the bins.
        mean: (B,) mean level asked.
        low: (B,) lowest level asked.
        high: (B,) highest level asked.
        frontiers: Each source's (B,) level at the end of the bin, where the curriculum has one.
    """

    steps: list[float]
    mean: list[float]
    low: list[int]
    high: list[int]
    frontiers: Mapping[str, list[int]]


def bins(log: Sequence[Mapping[str, Any]], most: int = MAX_BINS) -> list[list[Mapping[str, Any]]]:
    """Cuts a log into at most `most` runs of entries whose lengths differ by at most one."""
    count = min(most, len(log))
    cuts = [place * len(log) // count for place in range(count + 1)] if count else []
    return [list(log[start:stop]) for start, stop in itertools.pairwise(cuts)]


def middles(parts: Sequence[Sequence[Mapping[str, Any]]]) -> list[float]:
    """Gives each bin's middle step."""
    return [(part[0]["step"] + part[-1]["step"]) / 2 for part in parts]


def main_kind(log: Sequence[Mapping[str, Any]]) -> str | None:
    """Tells what moves the curriculum: single questions where there are any, else episodes."""
    return next((kind for kind in KINDS if any(kind in entry for entry in log)), None)


def level_history(log: Sequence[Mapping[str, Any]]) -> LevelHistory | None:
    """Averages tokens and accuracy by level in each bin; None if nothing was asked."""
    kind = main_kind(log)
    if kind is None:
        return None
    parts = bins(log)
    tallies = [_by_level(part, kind) for part in parts]
    asked = {level for tally in tallies for level in tally}
    levels = list(range(min(asked), max(asked) + 1))
    empty = (0.0, math.nan, math.nan)
    return LevelHistory(
        edges=[part[0]["step"] for part in parts] + [parts[-1][-1]["step"] + 1],
        levels=levels,
        tokens=[[tally.get(level, empty)[2] for tally in tallies] for level in levels],
        accuracy=[[tally.get(level, empty)[1] for tally in tallies] for level in levels],
    )


def curriculum_history(log: Sequence[Mapping[str, Any]]) -> CurriculumHistory | None:
    """Gives the mean and the range of levels in each bin; None if nothing was asked."""
    kind = main_kind(log)
    if kind is None:
        return None
    parts = [part for part in bins(log) if _by_level(part, kind)]
    tallies = [_by_level(part, kind) for part in parts]
    return CurriculumHistory(
        steps=middles(parts),
        mean=[
            sum(level * count for level, (count, _, _) in tally.items())
            / sum(count for count, _, _ in tally.values())
            for tally in tallies
        ],
        low=[min(tally) for tally in tallies],
        high=[max(tally) for tally in tallies],
        frontiers=_frontiers(parts),
    )


def component_history(
    log: Sequence[Mapping[str, Any]], kind: str
) -> tuple[list[float], dict[str, list[float]]]:
    """Averages each reward component over the steps of each bin; those always 0 are left out.

    Args:
        log: Of the run.
        kind: `questions` or `episodes`.

    Returns:
        (B,) middles of the bins, and (B,) means by component.
    """
    parts = bins([entry for entry in log if entry.get(kind, {}).get("components")])
    names = sorted(
        {
            name
            for part in parts
            for entry in part
            for name, value in entry[kind]["components"].items()
            if value != 0
        }
    )
    return middles(parts), {
        name: [
            sum(entry[kind]["components"].get(name, 0.0) for entry in part) / len(part)
            for part in parts
        ]
        for name in names
    }


def _by_level(
    part: Sequence[Mapping[str, Any]], kind: str
) -> dict[int, tuple[float, float, float]]:
    """Adds a bin up by level: count, accuracy, mean tokens."""
    sums: dict[int, list[float]] = {}
    for entry in part:
        for level, (count, accuracy, tokens) in entry.get(kind, {}).get("by_level", {}).items():
            total = sums.setdefault(int(level), [0.0, 0.0, 0.0])
            total[0] += count
            total[1] += count * accuracy
            total[2] += count * tokens
    return {
        level: (count, right / count, tokens / count)
        for level, (count, right, tokens) in sorted(sums.items())
    }


def _frontiers(parts: Sequence[Sequence[Mapping[str, Any]]]) -> dict[str, list[int]]:
    """Reads each source's level from the curriculum's state, if its rule keeps one."""
    states = [part[-1].get("curriculum", {}) for part in parts]
    for field in ("frontier", "level"):
        if states and all(isinstance(state.get(field), dict) for state in states):
            return {
                name: [state[field][name] for state in states] for name in sorted(states[0][field])
            }
    return {}
