"""What a step's log entry says of its rollouts, in numbers."""

from collections.abc import Callable, Sequence
from typing import Any

from ponder.policies.play import Rollout


def describe(questions: Sequence[Rollout], episodes: Sequence[Rollout]) -> dict[str, Any]:
    """Says in numbers what was played: right answers and tokens, by level and by position."""
    entry: dict[str, Any] = {}
    for kind, rollouts in (("questions", questions), ("episodes", episodes)):
        if not rollouts:
            continue
        entry[kind] = {
            "accuracy": _mean(r.verdict.correct for r in rollouts),
            "tokens": _mean(r.tokens for r in rollouts),
            "finished": _mean(r.completion.finished for r in rollouts),
            "format": _mean(r.verdict.how == "tag" for r in rollouts),
            "reward": _mean(r.reward for r in rollouts),
            "by_level": _by(rollouts, lambda r: r.task.level),
        }
        names = sorted({name for r in rollouts for name in r.components})
        entry[kind]["components"] = {
            name: _mean(r.components.get(name, 0.0) for r in rollouts) for name in names
        }
    if episodes:
        entry["episodes"]["by_position"] = _by(episodes, lambda r: r.turn)
    return entry


def _by(rollouts: Sequence[Rollout], key: Callable[[Rollout], int]) -> dict[str, list[float]]:
    """Groups rollouts by a number; gives [count, accuracy, mean tokens] for each."""
    groups: dict[int, list[Rollout]] = {}
    for rollout in rollouts:
        groups.setdefault(key(rollout), []).append(rollout)
    return {
        str(value): [
            len(group),
            _mean(r.verdict.correct for r in group),
            _mean(r.tokens for r in group),
        ]
        for value, group in sorted(groups.items())
    }


def _mean(values: Any) -> float:
    numbers = [float(value) for value in values]
    return sum(numbers) / len(numbers)
