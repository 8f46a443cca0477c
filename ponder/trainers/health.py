"""Signs that a run has gone wrong, told while it is still running."""

from collections.abc import Mapping, Sequence
from typing import Any

WINDOW = 10
"""Steps that are averaged: one batch says little."""

HORIZON = 500
"""Steps that are looked back on."""


def collapse(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Names a collapse: answers grow towards the cap while almost none is right any more.

    The last `WINDOW` steps are compared with the best such window of the `HORIZON` before them.

    Args:
        entries: Of the log, in order.

    Returns:
        A sentence, or None while there is nothing to name.
    """
    for kind in ("questions", "episodes"):
        played = [entry[kind] for entry in entries[-HORIZON:] if kind in entry]
        if len(played) < 2 * WINDOW:
            continue
        recent, earlier = played[-WINDOW:], played[:-WINDOW]
        windows = [earlier[i : i + WINDOW] for i in range(len(earlier) - WINDOW + 1)]
        best = max(windows, key=lambda window: _mean(window, "accuracy"))
        accuracy, tokens = _mean(recent, "accuracy"), _mean(recent, "tokens")
        if accuracy < 0.2 * _mean(best, "accuracy") and tokens > 1.3 * _mean(best, "tokens"):
            return (
                f"collapse: of the last {WINDOW} steps' {kind} {accuracy:.0%} are right in "
                f"{tokens:.0f} tokens, after {_mean(best, 'accuracy'):.0%} in "
                f"{_mean(best, 'tokens'):.0f}; a lower lr or a longer warm-up usually helps"
            )
    return None


def standstill(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Names a standstill: in none of the last `WINDOW` steps did any group differ in reward.

    Args:
        entries: Of the log, in order.

    Returns:
        A sentence, or None while there is nothing to name.
    """
    recent = entries[-WINDOW:]
    if len(recent) < WINDOW or any(entry["dropped"] < entry["rollouts"] for entry in recent):
        return None
    return (
        f"standstill: in the last {WINDOW} steps all rollouts of every group earned the same, so "
        "nothing was learned; other levels, a larger group or a lower lr may help"
    )


def _mean(window: Sequence[Mapping[str, Any]], name: str) -> float:
    return sum(float(entry[name]) for entry in window) / len(window)
