"""The Gregorian calendar, extended to all years, with the working of its calculations."""

from bisect import bisect_left
from itertools import accumulate
from typing import NamedTuple

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LEAP_LENGTHS = (31, 29, *_LENGTHS[2:])
_STARTS, _LEAP_STARTS = (
    tuple(accumulate(months, initial=0)) for months in (_LENGTHS, _LEAP_LENGTHS)
)


class Day(NamedTuple):
    """A date."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        """Writes it as in 14 March 2023."""
        return f"{self.day} {MONTHS[self.month - 1]} {self.year}"

    @property
    def iso(self) -> str:
        """Writes it as in 2023-03-14."""
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    @property
    def in_year(self) -> int:
        """Its place in the year, 1 for 1 January."""
        return _starts(self.year)[self.month - 1] + self.day

    @property
    def number(self) -> int:
        """Its place among all days, 1 for 1 January of the year 1, a Monday."""
        return (self.year - 1) * 365 + sum(leaps(self.year - 1)) + self.in_year


def is_leap(year: int) -> bool:
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def lengths(year: int) -> tuple[int, ...]:
    """The days of each month of a year."""
    return _LEAP_LENGTHS if is_leap(year) else _LENGTHS


def _starts(year: int) -> tuple[int, ...]:
    """The days of a year before each month, and those of the whole year."""
    return _LEAP_STARTS if is_leap(year) else _STARTS


def leaps(year: int) -> tuple[int, int, int]:
    """What adds up to the leap years from the year 1 on: fourth, hundredth, four hundredth."""
    return year // 4, -(year // 100), year // 400


def within(year: int, in_year: int) -> Day:
    """Finds a day by its place in a year, which may lie beyond either end of the year."""
    while in_year < 1:
        year -= 1
        in_year += 365 + is_leap(year)
    while in_year > 365 + is_leap(year):
        in_year -= 365 + is_leap(year)
        year += 1
    starts = _starts(year)
    month = bisect_left(starts, in_year)
    return Day(year, month, in_year - starts[month - 1])


def weekday(number: int) -> str:
    """The weekday of the day of that number."""
    return WEEKDAYS[(number - 1) % 7]


def in_year_line(day: Day) -> str:
    """Works out the place in the year."""
    months = lengths(day.year)[: day.month - 1]
    total = " + ".join(map(str, (*months, day.day)))
    return f"day of {day.year}: {total}" + (f" = {day.in_year}" if months else "")


def number_lines(day: Day) -> list[str]:
    """Works out the place among all days."""
    fourth, hundredth, four_hundredth = leaps(day.year - 1)
    whole_years = f"{day.year - 1} * 365 + {fourth} - {-hundredth} + {four_hundredth}"
    return [in_year_line(day), f"of all days: {whole_years} + {day.in_year} = {day.number}"]


def moved(day: Day, days: int) -> Day:
    """Goes up to a few years forward or, where `days` is below 0, back."""
    return within(day.year, day.in_year + days)


def moved_lines(day: Day, days: int, found: Day) -> list[str]:
    """Works out the day that was moved to."""
    start, end = day.in_year, day.in_year + days
    lines = [in_year_line(day), f"{start} {'-' if days < 0 else '+'} {abs(days)} = {end}"]
    if found.year != day.year:
        forward = range(day.year, found.year)
        years, sign = (forward, "-") if forward else (range(day.year - 1, found.year - 1, -1), "+")
        spanned = "".join(f" {sign} {365 + is_leap(year)}" for year in years)
        lines.append(f"{end}{spanned} = {found.in_year}")
    months = "".join(f" - {length}" for length in lengths(found.year)[: found.month - 1])
    lines.append(f"{found.in_year}{months and f'{months} = {found.day}'}: {found}")
    return lines
