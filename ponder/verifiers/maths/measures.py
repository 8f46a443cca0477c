"""What stands around a value: its unit, a percent sign, degrees."""

from typing import NamedTuple

from ponder.verifiers.maths import units
from ponder.verifiers.maths.syntax import Call, Node, Number, Symbol, call, variables
from ponder.verifiers.maths.terms import quotient
from ponder.verifiers.maths.units import Unit

DEGREE, KELVIN = units.unit("degree"), units.unit("kelvin")
_THERMOMETERS = {
    "c": "celsius",
    "f": "fahrenheit",
    "celsius": "celsius",
    "fahrenheit": "fahrenheit",
}


class Measured(NamedTuple):
    """A value without what stands around it.

    Attributes:
        node: The value.
        unit: The unit, `units.NONE` if there is none.
        unit_name: What the unit is called, where that is written.
        percent: Whether it has a percent sign.
        decimal: Whether it is written as a decimal number.
    """

    node: Node
    unit: Unit = units.NONE
    unit_name: str = ""
    percent: bool = False
    decimal: bool = False


def measured(node: Node) -> Measured:
    """Takes a unit, a degree sign or a percent sign off a value."""
    match node:
        case Call("unit", (Call("degree", (inner,)), Symbol(name))) if name in _THERMOMETERS:
            return measured(inner)._replace(unit=units.unit(_THERMOMETERS[name]))
        case Call("*", (Call("degree", (inner,)), Symbol("C" | "F" as name))):
            return measured(inner)._replace(unit=units.unit(_THERMOMETERS[name.lower()]))
        case Call("unit", (inner, Symbol(name))):
            return measured(inner)._replace(unit=units.unit(name), unit_name=name)
        case Call("degree", (inner,)):
            return measured(inner)._replace(unit=DEGREE)
        case Call("percent", (inner,)):
            return measured(inner)._replace(percent=True)
        case Call("neg", (Call("degree" | "percent" | "unit" | "neg") as inner,)):
            found = measured(inner)
            return found._replace(node=call("neg", found.node))
        case Call("neg", (Number(decimal=decimal),)) | Number(decimal=decimal):
            return Measured(node, decimal=decimal)
    return Measured(node)


def lettered(node: Node) -> Measured | None:
    """Reads `5 m`, a number times letters that may be units, as a measure; None if it is none.

    The caller decides whether the letters are variables.
    """
    names = variables(node)
    if not names or not names <= units.LETTERS:
        return None
    match node:
        case Call("neg", (inner,)):
            found = lettered(inner)
            return found and found._replace(node=call("neg", found.node))
        case Call("/", (above, below)):
            over, under = _factors(above), _factors(below)
        case _:
            over, under = _factors(node), ()
    *numbers, last = over
    if not numbers or len(under) > 1 or any(map(variables, numbers)):
        return None
    powers = [(last, 1)] + [(factor, -1) for factor in under]
    words = [_power(*each) for each in powers]
    if not all(words):
        return None
    found = measured(quotient(numbers, []))
    return found._replace(unit=units.unit(" ".join(words)))


def _factors(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Call) and node.head == "*" else (node,)


def _power(node: Node, sign: int) -> str:
    match node:
        case Symbol(name):
            return f"{name}^{sign}"
        case Call("^", (Symbol(name), Number(exponent))) if exponent in (2, 3):
            return f"{name}^{sign * exponent}"
    return ""
