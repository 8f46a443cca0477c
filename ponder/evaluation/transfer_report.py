"""The transfer matrix to be looked at: a heat map with its numbers, and a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponder.evaluation import markup
from ponder.evaluation.comparison import number, show, show_change
from ponder.evaluation.plots import BLACK, BLUE, ORANGE, panels, svg
from ponder.evaluation.transfer import Cell, TransferMatrix, sources_of
from ponder.files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

REPORT, MATRICES = "report.html", "transfer.json"
_TITLES = {"accuracy": "Right answers, change in points", "tokens": "Tokens per answer, change"}
_NOTE = (
    "Each row was trained on one source, each column asked of all. A cell is the change from the "
    "start on the same questions, with its 95 % interval over questions and seeds (pigeonhole "
    "bootstrap: both are drawn anew). Bold where that leaves out 0; framed where what was trained "
    "on was asked. With few seeds the interval is too narrow, with one it is over questions alone."
)


def write_transfer(out: Path, matrices: Sequence[TransferMatrix]) -> Path:
    """Writes `report.html` and `transfer.json` of the matrices of several measures.

    Args:
        out: The folder.
        matrices: Of the same runs, at least one.

    Returns:
        The path of the report, which needs no other file and makes no request.

    Raises:
        ValueError: If there is no matrix.
        ModuleNotFoundError: If matplotlib is not installed.
    """
    if not matrices:
        raise ValueError("matrices must hold at least one, got none")
    out.mkdir(parents=True, exist_ok=True)
    plain = [matrix.as_json() for matrix in matrices]
    write_whole(out / MATRICES, json.dumps(plain, indent=2) + "\n")
    body = "<h1>Ponder: transfer between sources</h1>" + transfer_section(matrices)
    write_whole(out / REPORT, markup.page("Ponder: transfer", body))
    return out / REPORT


def transfer_section(matrices: Sequence[TransferMatrix]) -> str:
    """Writes the section of a report: the heat maps, and all cells in numbers."""
    return markup.section(
        "Trained on one, tested on another",
        _NOTE,
        markup.figure(heat_maps(matrices)),
        markup.details("The same in numbers", _table(matrices)),
    )


def heat_maps(matrices: Sequence[TransferMatrix]) -> str:
    """Draws a heat map a measure, blue for more and orange for less, with numbers in the cells."""
    with panels(len(matrices)) as (figure, axes_of):
        rows = max(len(matrix.trained) for matrix in matrices)
        figure.set_size_inches(10, max(3.3, 1.3 + 0.65 * rows))
        for axes, matrix in zip(axes_of, matrices, strict=True):
            _heat_map(axes, matrix)
        return svg(figure, "transfer between sources")


def _heat_map(axes: Axes, matrix: TransferMatrix) -> None:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    colours = LinearSegmentedColormap.from_list("orange-white-blue", [ORANGE, "#ffffff", BLUE])
    table = [
        [matrix.cells[row, column].change.estimate for column in matrix.tested]
        for row in matrix.trained
    ]
    most = max(abs(value) for row in table for value in row) or 1.0
    axes.pcolormesh(table, cmap=colours, vmin=-most, vmax=most, edgecolors="white", linewidth=2)
    for down, row in enumerate(matrix.trained):
        for right, column in enumerate(matrix.tested):
            cell = matrix.cells[row, column]
            _write(axes, (right + 0.5, down + 0.5), cell, matrix, abs(table[down][right]) / most)
            if column in sources_of(row):
                frame = Rectangle((right, down), 1, 1, fill=False, edgecolor=BLACK, linewidth=2)
                frame.set_clip_on(False)
                axes.add_patch(frame)
    axes.set_title(_TITLES.get(matrix.measure, matrix.measure))
    axes.set_xticks([place + 0.5 for place in range(len(matrix.tested))], _short(matrix.tested))
    axes.set_yticks([place + 0.5 for place in range(len(matrix.trained))], _short(matrix.trained))
    axes.set_xlabel("tested on")
    axes.set_ylabel("trained on")
    axes.invert_yaxis()
    axes.grid(False)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _write(
    axes: Axes, place: tuple[float, float], cell: Cell, matrix: TransferMatrix, depth: float
) -> None:
    """Writes a change and its interval into a cell; `depth` is how dark it is, from 0 to 1."""
    change = cell.change
    look: dict[str, Any] = {
        "ha": "center",
        "color": "white" if depth > 0.7 else BLACK,
        "fontweight": "bold" if is_clear(cell) else "normal",
    }
    sign = "+" if change.estimate > 0 else ""
    axes.text(*place, f"{sign}{number(change.estimate, matrix.unit)}", va="bottom", **look)
    if change.low == change.low:
        span = f"{number(change.low, matrix.unit)} to {number(change.high, matrix.unit)}"
        axes.text(*place, span, va="top", fontsize=7.5, **look)


def is_clear(cell: Cell) -> bool:
    """Tells whether a change's interval leaves out 0."""
    return cell.change.low > 0 or cell.change.high < 0


def transfer_rows(matrices: Sequence[TransferMatrix]) -> list[list[object]]:
    """All cells as rows of a table: trained, tested, measure, seeds, n, start, after, change."""
    return [
        [
            cell.trained,
            cell.tested,
            matrix.measure,
            cell.seeds,
            cell.questions,
            show(cell.before, matrix.unit),
            show(cell.after, matrix.unit),
            show_change(cell.change, matrix.unit),
        ]
        for matrix in matrices
        for cell in matrix.cells.values()
    ]


def _table(matrices: Sequence[TransferMatrix]) -> str:
    head = ["trained on", "tested on", "measure", "seeds", "questions", "start", "after", "change"]
    return markup.table(head, transfer_rows(matrices))


def _short(names: Sequence[str]) -> list[str]:
    """Leaves out the settings of sources where they are still told apart without."""
    bare = [name.partition("[")[0] for name in names]
    return list(map(markup.visible, bare if len(set(bare)) == len(bare) else names))
