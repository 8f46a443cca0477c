"""Quantities in different units, added up and converted exactly, one factor after the other.

Q: How many ft are 2 yd + 30 in? Use 1 yd = 3 ft, 1 ft = 12 in.
A: 8.5
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from ponder.generators.arithmetic._decimals import exact
from ponder.generators.arithmetic._units import KINDS, UNITS, convert, path
from ponder.generators.registry import require
from ponder.task import Checker, Draft


@dataclass(frozen=True)
class Knobs:
    """How many quantities there are."""

    terms: int
    """Quantities to add or subtract, 1 to 60."""
    largest: int
    """The largest amount of a unit, 10 to 1,000,000."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("terms", self.terms, 1, 60)
        require("largest", self.largest, 10, 1_000_000)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more quantity a level, and larger amounts."""
        return cls(terms=level, largest=100 * level)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the kind, the unit asked for, and the quantities; their total stays above zero."""
    place = rng.randrange(len(KINDS))
    links, names = KINDS[place], UNITS[place]
    places = 0 if "B" in names else 2
    target, *units = rng.sample(names, 2) + rng.choices(names, k=knobs.terms - 1)
    paths = [path(links, unit) for unit in (target, *units)]
    base = next(unit for unit in paths[0] if all(unit in way for way in paths))
    paths = [way[: way.index(base) + 1] for way in paths]
    total, terms, steps = Fraction(0), list[str](), list[str]()
    for unit, way in zip(units, paths[1:], strict=True):
        amount = Fraction(rng.randint(1, 10 * knobs.largest), 10 ** rng.randint(0, places))
        value, lines = convert(links, way, amount)
        steps += lines
        sign = "-" if value < total and rng.random() < 0.5 else "+"
        before, total = total, total + value if sign == "+" else total - value
        if terms:
            steps.append(f"{exact(before)} {sign} {exact(value)} = {exact(total)}")
        terms.append(f"{sign} {exact(amount)} {unit}")
    total, lines = convert(links, paths[0][::-1], total)
    used = dict.fromkeys(unit for way in paths for unit in way[:-1])
    facts = [f"1 {unit} = {link[0]} {link.smaller}" for unit, link in links.items() if unit in used]
    text = " ".join(terms).removeprefix("+ ")
    return Draft(
        question=f"How many {target} are {text}? Use {', '.join(facts)}.",
        answer_format="Give the exact value without its unit, as an integer, a decimal number or a "
        "fraction.",
        answer=exact(total),
        checker=Checker("rational"),
        steps=(*steps, *lines, f"{exact(total)} {target}"),
        complexity=knobs.terms,
        key=f"{target} of {sorted(terms)}",
    )


def chance(level: int) -> float:
    """No amount is likely, and the first is not in the unit asked for."""
    return 0.02
