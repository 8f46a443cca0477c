"""`ponder report`: write the report of a run, an evaluation or a study, or compare several."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    folders: Annotated[
        list[Path], typer.Argument(help="A run's, an evaluation's or a study's; several of a kind.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Receives the comparison of several folders.")
    ] = None,
) -> None:
    """Write report.html: self-contained, with its plots inside.

    It needs no finished run: what is missing is said in the report. Several runs, evaluations or
    studies, of one policy each, are put side by side, and each is compared with the first.

    For example:

        ponder report runs/demo
        ponder report runs/gamma-1 runs/gamma-0.999 -o runs/compared
        ponder report runs/eval-before runs/eval-after -o runs/compared
        ponder report runs/study-before runs/study-after -o runs/compared
    """
    from ponder.cli._training import print_table
    from ponder.evaluation import write_report
    from ponder.evaluation.side_by_side import the_kind, write_side_by_side
    from ponder.evaluation.study.report import write_study

    kind = the_kind(folders)
    several = len(folders) > 1
    if several and out is None:
        raise ValueError("several folders need a folder for their comparison: --out FOLDER")
    if kind == "study":
        report, _ = write_study(folders, out or folders[0])
    elif several:
        from ponder.cli._side_by_side import print_side_by_side

        assert out is not None
        report, found = write_side_by_side(folders, out)
        print_side_by_side(found)
    else:
        report = write_report(folders[0])
        print_table(folders[0])
    print(f"report: {report}")
