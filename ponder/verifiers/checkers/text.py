"""Words: `text`."""

from collections.abc import Mapping
from typing import Any

from ponder.verifiers.checkers.registry import register
from ponder.verifiers.cleaning import unwrappings
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement

_QUOTES = (('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("\u2018", "\u2019"))


@register("text", multiline=True)
def text(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    """The gold's very characters, but for runs of white space and, by default, case.

    Options:
        case: True makes case matter.
    """
    wanted = normal(gold, case=bool(options.get("case", False)))
    for layer in unwrappings(answer):
        found = normal(layer, case=bool(options.get("case", False)))
        if wanted in (found, unquoted(found)):
            return RIGHT
        for inner in unwrappings(unquoted(found)):
            if inner == wanted:
                return RIGHT
    return WRONG


def normal(words: str, *, case: bool = False) -> str:
    """Collapses white space and, unless case matters, folds case."""
    words = " ".join(words.split())
    return words if case else words.casefold()


def unquoted(words: str) -> str:
    """Removes a pair of quotation marks around the text."""
    for opening, closing in _QUOTES:
        if len(words) > 1 and words.startswith(opening) and words.endswith(closing):
            return words[1:-1].strip()
    return words
