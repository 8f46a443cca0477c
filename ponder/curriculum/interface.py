"""What every curriculum does: choose the next questions, and learn how they went."""

import functools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ponder.generators.registry import family, names
from ponder.quoting import quoted

TRUNCATED = "truncated"
"""Flag of an outcome whose response the budget cut off."""

Chance = Callable[[str, int], float]
"""The score of blind guessing, by source and level; at least 0 and below 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one answered question went; questions never reached have none.

    Attributes:
        source: The source's name.
        level: The question's level.
        correct: Whether the answer was right.
        flags: What else is known of it, such as `truncated`.
    """

    source: str
    level: int
    correct: bool
    flags: frozenset[str] = frozenset()


class Curriculum(Protocol):
    """From outcomes to the next sources and levels."""

    def next(self, n: int, rng: random.Random) -> list[tuple[str, int]]:
        """Chooses the source and level of the next `n` questions."""
        ...

    def update(self, results: Iterable[Outcome]) -> None:
        """Takes in how questions went, in any order and of any age."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Gives all that was learnt, as JSON values."""
        ...

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Takes up where the curriculum that gave `state` stood.

        Raises:
            ValueError: If `state` is of other sources or another rule.
        """
        ...


def checked_sources(sources: Mapping[str, Sequence[int]]) -> dict[str, tuple[int, ...]]:
    """Gives each source's levels, ascending and without repeats, in the order of names.

    Raises:
        ValueError: If there is no source, or one without levels.
    """
    if not sources:
        raise ValueError("sources must map at least one source to its levels, got none")
    for name, levels in sources.items():
        if not levels or not all(type(level) is int and level >= 1 for level in levels):
            raise ValueError(
                f"levels of source {name!r} must be integers of at least 1, got "
                f"{quoted(list(levels))}"
            )
    return {name: tuple(sorted(set(sources[name]))) for name in sorted(sources)}


def family_chance(source: str, level: int) -> float:
    """Gives the declared score of blind guessing for a family, and 0 for a corpus."""
    return _chance_of(source)(level)


def above_chance(accuracy: float, chance: float) -> float:
    """Scales an accuracy so that guessing is 0 and all right is 1: `(p - chance)/(1 - chance)`.

    Raises:
        ValueError: If `chance` is not at least 0 and below 1.

    >>> above_chance(0.75, 0.5)
    0.5
    """
    if not 0 <= chance < 1:
        raise ValueError(f"chance must be at least 0 and below 1, got {quoted(chance)}")
    return (accuracy - chance) / (1 - chance)


def counted(results: Iterable[Outcome], count_truncated: bool) -> Iterable[Outcome]:
    """Leaves out outcomes that the budget cut off, unless they are to count.

    Under a shared budget a cut response tells that earlier questions took the tokens, not that
    this one was too hard; where each question has a limit of its own, it is a failure like others.
    """
    return (r for r in results if count_truncated or TRUNCATED not in r.flags)


def places(levels: Mapping[str, int], offered: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Finds where each source's level stands among those on offer.

    Raises:
        ValueError: If a level is not on offer.
    """
    for name, level in levels.items():
        if level not in offered[name]:
            raise ValueError(
                f"state has {name!r} at level {quoted(level)}, but its levels are "
                f"{list(offered[name])}"
            )
    return {name: offered[name].index(levels[name]) for name in offered}


def require_known(result: Outcome, sources: Mapping[str, object]) -> None:
    """Checks that an outcome is of a source that the curriculum has.

    Raises:
        ValueError: If it is not.
    """
    if result.source not in sources:
        raise ValueError(
            f"outcome's source must be one of {list(sources)}, got {quoted(result.source)}"
        )


def require_positive_int(name: str, value: object) -> None:
    """Checks an option that counts something.

    Raises:
        ValueError: If `value` is not an integer of at least 1.
    """
    if type(value) is not int or value < 1:
        raise ValueError(f"{name} must be an integer of at least 1, got {quoted(value)}")


def require_counting(chance: object, count_truncated: object) -> None:
    """Checks how outcomes are counted.

    Raises:
        ValueError: If `chance` is no function or `count_truncated` neither true nor false.
    """
    if not callable(chance):
        raise ValueError(f"chance must be a function of source and level, got {quoted(chance)}")
    if type(count_truncated) is not bool:
        raise ValueError(f"count_truncated must be true or false, got {quoted(count_truncated)}")


def is_share(value: object) -> bool:
    """Tells whether a value is a number from 0 to 1."""
    return type(value) in (int, float) and 0 <= value <= 1  # type: ignore[operator]


def require_state(state: Mapping[str, Any], rule: str, fields: Mapping[str, object]) -> None:
    """Checks a state's rule and that each field maps the same sources.

    Args:
        state: What `state_dict` of some curriculum gave.
        rule: The rule that is to take it up.
        fields: The fields that this rule's state has, each with a value of the same shape.

    Raises:
        ValueError: If `state` does not fit.
    """
    if state.get("rule") != rule:
        raise ValueError(f"state must be of rule {rule!r}, got {quoted(state.get('rule'))}")
    if set(state) != {"rule", *fields}:
        raise ValueError(f"state must have the fields {sorted(fields)}, got {sorted(state)}")
    for name, like in fields.items():
        if isinstance(like, Mapping) and set(state[name]) != set(like):
            raise ValueError(
                f"state is of sources {sorted(state[name])}, this curriculum has {sorted(like)}"
            )


@functools.cache
def _chance_of(source: str) -> Callable[[int], float]:
    return family(source).chance if source in names() else lambda level: 0.0
