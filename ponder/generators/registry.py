"""The registry: a family is a file, and its name and domain are where the file lies.

`generators/<domain>/<name>.py` is found by listing folders, and imported only when asked for.
Other distributions add families through the entry-point group `ponder.generators`: the entry's
name is the family's name, its value a module of the same shape.
"""

import dataclasses
import difflib
import functools
import importlib
import importlib.util
import inspect
import pkgutil
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from types import ModuleType
from typing import Any

from ponder.quoting import quoted
from ponder.task import Draft, Sketch, Task

ENTRY_POINT_GROUP = "ponder.generators"
MAX_LEVEL = 20
DOMAINS = (
    "algebra",
    "algorithmic",
    "arithmetic",
    "code",
    "cognition",
    "games",
    "graphs",
    "logic",
    "probability",
)

_NAME = re.compile(r"[a-z0-9_/]+")

Draw = Callable[[random.Random, Any], Draft | Sketch]
Respond = Callable[[Task, list[str]], str | None]


@dataclass(frozen=True)
class Family:
    """A task family: how to draw it at a level, and what is known of it.

    Attributes:
        name: Unique, e.g. `countdown`.
        domain: The folder it lies in, e.g. `games`.
        version: Raised whenever the same address would give other bytes.
        doc: The docstring: what is asked, with a real question and answer.
        knobs_at: Gives the knobs of a level, a frozen dataclass.
        draw: Pure: from a private `random.Random` and knobs to a draft.
        chance: Gives the score of the best answer that needs no working, by level.
        respond: For interactive families, the reply to a transcript; None for the others.
    """

    name: str
    domain: str
    version: int
    doc: str
    knobs_at: Callable[[int], Any]
    draw: Draw
    chance: Callable[[int], float]
    respond: Respond | None = None


@functools.cache
def _modules() -> dict[str, tuple[str, str]]:
    """Maps each family name to its domain and module, importing none of them."""
    found: dict[str, tuple[str, str]] = {}
    for domain in DOMAINS:
        package = f"ponder.generators.{domain}"
        spec = importlib.util.find_spec(package)
        folders = spec.submodule_search_locations if spec else None
        for module in pkgutil.iter_modules(folders):
            if module.name in found:
                raise ValueError(
                    f"{package}.{module.name} is a second family named {module.name!r}, beside "
                    f"{found[module.name][1]}; rename one of the files"
                )
            if not module.name.startswith("_"):
                found[module.name] = (domain, f"{package}.{module.name}")
    for entry in metadata.entry_points(group=ENTRY_POINT_GROUP):
        if entry.name in found:
            raise ValueError(
                f"entry point {entry.value!r} gives a second family named {entry.name!r}; "
                "rename one of them"
            )
        found[entry.name] = ("external", entry.value)
    return found


def _adapted() -> Mapping[str, Any]:
    """The Reasoning Gym datasets that can be had, by family name; empty without the extra."""
    if importlib.util.find_spec("reasoning_gym") is None:
        return {}
    from ponder.generators.reasoning_gym import catalog

    return catalog.DATASETS


def names(domain: str | None = None) -> list[str]:
    """Lists every family that can generate here, sorted; optionally those of one domain."""
    native = [name for name, (home, _) in _modules().items() if domain in (None, home)]
    adapted = list(_adapted()) if domain in (None, "rg") else []
    return sorted(native) + sorted(adapted)


@functools.cache
def family(name: str) -> Family:
    """Finds a family by name and imports it.

    Raises:
        ValueError: If there is no such family; the message suggests close names. Or if it is
            another distribution's and cannot be imported.
    """
    known = _modules()
    if name in known:
        domain, module = known[name]
        return from_module(name, domain, _imported(name, domain, module))
    if name.startswith("rg/"):
        if importlib.util.find_spec("reasoning_gym") is None:
            raise ValueError(f"{name!r} needs Reasoning Gym: pip install 'ponder-gym[rg]'")
        if name in _adapted():
            from ponder.generators.reasoning_gym import adapter

            return adapter.adapt(name)
    close = difflib.get_close_matches(name, names(), n=1)
    hint = f"did you mean {close[0]!r}?" if close else "`ponder list` shows all families"
    raise ValueError(f"there is no family named {quoted(name)}; {hint}")


def _imported(name: str, domain: str, module: str) -> ModuleType:
    try:
        return importlib.import_module(module)
    except Exception as error:  # another distribution's module may raise anything
        if domain in DOMAINS:
            raise
        raise ValueError(
            f"family {name!r} cannot be imported from {module!r}, where its entry point says that "
            f"its module is: {type(error).__name__}: {error}; mend the module or the entry point, "
            "and install its package anew"
        ) from error


def from_module(name: str, domain: str, module: ModuleType) -> Family:
    """Reads a family off a module that defines `Knobs`, `draw` and `chance`.

    Raises:
        ValueError: If one of the three is missing, or the name does not fit into a uid.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(
            f"a family's name is made of a-z, 0-9, _ and /, got {name!r}; rename its file or its "
            "entry point"
        )
    missing = [part for part in ("Knobs", "draw", "chance") if not hasattr(module, part)]
    if missing:
        raise ValueError(f"family {name!r} ({module.__name__}) must define {missing}")
    version = getattr(module, "VERSION", 1)
    if type(version) is not int or not 1 <= version <= 999_999_999:
        raise ValueError(
            f"VERSION of family {name!r} must be a whole number from 1 to 999999999, got "
            f"{quoted(version)}; write it as in `VERSION = 2`"
        )
    return Family(
        name=name,
        domain=domain,
        version=version,
        doc=inspect.getdoc(module) or "",
        knobs_at=module.Knobs.at,
        draw=module.draw,
        chance=module.chance,
        respond=getattr(module, "respond", None),
    )


def override(knobs: Any, changes: Mapping[str, Any]) -> Any:
    """Replaces some knobs, each by a value of the same type.

    Raises:
        ValueError: If a knob is unknown, of another type, or out of its range.
    """
    fields = {f.name: getattr(knobs, f.name) for f in dataclasses.fields(knobs)}
    for name, value in changes.items():
        if name not in fields:
            close = difflib.get_close_matches(name, fields, n=1)
            hint = f"did you mean {close[0]!r}? " if close else ""
            raise ValueError(
                f"there is no knob {quoted(name)}; {hint}the knobs are {sorted(fields)}"
            )
        if type(value) is not type(fields[name]):
            wanted = type(fields[name]).__name__
            raise ValueError(f"knob {name!r} must be of type {wanted}, got {quoted(value)}")
    return dataclasses.replace(knobs, **changes)


def require(name: str, value: int, low: int, high: int, /, **others: int) -> None:
    """Checks one knob's range; for `__post_init__` of `Knobs`.

    Args:
        name: The knob.
        value: Its value.
        low: The least value that is allowed.
        high: The greatest value that is allowed.
        others: The knobs that `low` or `high` depends on, with their values; either may be the
            one to change.

    Raises:
        ValueError: If `value` lies outside `low..high`.

    >>> require("size", 2, 3, 30, functions=3)
    Traceback (most recent call last):
    ValueError: knob 'size' must be from 3 to 30 where knob 'functions' is 3, got 2
    """
    if not low <= value <= high:
        given = " and ".join(f"knob {other!r} is {at}" for other, at in others.items())
        where = f" where {given}" if given else ""
        raise ValueError(f"knob {name!r} must be from {low} to {high}{where}, got {quoted(value)}")
