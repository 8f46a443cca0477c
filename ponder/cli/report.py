"""`ponder report`: write the report of a run, an evaluation or a study, or compare several."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    folders: Annotated[
        list[Path], typer.Argument(help="A run's, an evaluation's or a study's; several of a kind.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Receives the report; one folder's lies in it else."),
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
    from ponder.cli._terminal import say
    from ponder.evaluation.claim import COMPARISON, require_room
    from ponder.evaluation.side_by_side import the_kind, write_side_by_side
    from ponder.evaluation.study import write_study

    kind = the_kind(folders)
    several = len(folders) > 1
    if out is None and several:
        raise ValueError("several folders need a folder for their comparison: --out FOLDER")
    if out is None or (not several and out.resolve() == folders[0].resolve()):
        out = folders[0]
    else:
        require_room(out, COMPARISON)
    if kind == "study":
        from ponder.cli._studies import print_studies

        report, figures = write_study(folders, out)
        print_studies(figures)
    elif several:
        from ponder.cli._side_by_side import print_side_by_side

        report, found = write_side_by_side(folders, out)
        print_side_by_side(found)
    else:
        report = _write_one(folders[0], out)
    say(f"report: {report}")


def _write_one(folder: Path, out: Path) -> Path:
    """Reports on one run or evaluation, and prints what `ponder train` or `ponder eval` do."""
    from ponder.cli._answering import print_scaling
    from ponder.cli._training import print_table
    from ponder.evaluation import write_report
    from ponder.evaluation.folder import PLAIN, read_folder
    from ponder.evaluation.scaling_summary import summarise_scaling

    report = write_report(folder, out)
    evaluations = read_folder(folder).evaluations
    plain = evaluations.get(PLAIN)
    if len(evaluations) == 1 and plain and plain.questions:
        print_scaling(summarise_scaling(plain.questions))
    else:
        print_table(folder)
    return report
