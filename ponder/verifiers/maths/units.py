r"""Units of measure: a scale and powers of base units, so that `\text{km/h}` is "km per hour".

A word that is no known unit is a base unit of its own: "5 apples" has the unit `apple`.
"""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ponder.verifiers.verdict import Unreadable

LETTERS = frozenset("mgsLhK")
"""Names that may be units without a font of their own, as in `5 m`: variables otherwise."""


class Unit(NamedTuple):
    """A unit of measure.

    Attributes:
        scale: How many of the product of the base units it is.
        powers: The base units with their exponents, in alphabetical order.
    """

    scale: Fraction
    powers: tuple[tuple[str, int], ...]


NONE = Unit(Fraction(1), ())

_FOOT = Fraction(3048, 10_000)
_POUND = Fraction(45_359_237, 10**8)
# Each base unit, the factors of its multiples and parts, and what they are called.
_NAMES: dict[str, list[tuple[Fraction | int, str]]] = {
    "meter": [
        (1, "m meter metre"),
        (Fraction(1, 10), "dm decimeter decimetre"),
        (Fraction(1, 100), "cm centimeter centimetre"),
        (Fraction(1, 1000), "mm millimeter millimetre"),
        (1000, "km kilometer kilometre"),
        (10**6, "Mm megameter megametre"),
        (_FOOT, "ft foot feet"),
        (_FOOT / 12, "in inch inche"),
        (_FOOT * 3, "yd yard"),
        (_FOOT * 5280, "mi mile"),
    ],
    "kilogram": [
        (Fraction(1, 1000), "g gram"),
        (1, "kg kilogram"),
        (Fraction(1, 10**6), "mg milligram"),
        (1000, "tonne Mg megagram"),
        (_POUND, "lb pound"),
        (_POUND / 16, "oz ounce"),
    ],
    "second": [
        (1, "s sec second"),
        (Fraction(1, 1000), "ms millisecond"),
        (60, "min minute"),
        (3600, "h hr hour"),
        (86_400, "day"),
        (604_800, "wk week"),
    ],
    "year": [(1, "yr year"), (Fraction(1, 12), "month")],
    "dollar": [(1, "$ dollar usd"), (Fraction(1, 100), "cent \N{CENT SIGN}")],
    "euro": [(1, "\N{EURO SIGN} euro eur")],
    "sterling": [(1, "\N{POUND SIGN} gbp")],
    "yen": [(1, "\N{YEN SIGN} yen")],
    "degree": [(1, "degree deg"), (360, "revolution")],
    "radian": [(1, "rad radian")],
    "kelvin": [(1, "K kelvin")],
    "celsius": [(1, "celsius")],
    "fahrenheit": [(1, "fahrenheit")],
}
_LITERS = {
    Fraction(1, 1000): "l liter litre",
    Fraction(1, 10**6): "ml milliliter millilitre cc",
    Fraction(231 * 254**3, 10**12): "gal gallon",
}
_KNOWN: dict[str, Unit] = (
    {
        name: Unit(Fraction(scale), ((base, 1),))
        for base, multiples in _NAMES.items()
        for scale, names in multiples
        for name in names.split()
    }
    | {
        name: Unit(scale, (("meter", 3),))
        for scale, names in _LITERS.items()
        for name in names.split()
    }
    | {
        "mph": Unit(_FOOT * 5280 / 3600, (("meter", 1), ("second", -1))),
        "kph": Unit(Fraction(1000, 3600), (("meter", 1), ("second", -1))),
    }
)
_PREFIXES = {"square": 2, "sq": 2, "cubic": 3, "cu": 3}
_SILENT = frozenset(
    ["unit", "of", "a", "an", "the", "long", "wide", "tall", "high", "old", "away", "total"]
)
_THERMOMETER = re.compile(r"\bdegrees? (?=celsius|fahrenheit)")
_PARTS = re.compile(r"\^-?[0-9]+|/|[^\s/^*.~\\0-9-]+")
_POWER_AFTER_LETTER = re.compile(r"(?<=[a-zA-Z])(?=[23](?![0-9]))")
_FOLDED = re.compile(
    r"(?<![^\W\d_])(?!(?:K|[MPYZ](?:m|g|W|Hz|s|V|A|J|N|Pa|K|mol|B|b|eV|F|C|T))(?![^\W\d_]))[^\W\d_]+"
)
_LARGEST_POWER = 99
_LONGEST = 80


@lru_cache(maxsize=1024)
def unit(text: str) -> Unit:
    """Reads a unit: "square cm", "cm ^2" and "centimeters^2" are one, "unit" is none.

    Raises:
        Unreadable: If it holds a power beyond the bounds.
    """
    if len(text) > _LONGEST:
        return Unit(Fraction(1), ((text, 1),))
    scale, powers = Fraction(1), dict[str, int]()
    prefix, sign = 1, 1
    written = _POWER_AFTER_LETTER.sub("^", folded(text))
    parts = _PARTS.findall(_THERMOMETER.sub("", written))
    for place, part in enumerate(parts):
        if part in ("/", "per"):
            sign = -1
        elif part in _PREFIXES:
            prefix = _PREFIXES[part]
        elif not part.startswith("^"):
            power = sign * prefix * _exponent(parts[place + 1 : place + 2])
            factor = _known(part)
            scale *= factor.scale**power
            for base, exponent in factor.powers:
                powers[base] = powers.get(base, 0) + exponent * power
            prefix, sign = 1, 1
    return Unit(scale, tuple(sorted((base, power) for base, power in powers.items() if power)))


def folded(text: str) -> str:
    """Writes words in lower case, but for symbols that are others there: Mm, MW, K."""
    return _FOLDED.sub(lambda word: word[0].casefold(), text)


def part_of(larger: str, smaller: str) -> Fraction | None:
    """Tells how many of a unit a smaller one of the same dimension is; None if it is none.

    >>> print(part_of("hr", "min"))
    1/60
    """
    whole, part = unit(larger), unit(smaller)
    if not whole.powers or whole.powers != part.powers or part.scale >= whole.scale:
        return None
    return part.scale / whole.scale


def _exponent(following: list[str]) -> int:
    if not (following and following[0].startswith("^")):
        return 1
    digits = following[0].removeprefix("^")
    if len(digits) > 4 or abs(int(digits)) > _LARGEST_POWER:
        raise Unreadable(f"The answer holds a unit to a power beyond {_LARGEST_POWER}.")
    return int(digits)


def _known(word: str) -> Unit:
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        if form != word and len(form) < 2:
            continue  # "ms" are no metres.
        if form in _SILENT:
            return NONE
        if form in _KNOWN:
            return _KNOWN[form]
    singular = word.removesuffix("s") if len(word) > 2 else word
    return Unit(Fraction(1), ((singular, 1),))
