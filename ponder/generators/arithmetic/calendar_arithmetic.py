"""A walk through the calendar by days, weeks, months and years, and a question about its end.

Q: Start on 29 May 2024 (Gregorian calendar) and go 3 weeks forward. What weekday is it then?
A: Wednesday
"""

import random
from dataclasses import dataclass
from itertools import chain

from ponder.generators.arithmetic._calendar import WEEKDAYS, Day, leaps, number_lines, weekday
from ponder.generators.arithmetic._walks import EARLIEST, LATEST, MOVES, possible, weekday_line
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_FORMS = {
    "date": ("What date is it then?", "Give the date as year-month-day, such as 2023-04-05."),
    "weekday": ("What weekday is it then?", "Give the name of the weekday."),
    "days": ("How many days apart are that date and the first one?", "Give an integer."),
    "leap": (
        "Of the years of that date and of the first one, and all years between them, how many are "
        "leap years?",
        "Give an integer.",
    ),
}


@dataclass(frozen=True)
class Knobs:
    """How long the walk is."""

    moves: int
    """Moves through the calendar, 1 to 40."""
    days: int
    """The most days of one move, 30 to 1,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("moves", self.moves, 1, 40)
        require("days", self.days, 30, 1_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more move a level, and longer ones."""
        return cls(moves=level, days=min(60 * level, 1_000))


def _kinds(kind: str, day: Day, first: bool) -> list[str]:
    """Lists the moves that keep what is asked from being said in the question."""
    kinds = possible(day)
    if first and kind == "leap":
        return ["years"]
    if first and kind == "days":
        return [name for name in kinds if name not in ("days", "weeks")]
    return [name for name in kinds if name != "weekday"] if kind == "weekday" else kinds


def _leaps_line(year: int) -> tuple[int, str]:
    fourth, hundredth, four_hundredth = leaps(year)
    count = fourth + hundredth + four_hundredth
    return count, f"up to {year}: {fourth} - {-hundredth} + {four_hundredth} = {count}"


def _answer(kind: str, start: Day, end: Day) -> tuple[str, Lines]:
    """Answers the question about the end of a walk; gives the working too."""
    if kind == "date":
        return end.iso, Lines(lambda: [f"{end}: {end.iso}"])
    if kind == "weekday":
        return weekday(end.number), Lines(lambda: [*number_lines(end), weekday_line(end)])
    early, late = sorted((start, end))
    if kind == "days":
        days = late.number - early.number
        difference = f"{late.number} - {early.number} = {days}"
        return str(days), Lines(lambda: [*number_lines(early), *number_lines(late), difference])
    (before, first), (after, last) = _leaps_line(early.year - 1), _leaps_line(late.year)
    difference = f"{after} - {before} = {after - before}"
    return str(after - before), Lines(lambda: [first, last, difference])


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a first date, what is asked, and the moves one after the other."""
    kind = rng.choice(tuple(_FORMS))
    start = day = Day(rng.randrange(EARLIEST, LATEST), rng.randint(1, 12), rng.randint(1, 28))
    words: list[str] = []
    steps: list[Lines] = []
    for _ in range(knobs.moves):
        name = rng.choice(_kinds(kind, day, first=not words))
        move = MOVES[name](rng, knobs.days, day)
        words.append(move.words)
        steps.append(move.lines)
        day = move.day
    asked, answer_format = _FORMS[kind]
    question = f"Start on {start} (Gregorian calendar) and go {', then '.join(words)}. {asked}"

    def finish() -> Draft:
        answer, lines = _answer(kind, start, day)
        return Draft(
            question=question,
            answer_format=answer_format,
            answer=answer,
            checker=_checker(kind),
            steps=Lines(lambda: chain(*steps, lines)),
            complexity=knobs.moves,
        )

    return Sketch(question, finish)


def _checker(kind: str) -> Checker:
    if kind == "weekday":
        return Checker("choice", {"choices": list(WEEKDAYS), "labels": False})
    return Checker("text") if kind == "date" else Checker("integer")


def chance(level: int) -> float:
    """A weekday is asked for in a quarter of the tasks, and any is right in one of seven."""
    return 0.07
