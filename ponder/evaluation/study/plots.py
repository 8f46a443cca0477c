"""The figures of a study's report, one panel a policy where several are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ponder.evaluation.allocation import MISSES
from ponder.evaluation.allocation.gap import WON_BEYOND
from ponder.evaluation.intervals import Interval
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
from ponder.evaluation.study.figures import LevelFigures, StudyFigures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "osD^vPX*<>"
PARTS: Mapping[str, tuple[str, str]] = {
    "spent_elsewhere": ("spent elsewhere", ORANGE),
    "stopped_early": ("stopped early", AMBER),
    "abandoned": ("abandoned", PURPLE),
    "wrong_at_any_price": ("wrong at any price", BLUE),
    "won_beyond": ("won beyond the plan", GREEN),
}
POLICY_COLOURS = (ORANGE, BLUE, GREEN, PURPLE, AMBER, SKY)


def response_curves(studies: Mapping[str, StudyFigures]) -> str:
    """Draws accuracy within each budget, a line a level, with its S-curve where one was fitted."""
    import matplotlib
    import numpy as np

    with panels(len(studies)) as (figure, axes_of):
        for axes, (name, study) in zip(axes_of, studies.items(), strict=True):
            share_axis(axes, name if len(studies) > 1 else "Right within a budget")
            colours = matplotlib.colormaps["viridis"](np.linspace(0, 0.88, len(study.levels)))
            budgets = study.config.budgets
            for place, (level, found) in enumerate(study.levels.items()):
                axes.errorbar(
                    budgets,
                    [point.estimate for point in found.curve],
                    yerr=error_bars(found.curve),
                    color=colours[place],
                    marker=MARKERS[place % len(MARKERS)],
                    linestyle="none" if found.fit else "-",
                    markersize=4,
                    elinewidth=0.9,
                    capsize=1.5,
                    label=f"level {level}",
                )
                if found.fit:
                    grid = np.geomspace(budgets[0], budgets[-1], 100)
                    axes.plot(grid, found.fit.accuracy(grid), color=colours[place], linewidth=1.4)
            axes.set_xscale("log", base=2)
            axes.set_xticks(ticks(budgets), [str(budget) for budget in ticks(budgets)])
            axes.set_xlabel("tokens allowed")
        axes_of[-1].legend(fontsize=7.5, ncols=2, loc="best")
        return svg(figure, "right answers within a budget")


def allocation(studies: Mapping[str, StudyFigures]) -> str:
    """Draws own tokens against the oracle's by level, and what either wins."""
    with panels(2 * len(studies), width=max(10.0, 7.0 * len(studies))) as (figure, axes_of):
        for place, (name, study) in enumerate(studies.items()):
            tokens, right = axes_of[2 * place : 2 * place + 2]
            before = f"{name}: " if len(studies) > 1 else ""
            pair(
                tokens,
                study.levels,
                [found.tokens for found in study.levels.values()],
                [found.oracle_tokens for found in study.levels.values()],
            )
            tokens.set_title(f"{before}tokens a question")
            from_zero(tokens)
            share_axis(right, f"{before}right answers")
            pair(
                right,
                study.levels,
                [found.right for found in study.levels.values()],
                [found.oracle_right for found in study.levels.values()],
            )
        axes_of[0].legend(loc="best")
        return svg(figure, "own and best allocation by level")


def pair(
    axes: Axes,
    levels: Mapping[int, LevelFigures],
    own: Sequence[Interval],
    best: Sequence[Interval],
) -> None:
    """Draws two bars a level: the policy's and the oracle's."""
    kinds = (("policy", own, ORANGE, ""), ("oracle", best, BLUE, "//"))
    for shift, (label, values, colour, hatch) in zip((-0.2, 0.2), kinds, strict=True):
        axes.bar(
            [level + shift for level in levels],
            [value.estimate for value in values],
            width=0.4,
            yerr=error_bars(values),
            color=colour,
            edgecolor="white",
            hatch=hatch,
            label=label,
            error_kw={"elinewidth": 1, "capsize": 2, "ecolor": BLACK},
        )
    axes.set_xlabel("level")
    whole_ticks(axes)


def gap(studies: Mapping[str, StudyFigures]) -> str:
    """Draws what each policy's gap to the oracle is made of, as parts of the oracle's score."""
    with panels(1) as (figure, (axes,)):
        for row, study in enumerate(studies.values()):
            right = left = 0.0
            for name in (*MISSES, WON_BEYOND):
                value = study.parts.shares[name].estimate if study.parts.shares else 0.0
                start = right if value >= 0 else left
                label, colour = PARTS[name]
                axes.barh(
                    row,
                    value,
                    left=start,
                    height=0.55,
                    color=colour,
                    edgecolor="white",
                    label=label if row == 0 else None,
                )
                if value >= 0:
                    right += value
                else:
                    left += value
            axes.plot([right + left] * 2, [row - 0.38, row + 0.38], color=BLACK, linewidth=2)
        axes.set_yticks(range(len(studies)), list(studies))
        axes.set_ylim(len(studies) - 0.4, -0.6)
        axes.axvline(0, color="#80868b", linewidth=0.8)
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
        axes.set_xlabel("share of the oracle's right answers; the line is the whole gap")
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.22), ncols=5, fontsize=8)
        return svg(figure, "what the gap is made of")


def positions(studies: Mapping[str, StudyFigures]) -> str:
    """Draws tokens and right answers by position in the episode."""
    with panels(2) as (figure, (spent, right)):
        share_axis(right, "Right answers by position")
        for place, (name, study) in enumerate(studies.items()):
            for axes, measure in ((spent, "tokens"), (right, "accuracy")):
                values = [summary.values[measure] for summary in study.positions.values()]
                axes.errorbar(
                    [position + 1 for position in study.positions],
                    [value.estimate for value in values],
                    yerr=error_bars(values),
                    color=POLICY_COLOURS[place % len(POLICY_COLOURS)],
                    marker=MARKERS[place % len(MARKERS)],
                    markersize=4.5,
                    capsize=2.5,
                    label=name,
                )
        study = next(iter(studies.values()))
        equal = study.config.budget / study.config.num_questions
        spent.axhline(equal, color="#80868b", linewidth=1, linestyle=":")
        spent.set_title("Tokens by position")
        from_zero(spent)
        for axes in (spent, right):
            axes.set_xlabel("position in the episode")
            whole_ticks(axes)
        if len(studies) > 1:
            right.legend(loc="best")
        return svg(figure, "tokens and right answers by position")


def ticks(budgets: Sequence[int]) -> list[int]:
    """At most six of the budgets, at even distances, the first and the last among them."""
    count = min(6, len(budgets))
    last = max(1, count - 1)
    return sorted({budgets[place * (len(budgets) - 1) // last] for place in range(count)})
