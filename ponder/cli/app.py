"""The command `ponder`: finds the wanted command's file and runs it.

A command is one file of this folder that defines `command`; it is added by writing its name
into `COMMANDS`. Only the file that is called gets imported, so no command pays for another.
"""

import importlib
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, NoReturn

import typer

from ponder import __version__

COMMANDS = (
    "list",
    "show",
    "generate",
    "verify",
    "check",
    "demo",
    "train",
    "eval",
    "evaluate-episodes",
    "study",
    "report",
    "serve",
    "warmstart",
    "search-gamma",
)
EXIT_BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and leaves the process.

    A `ValueError` or `OSError` says what was wrong with the input, and a package may be absent:
    that becomes one line on standard error and exit code 2. Any other exception is a bug and
    keeps its traceback.

    Args:
        arguments: What follows `ponder` on the command line; None means `sys.argv`.
    """
    if sys.stdout is None:  # Closed by whoever called.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    given = list(sys.argv[1:] if arguments is None else arguments)
    called = [given[0]] if given and given[0] in COMMANDS else COMMANDS
    try:
        _application(called)(args=given, prog_name="ponder")
    except (ValueError, OSError) as error:
        _refuse(str(error))
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] == "ponder":
            raise
        absent = f"this needs {error.name}, which is not installed: pip install 'ponder-gym[all]'"
        _refuse(absent if error.name else str(error))


def _refuse(why: str) -> NoReturn:
    """Says in one line what was wrong, and ends the process."""
    from ponder.evaluation.markup import visible

    print(f"ponder: {visible(' '.join(why.split()))}", file=sys.stderr)
    raise SystemExit(EXIT_BAD_INPUT) from None


def _application(commands: Iterable[str]) -> typer.Typer:
    """Builds the Typer application of some commands, importing only these."""
    application = typer.Typer(
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    application.callback()(_root)
    for name in commands:
        module = importlib.import_module(f"ponder.cli.{name.replace('-', '_')}")
        application.command(name)(module.command)
    return application


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"ponder {__version__}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print it."),
    ] = False,
) -> None:
    """Reasoning tasks of known difficulty, safe verdicts, and token budgets to think under.

    A first tour:

        ponder list                                    # what there is
        ponder show chain_sum --level 3                # one task, solved
        ponder generate chain_sum:1-8 -o tasks.jsonl   # a data set
        ponder verify answers.jsonl                    # verdicts on answers
        ponder demo --fast                             # train a small policy, in minutes

    `ponder COMMAND --help` explains each, with examples.
    """
