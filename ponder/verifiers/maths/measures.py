"""What stands around a value: its unit, a percent sign, degrees."""

import re
from typing import NamedTuple

from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call

_SAME = {
    "degrees": "degree",
    "deg": "degree",
    "dollars": "$",
    "dollar": "$",
    "cents": "cent",
    "inches": "inch",
    "in": "inch",
    "feet": "foot",
    "ft": "foot",
    "centimeter": "cm",
    "meter": "m",
    "kilometer": "km",
    "millimeter": "mm",
    "gram": "g",
    "kilogram": "kg",
    "hour": "hr",
    "minute": "min",
    "second": "sec",
    "sq": "square",
}
_POWER = re.compile(r"\^([23])$")
_PLURAL = re.compile(r"(?<=[a-z]{2})s$")


class Measured(NamedTuple):
    """A value without what stands around it.

    Attributes:
        node: The value.
        unit: The unit in a normal form, "" if there is none.
        percent: Whether it has a percent sign.
        decimal: Whether it is written as a decimal number.
    """

    node: Node
    unit: str
    percent: bool
    decimal: bool


def measured(node: Node) -> Measured:
    """Takes a unit, a degree sign or a percent sign off a value."""
    match node:
        case Call("unit", (inner, Symbol(unit))):
            return measured(inner)._replace(unit=normal_unit(unit))
        case Call("degree", (inner,)):
            return measured(inner)._replace(unit="degree")
        case Call("percent", (inner,)):
            return measured(inner)._replace(percent=True, unit="")
        case Call("neg", (Call("degree" | "percent" | "unit" | "neg") as inner,)):
            found = measured(inner)
            return found._replace(node=call("neg", found.node))
        case Call("neg", (Number(decimal=decimal),)) | Number(decimal=decimal):
            return Measured(node, "", False, decimal)
    return Measured(node, "", False, False)


def normal_unit(unit: str) -> str:
    """Writes a unit in one way: `square cm`, `cm ^2` and `centimeters ^2` alike."""
    words: list[str] = []
    for word in unit.casefold().split():
        power = _POWER.search(word)
        if power is not None:
            words.insert(max(len(words) - 1, 0), "square" if power[1] == "2" else "cubic")
            word = word[: power.start()]
        word = _SAME.get(word, word)
        word = _PLURAL.sub("", word)
        if word:
            words.append(_SAME.get(word, word))
    return " ".join(words)
