"""The figures of regret: what a thought is good for while it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ponder.evaluation.plots import AMBER, BLACK, BLUE, GREEN, ORANGE, panels, share_axis, svg
from ponder.evaluation.regret import SegmentFigures
from ponder.evaluation.study.regret import RegretFigures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_FANS = 4
"""Numbers of segments from which majorities are drawn."""
_GREY = "#80868b"


def regret_curves(studies: Mapping[str, RegretFigures]) -> str:
    """Draws, for each study, right answers over the tokens of a thought, and by segments."""
    width = max(10.0, 7.0 * len(studies))
    with panels(2 * len(studies), width=width) as (figure, axes_of):
        for place, (name, found) in enumerate(studies.items()):
            curve, segments = axes_of[2 * place : 2 * place + 2]
            before = f"{name}: " if len(studies) > 1 else ""
            share_axis(curve, f"{before}right, if ended here")
            _curve(curve, found)
            share_axis(segments, f"{before}think on, or ask again?")
            _segments(segments, found)
            for axes in (curve, segments):
                axes.legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.2))
        return svg(figure, "right answers over the tokens of a thought")


def _curve(axes: Axes, found: RegretFigures) -> None:
    """Draws one policy's mean curve; its regret up to the first C0 is shaded."""
    estimates = [point.estimate for point in found.right]
    first = min(found.horizons)
    axes.fill_between(
        found.tokens,
        estimates,
        1,
        where=[place <= first for place in found.tokens],
        color=AMBER,
        alpha=0.3,
        linewidth=0,
        label=f"regret up to {first} tokens",
    )
    axes.plot(found.tokens, estimates, color=BLUE, linewidth=2, label="thought as it was")
    axes.fill_between(
        found.tokens,
        [point.low for point in found.right],
        [point.high for point in found.right],
        color=BLUE,
        alpha=0.2,
        linewidth=0,
    )
    if found.gone_on:
        axes.plot(
            found.tokens,
            [point.estimate for point in found.gone_on],
            color=ORANGE,
            linestyle="--",
            linewidth=1.7,
            label="made to go on",
        )
    axes.axhline(1, color=_GREY, linewidth=0.8)
    for budget, horizon in found.horizons.items():
        axes.axvline(budget, color=_GREY, linewidth=1, linestyle=":")
        axes.annotate(
            f"C0 = {budget}: {100 * horizon.regret.estimate:.0f} %",
            (budget, 0.02),
            xytext=(-4, 0),
            textcoords="offset points",
            ha="right",
            fontsize=8,
            color=BLACK,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 1},
        )
    axes.set_xlabel("tokens of thought and answer")
    axes.set_xlim(0, found.tokens[-1])


def _segments(axes: Axes, found: RegretFigures) -> None:
    """Draws pass@1 by number of segments, and fans of majorities from a few of them."""
    axes.plot(
        [after.tokens for after in found.segments.values()],
        [after.right.estimate for after in found.segments.values()],
        color=BLUE,
        marker="o",
        markersize=4,
        linewidth=1.7,
        label="one answer after 0, 1, ... segments",
    )
    for number, place in enumerate(fans(found.segments)):
        after = found.segments[place]
        axes.plot(
            [after.majority_tokens[size] for size in after.majority],
            [value.estimate for value in after.majority.values()],
            color=ORANGE,
            marker="s",
            markersize=3.5,
            linestyle="--",
            linewidth=1.2,
            label=f"majority of {', '.join(map(str, after.majority))}" if not number else None,
        )
        axes.annotate(
            str(place),
            (after.tokens, after.right.estimate),
            xytext=(0, -6),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=8,
            color=BLUE,
        )
    axes.plot(
        [found.own_tokens],
        [found.own.estimate],
        color=GREEN,
        marker="*",
        markersize=11,
        linestyle="none",
        label="its own answers",
    )
    axes.set_xlabel("mean tokens of the thought and all answers")


def fans(segments: Mapping[int, SegmentFigures]) -> list[int]:
    """At most four numbers of segments, the first and the last, as even in tokens as they come."""
    first, last = segments[min(segments)].tokens, segments[max(segments)].tokens
    wanted = [first + (last - first) * place / (MOST_FANS - 1) for place in range(MOST_FANS)]

    def nearest(tokens: float) -> int:
        return min(segments, key=lambda place: abs(segments[place].tokens - tokens))

    return sorted({nearest(tokens) for tokens in wanted})
