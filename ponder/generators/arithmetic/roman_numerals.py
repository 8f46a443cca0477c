"""Sums and differences of Roman and ordinary numerals, to be given in either.

Q: What is MCMXCIV - 47 + XII, written in Roman numerals?
A: MCMLIX
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft

_LARGEST = 3_999
_SIGNS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


@dataclass(frozen=True)
class Knobs:
    """How many numbers there are."""

    terms: int
    """Numbers, 2 to 60."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("terms", self.terms, 2, 60)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level."""
        return cls(terms=level + 1)


def _roman(number: int) -> tuple[str, str]:
    """Writes a number in Roman numerals, and as the sum of what its signs stand for."""
    signs, parts = "", list[str]()
    for value, sign in _SIGNS:
        while number >= value:
            signs += sign
            parts.append(str(value))
            number -= value
    return signs, " + ".join(parts)


def _signed(rng: random.Random, terms: int) -> list[int]:
    """Draws numbers to add or, below 0, to subtract; every total is from 1 to 3,999."""
    total = rng.randint(1, _LARGEST)
    numbers = [total]
    for _ in range(terms - 1):
        down = total > 1 and (total == _LARGEST or rng.random() < 0.5)
        numbers.append(-rng.randint(1, total - 1) if down else rng.randint(1, _LARGEST - total))
        total += numbers[-1]
    return numbers


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the numbers, how each is written, and how the result is to be."""
    numbers = _signed(rng, knobs.terms)
    wanted = rng.choice(("Roman", "ordinary"))
    text, steps, sums, total = "", list[str](), list[str](), 0
    for number in numbers:
        sign = " - " if number < 0 else " + " if text else ""
        shown = str(abs(number))
        if wanted == "ordinary" or rng.random() < 0.5:
            roman, parts = _roman(abs(number))
            steps.append(f"{roman}: {parts} = {shown}" if "+" in parts else f"{roman}: {shown}")
            shown = roman
        if total:
            sums.append(f"{total}{sign}{abs(number)} = {total + number}")
        text += sign + shown
        total += number
    answer, result = _roman(total)
    if wanted == "Roman":
        sums.append(f"{total} = {result}: {answer}")
    return Draft(
        question=f"What is {text}, written in {wanted} numerals?",
        answer_format="Give a Roman numeral."
        if wanted == "Roman"
        else "Give an integer in ordinary digits.",
        answer=answer if wanted == "Roman" else str(total),
        checker=Checker("text") if wanted == "Roman" else Checker("integer"),
        steps=(*steps, *sums),
        complexity=knobs.terms,
        key=f"numerals {numbers}",
    )


def chance(level: int) -> float:
    """Totals are spread over 1 to 3,999, the small ones a little more likely."""
    return 0.02
