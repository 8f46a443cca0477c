"""A whole number to write in another base; both bases lie between 2 and 16 and are stated.

Q: Write the base-7 number 123 in base 4.
A: 1002
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

DIGITS = "0123456789abcdef"


@dataclass(frozen=True)
class Knobs:
    """How large the number is."""

    digits: int
    """Decimal digits of the number, 2 to 40."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("digits", self.digits, 2, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more decimal digit a level."""
        return cls(digits=level + 1)


def _write(number: int, base: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, base)
        digits = DIGITS[digit] + digits
    return digits


def _to_ten(digits: str, base: int) -> list[str]:
    """Works out the value digit by digit, by Horner's rule."""
    total, *others = map(DIGITS.index, digits)
    lines = []
    for digit in others:
        result = total * base + digit
        lines.append(f"{total} * {base} + {digit} = {result}")
        total = result
    return lines


def _from_ten(number: int, base: int) -> list[str]:
    """Divides by the base until nothing is left; each line shows quotient and remainder."""
    lines = []
    while number:
        quotient, digit = divmod(number, base)
        lines.append(f"{quotient} * {base} + {digit} = {number}")
        number = quotient
    return lines


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a number of at least two digits in every base, and two bases."""
    # From 16 on, no number is written alike in two of the bases, so an echo is always wrong.
    number = rng.randrange(max(10 ** (knobs.digits - 1), 16), 10**knobs.digits)
    source, target = rng.sample(range(2, 17), 2)

    def finish() -> Draft:
        given, answer = _write(number, source), _write(number, target)
        note = " In bases above ten, the digits from ten up are a, b, c, d, e and f."

        def steps() -> list[str]:
            lines = [] if source == 10 else _to_ten(given, source)
            lines += [] if target == 10 else _from_ten(number, target)
            return [*lines, answer]

        return Draft(
            question=f"Write the base-{source} number {given} in base {target}."
            + (note if max(source, target) > 10 else ""),
            answer_format="Give the digits only, without the base, in lower case.",
            answer=answer,
            checker=Checker("text", {"case": False}),
            steps=Lines(steps),
            complexity=knobs.digits,
        )

    return Sketch(key=f"base {source} to {target}: {number}", finish=finish)


def chance(level: int) -> float:
    """The likeliest digits, such as 40 at level 1, are rare; an echo is always wrong."""
    return 0.02 if level == 1 else 0.01
