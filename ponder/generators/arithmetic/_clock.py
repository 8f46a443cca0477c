"""Moments: a date and a clock time in some time zone, written and reckoned with."""

from dataclasses import dataclass
from typing import NamedTuple

from ponder.generators.arithmetic._calendar import Day, in_year_line, is_leap


@dataclass(frozen=True, slots=True)
class Style:
    """How clock times are written.

    Attributes:
        seconds: Whether seconds are told, and counted in; else minutes.
        half: Whether the clock counts to 12, with am and pm.
        zones: Whether the time zone is told.
        hour: The units, seconds or minutes, of an hour.
    """

    seconds: bool
    half: bool
    zones: bool
    hour: int


class Moment(NamedTuple):
    """A local time of a day, in units since midnight, and how far the place is ahead of UTC."""

    day: Day
    time: int
    ahead: int

    def clock(self, style: Style) -> str:
        """Writes the clock time, as in `9:05 pm` or `21:05:30 (UTC+05:30)`."""
        hours, rest = divmod(self.time, style.hour)
        after = f"{rest // 60:02d}:{rest % 60:02d}" if style.seconds else f"{rest:02d}"
        shown = f"{hours:02d}:{after}"
        if style.half:
            shown = f"{(hours - 1) % 12 + 1}:{after} {'am' if hours < 12 else 'pm'}"
        if not style.zones:
            return shown
        minutes = abs(self.ahead) * 60 // style.hour
        sign = "-" if self.ahead < 0 else "+"
        return f"{shown} (UTC{sign}{minutes // 60:02d}:{minutes % 60:02d})"

    def working(self, style: Style) -> tuple[int, str]:
        """Works out the units since midnight UTC of its own day, which may be below 0.

        The sum is told without the clock time that it is worked out from.
        """
        hours, rest = divmod(self.time, style.hour)
        parts = f"{hours} * {style.hour}"
        parts += f" + {rest // 60} * 60 + {rest % 60}" if style.seconds else f" + {rest}"
        if self.ahead:
            parts += f" {'+' if self.ahead < 0 else '-'} {abs(self.ahead)}"
        total = self.time - self.ahead
        return total, f"{parts} = {total}"


def days_between(first: Day, last: Day) -> tuple[int, list[str]]:
    """Counts the days from one date to another of the same year or the next."""
    days = last.in_year - first.in_year
    days += 365 + is_leap(first.year) if last.year > first.year else 0
    if days < 2:
        return days, []
    if first[:2] == last[:2]:
        return days, [f"{last.day} - {first.day} = {days}"]
    year = f"{365 + is_leap(first.year)} + " if last.year > first.year else ""
    difference = f"{year}{last.in_year} - {first.in_year} = {days}"
    return days, [in_year_line(first), in_year_line(last), difference]


class Span(NamedTuple):
    """From one moment to another: their clock times, the units between them, and the working."""

    start: str
    end: str
    units: int
    lines: list[str]


def span(first: Moment, last: Moment, style: Style) -> Span:
    """Counts the units from one moment to another."""
    start, end = first.clock(style), last.clock(style)
    (begin, begin_sum), (stop, stop_sum) = first.working(style), last.working(style)
    days, lines = days_between(first.day, last.day)
    units = days * 24 * style.hour + stop - begin
    whole_days = f"{days} * {24 * style.hour} + " if days else ""
    # A number below 0 needs brackets behind a sign, and a first one does not.
    from_begin = f"({begin})" if begin < 0 else begin
    to_stop = f"({stop})" if whole_days and stop < 0 else stop
    difference = f"{whole_days}{to_stop} - {from_begin} = {units}"
    ends = [f"{start}: {begin_sum}", f"{end}: {stop_sum}"]
    return Span(start, end, units, [*ends, *lines, difference])
