"""The registry of checkers: a checker is a function under a name."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ponder.verifiers.verdict import Judgement

Check = Callable[[str, str, Mapping[str, Any], Mapping[str, Any]], Judgement]


@dataclass(frozen=True, slots=True)
class Registered:
    """A checker and how its answers are written.

    Attributes:
        name: Its name.
        check: Judges an answer, against the gold, with the task's facts and the options.
        multiline: Whether an answer may take several lines.
        options: The names of its options.
    """

    name: str
    check: Check
    multiline: bool
    options: frozenset[str]

    def require_options(self, given: Mapping[str, Any]) -> None:
        """Refuses options that the checker does not have.

        Raises:
            ValueError: If one is unknown; the message lists those there are.
        """
        if unknown := given.keys() - self.options:
            has = f"has {sorted(self.options)}" if self.options else "has none"
            raise ValueError(
                f"the checker {self.name!r} has no option "
                f"{sorted(map(str, unknown))[0]!r}; it {has}"
            )


_REGISTRY: dict[str, Registered] = {}


def register(
    name: str, *, multiline: bool = False, options: Iterable[str] = ()
) -> Callable[[Check], Check]:
    """Registers the decorated function as the checker of that name, with its options' names.

    The function takes `(answer, gold, facts, options)` and gives a `Judgement` whatever the
    answer is. It may raise `Unreadable` on an answer that it cannot read, and `ValueError` on
    a gold, facts or options that make no sense.

    Raises:
        ValueError: If the name is taken by another function.
    """

    def decorate(check: Check) -> Check:
        known = _REGISTRY.get(name)
        if known is not None and known.check is not check:
            raise ValueError(f"a checker named {name!r} is registered already; choose another name")
        _REGISTRY[name] = Registered(name, check, multiline, frozenset(options))
        return check

    return decorate


def find(name: str) -> Registered:
    """Finds a checker by name.

    Raises:
        ValueError: If there is none; the message suggests a close name.
    """
    try:
        return _REGISTRY[name]
    except KeyError:
        close = difflib.get_close_matches(name, _REGISTRY, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise ValueError(
            f"there is no checker {name!r}; {hint}registered are {sorted(_REGISTRY)}"
        ) from None


def names() -> list[str]:
    """Lists the registered checkers, sorted."""
    return sorted(_REGISTRY)


def bad_fact(kind: str, where: str, wanted: str, given: object) -> ValueError:
    """Makes the error for a fact or an option of the wrong kind."""
    return ValueError(
        f"{where} must be {wanted} for the checker {kind!r}, got {str(given)[:200]!r}"
    )


def bad_gold(kind: str, gold: str, why: object) -> ValueError:
    """Makes the error for a reference answer that its own checker cannot read."""
    return ValueError(
        f"gold must be readable by the checker {kind!r}, got {gold[:200]!r}: {why} "
        "Correct the gold or choose another checker."
    )
