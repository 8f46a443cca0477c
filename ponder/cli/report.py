"""`ponder report`: write the report of a run or an evaluation, or compare studies."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    folders: Annotated[
        list[Path], typer.Argument(help="A run's, an evaluation's or a study's; several studies'.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Receives the comparison of several studies.")
    ] = None,
) -> None:
    """Write report.html for a run: self-contained, with its plots inside.

    It needs no finished run: what is missing is said in the report. Studies, of one policy each,
    are put side by side.

    For example:

        ponder report runs/demo
        ponder report runs/study-before runs/study-after -o runs/compared
    """
    from ponder.cli._training import print_table
    from ponder.evaluation import write_report
    from ponder.evaluation.study.report import CONFIG, write_study

    for folder in folders:
        if not folder.is_dir():
            raise ValueError(
                f"folder must be that of a run, an evaluation or a study, got {str(folder)!r}"
            )
    if len(folders) > 1 or (folders[0] / CONFIG).is_file():
        if len(folders) > 1 and out is None:
            raise ValueError("several studies need a folder for their comparison: --out FOLDER")
        report, _ = write_study(folders, out or folders[0])
    else:
        report = write_report(folders[0])
        print_table(folders[0])
    print(f"report: {report}")
