"""What the commands that run a policy share: progress on the terminal, and the table at the end."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ponder.files import read_object

EXIT_INTERRUPTED = 130


def read_settings(
    config: Path | None, given: Mapping[str, Any], texts: Sequence[str] | None
) -> dict[str, Any]:
    """Reads the settings of a run from a command's options; the later ones win.

    Args:
        config: A file with a JSON object.
        given: Options of their own; None is not given.
        texts: `NAME=JSON` each; what is no JSON is text.

    Raises:
        ValueError: If the file is not there or anything else, or a text has no name.
    """
    try:
        values = {} if config is None else read_object(config)
    except OSError as error:
        raise ValueError(
            f"config must be a file with a JSON object, got {str(config)!r}: {error.strerror}"
        ) from error
    values |= {name: value for name, value in given.items() if value is not None}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set must look like NAME=JSON, such as gamma=0.999, got {text!r}")
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):  # A number of too many digits is no JSONDecodeError.
            values[name] = value
    return values


@contextlib.contextmanager
def watching(
    steps: int, *, kept: bool = True
) -> Iterator[tuple[Callable[[str, int, int], None], Callable[..., None]]]:
    """Shows how far evaluations and training are.

    Where nobody watches a bar, each evaluation and every tenth step prints a line instead. A
    training that fails on a number that is not finite ends the process with a line and exit
    code 1.

    Args:
        steps: Of the whole training.
        kept: Whether the same command goes on with what was done before an interruption.

    Yields:
        `on_progress(what, done, total)` and `on_step(entry)`.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from ponder.trainers.grpo import TrainingError

    failure: TrainingError | None = None
    console = Console(highlight=False, emoji=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        known: dict[str, Any] = {}
        first = last = 0
        then = 0.0

        def on_progress(what: str, done: int, total: int) -> None:
            if what not in known:
                known[what] = bars.add_task(what, total=total)
            bars.update(known[what], completed=done)
            if not console.is_terminal and done == total:
                console.print(f"{what}: {total} done")

        def on_step(entry: Mapping[str, Any]) -> None:
            nonlocal first, last, then
            step = entry["step"] + 1
            line = step_line(entry)
            if "training" not in known:
                known["training"] = bars.add_task("training", total=steps)
            if step != last + 1 or not then:
                # What a resumed run did before says nothing of its speed, nor does another run.
                first, then = step, time.monotonic()
                bars.reset(known["training"], completed=step - 1)
            last = step
            bars.update(known["training"], completed=step, description=f"training  {line}")
            if not console.is_terminal and (step % 10 == 0 or step == steps):
                left = time_left(time.monotonic() - then, step - first, steps - step)
                console.print(f"step {step}/{steps}  {line}{left}", soft_wrap=True)

        try:
            yield on_progress, on_step
        except TrainingError as error:
            failure = error
        except KeyboardInterrupt:
            again = "give the same command again to go on" if kept else "nothing was kept"
            print(f"stopped; {again}", file=sys.stderr)
            raise
    if failure is not None:
        print(f"ponder: {failure}", file=sys.stderr)
        raise SystemExit(1)


def step_line(entry: Mapping[str, Any]) -> str:
    """Says the state of training in half a line."""
    parts = []
    for kind, name in (("questions", "questions"), ("episodes", "in episodes")):
        if kind in entry:
            numbers = entry[kind]
            parts.append(f"{name} {numbers['accuracy']:.0%} right, {numbers['tokens']:.0f} tokens")
    if "valid" in entry:
        parts.append(f"valid score {entry['valid']['score']:.3f}")
    parts.append(f"{entry['seconds']['total']:.1f} s")
    if "warning" in entry:
        parts.append(entry["warning"])
    return "; ".join(parts)


def time_left(elapsed: float, done: int, left: int) -> str:
    """Says how long `left` steps take if they are like the `done` ones; empty if unknown.

    >>> time_left(elapsed=60.0, done=10, left=100)
    '; about 10 min left'
    """
    if not done or not left:
        return ""
    seconds = elapsed / done * left
    if seconds < 60:
        return "; less than a minute left"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"; about {minutes} min left"
    return f"; about {minutes / 60:.1f} h left"


def print_table(folder: Path) -> None:
    """Prints what changed between the evaluations before and after training, if there are any."""
    from rich.console import Console
    from rich.table import Table

    from ponder.evaluation import before_after_table
    from ponder.evaluation.comparison import show, show_change

    rows = before_after_table(folder)
    if not rows:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "measure", "n", "before", "after", "change"):
        table.add_column(title, justify="right" if title in ("n", "before", "after") else "left")
    group = None
    for row in rows:
        # Beside a change, whose interval is what counts, theirs would only wrap the lines.
        before, after = (
            show(value, row.unit, bounds=row.change is None) for value in (row.before, row.after)
        )
        shown = row.group if row.group != group else ""
        change = show_change(row.change, row.unit)
        table.add_row(shown, row.measure, str(row.count), before, after, change)
        group = row.group
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(table)


def end_interrupted(folder: Path) -> NoReturn:
    """Says how an interrupted run goes on, and ends the process as an interrupt does.

    What a script does after a run is not to follow on half of one.
    """
    print(f"interrupted; saved in {folder}. Go on with: the same command")
    raise SystemExit(EXIT_INTERRUPTED)


def print_report(report: Path | None, folder: Path) -> None:
    """Says where the report lies, or how an interrupted run goes on."""
    if report is None:
        end_interrupted(folder)
    print_table(folder)
    print(f"report: {report}")


def set_threads(threads: int) -> None:
    """Sets torch's threads; beyond the free cores they slow each other down."""
    most = max(64, 4 * (os.cpu_count() or 1))
    if not 1 <= threads <= most:
        raise ValueError(f"threads must be from 1 to {most}, got {threads}")
    import torch

    torch.set_num_threads(threads)


def quiet_transformers() -> None:
    """Leaves the terminal to Ponder's own progress."""
    # Read once, when tqdm is imported: conversion of GGUF files offers no other switch.
    os.environ.setdefault("TQDM_DISABLE", "1")
    from transformers.utils import logging

    logging.set_verbosity_error()
    logging.disable_progress_bar()
