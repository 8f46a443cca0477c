"""Words: `text`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ponder.verifiers.checkers.registry import register
from ponder.verifiers.cleaning import unwrap, unwrappings, words
from ponder.verifiers.extraction import END_OF_SENTENCE
from ponder.verifiers.tokens import NUMBER
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_QUOTES = (('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("\u2018", "\u2019"))

_NUMBER = re.compile(NUMBER)
_LETTER = re.compile(r"[A-Za-z]\s?=")
_NO_DIGIT = re.compile(r"[^0-9]+")


@register("text", multiline=True)
def text(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    """The gold's very characters, but for runs of white space and, by default, case.

    Separators of thousands are harmless where the gold is a number.

    Options:
        case: True makes case matter.
    """
    case = bool(options.get("case", False))
    wanted = normal(gold, case=case)
    for layer in _readings(answer):
        found = normal(layer, case=case)
        inner = unquoted(found)
        if wanted == found or (inner != found and wanted in unwrappings(inner)):
            return RIGHT
        if wanted.isdigit() and _NUMBER.fullmatch(found) and _NO_DIGIT.sub("", found) == wanted:
            return RIGHT
    if END_OF_SENTENCE.search(unwrap(answer)) and not END_OF_SENTENCE.search(gold):
        raise Unreadable("The answer has more than one sentence, unlike the reference.")
    return WRONG


def _readings(answer: str) -> Iterator[str]:
    """Yields the answer peeled step by step, then without LaTeX, then without "x = "."""
    layer = answer
    for layer in unwrappings(answer):
        yield layer
    bare = words(layer)
    yield bare
    yield from unwrappings(_LETTER.sub("", bare) if _LETTER.match(bare) else bare)


def normal(phrase: str, *, case: bool = False) -> str:
    """Collapses white space and, unless case matters, folds case."""
    phrase = " ".join(phrase.split())
    return phrase if case else phrase.casefold()


def unquoted(phrase: str) -> str:
    """Removes a pair of quotation marks around the text."""
    for opening, closing in _QUOTES:
        if len(phrase) > 1 and phrase.startswith(opening) and phrase.endswith(closing):
            return phrase[1:-1].strip()
    return phrase
