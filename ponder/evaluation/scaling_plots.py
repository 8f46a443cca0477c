"""The figure of a difficulty-scaling evaluation: right answers and tokens against the level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ponder.evaluation.plots import (
    BLUE,
    GREEN,
    ORANGE,
    error_bars,
    from_zero,
    panels,
    share_axis,
    svg,
    whole_ticks,
)
from ponder.evaluation.scaling import QUANTILES, Group, Rate

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def scaling_by_level(levels: Mapping[int, Group], samples: int) -> str:
    """Draws pass@1, pass@k and maj@k, and the tokens of right and wrong answers, by level.

    Args:
        levels: The group of each level.
        samples: k, the answers to a question.
    """
    with panels(2) as (figure, (right, tokens)):
        share_axis(right, "Right answers")
        _rates(right, levels, samples)
        tokens.set_title("Tokens per answer: median, and 10 to 90 %")
        for part, colour, marker in (("right", BLUE, "o"), ("wrong", ORANGE, "s")):
            _band(tokens, levels, part, colour, marker)
        from_zero(tokens)
        tokens.legend(loc="best")
        for axes in (right, tokens):
            axes.set_xlabel("level")
            whole_ticks(axes)
        return svg(figure, "difficulty scaling by level")


def _rates(axes: Axes, levels: Mapping[int, Group], samples: int) -> None:
    """Draws each rate with its error bars, set apart so that they do not overlap."""
    lines: list[tuple[str, Callable[[Group], Rate | None], str, str, str]] = [
        ("pass@1", lambda group: group.passes.get(1), ORANGE, "s", "-")
    ]
    if samples > 1:
        lines += [
            (f"pass@{samples}", lambda group: group.passes.get(samples), GREEN, "^", "--"),
            (f"maj@{samples}", lambda group: group.majorities.get(samples), BLUE, "o", ":"),
        ]
    for place, (label, read, colour, marker, dashes) in enumerate(lines):
        found = {level: rate.value for level, group in levels.items() if (rate := read(group))}
        axes.errorbar(
            [level + 0.1 * (place - (len(lines) - 1) / 2) for level in found],
            [value.estimate for value in found.values()],
            yerr=error_bars(list(found.values())),
            label=label,
            color=colour,
            marker=marker,
            linestyle=dashes,
            capsize=2.5,
            markersize=4.5,
            linewidth=1.7,
            elinewidth=1.1,
        )
    if samples > 1:
        axes.legend(loc="best")


def _band(axes: Axes, levels: Mapping[int, Group], part: str, colour: str, marker: str) -> None:
    low, middle, high = QUANTILES
    found = {level: group.tokens[part] for level, group in levels.items() if part in group.tokens}
    below, above = (
        [tokens.quantiles[share].estimate for tokens in found.values()] for share in (low, high)
    )
    axes.fill_between(list(found), below, above, color=colour, alpha=0.15, linewidth=0)
    axes.plot(
        list(found),
        [tokens.quantiles[middle].estimate for tokens in found.values()],
        label=part,
        color=colour,
        marker=marker,
        markersize=4.5,
        linewidth=1.7,
    )
