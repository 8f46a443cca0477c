"""Part of a list, in its order: `increasing_subsequence`."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from ponder.verifiers import literals
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.sequences import split
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable


@register("increasing_subsequence", multiline=True)
def increasing_subsequence(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Numbers that increase strictly and stand in the list in that order, as many as in the gold.

    Progress of a shorter one is its length over the gold's.

    Facts:
        numbers: The list, of integers.
    """
    numbers = facts.get("numbers")
    if not isinstance(numbers, (list, tuple)) or not all(type(n) is int for n in numbers):
        raise bad_fact("increasing_subsequence", "fact 'numbers'", "a list of integers", numbers)
    try:
        longest = _length(gold, numbers)
    except Unreadable as why:
        raise bad_gold("increasing_subsequence", gold, why) from None
    found = _length(answer, numbers)
    if found >= longest:
        return RIGHT
    return Judgement(False, "There is a longer increasing subsequence.", found / longest)


def _length(answer: str, numbers: Sequence[int]) -> int:
    """Reads an increasing subsequence and counts its numbers.

    Raises:
        Unreadable: If it does not increase or is no part of the list in its order.
    """
    parts = split(answer)
    if not 0 < len(parts) <= len(numbers):
        raise Unreadable("The answer has no numbers, or more than the list.")
    values = [literals.integer(unwrap(part)) for part in parts]
    if any(right <= left for left, right in itertools.pairwise(values)):
        raise Unreadable("The answer does not increase.")
    rest = iter(numbers)
    # Each search goes on behind the last find, so that the order of the list is kept.
    if not all(value in rest for value in values):
        raise Unreadable("The answer is no subsequence of the list.")
    return len(values)
