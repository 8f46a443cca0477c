"""Checks of settings that come from JSON: a choice among names, a number, and whose fault it is."""

import contextlib
import difflib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from ponder.quoting import quoted


def check_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """Raises a ValueError unless `value` is one of `choices`; it hints at the nearest."""
    if value in choices:
        return
    close = difflib.get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"{name} must be one of {list(choices)}, got {quoted(value)}{hint}")


def is_number(value: Any) -> bool:
    """Tells whether a value is a finite number; an integer beyond the floats is none."""
    return type(value) in (int, float) and abs(value) <= sys.float_info.max


@contextlib.contextmanager
def naming(setting: str) -> Iterator[None]:
    """Has a ValueError from within say which setting it is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{setting}: {error}") from error
