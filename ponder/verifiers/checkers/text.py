"""Words: `text`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ponder.verifiers.checkers.options import flag
from ponder.verifiers.checkers.registry import register
from ponder.verifiers.cleaning import unwrap, unwrappings, words
from ponder.verifiers.extraction import END_OF_SENTENCE
from ponder.verifiers.tokens import NUMBER
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_QUOTES = (('"', '"'), ("'", "'"), ("\u201c", "\u201d"), ("\u2018", "\u2019"))

_NUMBER = re.compile(NUMBER)
_LETTER = re.compile(r"[A-Za-z]\s?=")
_NO_DIGIT = re.compile(r"[^0-9]+")


@register("text", multiline=True, options=("case",))
def text(answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]) -> Judgement:
    r"""The gold's very characters, but for runs of white space and, by default, case.

    Markup and `\text{}` are harmless on either side, and separators of thousands where the gold
    is a number.

    Options:
        case: True makes case matter.
    """
    case = flag("text", "case", options, False)
    wanted = normal(gold, case=case)
    plainer = normal(unwrap(words(unwrap(gold))), case=case)
    for layer in _readings(answer):
        found = normal(layer, case=case)
        inner = unquoted(found)
        if found == wanted or (found == plainer != ""):
            return RIGHT
        if inner != found and wanted in unwrappings(inner):
            return RIGHT
        if wanted.isdigit() and _NUMBER.fullmatch(found) and _NO_DIGIT.sub("", found) == wanted:
            return RIGHT
    if len(gold.splitlines()) > len(answer.splitlines()):
        raise Unreadable("The answer has fewer lines than the reference.")
    if END_OF_SENTENCE.search(unwrap(answer)) and not END_OF_SENTENCE.search(gold):
        raise Unreadable("The answer says more than the reference.")
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
