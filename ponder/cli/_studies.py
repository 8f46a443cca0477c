"""What `ponder study` and `ponder report` print of studies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ponder.evaluation.study import StudyFigures


def print_studies(studies: Mapping[str, StudyFigures]) -> None:
    """Prints a sentence for each study, and a table of all figures with a column for each."""
    from rich.table import Table

    from ponder.cli._terminal import console
    from ponder.evaluation.study.report import figure_rows, headline

    screen = console()
    for name, study in studies.items():
        screen.print(headline(name, study), soft_wrap=True)
    table = Table("figure", *(studies if len(studies) > 1 else ["value"]))
    columns = [figure_rows(study) for study in studies.values()]
    for cells in zip(*columns, strict=True):
        table.add_row(cells[0][0], *(value for _, value in cells))
    screen.print(table)
