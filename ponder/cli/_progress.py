"""A progress bar on standard error, shown only to a person."""

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def progress(title: str, *, done: int, total: int | None) -> Iterator[Callable[[int], None]]:
    """Shows a bar while the block runs.

    Args:
        title: What is counted.
        done: How many an earlier run has done.
        total: How many there will be; None where that is not known.

    Yields:
        A function that moves the bar by a count.
    """
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, completed=done, total=total)
        yield lambda count: bar.advance(task, count)
