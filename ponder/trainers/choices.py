"""A choice among names, with a hint at the nearest where it is none of them."""

import difflib
from collections.abc import Sequence
from typing import Any


def check_choice(name: str, value: Any, choices: Sequence[str]) -> None:
    """Raises a ValueError unless `value` is one of `choices`."""
    if value in choices:
        return
    close = difflib.get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise ValueError(f"{name} must be one of {list(choices)}, got {value!r}{hint}")
