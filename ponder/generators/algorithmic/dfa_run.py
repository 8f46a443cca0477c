"""The state in which a finite automaton ends.

Q: A machine is in one of the states P, Q, R and reads letters one by one:
   In P: a leads to Q, b leads to P.
   In Q: a leads to R, b leads to R.
   In R: a leads to P, b leads to Q.
   It starts in P and reads abbab. In which state is it then?
A: Q
"""

import random
from dataclasses import dataclass

from ponder.generators.registry import require
from ponder.task import Checker, Draft

_STATES = "PQRSTUVWXYZKLMNO"


@dataclass(frozen=True)
class Knobs:
    """How large the machine is and how long what it reads."""

    states: int
    """States of the machine, 3 to 16."""
    letters: int
    """Different letters that it reads, 2 to 4."""
    length: int
    """Letters of what it reads, 4 to 150."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("states", self.states, 3, len(_STATES))
        require("letters", self.letters, 2, 4)
        require("length", self.length, 4, 150)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """Three more letters to read a level; one more state every other level."""
        return cls(states=level // 2 + 5, letters=2 + level // 8, length=3 * level + 5)


def draw(rng: random.Random, knobs: Knobs) -> Draft:
    """Draws a machine in which each letter leads from different states to different ones.

    Then nothing is forgotten: every letter matters, and all states are equally likely at the end.
    """
    states, letters = _STATES[: knobs.states], "abcd"[: knobs.letters]
    leads = {
        letter: dict(zip(states, rng.sample(states, knobs.states), strict=True))
        for letter in letters
    }
    start, text = rng.choice(states), "".join(rng.choices(letters, k=knobs.length))
    state, steps = start, []
    for letter in text:
        steps.append(f"{state}, {letter}: {leads[letter][state]}")
        state = leads[letter][state]
    table = ""
    for name in states:
        led = (f"{letter} leads to {leads[letter][name]}" for letter in letters)
        table += f"In {name}: {', '.join(led)}.\n"
    return Draft(
        question=f"A machine is in one of the states {', '.join(states)} and reads letters one by "
        f"one:\n{table}It starts in {start} and reads {text}. In which state is it then?",
        answer_format="Give the letter of the state alone.",
        answer=state,
        checker=Checker("text"),
        steps=tuple(steps),
        complexity=knobs.length,
        key=f"dfa_run {text} {_canonical(leads, start)}",
    )


def _canonical(leads: dict[str, dict[str, str]], start: str) -> str:
    """Numbers the states in the order in which they are first reached, and writes the table."""
    order = [start]
    for state in order:
        order += dict.fromkeys(led[state] for led in leads.values() if led[state] not in order)
    return " ".join(str(order.index(led[state])) for state in order for led in leads.values())


def chance(level: int) -> float:
    """All states are equally likely, the first a little more if what is read repeats itself."""
    return 1 / (level // 2 + 5) + 0.02
