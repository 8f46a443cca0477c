"""A family that talks back, for tests: double a number until you are told to stop.

Q: Start at 3 and double it 2 times, one reply each; say DONE: with the last number.
A: 12
"""

import random
from dataclasses import dataclass

from ponder.task import Checker, Draft, Task


@dataclass(frozen=True)
class Knobs:
    """How often to double."""

    times: int

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more a level."""
        return cls(level + 1)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws the start."""
    start = rng.randint(1, 10**6)
    last = start * 2**knobs.times
    return Draft(
        question=f"Start at {start} and double it {knobs.times} times, one reply each.",
        answer_format="Say DONE: and the last number.",
        answer=str(last),
        checker=Checker("integer"),
        steps=(str(last),),
        complexity=knobs.times,
    )


def respond(task: Task, transcript: list[str]) -> str | None:
    """Asks for more until the model says it is done."""
    if transcript[-1].startswith("DONE:"):
        return None
    return f"Turn {len(transcript)}: go on."


def chance(level: int) -> float:
    """The last number is never guessed."""
    return 0.0
