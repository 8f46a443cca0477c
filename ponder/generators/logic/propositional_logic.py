"""Which one of four statements follows from the premises?

Q: Each letter stands for a statement that is true or false. All these hold:
   1. not S or (P and not R)
   2. if not R then not S
   3. P if and only if Q
   4. not Q or not R
   Which one of these must then be true?
   A. P or not R
   B. not P or R
   C. not P or not R
   D. P or R
A: C
"""

import random
from dataclasses import dataclass

from ponder.generators.logic import _formulas as formulas
from ponder.generators.logic._entailment import find_options, random_premises
from ponder.generators.logic._formulas import Formula
from ponder.generators.logic._search import search
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_LETTERS = "PQRSTUVWXYZKL"
_LABELS = "ABCD"
_TRUTH = ("false", "true")


@dataclass(frozen=True)
class Knobs:
    """How many letters and premises there are, and how long the premises are."""

    letters: int
    """Letters, and as many premises, 4 to 13."""
    connectives: int
    """Connectives in all premises together, one to three a premise."""
    rows: int
    """The most rows of the truth table that fit all premises, 3 to letters + 2."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("letters", self.letters, 4, len(_LETTERS))
        count = self.letters
        require("connectives", self.connectives, count, 3 * count, letters=count)
        require("rows", self.rows, 3, count + 2, letters=count)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more letter and row a level, and two connectives; beyond level 10 mostly those."""
        letters = min(len(_LETTERS), level + 3)
        return cls(letters=letters, connectives=letters + level, rows=min(15, level + 2))


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws premises until one of four clauses follows from them."""
    options = None
    while options is None:
        premises, tables = random_premises(rng, knobs.connectives, knobs.letters, knobs.rows)
        options = find_options(rng, tables, knobs.letters, knobs.rows)
    gold = rng.randrange(len(_LABELS))
    options.insert(gold, options.pop())
    return Sketch(
        key=f"propositional_logic {formulas.fingerprint(premises, knobs.letters)}",
        finish=lambda: _finish(premises, options, gold, knobs),
    )


def _finish(premises: list[Formula], options: list[Formula], gold: int, knobs: Knobs) -> Draft:
    def letter(variable: int, value: bool) -> str:
        return _LETTERS[variable] if value else f"not {_LETTERS[variable]}"

    texts = [formulas.wording(option, letter) for option in options]
    return Draft(
        question="\n".join(
            [
                "Each letter stands for a statement that is true or false. All these hold:",
                *(
                    f"{i}. {formulas.wording(premise, letter)}"
                    for i, premise in enumerate(premises, 1)
                ),
                '"Not" goes with the next letter alone. ' + formulas.NOTE,
                "Which one of these must then be true?",
                *(f"{label}. {text}" for label, text in zip(_LABELS, texts, strict=True)),
            ]
        ),
        answer_format=f"Give one letter from {_LABELS[0]} to {_LABELS[-1]}.",
        answer=_LABELS[gold],
        checker=Checker("choice", {"choices": texts}),
        steps=Lines(lambda: _steps(premises, options, gold, knobs.letters)),
        complexity=knobs.letters + knobs.connectives,
    )


def _steps(premises: list[Formula], options: list[Formula], gold: int, count: int) -> list[str]:
    """Finds all rows that fit the premises, then one in which each wrong option is false."""
    told: list[str] = []
    rows: list[int] = []
    for event in search(premises, count):
        value = f"{_LETTERS[event.variable]} {_TRUTH[event.value]}"
        if event.kind == "model":
            rows.append(event.row)
            row = (f"{_LETTERS[v]} {_TRUTH[event.row >> v & 1]}" for v in range(count))
            told.append(f"Row {len(rows)}: {', '.join(row)}.")
        elif event.kind == "clash":
            told.append(f"That breaks premise {event.formula + 1}.")
        else:
            why = "Case" if event.kind == "case" else f"By premise {event.formula + 1},"
            told.append(f"{why} {value}.")
    for label, option in zip(_LABELS, options, strict=True):
        table = formulas.truth_table(option, count)
        against = next((i for i, row in enumerate(rows, 1) if not table >> row & 1), None)
        told.append(f"{label} is {f'false in row {against}' if against else 'true in all'}.")
    return [*told, f"The answer is {_LABELS[gold]}."]


def chance(level: int) -> float:
    """The right option is any of the four alike."""
    return 0.25
