"""Checks of settings that come from JSON: a choice among names, and a number."""

import difflib
import sys
from collections.abc import Sequence
from typing import Any


def check_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """Raises a ValueError unless `value` is one of `choices`; it hints at the nearest."""
    if value in choices:
        return
    close = difflib.get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"{name} must be one of {list(choices)}, got {value!r}{hint}")


def is_number(value: Any) -> bool:
    """Tells whether a value is a finite number; an integer beyond the floats is none."""
    return type(value) in (int, float) and abs(value) <= sys.float_info.max
