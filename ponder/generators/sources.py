"""Sources: whatever gives tasks of a level, be it a family of generators or a corpus of rows."""

import difflib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ponder.generators.registry import MAX_LEVEL, family, names, override
from ponder.generators.streams import generate
from ponder.quoting import quoted
from ponder.task import Split, Task


class Source(Protocol):
    """Endless tasks by address.

    Attributes:
        name: What a mixture and a curriculum call it.
        digest: Name and content in short: `chain_sum@1`, `metamathqa@0123456789ab`. Sources of
            equal digest give equal tasks.
        levels: The levels that it holds in every split, ascending.
    """

    @property
    def name(self) -> str:
        """What a mixture and a curriculum call the source."""
        ...

    @property
    def digest(self) -> str:
        """Name and content in short."""
        ...

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels held in every split, ascending."""
        ...

    def task(self, *, level: int, split: Split, seed: int, index: int) -> Task:
        """Gives the task that the address names."""
        ...


class FamilySource:
    """A task family, optionally with some knobs replaced at every level."""

    def __init__(
        self,
        name: str,
        *,
        knobs: Mapping[str, Any] | None = None,
        levels: Sequence[int] = range(1, MAX_LEVEL + 1),
    ) -> None:
        """Looks the family up.

        Args:
            name: A family, as `ponder.names()` lists them.
            knobs: Replaces some knobs of each level.
            levels: The levels on offer, each from 1 to 20.

        Raises:
            ValueError: If the family, a knob or a level does not exist.
        """
        found = family(name)
        self.name = name
        if knobs is not None and not isinstance(knobs, Mapping):
            raise ValueError(f"knobs must be a mapping from names to values, got {quoted(knobs)}")
        allowed = range(1, MAX_LEVEL + 1)
        if (
            not isinstance(levels, Sequence)
            or not levels
            or not all(type(level) is int and level in allowed for level in levels)
        ):
            raise ValueError(
                f"levels of {name!r} must be some of 1 to {MAX_LEVEL}, got {quoted(levels)}"
            )
        self.levels = tuple(sorted(set(levels)))
        self.knobs = dict(knobs or {})
        for level in self.levels:
            override(found.knobs_at(level), self.knobs)
        changes = json.dumps(self.knobs, sort_keys=True, separators=(",", ":"))
        self.digest = f"{name}@{found.version}" + (f"[{changes}]" if self.knobs else "")

    def task(self, *, level: int, split: Split, seed: int, index: int) -> Task:
        """Generates the task that the address names.

        Raises:
            ValueError: If the level is not on offer, or `generate` refuses another argument.
        """
        if level not in self.levels:
            raise ValueError(
                f"{self.name!r} offers levels {list(self.levels)}, got {quoted(level)}"
            )
        return generate(
            self.name, level=level, seed=seed, index=index, split=split, knobs=self.knobs
        )


def find_source(name: str) -> Source:
    """Finds a source by name: a registered corpus, else a family.

    Raises:
        ValueError: If there is neither; the message suggests close names.
    """
    from ponder.generators import corpora

    if name.partition("/")[0] in corpora.registered():
        return corpora.corpus(name)
    if name in corpora.SCHEMAS:
        raise ValueError(
            f"{name!r} is a corpus, and where its file lies is not known; write "
            f"'{name}=PATH' in a mixture, or set {corpora.ENVIRONMENT}='{name}=PATH'"
        )
    known = names()
    if name not in known:
        close = difflib.get_close_matches(name, [*known, *corpora.SCHEMAS], n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`ponder list` shows all"
        raise ValueError(f"there is no source named {quoted(name)}; {hint}")
    return FamilySource(name)
