"""The report's figures, as SVG to be placed inside HTML.

Colours are of Okabe and Ito's palette, which colour-blind readers can tell apart; markers and
dashes differ as well. Figures are drawn without pyplot, so no state is shared with the caller's.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ponder.evaluation.folder import AFTER, BEFORE, PLAIN
from ponder.evaluation.history import CurriculumHistory, LevelHistory
from ponder.evaluation.intervals import Interval
from ponder.evaluation.markup import visible
from ponder.evaluation.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PURPLE, SKY, AMBER, BLACK = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#E69F00",
    "#333333",
)
_LINES: Mapping[str, Mapping[str, Any]] = {
    BEFORE: {"color": BLUE, "marker": "o", "linestyle": "--"},
    AFTER: {"color": ORANGE, "marker": "s", "linestyle": "-"},
    PLAIN: {"color": ORANGE, "marker": "s", "linestyle": "-"},
}
_STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#9aa0a6",
    "axes.labelcolor": BLACK,
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e8eaed",
    "xtick.color": "#5f6368",
    "ytick.color": "#5f6368",
    "legend.frameon": False,
    "svg.fonttype": "none",
    "text.parse_math": False,
}
_ROW = 3.3
"""Height of a row of panels, in inches; a row is 10 wide."""


def by_level(
    summaries: Mapping[str, Mapping[int, Summary]],
    title: str = "accuracy and tokens by level",
    lines: Mapping[str, Mapping[str, Any]] = _LINES,
) -> str:
    """Draws accuracy and tokens of single questions against the level.

    Args:
        summaries: By label of the evaluation, then level.
        title: Of the figure, unlike that of any other on the page.
        lines: How each label's line looks.
    """
    with panels(2) as (figure, (accuracy, tokens)):
        share_axis(accuracy, "Right answers")
        _curves(accuracy, summaries, "accuracy", lines)
        _curves(tokens, summaries, "tokens", lines)
        tokens.set_title("Tokens per answer")
        from_zero(tokens)
        for axes in (accuracy, tokens):
            axes.set_xlabel("level")
            whole_ticks(axes)
        _legend(accuracy, summaries)
        return svg(figure, title)


def episode_shares(
    positions: Mapping[str, Mapping[int, Summary]],
    levels: Mapping[str, Mapping[int, Summary]],
    equal_share: float | None,
) -> str:
    """Draws where the tokens of budget episodes go.

    Args:
        positions: By label of the evaluation, then position from 0.
        levels: By label of the evaluation, then level.
        equal_share: Budget / number of questions; None where evaluations differ in it.
    """
    counted = {
        label: {position + 1: summary for position, summary in found.items()}
        for label, found in positions.items()
    }
    with panels(3) as (figure, (spent, right, level)):
        _curves(spent, counted, "tokens")
        _curves(level, levels, "tokens")
        for axes, title in ((spent, "Tokens by position"), (level, "Tokens by level")):
            axes.set_title(title)
            if equal_share is not None:
                axes.axhline(equal_share, color="#80868b", linewidth=1, linestyle=":")
            from_zero(axes)
        share_axis(right, "Right answers by position")
        _curves(right, counted, "accuracy")
        for axes, label in (
            (spent, "position in the episode"),
            (right, "position in the episode"),
            (level, "level"),
        ):
            axes.set_xlabel(label)
            whole_ticks(axes)
        _legend(right, counted)
        return svg(figure, "budget use in episodes")


def level_heat(history: LevelHistory) -> str:
    """Draws tokens and accuracy by level over training; grey is where a level was not asked."""
    import numpy as np

    with panels(2) as (figure, axes_of):
        for axes, values, title, colours, limits in (
            (axes_of[0], history.tokens, "Tokens per answer", "cividis", (None, None)),
            (axes_of[1], history.accuracy, "Right answers", "viridis", (0, 1)),
        ):
            axes.grid(False)
            axes.set_facecolor("#eceff1")
            rows = np.arange(len(history.levels) + 1) + history.levels[0] - 0.5
            mesh = axes.pcolormesh(
                history.edges,
                rows,
                np.ma.masked_invalid(np.array(values)),
                cmap=colours,
                vmin=limits[0],
                vmax=limits[1],
                edgecolors="face",
                linewidth=0.2,
            )
            bar = figure.colorbar(mesh, ax=axes, pad=0.02)
            bar.outline.set_visible(False)
            if limits[1]:
                bar.ax.yaxis.set_major_formatter(_percent())
            axes.set_title(title)
            axes.set_xlabel("training step")
            whole_ticks(axes, "x")
            axes.set_ylabel("level")
            whole_ticks(axes, "y")
        return svg(figure, "tokens and accuracy by level over training")


def curriculum(history: CurriculumHistory) -> str:
    """Draws the levels asked over training, and the curriculum's own level where it has one."""
    with panels(1, width=10) as (figure, (axes,)):
        axes.fill_between(
            history.steps,
            history.low,
            history.high,
            step="mid",
            color=SKY,
            alpha=0.25,
            linewidth=0,
            label="lowest to highest level asked",
        )
        axes.plot(history.steps, history.mean, color=BLUE, linewidth=2, label="mean level asked")
        colours = (ORANGE, GREEN, PURPLE, AMBER)
        for place, (name, levels) in enumerate(history.frontiers.items()):
            if len(history.frontiers) > len(colours):
                break
            axes.step(
                history.steps,
                levels,
                where="mid",
                color=colours[place],
                linestyle="--",
                label=f"frontier of {name}",
            )
        axes.set_title("Levels asked")
        axes.set_xlabel("training step")
        whole_ticks(axes, "x")
        axes.set_ylabel("level")
        axes.set_ylim(bottom=min(history.low) - 0.5, top=max(history.high) + 0.5)
        whole_ticks(axes, "y")
        axes.legend(loc="lower right")
        return svg(figure, "curriculum level over training")


def components(parts: Mapping[str, tuple[Sequence[float], Mapping[str, Sequence[float]]]]) -> str:
    """Draws the parts of the reward over training.

    Args:
        parts: By title: steps, and the values of each component.
    """
    colours = (BLUE, ORANGE, GREEN, PURPLE, AMBER, BLACK)
    names = sorted({name for _, series in parts.values() for name in series})
    with panels(len(parts), width=10) as (figure, axes_of):
        for axes, (title, (steps, series)) in zip(axes_of, parts.items(), strict=True):
            axes.axhline(0, color="#80868b", linewidth=0.8)
            for name, values in series.items():
                round_, place = divmod(names.index(name), len(colours))
                dashes = ("-", "--", ":")[round_ % 3]
                axes.plot(
                    steps, values, linewidth=1.8, label=name, color=colours[place], linestyle=dashes
                )
            axes.set_title(title)
            axes.set_xlabel("training step")
            whole_ticks(axes, "x")
            axes.legend(fontsize=8, ncols=2, loc="upper center", bbox_to_anchor=(0.5, -0.2))
        return svg(figure, "reward components over training")


def _curves(
    axes: Axes,
    summaries: Mapping[str, Mapping[int, Summary]],
    measure: str,
    lines: Mapping[str, Mapping[str, Any]] = _LINES,
) -> None:
    """Draws one line with error bars for each evaluation, set apart so that bars do not overlap."""
    middle = (len(summaries) - 1) / 2
    for place, (label, found) in enumerate(summaries.items()):
        values = [summary.values[measure] for summary in found.values()]
        axes.errorbar(
            [key + 0.12 * (place - middle) for key in found],
            [value.estimate for value in values],
            yerr=error_bars(values),
            label=label,
            capsize=2.5,
            markersize=4.5,
            linewidth=1.7,
            elinewidth=1.1,
            **lines[label],
        )


def error_bars(values: Sequence[Interval]) -> list[list[float]]:
    """The lengths of error bars below and above estimates; 0 where an interval is unknown.

    An interval may leave its estimate out, by rounding or where resamples are skewed: a bar is
    never of a negative length, which matplotlib refuses.
    """
    return [
        [max(0.0, v.estimate - v.low) if v.low == v.low else 0.0 for v in values],
        [max(0.0, v.high - v.estimate) if v.high == v.high else 0.0 for v in values],
    ]


def _legend(axes: Axes, summaries: Mapping[str, object]) -> None:
    if len(summaries) > 1:
        axes.legend(loc="best")


def from_zero(axes: Axes) -> None:
    """Starts the scale at 0."""
    axes.set_ylim(0, 1.05 * max(1, axes.get_ylim()[1]))


def share_axis(axes: Axes, title: str) -> None:
    """Scales from 0 to 1, in percent."""
    axes.set_title(title)
    axes.set_ylim(-0.03, 1.03)
    axes.yaxis.set_major_formatter(_percent())


def _percent() -> Any:
    from matplotlib.ticker import FuncFormatter

    return FuncFormatter(lambda value, _: f"{100 * value:.0f} %")


def whole_ticks(axes: Axes, which: str = "x") -> None:
    """Puts ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


@contextmanager
def panels(count: int, width: float = 10) -> Iterator[tuple[Figure, list[Axes]]]:
    """Opens a figure of panels side by side, in the report's style."""
    try:
        import matplotlib
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "the report's figures need matplotlib: pip install 'ponder-gym[report]'"
        ) from None
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE), warnings.catch_warnings():  # type: ignore[arg-type]
        # Text stays text: the reader's fonts draw what the one that measures it lacks.
        warnings.filterwarnings("ignore", message=r"Glyph \d+", category=UserWarning)
        figure = Figure(figsize=(width, _ROW), layout="constrained")
        axes = figure.subplots(1, count, squeeze=False)[0]
        yield figure, list(axes)


def svg(figure: Figure, title: str, *, background: str = "none") -> str:
    """Writes a figure as an SVG element whose ids are its own among those of a page.

    A figure that stands alone needs a background: its reader may have a dark page.
    """
    import matplotlib
    from matplotlib.text import Text

    # Names of sources may hold anything, and a lone surrogate is no text to a font.
    for drawn in figure.findobj(Text):
        assert isinstance(drawn, Text)
        drawn.set_text(visible(drawn.get_text()))
    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": title}):
        figure.savefig(
            buffer,
            format="svg",
            facecolor=background,
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    text = buffer.getvalue()
    text = text[text.index("<svg") :]
    slug = re.sub(r"[^a-z]+", "-", title)
    text = re.sub(r'\b(id="|href="#|url\(#)', rf"\g<1>{slug}-", text)
    size = re.compile(r'<svg ([^>]*?)width="[^"]*"([^>]*?)height="[^"]*"|<svg ')
    return size.sub(f'<svg role="img" aria-label="{title}" \\1\\2', text, count=1)
