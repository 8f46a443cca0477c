"""Ways to write a positive decimal number, held as whole units of 10^-places."""

import random

from ponder.generators._fractions import fraction
from ponder.generators.arithmetic._decimals import write


def _scientific(units: int, places: int) -> tuple[str, int]:
    """Gives the factor from 1 to 10 and the power of ten."""
    digits = str(units)
    return write(units, len(digits) - 1), len(digits) - 1 - places


def random_way(rng: random.Random, units: int, places: int) -> str:
    """Draws one of the ways to write a positive number; a separator stands for its way."""
    scale = 10**places
    ways: tuple[str, ...] = ("plain", "e", "power", "percent")
    if units >= 1_000 * scale:
        ways += ("separated", "separated", "thousand")
    if units >= 1_000_000 * scale:
        ways += ("million",)
    if units % scale:
        ways += ("fraction", "mixed")
    way: str = rng.choice(ways)
    return rng.choice(", _'") if way == "separated" else way


def written_in(way: str, units: int, places: int) -> str:
    """Writes a positive number in a way that there is for it."""
    scale = 10**places
    match way:
        case "e":
            return "{}e{}".format(*_scientific(units, places))
        case "power":
            return "{} * 10^{}".format(*_scientific(units, places))
        case "percent":
            return f"{write(units * 100, places)}%"
        case "thousand" | "million":
            return f"{write(units, places + (3 if way == 'thousand' else 6))} {way}"
        case "fraction":
            return fraction(units, scale)
        case "mixed" if units > scale:
            return f"{units // scale} {fraction(units % scale, scale)}"
        case "," | " " | "_" | "'":
            whole, point, rest = write(units, places).partition(".")
            return f"{int(whole):,}".replace(",", way) + point + rest
    return write(units, places)
