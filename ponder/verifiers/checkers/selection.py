"""The best choice among named things: `selection`."""

from collections.abc import Mapping
from typing import Any

from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.sequences import split
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable


@register("selection", multiline=True)
def selection(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Things that may be chosen together, in any order, worth as much as those of the gold.

    Progress of such a choice that is worth less is its worth over the gold's.

    Facts:
        worth: What each thing is worth, by its name.
        weight, limit: What each thing weighs, by its name, and how much a choice may weigh.
            Without them, any weight is allowed.
        clashes: `[name, name]` lists of things that exclude each other; none by default.
    """
    things = _Things(facts)
    try:
        best = things.worth_of(gold)
    except Unreadable as why:
        raise bad_gold("selection", gold, why) from None
    found = things.worth_of(answer)
    if found >= best:
        return RIGHT
    return Judgement(False, "There is a choice worth more.", found / best)


class _Things:
    """What there is to choose from."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.worth = _numbers("worth", facts)
        self.weight: dict[str, int] = {}
        self.limit = 0
        if "limit" in facts:
            self.weight, limit = _numbers("weight", facts), facts["limit"]
            if type(limit) is not int or self.weight.keys() != self.worth.keys():
                wanted = "an integer, beside the weight of each thing that has a worth"
                raise bad_fact("selection", "fact 'limit'", wanted, limit)
            self.limit = limit
        clashes = facts.get("clashes", ())
        try:
            self.clashes = {frozenset(map(normal, pair)) for pair in clashes}
        except (TypeError, AttributeError):
            wanted = "a list of pairs of names"
            raise bad_fact("selection", "fact 'clashes'", wanted, clashes) from None

    def worth_of(self, answer: str) -> int:
        """Reads a choice and adds up what it is worth.

        Raises:
            Unreadable: If it holds something else, or the same twice, or is not allowed.
        """
        parts = split(answer)
        if len(parts) > len(self.worth):
            raise Unreadable("The answer names more than there is to choose from.")
        chosen = {unquoted(normal(unwrap(part))) for part in parts}
        if len(chosen) < len(parts) or not chosen <= self.worth.keys():
            raise Unreadable("The answer names something else, or something twice.")
        if sum(self.weight.get(name, 0) for name in chosen) > self.limit:
            raise Unreadable("The choice weighs too much.")
        if any(pair <= chosen for pair in self.clashes):
            raise Unreadable("The choice holds two things that exclude each other.")
        return sum(self.worth[name] for name in chosen)


def _numbers(field: str, facts: Mapping[str, Any]) -> dict[str, int]:
    """Reads a table of integers by name; none is below 0."""
    table = facts.get(field)
    if not isinstance(table, Mapping) or not all(type(n) is int and n >= 0 for n in table.values()):
        raise bad_fact("selection", f"fact {field!r}", "an integer of at least 0 a name", table)
    return {normal(str(name)): number for name, number in table.items()}
