"""`ponder report`: write the report of a run or an evaluation."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(help="A run's folder, or an evaluation's.")],
) -> None:
    """Write report.html for a run: self-contained, with its plots inside.

    It needs no finished run: what is missing is said in the report.

    For example:

        ponder report runs/demo
    """
    from ponder.cli._training import print_table
    from ponder.evaluation import write_report

    if not folder.is_dir():
        raise ValueError(f"folder must be that of a run or an evaluation, got {str(folder)!r}")
    report = write_report(folder)
    print_table(folder)
    print(f"report: {report}")
