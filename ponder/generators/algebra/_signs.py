"""Quotients of linear factors: how they are written, their signs, and where they hold.

Places on the number line are told in order: a gap, a root, a gap, a root, ..., a gap.
"""

import math
from fractions import Fraction
from typing import NamedTuple

from ponder.generators.algebra._polynomials import bracketed


class Factor(NamedTuple):
    """The factor `slope * (x - root)`, to a power of 1 or 2, or of -1 below the line."""

    root: int
    slope: int
    power: int

    def at(self, place: int) -> int:
        """Its value, to the power 1."""
        return self.slope * (place - self.root)


def _written(factor: Factor, name: str) -> str:
    size, root = abs(factor.root), factor.root
    if factor.slope > 0:
        inner = f"{name} {'-' if root > 0 else '+'} {size}" if root else name
    else:
        inner = f"{root} - {name}" if root else f"-{name}"
    return f"({inner})" + ("^2" if factor.power == 2 else "")


def quotient(factors: list[Factor], name: str) -> str:
    """Writes the factors above the line over those below it."""
    above, below = (
        [_written(factor, name) for factor in factors if (factor.power > 0) is upper]
        for upper in (True, False)
    )
    if not below:
        return "".join(above)
    return f"{''.join(above)}/{below[0] if len(below) == 1 else '(' + ''.join(below) + ')'}"


def sign_at(factors: list[Factor], place: int) -> tuple[bool, str]:
    """Tells whether the quotient is positive at a place, and the line that shows it."""
    values = [bracketed(f.at(place)) + "^2" * (f.power == 2) for f in factors]
    signs = ["/" if factor.power < 0 else "*" for factor in factors]
    text = values[0] + "".join(f" {s} {v}" for s, v in zip(signs[1:], values[1:], strict=True))
    above = math.prod(f.at(place) ** f.power for f in factors if f.power > 0)
    value = Fraction(above, math.prod(f.at(place) for f in factors if f.power < 0))
    return value > 0, f"at {place}: {text} = {value} {'>' if value > 0 else '<'} 0"


def solution(roots: list[int], inside: list[bool]) -> str:
    """Writes a set as intervals; `inside` tells of each gap and each root in turn, upwards."""
    parts, start = [], 0
    while start < len(inside):
        end = start
        while end < len(inside) and inside[end] == inside[start]:
            end += 1
        if inside[start]:
            low = f"{'[' if start % 2 else '('}{roots[(start - 1) // 2] if start else '-inf'}"
            last = end - 1
            high = f"{roots[last // 2] if end < len(inside) else 'inf'}{']' if last % 2 else ')'}"
            parts.append(f"{low}, {high}")
        start = end
    return " U ".join(parts)
