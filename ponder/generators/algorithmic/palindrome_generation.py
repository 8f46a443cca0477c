"""Letters to arrange as a palindrome that uses all of them.

Q: Arrange all these letters so that they read the same backward: t, s, e, t, s
A: stets
"""

import random
import string
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch


@dataclass(frozen=True)
class Knobs:
    """How many letters there are."""

    kinds: int
    """Different letters on one side of the palindrome, 3 to 26."""

    def __post_init__(self) -> None:
        """Checks the range."""
        require("kinds", self.kinds, 3, 26)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more letter a level."""
        return cls(kinds=level + 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws a letter or two of each kind for either side, and at times one for the middle."""
    kinds = sorted(rng.sample(string.ascii_lowercase, knobs.kinds))
    half = "".join([kind * rng.randint(1, 2) for kind in kinds])
    middle = rng.choice(string.ascii_lowercase) if rng.random() < 0.5 else ""
    answer = half + middle + half[::-1]
    letters = list(answer)
    while letters == letters[::-1]:
        rng.shuffle(letters)

    def finish() -> Draft:
        return Draft(
            question="Arrange all these letters so that they read the same backward: "
            + ", ".join(letters),
            answer_format="Give the letters without spaces.",
            answer=answer,
            checker=Checker("palindrome"),
            facts={"letters": "".join(letters)},
            steps=Lines(lambda: [*_steps(answer), answer]),
            complexity=len(answer),
        )

    return Sketch(key=f"palindrome {''.join(sorted(answer))}", finish=finish)


def _steps(answer: str) -> list[str]:
    """Gives half of each letter to one side, and an odd one to the middle."""
    steps, side = [], ""
    for letter in sorted(set(answer)):
        count = answer.count(letter)
        side += letter * (count // 2)
        odd = f"{letter} in the middle, " if count % 2 else ""
        steps.append(f"{count} {letter}: {odd}first half {side or '-'}")
    return steps


def chance(level: int) -> float:
    """The letters as given are never a palindrome."""
    return 0.01
