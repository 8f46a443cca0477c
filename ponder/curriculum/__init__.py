"""Curricula: from how questions went to the sources and levels of the next."""

import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ponder.curriculum.fixed import Fixed
from ponder.curriculum.interface import TRUNCATED, Chance, Curriculum, Outcome
from ponder.curriculum.linear import Linear
from ponder.curriculum.sliding_window import SlidingWindow
from ponder.curriculum.threshold import Threshold
from ponder.quoting import quoted

__all__ = [
    "RULES",
    "TRUNCATED",
    "Chance",
    "Curriculum",
    "Fixed",
    "Linear",
    "Outcome",
    "SlidingWindow",
    "Threshold",
    "make",
]

RULES: dict[str, Callable[..., Curriculum]] = {
    rule.rule: rule for rule in (Fixed, Linear, Threshold, SlidingWindow)
}


def make(name: str, sources: Mapping[str, Sequence[int]], /, **options: Any) -> Curriculum:
    """Makes a curriculum by name.

    Args:
        name: `fixed`, `linear`, `threshold` or `sliding_window`.
        sources: Levels by source, e.g. `{"chain_sum": range(1, 11)}`.
        options: What the rule takes beside them, e.g. `last_k` of `threshold`.

    Raises:
        ValueError: If the rule or an option is unknown, with close names, or out of range.

    >>> curriculum = make("sliding_window", {"chain_sum": range(1, 11)})
    """
    if name not in RULES:
        raise ValueError(f"there is no curriculum {quoted(name)}; {_hint(name, sorted(RULES))}")
    rule = RULES[name]
    known = [option for option in inspect.signature(rule).parameters if option != "sources"]
    for option in options:
        if option not in known:
            raise ValueError(f"{name!r} has no option {quoted(option)}; {_hint(option, known)}")
    return rule(sources, **options)


def _hint(given: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(given, known, n=1)
    suggestion = f"did you mean {close[0]!r}? " if close else ""
    return f"{suggestion}there are {list(known)}"
