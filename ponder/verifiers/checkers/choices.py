"""Multiple choice: `choice`, answered by letter or by the option's text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ponder.verifiers.checkers.options import flag
from ponder.verifiers.checkers.registry import bad_fact, bad_gold, register
from ponder.verifiers.checkers.text import normal, unquoted
from ponder.verifiers.cleaning import unwrap, unwrappings, words
from ponder.verifiers.verdict import RIGHT, WRONG, Judgement, Unreadable

_LETTERED = re.compile(
    r"(?:(?:the )?(?:correct )?(?:(?:option|choice|letter|statement)(?: is)?|correct:)\s?[:=]?\s?)?"
    r"(?:\(\s?([A-Za-z])\s?\)|([A-Za-z])(?=\s?[).:,\u2010-\u2015-]|\s*$))"
    r"\s?[).:,\u2010-\u2015-]?\s*(.*)",
    re.DOTALL | re.IGNORECASE,
)

_CORRECT = re.compile(
    r"(?<=[A-Za-z)])\sis\s(?:the\s)?correct(?:\s(?:answer|option|choice))?$", re.IGNORECASE
)
_MARKUP = re.compile(r"\*\*|__|`")


@register("choice", options=("choices", "labels"))
def choice(
    answer: str, gold: str, facts: Mapping[str, Any], options: Mapping[str, Any]
) -> Judgement:
    """One of the choices.

    Options:
        choices: The options' texts, in order.
        labels: True by default: the gold is a letter, A for the first choice; a letter, the
            text, or both where they agree are accepted. False: the gold is a choice's text.
    """
    texts = options.get("choices", ())
    if not isinstance(texts, (list, tuple)):
        raise bad_fact("choice", "option 'choices'", "a list of texts", texts)
    choices = [normal(str(text)) for text in texts]
    if flag("choice", "labels", options, True):
        wanted = ord(gold.strip().upper()) - ord("A") if len(gold.strip()) == 1 else -1
        if not 0 <= wanted < max(len(choices), 26 if not choices else 0):
            why = (
                f"It is not the letter of one of {choices}."
                if choices
                else "It is not a single letter. Give the texts of the choices, in order, as the "
                "option 'choices', or choose the kind 'text'."
            )
            raise bad_gold("choice", gold, why)
        return RIGHT if _labelled(answer, choices) == wanted else WRONG
    wanted_word = normal(gold)
    if choices and wanted_word not in choices:
        raise bad_gold("choice", gold, f"It is not one of {choices}.")
    found = [unquoted(normal(layer)) for layer in _readings(answer)]
    if wanted_word in found:
        return RIGHT
    if choices and not any(word in choices for word in found):
        raise Unreadable("The answer is not one of the choices.")
    return WRONG


def _readings(answer: str) -> Iterator[str]:
    """Yields the answer peeled step by step, then without LaTeX."""
    layer = answer
    for layer in unwrappings(answer):
        yield layer
    yield unwrap(words(layer))


def _labelled(answer: str, choices: list[str]) -> int:
    """Reads the position of the choice that an answer names; -1 if it names two."""
    for layer in _readings(answer):
        word = unquoted(normal(layer))
        if word in choices and not (len(word) == 1 and word.isalpha()):
            return choices.index(word)
    text = _CORRECT.sub("", unwrap(_MARKUP.sub("", words(unwrap(answer)))))
    match = _LETTERED.fullmatch(text)
    if match is None:
        raise Unreadable("The answer is not one of the choices.")
    position = ord((match[1] or match[2]).upper()) - ord("A")
    said = [unquoted(normal(layer)) for layer in unwrappings(match[3])]
    if choices and position >= len(choices):
        raise Unreadable("The answer is a letter beyond the choices.")
    if not said[-1] or (choices and choices[position] in said):
        return position
    if _LETTERED.fullmatch(said[-1]) or any(word in choices for word in said):
        return -1
    raise Unreadable("The answer names a letter and something else.")
