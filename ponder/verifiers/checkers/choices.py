"""Multiple choice: `choice`, answered by letter or by the option's text."""

import re
from collections.abc import Mapping
from typing import Any

from ponder.verifiers.checkers.registry import bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import unwrap, unwrappings
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_LETTERED = re.compile(
    r"(?:(?:option|choice)\s+)?(?:\(\s?([A-Za-z])\s?\)|([A-Za-z])(?=\s?[).:]|\s*$))\s?[).:]?\s*(.*)",
    re.DOTALL | re.IGNORECASE,
)


@register("choice")
def choice(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """One of the choices.

    Options:
        choices: The options' texts, in order.
        labels: True by default: the gold is a letter, A for the first choice; a letter, the
            text, or both where they agree are accepted. False: the gold is a choice's text.
    """
    choices = [normal(str(option)) for option in options.get("choices", ())]
    if options.get("labels", True):
        wanted = ord(gold.strip().upper()) - ord("A") if len(gold.strip()) == 1 else -1
        if not 0 <= wanted < max(len(choices), 26 if not choices else 0):
            raise bad_gold("choice", gold, f"It is not the letter of one of {choices}.")
        return RIGHT if _labelled(answer, choices) == wanted else WRONG
    wanted_word = normal(gold)
    if choices and wanted_word not in choices:
        raise bad_gold("choice", gold, f"It is not one of {choices}.")
    found = [unquoted(normal(layer)) for layer in unwrappings(answer)]
    if wanted_word in found:
        return RIGHT
    if choices and not any(word in choices for word in found):
        raise Unreadable("The answer is not one of the choices.")
    return WRONG


def _labelled(answer: str, choices: list[str]) -> int:
    """Reads the position of the choice that an answer names."""
    for layer in unwrappings(answer):
        word = unquoted(normal(layer))
        if word in choices and not (len(word) == 1 and word.isalpha()):
            return choices.index(word)
    text = unwrap(answer)
    match = _LETTERED.fullmatch(text)
    if match is None:
        raise Unreadable("The answer is not one of the choices.")
    position = ord((match[1] or match[2]).upper()) - ord("A")
    said = [unquoted(normal(layer)) for layer in unwrappings(match[3])]
    if choices and position >= len(choices):
        raise Unreadable("The answer is a letter beyond the choices.")
    if said[-1] and (not choices or choices[position] not in said):
        raise Unreadable("The answer names a letter and something else.")
    return position
