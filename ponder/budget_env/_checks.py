"""Checks of arguments, so that every message names what was given and what is allowed."""

import math
import sys

from ponder.quoting import quoted

LARGEST = 10**18
"""No count is larger, so that shares and rewards stay finite."""


def require_int(name: str, value: object, low: int) -> None:
    """Checks that `value` is an integer of at least `low` and below `LARGEST`.

    Raises:
        ValueError: If it is not; a boolean is not an integer here.
    """
    if type(value) is not int or value < low:
        raise ValueError(f"{name} must be an integer of at least {low}, got {quoted(value)}")
    if value >= LARGEST:
        raise ValueError(
            f"{name} must have at most 18 digits, got one of {value.bit_length()} bits"
        )


def require_number(name: str, value: object, low: float = -math.inf) -> None:
    """Checks that `value` is a finite number of at least `low`.

    Raises:
        ValueError: If it is not; NaN and infinities are refused.
    """
    # Compared, since an integer beyond the floats cannot be asked whether it is finite.
    most = sys.float_info.max
    if type(value) not in (int, float) or not max(low, -most) <= value <= most:  # type: ignore[operator]
        allowed = "a finite number" if low == -math.inf else f"a finite number of at least {low}"
        raise ValueError(f"{name} must be {allowed}, got {quoted(value)}")
