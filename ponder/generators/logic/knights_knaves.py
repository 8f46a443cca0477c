"""Knights tell the truth, knaves lie; what they say settles who is who.

Q: Everyone here is either a knight, who always tells the truth, or a knave, who always lies.
   You meet Kim, Ben and Leo.
   Kim says: "I am a knave if and only if Leo is a knight."
   Ben says: "Kim is a knight if and only if I am a knight."
   Leo says: "(Ben is a knight if and only if Kim is a knave) or I am a knight."
   Who is what?
A: Kim: knight, Ben: knight, Leo: knave
"""

import functools
import operator
import random
from dataclasses import dataclass

from ponder.generators.logic import _formulas as formulas
from ponder.generators.logic._formulas import Formula
from ponder.generators.logic._search import Event, search
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_NAMES = "Ann Ben Cal Dot Eve Fay Gus Hal Ivy Jon Kim Leo Max Ned Oli Pam Ray Sue Tom Zoe"
_KINDS = ("knave", "knight")


@dataclass(frozen=True)
class Knobs:
    """How many people there are, and how much they say."""

    people: int
    """People, 3 to 14, each of whom says one thing."""
    connectives: int
    """Connectives in all that is said together, one to two a person."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("people", self.people, 3, 14)
        require("connectives", self.connectives, self.people, 2 * self.people, people=self.people)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more person a level up to twelve, with a longer and longer statement."""
        people = level + 2 if level <= 10 else 12 + (level - 10) // 5
        return cls(people=people, connectives=people + (level + 1) // 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws who is what, then statements until they admit that answer alone.

    Everyone is a knight half the time, and the form of a statement is drawn before its truth, so
    that neither the answer as a whole nor the form of what one says gives anything away.
    """
    count = knobs.people
    names = rng.sample(_NAMES.split(), count)
    row = rng.getrandbits(count)
    fitting = 0
    while fitting != 1 << row:
        sizes = formulas.random_sizes(rng, knobs.connectives, count)
        claims = [("says", i, _statement(rng, sizes[i], i, row, count)) for i in range(count)]
        fitting = functools.reduce(operator.and_, (formulas.truth_table(c, count) for c in claims))
    return Sketch(
        key=f"knights_knaves {formulas.fingerprint(claims, count)}",
        finish=lambda: _finish(names, row, claims, knobs),
    )


def _statement(rng: random.Random, size: int, speaker: int, row: int, count: int) -> Formula:
    """Draws a statement that is as true as its speaker is honest."""
    shape = formulas.random_shape(rng, size, range(size + 1))
    while True:
        statement = formulas.substitute(
            shape, formulas.random_literals(rng, range(count), size + 1)
        )
        if (formulas.truth_table(statement, count) >> row & 1) == row >> speaker & 1:
            return statement


def _finish(names: list[str], row: int, claims: list[Formula], knobs: Knobs) -> Draft:
    answer = ", ".join(f"{name}: {_KINDS[row >> i & 1]}" for i, name in enumerate(names))
    return Draft(
        question="\n".join(
            [
                "Everyone here is either a knight, who always tells the truth, or a knave, who "
                f"always lies. You meet {', '.join(names[:-1])} and {names[-1]}.",
                *(_quoted(names, speaker, statement) for _, speaker, statement in claims),
                formulas.NOTE,
                "Who is what?",
            ]
        ),
        answer_format=f'Name everyone\'s kind, like "{names[0]}: knight, {names[1]}: knave, ...".',
        answer=answer,
        checker=Checker("assignment", {"values": ["knight", "knave"]}),
        facts={"names": names},
        steps=Lines(
            lambda: [*(_told(event, names) for event in search(claims, knobs.people)), answer]
        ),
        complexity=knobs.people + knobs.connectives,
    )


def _quoted(names: list[str], speaker: int, statement: Formula) -> str:
    def literal(who: int, knight: bool) -> str:
        return f"{'I am' if who == speaker else f'{names[who]} is'} a {_KINDS[knight]}"

    return f'{names[speaker]} says: "{formulas.wording(statement, literal)}."'


def _told(event: Event, names: list[str]) -> str:
    if event.kind == "model":
        return "All that was said fits."
    if event.kind == "clash":
        return f"{names[event.formula]}'s words do not fit."
    start = "Suppose" if event.kind == "case" else f"By {names[event.formula]}'s words"
    return f"{start} {names[event.variable]} is a {_KINDS[event.value]}."


def chance(level: int) -> float:
    """Everyone is a knight half the time, whatever the others are."""
    return float(0.5 ** Knobs.at(level).people)
