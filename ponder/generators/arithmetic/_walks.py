"""Moves through the calendar, each with its words and its working."""

import random
from collections.abc import Callable
from typing import NamedTuple

from ponder.generators.arithmetic._calendar import (
    Day,
    lengths,
    moved,
    moved_lines,
    number_lines,
    weekday,
)
from ponder.task import Lines

EARLIEST, LATEST = 1600, 2400
"""A move by years leads back towards the years between these once it has left them."""


class Move(NamedTuple):
    """A move in words that follow "go", the day that it leads to, and its working."""

    words: str
    day: Day
    lines: Lines


def weekday_line(day: Day) -> str:
    """Works out the weekday from the place among all days; a multiple of 7 is a Sunday."""
    weeks, rest = divmod(day.number, 7)
    return f"{day.number} - 7 * {weeks} = {rest}, so it is a {weekday(day.number)}"


def by_days(rng: random.Random, most: int, day: Day) -> Move:
    """Goes at most so many days."""
    days = rng.randint(2, most)
    sign, way = _way(rng)
    found = moved(day, sign * days)
    return Move(f"{days} days {way}", found, Lines(lambda: moved_lines(day, sign * days, found)))


def by_weeks(rng: random.Random, most: int, day: Day) -> Move:
    """Goes whole weeks, at most so many days."""
    weeks = rng.randint(2, most // 7)
    sign, way = _way(rng)
    days = sign * 7 * weeks
    found = moved(day, days)
    first = f"7 * {weeks} = {7 * weeks}"
    lines = Lines(lambda: [first, *moved_lines(day, days, found)])
    return Move(f"{weeks} weeks {way}", found, lines)


def by_months(rng: random.Random, most: int, day: Day) -> Move:
    """Goes to the same day of another month."""
    months = rng.randint(2, 40)
    sign, way = _way(rng)
    total = day.month + sign * months
    years, month = divmod(total - 1, 12)
    found = Day(day.year + years, month + 1, day.day)

    def lines() -> list[str]:
        steps = [f"{day.month} {'+' if sign > 0 else '-'} {months} = {total}"]
        if years:
            steps.append(f"{total} {'-' if years > 0 else '+'} {12 * abs(years)} = {found.month}")
        return [*steps[:-1], f"{steps[-1]}: {found}"]

    return Move(f"{months} months {way}", found, Lines(lines))


def by_years(rng: random.Random, most: int, day: Day) -> Move:
    """Goes to the same day of another year."""
    years = rng.randint(2, 120)
    sign, way = _way(rng)
    if not EARLIEST <= day.year < LATEST:
        sign, way = (1, "forward") if day.year < EARLIEST else (-1, "back")
    found = Day(day.year + sign * years, day.month, day.day)
    word = "+" if sign > 0 else "-"
    lines = Lines(lambda: [f"{day.year} {word} {years} = {found.year}: {found}"])
    return Move(f"{years} years {way}", found, lines)


def to_weekday(rng: random.Random, most: int, day: Day) -> Move:
    """Goes on to the next day of some name, never that of today: "next" may mean either then."""
    days = rng.randint(1, 6)
    found = moved(day, days)

    def lines() -> list[str]:
        return [*number_lines(day), weekday_line(day), *moved_lines(day, days, found)[1:]]

    return Move(f"on to the next {weekday(found.number)}", found, Lines(lines))


def to_month_end(rng: random.Random, most: int, day: Day) -> Move:
    """Goes to the last day of the month."""
    found = Day(day.year, day.month, lengths(day.year)[day.month - 1])
    lines = Lines(lambda: [f"the month ends on {found}"])
    return Move("on to the last day of that month", found, lines)


MOVES: dict[str, Callable[[random.Random, int, Day], Move]] = {
    "days": by_days,
    "weeks": by_weeks,
    "months": by_months,
    "years": by_years,
    "weekday": to_weekday,
    "end": to_month_end,
}


def possible(day: Day) -> list[str]:
    """Lists the moves that lead somewhere from a day: there is not a 31st of every month."""
    if day.day == lengths(day.year)[day.month - 1]:
        return ["days", "weeks", "weekday"]
    return [*MOVES] if day.day <= 28 else ["days", "weeks", "years", "weekday", "end"]


def _way(rng: random.Random) -> tuple[int, str]:
    return (1, "forward") if rng.random() < 0.5 else (-1, "back")
