"""A string that is changed again and again by the first rule that fits.

Q: Change a string as the first of these rules that fits says:
   1. If it starts with ab, replace that by c.
   2. If it contains ca, replace the first ca by bb.
   3. If it ends with cb, replace that by a.
   4. Otherwise move its first letter to the end.
   Starting with abacb, do this 3 times, each time from rule 1 on. What is the string then?
A: bba
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.generators.algorithmic._letters import naming
from ponder.generators.registry import require
from ponder.task import Checker, Draft, Lines, Sketch

_LETTERS = "abc"
_Rule = tuple[str, str, str]
"""Where the rule looks (`starts`, `ends` or `contains`), what it finds, and what replaces that."""


@dataclass(frozen=True)
class Knobs:
    """How long the string is, how many rules there are, and how often they are used."""

    length: int
    """Letters in the string, 5 to 40."""
    rules: int
    """Rules before the last, 2 to 12."""
    rounds: int
    """Times that a rule is used, 2 to 40."""

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("length", self.length, 5, 40)
        require("rules", self.rules, 2, 12)
        require("rounds", self.rounds, 2, 40)

    @classmethod
    def at(cls, level: int) -> "Knobs":
        """One more round a level; more letters and rules now and then."""
        return cls(length=6 + level // 2, rules=3 + level // 4, rounds=level + 2)


def draw(rng: random.Random, knobs: Knobs) -> Sketch:
    """Draws rules and a string until two rules are used and something is left of it."""
    while True:
        rules = _rules(rng, knobs.rules)
        text = "".join(rng.choices(_LETTERS, k=knobs.length))
        state, used = text, set()
        for _ in range(knobs.rounds):
            number, state = _changed(state, rules)
            used.add(number)
        if len(state) > 3 and state != text and len(used) > 1:
            break
    names = naming(text + _LETTERS)
    canonical = [(at, one.translate(names), other.translate(names)) for at, one, other in rules]
    key = f"manipulate {knobs.rounds} {text.translate(names)} {canonical}"
    return Sketch(key, lambda: _finish(rules, text, state, knobs))


def _finish(rules: list[_Rule], text: str, answer: str, knobs: Knobs) -> Draft:
    listed = "\n".join([f"{number}. {_said(rule)}" for number, rule in enumerate(rules, 1)])
    return Draft(
        question=f"Change a string as the first of these rules that fits says:\n{listed}\n"
        f"{len(rules) + 1}. Otherwise move its first letter to the end.\n"
        f"Starting with {text}, do this {knobs.rounds} times, each time from rule 1 on. "
        "What is the string then?",
        answer_format="Give the letters without spaces.",
        answer=answer,
        checker=Checker("text"),
        steps=Lines(lambda: _steps(text, rules, knobs.rounds)),
        complexity=knobs.rounds * knobs.length,
    )


def _rules(rng: random.Random, count: int) -> list[_Rule]:
    """Draws rules that look for different things and change what they find."""
    rules: dict[tuple[str, str], str] = {}
    while len(rules) < count:
        where = rng.choice(("starts", "ends", "contains"))
        found = "".join(rng.choices(_LETTERS, k=2))
        put = "".join(rng.choices(_LETTERS, k=rng.randint(1, 3)))
        if put != found:
            rules[where, found] = put
    return [(where, found, put) for (where, found), put in rules.items()]


def _said(rule: _Rule) -> str:
    where, found, put = rule
    if where == "contains":
        return f"If it contains {found}, replace the first {found} by {put}."
    return f"If it {where} with {found}, replace that by {put}."


def _changed(text: str, rules: list[_Rule]) -> tuple[int, str]:
    """Uses the first rule that fits; gives its number too."""
    for number, (where, found, put) in enumerate(rules, 1):
        if where == "starts" and text.startswith(found):
            return number, put + text.removeprefix(found)
        if where == "ends" and text.endswith(found):
            return number, text.removesuffix(found) + put
        if where == "contains" and found in text:
            return number, text.replace(found, put, 1)
    return len(rules) + 1, text[1:] + text[:1]


def _steps(text: str, rules: list[_Rule], rounds: int) -> Iterator[str]:
    for _ in range(rounds):
        number, text = _changed(text, rules)
        yield f"Rule {number}: {text}"


def chance(level: int) -> float:
    """The string as it was is always wrong, and no other is likely."""
    return 0.01
