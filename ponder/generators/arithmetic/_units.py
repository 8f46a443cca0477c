"""Units of measurement with exact factors, and the working of a conversion."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ponder.generators.arithmetic._decimals import exact

_FACTORS = (
    ("km 1000 m", "m 100 cm", "cm 10 mm", "mi 1760 yd", "yd 3 ft", "ft 12 in", "in 25.4 mm"),
    ("t 1000 kg", "kg 1000 g", "g 1000 mg", "st 14 lb", "lb 16 oz", "oz 28349.523125 mg"),
    ("wk 7 d", "d 24 h", "h 60 min", "min 60 s", "s 1000 ms"),
    ("gal 4 qt", "qt 2 pt", "pt 2 cup", "m^3 1000 L", "L 1000 mL", "cup 236.5882365 mL"),
    ("km^2 100 ha", "ha 10000 m^2", "m^2 10000 cm^2", "acre 4840 yd^2", "yd^2 8361.2736 cm^2"),
    ("GB 1000 MB", "MB 1000 kB", "kB 1000 B", "GiB 1024 MiB", "MiB 1024 KiB", "KiB 1024 B"),
)
"""For each kind of quantity, what one of a unit is in the next smaller one."""


class Link(NamedTuple):
    """What one of a unit is in the next smaller one."""

    written: str
    factor: Fraction
    smaller: str


Links = Mapping[str, Link]
"""The links of the units of one kind; the smallest unit has none."""


def _links(kind: Iterable[str]) -> Links:
    parts = map(str.split, kind)
    return {unit: Link(factor, Fraction(factor), smaller) for unit, factor, smaller in parts}


KINDS = tuple(map(_links, _FACTORS))
"""The links of each kind of quantity."""

UNITS = tuple(
    tuple(dict.fromkeys([*links, *(link.smaller for link in links.values())])) for links in KINDS
)
"""All units of each kind, as `KINDS` orders them."""


def path(links: Links, unit: str) -> list[str]:
    """Lists the units from one down to the smallest."""
    found = [unit]
    while found[-1] in links:
        found.append(links[found[-1]].smaller)
    return found


def convert(links: Links, way: list[str], value: Fraction) -> tuple[Fraction, list[str]]:
    """Goes along a path of units, up or down, one factor after the other."""
    lines, shown = [], exact(value)
    for unit, following in pairwise(way):
        down = unit in links and links[unit].smaller == following
        written, factor, _ = links[unit if down else following]
        value = value * factor if down else value / factor
        result = exact(value)
        lines.append(f"{unit} to {following}: {shown} {'*' if down else '/'} {written} = {result}")
        shown = result
    return value, lines
