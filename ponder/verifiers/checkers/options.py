"""Reading the options of a checker: a flag, one of a few words, a tolerance."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ponder.verifiers import literals
from ponder.verifiers.checkers.registry import bad_fact
from ponder.verifiers.verdict import Unreadable


def flag(kind: str, name: str, options: Mapping[str, Any], default: bool) -> bool:
    """Reads an option that is true or false.

    Raises:
        ValueError: If it is anything else.
    """
    given = options.get(name, default)
    if given is not True and given is not False:
        raise bad_fact(kind, f"option {name!r}", "true or false", given)
    return bool(given)


def choice(kind: str, name: str, options: Mapping[str, Any], choices: Sequence[str]) -> str:
    """Reads an option that is one of a few words, of which the first is the default.

    Raises:
        ValueError: If it is anything else.
    """
    given = options.get(name, choices[0])
    if not isinstance(given, str) or given not in choices:
        raise bad_fact(kind, f"option {name!r}", " or ".join(map(repr, choices)), given)
    return given


def tolerance(kind: str, options: Mapping[str, Any]) -> Fraction:
    """Reads the option `tolerance`, exact because it is written as text.

    Raises:
        ValueError: If it is no decimal string such as "0.001", or below 0.
    """
    given = options.get("tolerance", "0")
    value = _decimal(given) if isinstance(given, str) else None
    if value is None or value < 0:
        shown = repr(given) if isinstance(given, str) else f"{given} ({type(given).__name__})"
        raise ValueError(
            "option 'tolerance' must be a decimal string of at least 0, such as \"0.001\", for the "
            f"checker {kind!r}, got {shown:.200}"
        )
    return value


@lru_cache(maxsize=64)
def _decimal(written: str) -> Fraction | None:
    try:
        return None if "%" in written else literals.decimal(written)
    except Unreadable:
        return None
