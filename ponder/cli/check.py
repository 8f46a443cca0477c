"""`ponder check`: hold task families to the contract."""

import functools
import json
from collections.abc import Sequence
from typing import Annotated

import typer

EXIT_BROKEN = 1


def command(
    name: Annotated[str | None, typer.Argument(help="A family.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every family that can generate.")] = False,
    full: Annotated[
        bool, typer.Option("--full", help="All levels and all statistics: a minute a family.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(help="Processes for --all; default: one a core.")
    ] = None,
) -> None:
    """Check that task families keep the contract; exit code 1 if one does not.

    The rules: same address, same bytes; independent streams; splits disjoint by content; right
    answers accepted in every harmless form and wrong ones refused; difficulty that rises; guesses
    that earn no more than declared; true worked steps; and more, each with a sentence.

    For example:

        ponder check chain_sum
        ponder check chain_sum --full
        ponder check --all
    """
    from ponder.cli._ordered import processes_to_use
    from ponder.generators.registry import family, names

    if (name is None) != every:
        raise ValueError("give the name of one family, or --all")
    chosen = names() if name is None else [family(name).name]
    broken = _check(chosen, full, processes_to_use(workers))
    if len(chosen) > 1:
        print(f"{len(chosen) - len(broken)} of {len(chosen)} families passed")
    if broken:
        print(f"broken: {', '.join(broken)}")
        raise typer.Exit(EXIT_BROKEN)


def _check(chosen: Sequence[str], full: bool, workers: int) -> list[str]:
    """Prints the report of each family; gives the names of those that broke a rule."""
    from rich.console import Console

    from ponder.cli._ordered import in_order

    console = Console(highlight=False, markup=False, emoji=False)
    work = functools.partial(_report, full=full)
    broken = []
    for name, reply in zip(chosen, in_order(work, chosen, workers), strict=True):
        report = json.loads(reply)
        console.print(report["text"], style=None if report["passed"] else "red", soft_wrap=True)
        if not report["passed"]:
            broken.append(name)
    return broken


def _report(name: str, full: bool) -> bytes:
    from ponder.testing import check_family, golden

    # Only a checkout of the repository holds golden hashes.
    report = check_family(name, full=full, golden=golden.read() or None)
    return json.dumps({"passed": report.passed, "text": str(report)}).encode()
