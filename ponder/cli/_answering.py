"""What `ponder eval` says before, while and after a policy answers."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ponder.cli._training import time_left
from ponder.evaluation.comparison import number
from ponder.evaluation.intervals import Interval
from ponder.evaluation.outlook import Outlook, Prices
from ponder.evaluation.rows import QuestionRow
from ponder.evaluation.scaling import Group
from ponder.evaluation.scaling_report import gaps
from ponder.evaluation.scaling_summary import Scaling
from ponder.evaluation.zero_shot import ZeroShot

if TYPE_CHECKING:
    from rich.table import Table

MOST_ROWS = 40
"""More sources and levels than that are printed by level; the report has them all."""
_LEGEND = "in %, with 95 % intervals; right, wrong: mean tokens; no tag: format failures"
_FIRST = 8
"""Answers after which the rest is expected to be like them."""
_PARTS = 10
"""Lines of progress where nobody watches a bar."""


@dataclass(slots=True)
class Watch:
    """Follows answers as they come, and says how far they are.

    Attributes:
        ahead: What was to come.
        prices: Of tokens.
        answers: That came.
        sampled: Tokens of these.
        read: Tokens of their prompts: counted by an endpoint, else as estimated.
    """

    ahead: Outlook
    prices: Prices
    answers: int = 0
    sampled: int = 0
    read: float = 0.0
    _bar: Any = None
    _began: float = field(default_factory=lambda: time.monotonic())
    _start: int | None = None
    _said: int = 0
    _told: bool = False

    def on_rows(self, rows: Sequence[QuestionRow]) -> None:
        """Counts answers that came."""
        each = self.ahead.read / self.ahead.answers if self.ahead.answers else 0.0
        for row in rows:
            self.answers += 1
            self.sampled += row.tokens
            self.read += each if row.prompt_tokens is None else row.prompt_tokens

    def on_progress(self, done: int, total: int) -> None:
        """Moves the bar, or writes a line."""
        part = _PARTS * done // total
        if self._start is None:
            self._start, self._said = done, part
        if self._bar is not None:
            self._bar(done, total, self._expected())
            return
        first = not self._told and self.answers >= _FIRST
        if first or part > self._said:
            self._told, self._said = self._told or first, part
            elapsed = time.monotonic() - self._began
            left = time_left(elapsed, done - self._start, total - done)
            line = f"answers: {done} of {total}{left}{self._expected()}"
            print(line, file=sys.stderr, flush=True)

    def used(self) -> str:
        """Says what was used; empty if nothing was."""
        if not self.answers:
            return ""
        cost = money(self.prices, self.read, self.sampled)
        return f"used: {self.sampled:,} tokens sampled, about {self.read:,.0f} read{cost}"

    def _expected(self) -> str:
        """Says what all will take if the rest is like the answers that there are."""
        if self.answers < _FIRST or self.answers >= self.ahead.answers:
            return ""
        share = self.ahead.answers / self.answers
        cost = money(self.prices, self.read * share, self.sampled * share)
        return f"; about {_rounded(self.sampled * share)} tokens in all{cost}"


@contextlib.contextmanager
def watching_answers(ahead: Outlook, prices: Prices) -> Iterator[Watch]:
    """Shows a bar on standard error to a person, and lines to anything else."""
    watch = Watch(ahead, prices)
    try:
        if not sys.stderr.isatty():
            yield watch
            return
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        columns = (
            TextColumn("answers"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )
        with Progress(*columns, console=Console(stderr=True)) as bars:
            task = bars.add_task("", total=None)

            def move(done: int, total: int, expected: str) -> None:
                text = expected.removeprefix("; ")
                bars.update(task, completed=done, total=total, description=text)

            watch._bar = move
            yield watch
    except KeyboardInterrupt:
        print("stopped; give the same command again to go on", file=sys.stderr)
        raise


def say_outlook(ahead: Outlook, asked: int, prices: Prices) -> str:
    """Says what is to come.

    >>> say_outlook(Outlook(20, 1234, 2000), 30, Prices(read=1, sampled=100))
    '20 of 30 answers to come: about 1,200 tokens read, at most 2,000 sampled, at most $0.2012'
    """
    if not ahead.answers:
        return f"all {asked} answers are there"
    cost = money(prices, ahead.read, ahead.most).replace(", ", ", at most ")
    return (
        f"{ahead.answers} of {asked} answers to come: about {_rounded(ahead.read)} tokens read, at "
        f"most {ahead.most:,} sampled{cost}"
    )


def money(prices: Prices, read: float, sampled: float) -> str:
    """Writes what tokens cost, behind a comma; empty where they have no price."""
    cost = prices.cost(read, sampled)
    if not prices.read and not prices.sampled:
        return ""
    return f", ${cost:,.2f}" if cost >= 1 else f", ${cost:.4f}"


def print_scaling(scaling: Scaling) -> None:
    """Prints a row for each source and level, the zero-shot table, and what is missing."""
    from ponder.cli._terminal import console

    screen = console()
    screen.print(_by_level(scaling))
    if any(row.drop for row in scaling.zero_shot):
        screen.print()
        screen.print(_zero_shot(scaling.zero_shot))
    screen.print(_LEGEND)
    for text in gaps(scaling):
        screen.print(text, soft_wrap=True)


def _by_level(scaling: Scaling) -> Table:
    groups: Mapping[tuple[str, int], Group] = scaling.by_source_and_level
    if len(groups) > MOST_ROWS:
        groups = {("all sources", level): group for level, group in scaling.by_level.items()}
    k = scaling.samples
    head = ["pass@1", *([f"pass@{k}", f"maj@{k}"] if k > 1 else []), "right", "wrong"]
    missing = ["missing"] if scaling.whole.missing else []
    table = _table(["source", "level", "n", *head, "no tag", "cut", *missing])
    for (source, level), group in groups.items():
        cells = _cells(group, k)
        table.add_row(source, str(level), *(cells if missing else cells[:-1]))
    cells = _cells(scaling.whole, k)
    table.add_row("all", "", *(cells if missing else cells[:-1]))
    return table


def _cells(group: Group, k: int) -> list[str]:
    first = group.passes.get(1)
    several = [group.passes.get(k), group.majorities.get(k)] if k > 1 else []
    tokens = [group.tokens.get(part) for part in ("right", "wrong")]
    shares = (group.format_failures, group.truncations)
    return [
        str(group.questions),
        _with_bounds(first.value) if first else "-",
        *(number(rate.value.estimate, "share") if rate else "-" for rate in several),
        *(number(part.mean.estimate, "tokens") if part else "-" for part in tokens),
        *(number(share.estimate, "share") if group.answers else "-" for share in shares),
        str(group.missing),
    ]


def _zero_shot(rows: Sequence[ZeroShot]) -> Table:
    table = _table(["domain", "family", "levels", "easiest", "hardest", "all", "easy to hard"])
    for row in rows:
        shares = [number(value.estimate, "share") for value in (row.easy, row.hard, row.every)]
        table.add_row(row.domain, row.source, row.levels, *shares, _points(row.change))
    return table


def _table(head: Sequence[str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in head:
        named = title in ("source", "domain", "family")
        table.add_column(title, justify="left" if named else "right", no_wrap=named)
    return table


def _with_bounds(value: Interval) -> str:
    """Writes a share in percent with its interval, as short as it goes.

    >>> _with_bounds(Interval(0.5625, 0.41, 0.7))
    '56.2 (41-70)'
    """
    estimate = number(value.estimate, "share")
    if value.low != value.low:
        return estimate
    return f"{estimate} ({round(100 * value.low)}-{round(100 * value.high)})"


def _points(change: Interval | None) -> str:
    """Writes a change of a share in points, with its interval.

    >>> _points(Interval(-0.125, -0.31, 0.06)), _points(None)
    ('-12.5 (-31 to 6)', '-')
    """
    if change is None:
        return "-"
    estimate = f"{round(100 * change.estimate, 1) + 0.0:+}"  # Never -0.0.
    if change.low != change.low:
        return estimate
    return f"{estimate} ({round(100 * change.low)} to {round(100 * change.high)})"


def _rounded(number: float) -> str:
    """Writes a number to two digits, as befits an estimate.

    >>> _rounded(12_345), _rounded(7)
    ('12,000', '7')
    """
    digits = max(0, len(str(round(number))) - 2)
    return f"{round(number, -digits):,.0f}"
