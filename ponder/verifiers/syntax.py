"""The exact tree of an expression. Chains are flat, so that depth is bounded by nesting alone."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer as written, without sign."""

    value: int


@dataclass(frozen=True, slots=True)
class DecimalNumber:
    """A decimal fraction as written, exact, without sign; `1.5`, `1.5e3`."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class MixedNumber:
    """An integer and a proper fraction side by side: `1 1/2`."""

    whole: int
    numerator: int
    denominator: int


@dataclass(frozen=True, slots=True)
class Percent:
    """A hundredth of the operand."""

    operand: "Node"


@dataclass(frozen=True, slots=True)
class Variable:
    """A letter, with its subscript if it has one, or the name of a Greek letter."""

    name: str


@dataclass(frozen=True, slots=True)
class Negation:
    """The operand with a minus sign."""

    operand: "Node"


@dataclass(frozen=True, slots=True)
class Sum:
    """Two or more terms; a subtracted one is a `Negation`."""

    terms: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Product:
    r"""Factors over divisors: `a*b/c/d` and `\frac{ab}{cd}` alike."""

    factors: tuple["Node", ...]
    divisors: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Power:
    """A base to an exponent."""

    base: "Node"
    exponent: "Node"


@dataclass(frozen=True, slots=True)
class Root:
    """The root of a radicand, of an index of at least 2."""

    radicand: "Node"
    index: int


Node = (
    Integer
    | DecimalNumber
    | MixedNumber
    | Percent
    | Variable
    | Negation
    | Sum
    | Product
    | Power
    | Root
)
