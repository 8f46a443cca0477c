"""What both grammars of mathematics share: a place in a list of tokens, and written numbers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ponder.verifiers import bounds
from ponder.verifiers.verdict import Unreadable


class Token(NamedTuple):
    """A token: its kind and its text in a normal form."""

    kind: str
    text: str


_END = Token("end", "")


class Cursor:
    """Moves over tokens from left to right, and counts how deep it is."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Starts at the first token."""
        self.tokens = [*tokens, _END, _END, _END, _END]
        self.at = 0
        self.depth = 0

    @property
    def here(self) -> Token:
        """The next token."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """Gives the next token and moves past it."""
        token = self.tokens[self.at]
        if token.kind == "end":
            raise Unreadable("The answer breaks off." if self.at else "The answer is empty.")
        self.at += 1
        return token

    def skip(self, kind: str, text: str | None = None) -> bool:
        """Moves past the next token if it is of that kind and text."""
        token = self.tokens[self.at]
        if token.kind == kind and text in (None, token.text):
            self.at += 1
            return True
        return False

    def expect(self, kind: str, text: str) -> None:
        """Moves past a token that must be there."""
        if not self.skip(kind, text):
            raise Unreadable(f"The answer lacks a {text!r}.")

    def down(self) -> None:
        """Goes one level deeper."""
        self.depth += 1
        if self.depth > bounds.NESTING:
            raise Unreadable(f"The answer is nested more than {bounds.NESTING} deep.")

    def up(self) -> None:
        """Comes one level up."""
        self.depth -= 1


def written_number(text: str) -> Fraction:
    """Reads `12`, `.5` or `6.7e-5`, which a tokenizer has found to be a number.

    Raises:
        Unreadable: If its exponent is beyond the bounds.
    """
    mantissa, _, exponent = text.lower().partition("e")
    if len(exponent.lstrip("+-0")) > 4 or abs(int(exponent or "0")) > bounds.SCIENTIFIC_EXPONENT:
        raise Unreadable(f"A number's exponent is beyond {bounds.SCIENTIFIC_EXPONENT}.")
    whole, _, places = mantissa.partition(".")
    value = Fraction(int(whole + places or "0"), 10 ** len(places))
    return value * Fraction(10) ** int(exponent or "0")
