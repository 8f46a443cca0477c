"""Which strings a regular expression matches as a whole.

Q: Which of the strings below does this regular expression match from start to end? In it * means
   any number of times, + once or more, ? once or not at all, [ab] one of the two letters, and
   (b|ca) one of the two.
   a*(b|ca)[bc]?
   1. aab
   2. aca
   3. cab
   4. bca
A: 1, 2, 3
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import naming
from ponder.generators.algorithmic._regexes import (
    LETTERS,
    Factor,
    ends,
    matches,
    random_factor,
    random_match,
    written,
)
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Sketch

_TRIES = 20


@dataclass(frozen=True)
class Knobs:
    """How many factors the expression has and how many strings there are."""

    factors: int
    """Factors of the expression, 2 to 12."""
    strings: int
    """Strings to choose from, 4 to 16."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("factors", self.factors, 2, 12)
        require("strings", self.strings, 4, 16)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more factor every third level, one more string every other."""
        return cls(factors=level // 3 + 3, strings=level // 2 + 4)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws which strings match, all sets but the empty one equally likely, and such strings."""
    chosen = rng.randrange(1, 2**knobs.strings)
    right = [bool(chosen >> place & 1) for place in range(knobs.strings)]
    found: list[str] | None = None
    while found is None:
        factors = [random_factor(rng) for _ in range(knobs.factors)]
        found = _strings(rng, factors, right)
    strings = found
    pattern = "".join(map(written, factors))
    names = naming(pattern + LETTERS)
    canonical = " ".join(sorted(text.translate(names) for text in strings))

    def finish() -> Draft:
        answer = ", ".join(str(number) for number, fits in enumerate(right, 1) if fits)
        listed = "\n".join(f"{number}. {text}" for number, text in enumerate(strings, 1))
        return Draft(
            question="Which of the strings below does this regular expression match from start to "
            "end? In it * means any number of times, + once or more, ? once or not at all, [ab] "
            f"one of the two letters, and (b|ca) one of the two.\n{pattern}\n{listed}",
            answer_format="Give the numbers of all that it matches, separated by commas.",
            answer=answer,
            checker=Checker("set", {"of": "integer"}),
            steps=(*_steps(factors, strings), answer),
            complexity=knobs.factors * knobs.strings,
        )

    return Sketch(key=f"regex {pattern.translate(names)} {canonical}", finish=finish)


def _strings(rng: random.Random, factors: list[Factor], right: list[bool]) -> list[str] | None:
    """Draws different strings that match or, changed in one place, do not; None if luck fails."""
    found: list[str] = []
    for fits in right:
        for _ in range(_TRIES):
            text = random_match(rng, factors)
            if not fits and text:
                place = rng.randrange(len(text))
                put = rng.choice(("", rng.choice(LETTERS), rng.choice(LETTERS) + text[place]))
                text = text[:place] + put + text[place + 1 :]
            if text and text not in found and matches(factors, text) == fits:
                found.append(text)
                break
        else:
            return None
    return found


def _steps(factors: list[Factor], strings: list[str]) -> Iterator[str]:
    """Tells for each string, factor by factor, how many of its letters can have been read."""
    shown = list(map(written, factors))
    for number, text in enumerate(strings, 1):
        yield f"{number}. {text}"
        reached: list[int] = []
        for factor, reached in zip(shown, ends(factors, text), strict=True):
            yield f"{factor}: {', '.join(map(str, reached)) or 'none'}"
            if not reached:
                break
        yield f"{len(text)} is {'' if len(text) in reached else 'not '}reached."


def chance(level: int) -> float:
    """All sets but the empty one are equally likely."""
    return 1 / ((1 << level // 2 + 4) - 1)
