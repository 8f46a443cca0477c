"""Combine numbers by + - * / into a target.

Q: Use each of the numbers 3, 5 and 12 exactly once, with + - * / and brackets, to make 21.
A: (12 - 5) * 3
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft

_LIMIT = 1_000
_RANK = {"": 0, "+": 1, "-": 1, "*": 2, "/": 2}


@dataclass(frozen=True)
class Knobs:
    """How many numbers are given, and what counts as using them."""

    numbers: int
    """Numbers given, 3 to 24."""
    largest: int
    """The largest number, 9 to 200."""
    use_all: bool
    """Whether every number must be used; else some may be left over."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("numbers", self.numbers, 3, 24)
        require("largest", self.largest, 9, 200)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more number a level, every one of which must be used."""
        return cls(numbers=level + 2, largest=30 + 2 * level, use_all=True)


@dataclass(frozen=True, slots=True)
class Term:
    """A value, how it is written, and the operator applied last ("" for a number)."""

    value: int
    text: str
    last: str = ""


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Joins random pairs until one term is left; its value is the target.

    What a guess without search would find is drawn again: a given number, their product, their
    sum, or the difference between one number and all the others together.
    """
    numbers, term, steps = [0], Term(0, "0"), list[str]()
    while term.value in (
        *numbers,
        math.prod(numbers),
        *(abs(sum(numbers) - 2 * number) for number in (0, *numbers)),
    ):
        numbers = [rng.randint(1, knobs.largest) for _ in range(knobs.numbers)]
        term, steps = join(rng, numbers)
    listed = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    rule = "each exactly once" if knobs.use_all else "each at most once"
    return Draft(
        question=(
            f"Use the numbers {listed}, {rule}, with + - * / and brackets to make {term.value}."
        ),
        answer_format="Give an expression over these numbers, without an equals sign.",
        answer=term.text,
        checker=Checker("expression", {"use_all": knobs.use_all}),
        facts={"numbers": numbers, "target": term.value},
        steps=(*steps, f"{term.text} = {term.value}"),
        complexity=knobs.numbers,
        key=f"countdown {sorted(numbers)} {term.value}",
    )


def join(rng: random.Random, numbers: Sequence[int]) -> tuple[Term, list[str]]:
    """Joins all numbers into one term at random, two at a time, and tells how."""
    pool = [Term(number, str(number)) for number in numbers]
    steps = []
    while len(pool) > 1:
        rng.shuffle(pool)
        left, right = sorted((pool.pop(), pool.pop()), key=lambda term: -term.value)
        results = {
            "+": left.value + right.value,
            "-": left.value - right.value,
            "*": left.value * right.value,
            "/": 0 if left.value % right.value else left.value // right.value,
        }
        idle = right.value == 1
        sign = rng.choice(
            [s for s, n in results.items() if 0 < n <= _LIMIT and not (idle and s in "*/")]
        )
        steps.append(f"{left.value} {sign} {right.value} = {results[sign]}")
        text = f"{_inside(left, sign)} {sign} {_inside(right, sign, right=True)}"
        pool.append(Term(results[sign], text, sign))
    return pool[0], steps


def _inside(term: Term, sign: str, right: bool = False) -> str:
    """Writes an operand, in brackets where the reading would otherwise differ."""
    looser = term.last in ("+", "-") and sign in ("*", "/")
    backwards = right and sign in ("-", "/") and _RANK[term.last] == _RANK[sign]
    return f"({term.text})" if looser or backwards else term.text


def chance(level: int) -> float:
    """A fixed way to join three or four numbers, such as a * b - c, is right at times."""
    return {1: 0.12, 2: 0.08}.get(level, 0.05)
