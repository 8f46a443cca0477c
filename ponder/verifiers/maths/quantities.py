"""Whether two values agree, with what stands around them: units, percent signs, degrees."""

from fractions import Fraction

from ponder.verifiers.maths.measures import DEGREE, KELVIN, Measured, lettered, measured
from ponder.verifiers.maths.rules import Rules
from ponder.verifiers.maths.syntax import Call, Node, Number, call, heads, variables
from ponder.verifiers.maths.units import NONE
from ponder.verifiers.maths.values import profile, same_value

_MEASURES = frozenset({"unit", "percent", "degree"})
_STERLING = ({"\N{POUND SIGN}", "pounds"}, {"\N{POUND SIGN}", "pound"})


def same_quantity(gold: Node, answer: Node, rules: Rules) -> bool:
    """Tells whether two values agree, with their units and percent signs.

    Raises:
        Unreadable: If a value could not be computed within the bounds.
    """
    if rules.tolerance:
        plain = False
    elif isinstance(gold, Number) and isinstance(answer, Number):
        return gold.value == answer.value
    else:
        plain = _MEASURES.isdisjoint(heads(gold)) and _MEASURES.isdisjoint(heads(answer))
    if plain and variables(answer) <= variables(gold):
        return same_value(gold, answer, rules.seed)
    wanted, found = _measures(gold, answer)
    factor = _conversion(wanted, found, rules.units)
    if factor is None:
        return False
    if factor != 1:
        found = found._replace(node=call("*", Number(factor), found.node))
    return any(
        _near(wanted, node, rules) or same_value(wanted.node, node, rules.seed)
        for node in _readings(wanted, found)
    )


def _readings(wanted: Measured, found: Measured) -> list[Node]:
    r"""Gives what an answer may mean for a gold with or without a percent sign.

    A gold of `25\%` is answered by 25 and by 0.25. What is bare may be the percentage that a
    question asked for, but only above 1, and not if it is a fraction: 12 is answered by `12\%`,
    1 by `100\%`, and 3/4 by `75\%`.
    """
    hundredth = call("percent", found.node)
    if wanted.percent == found.percent:
        return [found.node]
    if wanted.percent:
        return [found.node, call("*", Number(Fraction(100)), found.node)]
    value = profile(wanted.node).exact
    asked = value is not None and abs(value) > 1 and not _is_fraction(wanted.node)
    return [found.node if asked else hundredth]


def _is_fraction(node: Node) -> bool:
    match node:
        case Call("neg", (inner,)):
            return _is_fraction(inner)
        case Call("/"):
            return True
    return False


def _measures(gold: Node, answer: Node) -> tuple[Measured, Measured]:
    """Takes the units off; `m` is one in `5 m` unless the reference has variables."""
    wanted, found = measured(gold), measured(answer)
    if not variables(wanted.node):
        return wanted, lettered(found.node) or found
    return (found.unit != NONE and lettered(gold)) or wanted, found


def _conversion(wanted: Measured, found: Measured, units: str) -> Fraction | None:
    """Gives what a value must be multiplied with to be in the unit wanted; None to refuse."""
    if units == "refuse" and found.unit != wanted.unit:
        return None
    if wanted.unit == NONE and found.unit == DEGREE:
        # Degrees may be left out after a number: x, or pi, is another angle than x degrees.
        return Fraction(1) if profile(found.node).exact is not None else None
    if found.unit == KELVIN != wanted.unit and "kelvin" not in found.unit_name:
        return None  # `300 K` may be 300,000.
    if wanted.unit in (NONE, found.unit) or (found.unit == NONE and units != "require"):
        return Fraction(1)
    if {wanted.unit_name, found.unit_name} in _STERLING:
        return Fraction(1)
    if units == "convert" and wanted.unit.powers == found.unit.powers:
        return found.unit.scale / wanted.unit.scale
    return None


def _near(wanted: Measured, found: Node, rules: Rules) -> bool:
    """Tells whether a decimal is within the tolerance."""
    if not rules.tolerance or not wanted.decimal:
        return False
    first, second = profile(wanted.node).exact, profile(found).exact
    return first is not None and second is not None and abs(first - second) <= rules.tolerance
