"""A row of tokens that are rewritten until no # faces another.

Q: A program is a row of the tokens A#, #A, B# and #B. Two neighbours whose signs # face each
   other are rewritten: A# #A and B# #B vanish, A# #B becomes #B A#, and B# #A becomes #A B#.
   This goes on until no two face each other; the order makes no difference. What is left of
   this program?
   B# A# #B #A B#
A: B#
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_TOKENS = {"a": "A#", "x": "#A", "b": "B#", "y": "#B"}
_FACING = re.compile("[ab][xy]")
_FACES = {"x": "a", "y": "b"}
_RULES = {"ax": "", "by": "", "ay": "ya", "bx": "xb"}
_SWAPPED = str.maketrans("abxy", "bayx")
_MIRRORED = str.maketrans("abxy", "xyab")


@dataclass(frozen=True)
class Knobs:
    """How long the program is."""

    tokens: int
    """Tokens in the program, 4 to 60."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("tokens", self.tokens, 4, 60)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more token a level."""
        return cls(tokens=level + 8)


def _rewritten(program: str) -> Iterator[str]:
    """Yields the program after each rewriting, always of the first two that face each other."""
    while pair := _FACING.search(program):
        program = program[: pair.start()] + _RULES[pair[0]] + program[pair.end() :]
        yield program


def _left(program: str) -> str:
    """What is left: a #A vanishes with the last A# before it that is still there, #B with B#.

    All others pass each other, so those that face left come first.
    """
    ahead, behind = "", ""
    for token in program:
        if token in "ab":
            behind += token
        elif (partner := behind.rfind(_FACES[token])) < 0:
            ahead += token
        else:
            behind = behind[:partner] + behind[partner + 1 :]
    return ahead + behind


def _written(program: str) -> str:
    return " ".join(map(_TOKENS.__getitem__, program))


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws programs until one is rewritten, and to something."""
    while True:
        program = "".join(rng.choices("abxy", k=knobs.tokens))
        left = _left(program)
        if left not in ("", program):
            break

    def finish() -> Draft:
        return Draft(
            question=(
                "A program is a row of the tokens A#, #A, B# and #B. Two neighbours whose signs # "
                "face each other are rewritten: A# #A and B# #B vanish, A# #B becomes #B A#, and "
                "B# #A becomes #A B#. This goes on until no two face each other; the order makes "
                f"no difference. What is left of this program?\n{_written(program)}"
            ),
            answer_format="Give the tokens in order, separated by spaces.",
            answer=_written(left),
            checker=Checker("sequence", {"of": "text"}),
            steps=Lines(lambda: map(_written, _rewritten(program))),
            complexity=knobs.tokens,
        )

    return Sketch(f"ab {_canonical(program)}", finish)


def _canonical(program: str) -> str:
    """The rules stay the same if A and B change places, and seen in a mirror."""
    mirrored = program[::-1].translate(_MIRRORED)
    return min(program, mirrored, program.translate(_SWAPPED), mirrored.translate(_SWAPPED))


def chance(level: int) -> float:
    """Short programs are left a little more often than others."""
    return 0.03 if level <= 3 else 0.02
