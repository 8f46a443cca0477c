"""The rules that a number sequence may follow: linear recurrences, on it or on its differences.

The declared class is small, so that "the next number" has a meaning: `predictions` tries every
rule of the class that the shown numbers confirm at least twice, at every depth of differences.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple


class Rule(NamedTuple):
    """The next term is near * (last) + far * (the one before it) + a constant.

    Attributes:
        near: Factor of the last term.
        far: Factor of the term before it.
        constants: Taken in turn: term i (from 0) gets `constants[i % len(constants)]`.
    """

    near: int
    far: int
    constants: tuple[int, ...]

    @property
    def reach(self) -> int:
        """How many terms must stand before the first that the rule gives."""
        return 2 if self.far else 1

    def next(self, row: Sequence[int]) -> int:
        """The term after `row`."""
        constant = self.constants[len(row) % len(self.constants)]
        before = self.far * row[-2] if self.far else 0
        return self.near * row[-1] + before + constant

    def fits(self, row: Sequence[int]) -> bool:
        """Whether it gives every term of a row that has enough before it."""
        near, far, constants = self
        period = len(constants)
        for i in range(self.reach, len(row)):
            if near * row[i - 1] + far * row[i - 2] + constants[i % period] != row[i]:
                return False
        return True

    def working(self, row: Sequence[int]) -> str:
        """Writes how the term after `row` comes about, as in `3 * 5 + 2 = 17`."""
        products = [(self.near, row[-1]), (self.far, row[-2] if self.far else 0)]
        text = " + ".join(
            bracketed(term) if factor == 1 else f"{bracketed(factor)} * {bracketed(term)}"
            for factor, term in products
            if factor
        )
        constant = self.constants[len(row) % len(self.constants)]
        if constant:
            text += f" {'+' if constant > 0 else '-'} {abs(constant)}"
        return f"{text} = {self.next(row)}"


def bracketed(value: int) -> str:
    """Writes a number, a negative one in brackets."""
    return f"({value})" if value < 0 else str(value)


def differences(row: Sequence[int]) -> list[int]:
    """The steps from each number to the one after it."""
    return [after - before for before, after in pairwise(row)]


def predictions(terms: Sequence[int]) -> set[int]:
    """What the rules of the class that fit `terms` say of the next one; one value if it is sure."""
    found, row, above = set(), list(terms), 0
    while len(row) >= 4:
        found |= {rule.next(row) + above for rule in _candidates(row) if rule.fits(row)}
        above += row[-1]
        row = differences(row)
    return found


def _candidates(row: Sequence[int]) -> Iterator[Rule]:
    """Solves for the one rule of each kind that the first terms allow, leaving two to confirm."""
    a, b, c, d = row[:4]
    yield Rule(1, 0, (b - a,))
    if len(row) >= 5 and a != b and (c - b) % (b - a) == 0:
        factor = (c - b) // (b - a)
        yield Rule(factor, 0, (b - factor * a,))
    if len(row) >= 6:
        yield Rule(0, 1, (c - a, d - b))
        determinant = b * b - a * c
        near, far = b * c - a * d, b * d - c * c
        if determinant and near % determinant == 0 and far % determinant == 0:
            yield Rule(near // determinant, far // determinant, (0,))
