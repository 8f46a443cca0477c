"""What stories of quantities are told with: who has what, and sentences that relate two of them."""

import random
from collections.abc import Sequence
from typing import NamedTuple


class Theme(NamedTuple):
    """Owners and things, all of which go together, and the verb between them in two forms."""

    owners: tuple[str, ...]
    verb: str
    plain: str
    things: tuple[str, ...]


class Quantity(NamedTuple):
    """How many of a thing an owner has."""

    owner: str
    verb: str
    plain: str
    thing: str

    @property
    def clause(self) -> str:
        """Says it as in "Ben has stamps"."""
        return f"{self.owner} {self.verb} {self.thing}"

    @property
    def phrase(self) -> str:
        """Says it as in "the number of stamps that Ben has"."""
        return f"the number of {self.thing} that {self.owner} {self.verb}"


_NAMES = (
    *("Ada", "Ben", "Carla", "David", "Emma", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Kira"),
    *("Leo", "Maya", "Nils", "Olga", "Pablo", "Quinn", "Rosa", "Samir", "Tara", "Uma", "Victor"),
    *("Wanda", "Xenia", "Yusuf", "Zoe"),
)
_SMALL = (
    *("marbles", "stamps", "coins", "shells", "postcards", "buttons", "badges", "beads"),
    *("stickers", "pencils", "comics", "feathers", "keys", "ribbons"),
)
_COLOURS = ("red", "blue", "green", "white", "black", "yellow", "grey", "brown")


def _with(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"the {first} {last}" for first in before for last in after)


THEMES = (
    Theme(_NAMES, "has", "have", _SMALL),
    Theme(_NAMES, "collects", "collect", _SMALL),
    Theme(
        _NAMES,
        "reads",
        "read",
        ("novels", "letters", "poems", "reports", "recipes", "articles", "plays", "fables", "maps"),
    ),
    Theme(_with(_COLOURS, ("box", "crate", "drawer", "bag")), "holds", "hold", _SMALL),
    Theme(
        _with(("corner", "harbour", "station", "village", "airport", "museum"), ("shop", "kiosk")),
        "sells",
        "sell",
        ("mugs", "candles", "maps", "umbrellas", "magazines", "rolls", "pens", "scarves", "toys"),
    ),
    Theme(
        _with(("north", "south", "east", "west", "hill", "river", "lake"), ("farm", "orchard")),
        "has",
        "have",
        ("goats", "hens", "beehives", "apple trees", "geese", "ladders", "baskets", "pear trees"),
    ),
    Theme(
        _with(("chess", "rowing", "garden", "film", "hiking", "music"), ("club", "society")),
        "owns",
        "own",
        ("chairs", "tables", "lamps", "tents", "books", "flags", "boats", "clocks", "trophies"),
    ),
)

_FORMS = {
    "given": (
        "{Owner} {verb} {n} {thing}.",
        "{Me} is {n}.",
        "Of {thing}, {owner} {verb} {n}.",
    ),
    "+": (
        "{Owner} {verb} {n} more {thing} than {first}.",
        "{Me} is {n} more than {a}.",
        "Adding {n} to {a} gives {me}.",
    ),
    "-": (
        "{Owner} {verb} {n} fewer {thing} than {first}.",
        "{Me} is {n} less than {a}.",
        "Taking {n} away from {a} leaves {me}.",
    ),
    "*": (
        "{Owner} {verb} {times} as many {thing} as {first}.",
        "{Me} is {times} {a}.",
        "Multiplying {a} by {n} gives {me}.",
    ),
    "/": (
        "{Owner} {verb} {part} as many {thing} as {first}.",
        "{Me} is {part} of {a}.",
        "Dividing {a} by {n} gives {me}.",
    ),
    "sum": (
        "{Owner} {verb} as many {thing} as {A} and {B} together.",
        "{Me} is {a} plus {b}.",
        "Adding {a} to {b} gives {me}.",
    ),
    "difference": (
        "{Me} is {a} minus {b}.",
        "Taking {b} away from {a} leaves {me}.",
        "{First} exceeds {b} by {me}.",
    ),
}
"""Sentences by relation: `n` is its number, `a` and `b` are the quantities related to."""

_TIMES = {2: "twice"}
_PARTS = {2: "half", 3: "a third", 4: "a quarter", 5: "a fifth", 6: "a sixth"}


def cast(rng: random.Random, count: int) -> list[Quantity]:
    """Draws so many quantities of one theme, 60 at most: a few owners, a few things of each."""
    theme = rng.choice(THEMES)
    things = rng.sample(theme.things, min(2 + count // 6, len(theme.things)))
    owners = rng.sample(theme.owners, min(2 + 2 * count // len(things), len(theme.owners)))
    pairs = [(owner, thing) for owner in owners for thing in things]
    return [
        Quantity(owner, theme.verb, theme.plain, thing) for owner, thing in rng.sample(pairs, count)
    ]


def sentence(
    rng: random.Random, kind: str, me: Quantity, others: Sequence[Quantity], number: int
) -> str:
    """Tells in one of several ways how a quantity follows from a number and other quantities."""
    words = {
        "owner": me.owner,
        "Owner": _capital(me.owner),
        "verb": me.verb,
        "thing": me.thing,
        "me": me.phrase,
        "Me": _capital(me.phrase),
        "n": number,
        "times": _TIMES.get(number, f"{number} times"),
        "part": _PARTS.get(number, ""),
    }
    if others:
        words |= {"first": _than(me, others[0]), "First": _capital(others[0].phrase)}
    for short, long, other in zip("ab", "AB", others, strict=False):
        words |= {short: other.phrase, long: other.clause}
    return rng.choice(_FORMS[kind]).format(**words)


def question(rng: random.Random, wanted: Sequence[Quantity]) -> str:
    """Asks for a quantity, or for the sum of some."""
    *rest, last = wanted
    if rest:
        return f"What is the sum of {', '.join(q.phrase for q in rest)} and {last.phrase}?"
    if rng.random() < 0.5:
        return f"What is {last.phrase}?"
    return f"How many {last.thing} does {last.owner} {last.plain}?"


def _than(me: Quantity, other: Quantity) -> str:
    """Says what follows "more stamps than", without what goes without saying."""
    if other.owner == me.owner:
        return other.thing
    return other.owner if other.thing == me.thing else other.clause


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
