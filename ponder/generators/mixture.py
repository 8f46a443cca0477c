"""A mixture: endless tasks of several sources by weight, each at its index, like a sequence.

Which source and which level stand at index i is decided by a hash of (mixture, split, seed, i),
so any item can be had without those before it, on any machine.
"""

import bisect
import functools
import itertools
import json
import logging
import math
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ponder import randomness
from ponder.generators.registry import DOMAINS, names
from ponder.generators.sources import FamilySource, Source, find_source
from ponder.quoting import quoted
from ponder.task import SPLITS, Split, Task

CALIBRATED_LEVELS = range(1, 11)
LEAST_WEIGHT = 1e-12
MOST_WEIGHT = 1e12
"""Between these, weights of any parts scale to whole numbers that a float still holds."""

_SEED_BITS = 9_965
"""Those of 3,000 digits; CPython writes out no more than 4,300."""
_BETWEEN_ITEMS = re.compile(r",(?![^\[]*\])")
"""Commas, but not those between knobs."""
_log = logging.getLogger(__name__)
_ITEM = re.compile(
    r"(?P<name>[A-Za-z0-9_/]+)(?:=(?P<path>.+?))?(?:\[(?P<knobs>\{.*\})\])?"
    r"(?::(?P<low>[0-9]{1,2})(?:-(?P<high>[0-9]{1,2}))?)?(?:\*(?P<weight>[0-9.]+))?"
)


@dataclass(frozen=True)
class Part:
    """One source of a mixture.

    Attributes:
        source: The source, or the name of a family or of a registered corpus.
        weight: Its share relative to the other parts' weights, 1e-12 to 1e12.
        levels: The levels to draw from, evenly; None for those of 1 to 10 that the source holds.
    """

    source: Source | str
    weight: float = 1.0
    levels: Sequence[int] | None = None


@dataclass(frozen=True)
class _Share:
    """A part as the mixture draws from it: source and levels resolved, the weight whole."""

    source: Source
    weight: int
    levels: tuple[int, ...]


class Mixture:
    """Several sources drawn by weight; item i is addressable and there is no last one.

    The order of the parts and the scale of the weights do not matter: mixtures that draw alike
    have the same digest and give the same tasks.

    Attributes:
        digest: 16 hexadecimal digits that name sources, weights and levels.
        parts: The parts, resolved and in canonical order.
        split: The split that `mixture[i]` draws from.
        seed: The seed that `mixture[i]` draws with.
    """

    def __init__(self, parts: Sequence[Part], *, split: Split = "train", seed: int = 0) -> None:
        """Resolves the parts.

        Args:
            parts: At least one.
            split: `train`, `valid` or `test`.
            seed: Names the stream; any integer.

        Raises:
            ValueError: If there is no part, or a source, weight, level or split is not valid.
        """
        if not parts or not all(isinstance(part, Part) for part in parts):
            raise ValueError(f"parts must be a list of at least one Part, got {quoted(parts)}")
        _require_seed(seed)
        _require_split(split)
        self.split: Split = split
        self.seed = seed
        self._shares = _resolve(parts)
        self._bounds = list(itertools.accumulate(share.weight for share in self._shares))
        self.parts = tuple(Part(s.source, float(s.weight), s.levels) for s in self._shares)
        content = [[s.source.digest, s.weight, s.levels] for s in self._shares]
        self.digest = randomness.digest("mixture", content).hex()[:16]
        self._sources = _by_name(self._shares)

    def __getitem__(self, index: int) -> Task:
        """Gives the task at `index` of this mixture's own split and seed."""
        return self.task(index, split=self.split, seed=self.seed)

    def task(self, index: int, *, split: Split, seed: int) -> Task:
        """Gives the task at `index` of any split and seed.

        Raises:
            ValueError: If the index is negative, the split does not exist or the seed is no
                integer.
        """
        _require_split(split)
        _require_seed(seed)
        if type(index) is not int or index < 0:
            raise ValueError(f"index must be an integer of at least 0, got {quoted(index)}")
        rng = randomness.stream("mixture item", self.digest, split, seed, index)
        share = self._draw_share(rng)
        own = _stream_seed(self.digest, split, seed)
        return share.source.task(level=rng.choice(share.levels), split=split, seed=own, index=index)

    def draw_slot(self, rng: random.Random, *, level: int | None = None) -> tuple[str, int]:
        """Draws the name of a source and a level of it, by weight.

        Args:
            rng: Decides.
            level: If given, only sources that hold it for this mixture are drawn from.

        Raises:
            ValueError: If none does.
        """
        if level is None:
            share = self._draw_share(rng)
            return share.source.name, rng.choice(share.levels)
        holding = [share for share in self._shares if level in share.levels]
        if not holding:
            held = sorted({level for share in self._shares for level in share.levels})
            raise ValueError(
                f"level must be one that the mixture holds, {held}, got {quoted(level)}"
            )
        (share,) = rng.choices(holding, [share.weight for share in holding])
        return share.source.name, level

    def _draw_share(self, rng: random.Random) -> _Share:
        draw = rng.randrange(self._bounds[-1])
        return self._shares[bisect.bisect_right(self._bounds, draw)]

    def source(self, name: str) -> Source:
        """Finds one of the sources by name.

        Raises:
            ValueError: If the mixture has no source of that name.
        """
        if name not in self._sources:
            raise ValueError(f"source must be one of {sorted(self._sources)}, got {quoted(name)}")
        return self._sources[name]

    @classmethod
    def parse(cls, text: str, *, split: Split = "train", seed: int = 0) -> "Mixture":
        """Reads a mixture as one writes it on a command line.

        Args:
            text: Parts separated by commas, each a name and then what is wanted of a path, knobs,
                levels and a weight, such as `chain_sum:1-8,gcd:1-4*2`,
                `metamathqa=/data/MetaMathQA.json*3` or `chain_sum[{"terms":2,"largest":99}]:1`.
                A path makes the name that of a corpus and registers it for this process.
            split: As for `Mixture`.
            seed: As for `Mixture`.

        Raises:
            ValueError: If a part is malformed, or `Mixture` refuses it.
            FileNotFoundError: If there is no file at a path.
        """
        if not isinstance(text, str):
            raise ValueError(f"a mixture must be a string, got {quoted(text)}")
        items = _BETWEEN_ITEMS.split(text)
        return cls([_parse_part(item.strip()) for item in items], split=split, seed=seed)


def default_mixture(
    corpora: Mapping[str, str | Path] | None = None, *, split: Split = "train", seed: int = 0
) -> Mixture:
    """Mixes every native family at levels 1 to 10 with the corpora, half and half.

    The corpora's half is even over their types: each type of MetaMathQA counts as much as the
    whole of NuminaMath-TIR. Without corpora the families have it all, and a notice is logged.

    Args:
        corpora: Files by corpus name; None means the registered ones.
        split: As for `Mixture`.
        seed: As for `Mixture`.

    Raises:
        ValueError: If a corpus is not usable.
        FileNotFoundError: If there is no file at a path.
    """
    from ponder.generators import corpora as shelf

    for name, path in (corpora or {}).items():
        shelf.register(name, path)
    chosen = shelf.registered() if corpora is None else corpora
    rows = [kind for name in sorted(chosen) for kind in shelf.corpus(name).kinds()]
    families = [name for domain in DOMAINS for name in names(domain)]
    if not rows:
        _log.warning("no corpora given: the default mixture is of generated tasks alone")
    return Mixture(
        [Part(source, weight=len(families)) for source in rows]
        + [Part(name, weight=len(rows) or 1, levels=CALIBRATED_LEVELS) for name in families],
        split=split,
        seed=seed,
    )


def _resolve(parts: Sequence[Part]) -> list[_Share]:
    """Finds sources and levels, and scales the weights to the smallest whole numbers."""
    exact = [_exact_weight(part) for part in parts]
    scale = math.lcm(*(weight.denominator for weight in exact))
    whole = [int(weight * scale) for weight in exact]
    common = math.gcd(*whole)
    shares = []
    for part, weight in zip(parts, whole, strict=True):
        source = find_source(part.source) if isinstance(part.source, str) else part.source
        if not hasattr(source, "levels"):
            raise ValueError(f"source must be a name or a Source, got {quoted(source)}")
        shares.append(_Share(source, weight // common, _levels(source, part.levels)))
    return sorted(shares, key=lambda share: (share.source.digest, share.levels, share.weight))


def _exact_weight(part: Part) -> Fraction:
    """Reads a weight as it is written, so that 0.1 and 0.3 stand as 1 to 3."""
    if type(part.weight) not in (int, float) or not LEAST_WEIGHT <= part.weight <= MOST_WEIGHT:
        raise ValueError(
            f"weight must be a finite number above 0, {LEAST_WEIGHT:g} to {MOST_WEIGHT:g}, got "
            f"{quoted(part.weight)}"
        )
    return Fraction(str(part.weight))


def _levels(source: Source, wanted: Sequence[int] | None) -> tuple[int, ...]:
    """Checks the wanted levels against those held; by default the calibrated ones of these."""
    if wanted is None:
        wanted = [level for level in source.levels if level in CALIBRATED_LEVELS] or source.levels
    if not isinstance(wanted, Sequence):
        raise ValueError(f"levels must be a list, got {quoted(wanted)}; put a single one in a list")
    if not source.levels:
        raise ValueError(
            f"{source.name!r} holds no level in every split; it has too few rows to be divided"
        )
    # One at a time, so that a range without end is refused at the first that is absent.
    if not wanted or any(type(each) is not int or each not in source.levels for each in wanted):
        raise ValueError(
            f"levels of {source.name!r} must be some of {list(source.levels)} (those it holds in "
            f"every split), got {quoted(list(itertools.islice(wanted, 30)))}"
        )
    return tuple(sorted(set(wanted)))


def _by_name(shares: Sequence[_Share]) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    for share in shares:
        other = sources.setdefault(share.source.name, share.source)
        if other.digest != share.source.digest:
            raise ValueError(
                f"source {other.name!r} is there twice and differs: {other.digest} and "
                f"{share.source.digest}; a mixture tells its sources by name, so keep one"
            )
    return sources


def _parse_part(item: str) -> Part:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise ValueError(
            "a part must look like NAME, NAME=PATH or NAME[{KNOBS}], with :LEVEL or :LEVEL-LEVEL "
            f"and *WEIGHT behind it where wanted, such as 'chain_sum:1-8*2', got {quoted(item)}"
        )
    name, path, low, high, weight = match.group("name", "path", "low", "high", "weight")
    source: Source | str = name
    if match.group("knobs"):
        source = FamilySource(name, knobs=_parse_knobs(match.group("knobs")))
    if path is not None:
        from ponder.generators import corpora

        corpora.register(name, path)
    levels = None if low is None else range(int(low), int(high or low) + 1)
    if levels is not None and not levels:
        raise ValueError(
            f"levels must be written from low to high, got {low}-{high} in {quoted(item)}"
        )
    try:
        return Part(source, float(weight or 1), levels)
    except ValueError:
        raise ValueError(
            f"weight must be a number such as 2 or 0.5, got {quoted(weight)}"
        ) from None


@functools.lru_cache(maxsize=4096)
def _stream_seed(digest: str, split: Split, seed: int) -> int:
    """One seed for a whole stream: a corpus then repeats no row before it has to."""
    return randomness.derive_seed("mixture stream", digest, split, seed)


def _parse_knobs(text: str) -> dict[str, Any]:
    try:
        knobs = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"knobs must be a JSON object, got {quoted(text)}: {error}") from None
    return dict(knobs)


def _require_seed(seed: int) -> None:
    if type(seed) is not int or seed.bit_length() > _SEED_BITS:
        raise ValueError(f"seed must be an integer, of at most 3,000 digits, got {quoted(seed)}")


def _require_split(split: str) -> None:
    if split not in SPLITS:
        raise ValueError(f"split must be one of {SPLITS}, got {quoted(split)}")
