"""Spans of time between clock times or dates, with time zones at times, added up in one unit.

Q: How many minutes are there in all from 9:45 pm on one day to 1:10 am on the next day? Every day
has 24 hours.
A: 205
"""

import random
from dataclasses import dataclass

from ponder.generators.arithmetic._calendar import Day, within
from ponder.generators.arithmetic._clock import Moment, Span, Style, span
from ponder.generators.registry import require
from ponder.task import Checker, Draft

_FORMATS = {
    "seconds": "Give an integer.",
    "minutes": "Give an integer.",
    "hours and minutes": "Give hours and minutes, such as 7:05.",
}
# Neither clocks put forward or back count, nor leap seconds, nor where spans lie.
_NOTES = ("Every day has 24 hours.", "Every day has 24 hours, and time covered twice counts twice.")
_SOME_DAY = Day(2001, 1, 1)


@dataclass(frozen=True)
class Knobs:
    """How many spans there are, how long, and how their ends are told."""

    spans: int
    """Spans to add up, 1 to 30."""
    days: int
    """The most days of a span, 0 to 366; with 0 there are clock times without dates."""
    zones: bool
    """Whether each moment with a date is told in a time zone of its own."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("spans", self.spans, 1, 30)
        require("days", self.days, 0, 366)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more span a level; dates from level 3 on, time zones from level 5 on."""
        return cls(spans=level, days=10 * level if level >= 3 else 0, zones=level >= 5)


def _moment(rng: random.Random, day: Day, style: Style) -> Moment:
    ahead = rng.randint(-20, 24) * style.hour // 2 if style.zones else 0
    return Moment(day, rng.randrange(24 * style.hour), ahead)


def _told(rng: random.Random, knobs: Knobs, style: Style) -> tuple[str, Span, str]:
    """Draws a span of some length; gives its words, the span, and a key."""
    while True:
        day = within(rng.randint(1890, 2110), rng.randint(1, 365)) if knobs.days else _SOME_DAY
        after = rng.randint(0, knobs.days or 1)
        first = _moment(rng, day, style)
        last = _moment(rng, within(day.year, day.in_year + after), style)
        found = span(first, last, style)
        if found.units > 0:
            break
    words = f"from {found.start} to {found.end} on the same day"
    if after:
        words = f"from {found.start} on one day to {found.end} on the next day"
    if knobs.days:
        words = f"from {found.start} on {first.day} to {found.end} on {last.day}"
    return words, found, f"{first.day.iso} {first.time - first.ahead} {found.units}"


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the spans and what they are to be counted in."""
    unit = rng.choice(tuple(_FORMATS))
    hour = 3600 if unit == "seconds" else 60
    style = Style(hour == 3600, rng.random() < 0.5, knobs.zones and knobs.days > 0, hour)
    spans = [_told(rng, knobs, style) for _ in range(knobs.spans)]
    steps, total = list[str](), 0
    for _, found, _ in spans:
        steps += found.lines
        if total:
            steps.append(f"{total} + {found.units} = {total + found.units}")
        total += found.units
    answer = str(total)
    if unit == "hours and minutes":
        answer = f"{total // 60}:{total % 60:02d}"
        steps.append(f"{total} = {total // 60} * 60 + {total % 60}: {answer}")
    told = ", ".join(words for words, _, _ in spans[:-1])
    told += (" and " if told else "") + spans[-1][0]
    return Draft(
        question=f"How many {unit} are there in all {told}? {_NOTES[knobs.spans > 1]}",
        answer_format=_FORMATS[unit],
        answer=answer,
        checker=Checker("integer") if answer.isdigit() else Checker("text"),
        steps=tuple(steps),
        complexity=knobs.spans,
        key=f"{'seconds' if style.seconds else 'minutes'}: {sorted(key for _, _, key in spans)}",
    )


def chance(level: int) -> float:
    """Spans are spread over a day of minutes at least."""
    return 0.01
