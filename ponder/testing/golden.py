"""Golden hashes: what each version of a family generates, so that no change goes unseen.

`python -m ponder.testing golden` adds the families that the file lacks and never rewrites an
entry. If a family's output changes, raise its `VERSION`; the new version gets an entry of its
own. Only while a version has not been released may its line be deleted and added again.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from ponder import randomness
from ponder.generators.registry import Family
from ponder.generators.streams import task_at
from ponder.task import Address, Split

DEFAULT_PATH = Path("tests/generators/golden/hashes.json")
LEVELS = (1, 3, 5, 10, 20)
PLACES: tuple[tuple[Split, int, int], ...] = (
    ("train", 0, 0),
    ("train", 0, 1),
    ("train", 1, 0),
    ("test", 0, 0),
)
"""Split, seed and index of the tasks hashed at each level: twenty in all."""


def entry(family: Family) -> str:
    """The name of a family's line in the file, e.g. `countdown@1`."""
    return f"{family.name}@{family.version}"


def fingerprint(family: Family) -> str:
    """Hashes the JSON of twenty tasks of a family to 32 hexadecimal digits."""
    lines = [
        task_at(family, Address(family.name, family.version, split, level, seed, index)).to_json()
        for level in LEVELS
        for split, seed, index in PLACES
    ]
    return randomness.digest(*lines).hex()[:32]


def read(path: Path = DEFAULT_PATH) -> dict[str, str]:
    """Reads the file; a missing one is empty.

    Raises:
        ValueError: If it is not a JSON object.
    """
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError(f"{path} must hold a JSON object of hashes; restore it from history")
    return {str(name): str(value) for name, value in found.items()}


def add(families: Iterable[Family], known: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Adds what is missing.

    Returns:
        All entries, and a sentence for each entry that differs from what is generated now;
        those stay as they were.
    """
    entries, changed = dict(known), []
    for family in families:
        name, found = entry(family), fingerprint(family)
        if entries.setdefault(name, found) != found:
            changed.append(
                f"{name} generates {found}, the file holds {entries[name]}: raise its VERSION; "
                "if this version was never released, delete its line and run this again"
            )
    return entries, changed


def write(entries: Mapping[str, str], path: Path = DEFAULT_PATH) -> None:
    """Writes the file, one sorted line an entry."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(entries), indent=1, sort_keys=True) + "\n", encoding="utf-8")
