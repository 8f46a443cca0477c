"""What a family's parts must be for any rule to make sense of them: types, before values."""

import json
import random
from collections.abc import Iterator, Mapping

from ponder.generators.registry import Family
from ponder.quoting import quoted
from ponder.task import Checker, Draft, Lines, Sketch

_FIELDS: Mapping[str, tuple[str, type | tuple[type, ...]]] = {
    "question": ("a str", str),
    "answer_format": ("a str", str),
    "answer": ("a str", str),
    "checker": ("a Checker", Checker),
    "steps": ("a tuple of str, or Lines", (tuple, Lines)),
    "complexity": ("a number", (int, float)),
    "facts": ("a dict", Mapping),
    "key": ("a str", str),
}


def require_shape(family: Family, level: int) -> None:
    """Looks at one draft of a level, before the rules do, so that a wrong type is named.

    Raises:
        ValueError: If a part of the family or a field of the draft is of a wrong type.
    """
    chance = family.chance(level)
    if type(chance) not in (int, float):
        raise ValueError(f"chance({level}) must give a number, got {quoted(chance)}")
    drawn = family.draw(random.Random(level), family.knobs_at(level))
    if isinstance(drawn, Sketch):
        if not isinstance(drawn.key, str):
            raise ValueError(f"a Sketch's key must be a str, got {quoted(drawn.key)}")
        if not callable(drawn.finish):
            raise ValueError(f"a Sketch's finish must be a function, got {quoted(drawn.finish)}")
        drawn = drawn.finish()
    if not isinstance(drawn, Draft):
        raise ValueError(f"draw must return a Draft, or a Sketch that makes one, got {drawn!r:.80}")
    for fault in _misshapen(drawn):
        raise ValueError(fault)


def _misshapen(draft: Draft) -> Iterator[str]:
    for name, (wanted, kind) in _FIELDS.items():
        value = getattr(draft, name)
        if not isinstance(value, kind):
            yield f"a Draft's {name} must be {wanted}, got {quoted(value)}"
    for step in draft.steps:
        if not isinstance(step, str):
            yield f"a Draft's steps must be a tuple of str, got {quoted(step)} among them"
    for name, value in (("facts", draft.facts), ("checker's options", draft.checker.options)):
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            yield (
                f"a Draft's {name} must hold JSON values, that is text, finite numbers, lists "
                f"and dicts with text keys, got {quoted(value)} ({error})"
            )
