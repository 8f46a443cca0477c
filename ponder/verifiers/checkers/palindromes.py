"""Palindromes: `palindrome`, of given letters, and `palindromes`, the fewest pieces of a text."""

import re
from collections.abc import Mapping
from typing import Any

from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.sequences import split
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import unwrap
from ponder.verifiers.verdict import RIGHT, Judgement, Unreadable

_CUT = re.compile(r"\s?[|+]\s?")


@register("palindrome")
def palindrome(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """A text that reads the same backward and has just the given letters; the gold is one.

    Facts:
        letters: The letters, each as often as it is to be used.
    """
    letters = sorted(_fact("palindrome", "letters", facts))
    if not _is_of("".join(_pieces(gold)), letters):
        raise bad_gold("palindrome", gold, "It is no palindrome of the letters.")
    if not _is_of("".join(_pieces(answer)), letters):
        return Judgement(False, "The answer is no palindrome of the given letters.")
    return RIGHT


@register("palindromes", multiline=True)
def palindromes(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """Palindromes that make up the text, as few as those of the gold.

    Facts:
        text: What is cut into pieces.
    """
    text = _fact("palindromes", "text", facts)
    try:
        fewest = _cut(gold, text)
    except Unreadable as why:
        raise bad_gold("palindromes", gold, why) from None
    if _cut(answer, text) > fewest:
        return Judgement(False, "The text can be cut into fewer palindromes.")
    return RIGHT


def _fact(kind: str, name: str, facts: Mapping[str, Any]) -> str:
    text = facts.get(name)
    if not isinstance(text, str) or not text:
        raise bad_fact(kind, f"fact {name!r}", "a text", text)
    return normal(text)


def _is_of(text: str, letters: list[str]) -> bool:
    return len(text) == len(letters) and text == text[::-1] and sorted(text) == letters


def _pieces(answer: str) -> list[str]:
    """Reads pieces between commas, spaces, bars or signs of addition."""
    return [unquoted(normal(unwrap(part))) for part in split(_CUT.sub(", ", answer))]


def _cut(answer: str, text: str) -> int:
    """Counts the pieces of a text.

    Raises:
        Unreadable: If they do not make up the text, or one is no palindrome.
    """
    pieces = _pieces(answer)
    if "".join(pieces) != text:
        raise Unreadable("The pieces do not make up the text.")
    if not all(piece and piece == piece[::-1] for piece in pieces):
        raise Unreadable("A piece is no palindrome.")
    return len(pieces)
