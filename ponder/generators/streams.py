"""Addressable streams: item i is the i-th accepted draw of a stream that its address names.

Each address owns a private generator and draws from it until the problem lies in the wanted
split, so an item never depends on which others were drawn, in what order, or where.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ponder import randomness
from ponder.generators.registry import MAX_LEVEL, Family, family, override
from ponder.quoting import quoted
from ponder.task import (
    LARGEST_INDEX,
    LARGEST_SEED,
    SPLITS,
    Address,
    Draft,
    Sketch,
    Split,
    Task,
    split_of,
)

MAX_ATTEMPTS = 2_000
MIN_DISTINCT = 100


def generate(
    name: str,
    *,
    level: int = 1,
    seed: int = 0,
    index: int = 0,
    split: Split = "train",
    knobs: Mapping[str, Any] | None = None,
) -> Task:
    """Generates the one task that an address names.

    Args:
        name: A family, as `ponder.names()` lists them.
        level: Difficulty, 1 to 20; 1 to 10 is the calibrated band.
        seed: Names the stream; an integer of at most 30 digits. Streams of different seeds are
            independent.
        index: Position in the stream, at least 0.
        split: `train`, `valid` or `test`; disjoint by content.
        knobs: Replaces some of the level's knobs.

    Raises:
        ValueError: If an argument is out of range, or the split holds too few problems.

    >>> generate("chain_sum", level=2, seed=7).uid
    'chain_sum@1/train/L2/s7/i0'
    """
    if not isinstance(name, str):
        raise ValueError(f"name must be a string, got {quoted(name)}; `ponder list` shows all")
    if knobs is not None and not (isinstance(knobs, Mapping) and all(map(_is_str, knobs))):
        raise ValueError(f"knobs must be a mapping from names to values, got {quoted(knobs)}")
    _require_int("level", level, 1, MAX_LEVEL)
    _require_int("seed", seed, -LARGEST_SEED, LARGEST_SEED)
    _require_int("index", index, 0, LARGEST_INDEX)
    if split not in SPLITS:
        raise ValueError(f"split must be one of {SPLITS}, got {quoted(split)}")
    chosen = family(name)
    pairs: tuple[tuple[str, Any], ...] = ()
    if knobs:
        values = chosen.knobs_at(level)
        override(values, knobs)
        pairs = tuple(sorted((k, v) for k, v in knobs.items() if getattr(values, k) != v))
        if pairs:
            _require_distinct(name, level, split, pairs)
    return task_at(chosen, Address(name, chosen.version, split, level, seed, index, pairs))


def task_at(chosen: Family, address: Address) -> Task:
    """Generates the task at an address of a family, which need not be registered.

    Raises:
        ValueError: If the level or a knob is out of range, or the split holds too few problems.
    """
    values = _knobs(chosen.knobs_at, address.level)
    if address.knobs:
        values = override(values, dict(address.knobs))
    draft, key = _accepted(chosen, values, address)
    return Task(
        uid=str(address),
        question=draft.question,
        answer_format=draft.answer_format,
        answer=draft.answer,
        checker=draft.checker,
        steps=draft.steps,
        complexity=draft.complexity,
        facts=draft.facts,
        key=key,
        level=address.level,
    )


def stream(
    name: str,
    *,
    level: int,
    seed: int = 0,
    split: Split = "train",
    knobs: Mapping[str, Any] | None = None,
    start: int = 0,
) -> Iterator[Task]:
    """Generates the tasks of a stream without end, from index `start` on."""
    for index in itertools.count(start):
        yield generate(name, level=level, seed=seed, index=index, split=split, knobs=knobs)


def load_generated(uid: str) -> Task:
    """Generates the task of a uid again, byte for byte.

    Raises:
        ValueError: If the uid is malformed, or of a version that no longer generates.
    """
    address = Address.parse(uid)
    current = family(address.name).version
    if address.version != current:
        raise ValueError(
            f"{uid!r} is of version {address.version}, but this release generates version "
            f"{current} of {address.name!r} only; CHANGELOG.md names the last release that "
            "generated each older version"
        )
    task = generate(
        address.name,
        level=address.level,
        seed=address.seed,
        index=address.index,
        split=address.split,
        knobs=dict(address.knobs),
    )
    if task.uid != uid:
        raise ValueError(f"uid must be canonical: write {task.uid!r} instead of {uid!r}")
    return task


@functools.cache
def _knobs(at: Callable[[int], Any], level: int) -> Any:
    """Makes the knobs of a level once; they are frozen."""
    return at(level)


def _accepted(chosen: Family, knobs: Any, address: Address) -> tuple[Draft, str]:
    """Draws until a problem lies in the address's split; gives it and its key."""
    place = f"{address.name}@{address.version}/{address.place}"
    rng = randomness.stream(place, [list(pair) for pair in address.knobs])
    keys = set()
    for _ in range(MAX_ATTEMPTS):
        drawn = chosen.draw(rng, knobs)
        key = drawn.key if isinstance(drawn, Sketch) else drawn.content_key
        if split_of(key) == address.split:
            return (drawn.finish() if isinstance(drawn, Sketch) else drawn), key
        keys.add(key)
    raise ValueError(
        f"no problem of {address.name!r} at level {address.level} fell into split "
        f"{address.split!r} in {MAX_ATTEMPTS} draws ({len(keys)} distinct ones were seen); "
        "widen the knobs"
    )


@functools.cache
def _require_distinct(
    name: str, level: int, split: Split, pairs: tuple[tuple[str, Any], ...]
) -> None:
    """Checks once that overridden knobs leave a split enough problems.

    The levels' own knobs need no such look: the contract tests count theirs.
    """
    chosen = family(name)
    knobs = override(chosen.knobs_at(level), dict(pairs))
    rng = randomness.stream("distinct", name, chosen.version, level, [list(p) for p in pairs])
    keys = set()
    for _ in range(MAX_ATTEMPTS):
        drawn = chosen.draw(rng, knobs)
        key = drawn.key if isinstance(drawn, Sketch) else drawn.content_key
        if split_of(key) == split:
            keys.add(key)
        if len(keys) >= MIN_DISTINCT:
            return
    raise ValueError(
        f"{name!r} with knobs {dict(pairs)} at level {level} has only {len(keys)} distinct "
        f"problems in split {split!r}, {MIN_DISTINCT} are needed; widen the knobs"
    )


def _is_str(name: object) -> bool:
    return isinstance(name, str)


def _require_int(name: str, value: int, low: int, high: int) -> None:
    if type(value) is not int:
        raise ValueError(f"{name} must be an integer, got {quoted(value)}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {quoted(value)}")
