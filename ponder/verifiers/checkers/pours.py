"""Moves with jugs: `pours`."""

import re
from collections.abc import Mapping
from typing import Any

from ponder.verifiers import bounds
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import listed, unwrap
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable

_CLAUSES = re.compile(r"[,;.\n]\s?(?:and\s)?(?:then\s)?|\s(?:and\s)?then\s|\sand\s", re.IGNORECASE)
_BULLETS = re.compile(r"^(?:[-*\u2022]|[0-9]{1,4}[.)])\s", re.MULTILINE)
_NAME = r"(?:the )?(?:jug )?(\w{1,40})"
_MOVE = re.compile(
    rf"(fill|empty) {_NAME}|pour (?:from )?{_NAME}\s?(?:into|to|->|\u2192)\s?{_NAME}"
)
_MARKUP = str.maketrans("", "", "*`[](){}")


@register("pours", multiline=True)
def pours(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Moves that leave the target in some jug, as few as those of the gold.

    A move is "fill A", "empty A" or "pour A into B", which ends when A is empty or B is full.
    Progress of more moves is the gold's number over theirs.

    Facts:
        jugs: What each jug can hold, by its name.
        start: What is in each jug at first, by its name; nothing by default.
        target: The amount to be left.
    """
    try:
        fewest = _moves(gold, facts)
    except Unreadable as why:
        raise bad_gold("pours", gold, why) from None
    count = _moves(answer, facts)
    if count <= fewest:
        return RIGHT
    return Judgement(False, "The target can be had by fewer moves.", fewest / count)


def _moves(answer: str, facts: Mapping[str, Any]) -> int:
    """Plays the moves and counts them.

    Raises:
        Unreadable: If one is no move, or no jug holds the target in the end.
    """
    holds, amounts, target = _jugs(facts)
    moves = _read(answer)
    for verb, jug, other in moves:
        if jug not in holds or (verb == "pour" and (other not in holds or other == jug)):
            raise Unreadable("The answer names a jug that is not there.")
        if verb == "pour":
            poured = min(amounts[jug], holds[other] - amounts[other])
            amounts[jug] -= poured
            amounts[other] += poured
        else:
            amounts[jug] = holds[jug] if verb == "fill" else 0
    if target not in amounts.values():
        raise Unreadable("No jug holds the target after the last move.")
    return len(moves)


def _jugs(facts: Mapping[str, Any]) -> tuple[dict[str, int], dict[str, int], int]:
    """Reads what the jugs can hold, what is in them, and the target."""
    holds = _amounts("jugs", facts.get("jugs"))
    amounts = dict.fromkeys(holds, 0) | _amounts("start", facts.get("start", {}))
    if amounts.keys() != holds.keys() or any(amounts[jug] > holds[jug] for jug in holds):
        wanted = "no more than each jug there is can hold"
        raise bad_fact("pours", "fact 'start'", wanted, facts["start"])
    target = facts.get("target")
    if type(target) is not int or target < 0:
        raise bad_fact("pours", "fact 'target'", "an integer of at least 0", target)
    return holds, amounts, target


def _amounts(field: str, table: Any) -> dict[str, int]:
    if not isinstance(table, Mapping) or not all(type(n) is int and n >= 0 for n in table.values()):
        raise bad_fact("pours", f"fact {field!r}", "an integer of at least 0 for each jug", table)
    return {normal(str(name)): amount for name, amount in table.items()}


def _read(answer: str) -> list[tuple[str, str, str]]:
    """Reads moves: the verb, the jug, and the other jug that is poured into."""
    text = _BULLETS.sub("", listed(unwrap(answer))).translate(_MARKUP)
    clauses = [clause for clause in _CLAUSES.split(text) if clause.strip()]
    if len(clauses) > bounds.WALK:
        raise Unreadable(f"The answer has more than {bounds.WALK} moves.")
    moves = []
    for clause in clauses:
        move = _MOVE.fullmatch(unquoted(normal(clause)))
        if move is None:
            raise Unreadable("The answer holds something that is no move.")
        verb, jug, source, sink = move.groups()
        moves.append((verb, jug, "") if verb else ("pour", source, sink))
    return moves
