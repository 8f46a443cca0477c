"""Figures of agents on budget episodes, in the style of the run's report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ponder.evaluation.agent_summary import AgentSummary
from ponder.evaluation.plots import (
    AMBER,
    BLACK,
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    error_bars,
    from_zero,
    panels,
    share_axis,
    svg,
    whole_ticks,
)
from ponder.evaluation.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = (BLUE, ORANGE, GREEN, PURPLE, AMBER, SKY, BLACK)
_MARKERS = "osD^v*P"
_DASHES = ("-", "--", ":")


def budget_use(found: Mapping[str, AgentSummary], equal_share: float | None) -> str:
    """Draws tokens by position and by level, and accuracy by position.

    Args:
        found: By agent.
        equal_share: Budget / number of questions; None where episodes differ in it.
    """
    positions = {
        name: {place + 1: own for place, own in summary.by_position.items()}
        for name, summary in found.items()
    }
    levels = {name: summary.by_level for name, summary in found.items() if summary.by_level}
    with panels(3) as (figure, (spent, right, level)):
        _curves(spent, positions, "tokens")
        _curves(right, positions, "accuracy")
        _curves(level, levels, "tokens")
        share_axis(right, "Right answers by position")
        for axes, title in ((spent, "Tokens by position"), (level, "Tokens by level")):
            axes.set_title(title)
            if equal_share is not None:
                axes.axhline(equal_share, color="#80868b", linewidth=1, linestyle=":")
            from_zero(axes)
        for axes, label in ((spent, "position"), (right, "position"), (level, "level")):
            axes.set_xlabel(label)
            whole_ticks(axes)
        if not levels:
            level.text(0.5, 0.5, "levels are not known", ha="center", transform=level.transAxes)
        _legend_below(spent)
        return svg(figure, "budget use of agents")


def components(found: Mapping[str, AgentSummary]) -> str:
    """Draws the parts of the reward, means over episodes, one group of bars a component."""
    names = list(dict.fromkeys(name for own in found.values() for name in own.components))
    width = 0.8 / len(found)
    with panels(1) as (figure, (axes,)):
        for place, (agent, summary) in enumerate(found.items()):
            shown = [name for name in names if name in summary.components]
            values = [summary.components[name] for name in shown]
            axes.bar(
                [names.index(name) + (place + 0.5) * width - 0.4 for name in shown],
                [value.estimate for value in values],
                width=0.9 * width,
                yerr=error_bars(values),
                capsize=2,
                label=agent,
                color=_COLOURS[place % len(_COLOURS)],
            )
        axes.axhline(0, color="#80868b", linewidth=0.8)
        axes.set_xticks(range(len(names)), names)
        axes.set_title("Reward by component, an episode")
        _legend_below(axes)
        return svg(figure, "reward of agents by component")


def _curves(axes: Axes, found: Mapping[str, Mapping[int, Summary]], measure: str) -> None:
    middle = (len(found) - 1) / 2
    for place, (agent, summaries) in enumerate(found.items()):
        values = [summary.values[measure] for summary in summaries.values()]
        axes.errorbar(
            [key + 0.08 * (place - middle) for key in summaries],
            [value.estimate for value in values],
            yerr=error_bars(values),
            label=agent,
            capsize=2,
            markersize=4,
            linewidth=1.5,
            elinewidth=1,
            color=_COLOURS[place % len(_COLOURS)],
            marker=_MARKERS[place % len(_MARKERS)],
            linestyle=_DASHES[place // len(_COLOURS) % len(_DASHES)],
        )


def _legend_below(axes: Axes) -> None:
    axes.legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.2))
