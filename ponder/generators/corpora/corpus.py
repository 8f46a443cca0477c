"""A corpus as a source: its rows, drawn without repeats until all were had, or by number."""

import re
from collections.abc import Sequence
from pathlib import Path

from ponder import randomness
from ponder.generators.corpora.files import open_reader
from ponder.generators.corpora.index import Index
from ponder.generators.corpora.rows import make_task, read_problem
from ponder.generators.corpora.schema import Schema
from ponder.task import SPLITS, Split, Task

_ROUNDS = 4


class Corpus:
    """A published corpus behind the interface of a source; rows are read when they are asked for.

    Attributes:
        name: The schema's name; `metamathqa/GSM_SV` for one type of it.
        digest: The name and the content's hash: `metamathqa@0123456789ab`; for one type followed
            by it in brackets.
        levels: The levels, of 1 to 10, that have rows in every split.
        skipped: How many rows are not usable, by reason.
    """

    def __init__(self, schema: Schema, where: str | Path) -> None:
        """Opens a file or hub dataset and indexes its rows.

        Raises:
            FileNotFoundError: If there is no such file.
            ValueError: If it is not of the schema, malformed, or without a usable row.
        """
        self._schema = schema
        self._reader = open_reader(where, schema)
        self._index = Index(self._reader, schema)
        self._prefix = f"{schema.name}@{self._reader.sha256[:12]}"
        self._restrict(schema.name, self._prefix, self._index.kinds)

    def _restrict(self, name: str, digest: str, kinds: Sequence[str]) -> None:
        self.name = name
        self.digest = digest
        self._kinds = tuple(kinds)
        self.levels = tuple(
            level
            for level in range(1, 11)
            if all(self._index.rows(kinds, split, level) for split in SPLITS)
        )

    def __len__(self) -> int:
        """Counts the usable rows."""
        return sum(
            len(numbers)
            for bucket, numbers in self._index.buckets.items()
            if bucket.kind in self._kinds
        )

    @property
    def skipped(self) -> dict[str, int]:
        """How many rows of the whole file are not usable, by reason."""
        return dict(self._index.skipped)

    @property
    def where(self) -> str:
        """The path or hub id."""
        return self._reader.where

    def kinds(self) -> list["Corpus"]:
        """Gives a source for each type of row; the corpus itself where rows have no types."""
        if self._kinds == ("",):
            return [self]
        return [self.kind(kind) for kind in self._kinds]

    def kind(self, kind: str) -> "Corpus":
        """Gives the rows of one type as a source; the file is not read again.

        Raises:
            ValueError: If there is no such type.
        """
        if kind not in self._kinds:
            raise ValueError(f"type of {self.name!r} must be one of {self._kinds}, got {kind!r}")
        view = Corpus.__new__(Corpus)
        view._schema, view._reader, view._index = self._schema, self._reader, self._index
        view._prefix = self._prefix
        view._restrict(f"{self._schema.name}/{kind}", f"{self._prefix}[{kind}]", (kind,))
        return view

    def task(self, *, level: int, split: Split, seed: int, index: int) -> Task:
        """Draws a row; each seed has its own order, and repeats no row before all were had.

        Raises:
            ValueError: If no row is of that split and level.
        """
        parts = self._index.rows(self._kinds, split, level)
        total = sum(map(len, parts))
        if not total:
            raise ValueError(
                f"{self.digest} holds no row of level {level!r} in split {split!r}; the levels it "
                f"holds in every split are {list(self.levels)}"
            )
        turn, place = divmod(index, total)
        order = randomness.derive_seed(self.digest, split, level, seed, turn)
        place = _shuffled(place, total, order)
        for numbers in parts:
            if place < len(numbers):
                return self._task(numbers[place])
            place -= len(numbers)
        raise AssertionError("a shuffled place lies below the total")

    def load(self, uid: str) -> Task:
        """Reads the row of a uid again.

        Raises:
            ValueError: If the uid is of other content, or its row is not usable or not there.
        """
        match = re.fullmatch(r"(.+)/([a-z]+)/r([0-9]{1,12})", uid)
        if match is None or match[1] != self._prefix:
            raise ValueError(
                f"{uid!r} is of other content: the file at hand, {self.where}, is "
                f"{self._prefix}; register the file that the uid was made from"
            )
        number = int(match[3])
        if number >= len(self._index):
            raise ValueError(f"{uid!r} names a row beyond the last, {len(self._index) - 1}")
        split = self._index.split(number)
        if split is None:
            # Reading it again raises the reason why it is not usable.
            read_problem(self._reader.read(self._index.place(number)), self._schema)
        if split != match[2]:
            raise ValueError(f"row {number} of {self._prefix} is in split {split!r}, not {uid!r}")
        return self._task(number)

    def _task(self, number: int) -> Task:
        problem = read_problem(self._reader.read(self._index.place(number)), self._schema)
        return make_task(problem, f"{self._prefix}/{self._index.split(number)}/r{number}")


def _shuffled(place: int, total: int, key: int) -> int:
    """Maps `place` to its place in the order of all `total` that `key` names.

    A Feistel network over the next power of four is a bijection; places beyond the total are
    walked on until one is inside (Black and Rogaway, "Ciphers with arbitrary finite domains",
    2002, method 2). So an order of 395,000 rows is had without a table of it.
    """
    half = ((total - 1).bit_length() + 1) // 2
    mask = (1 << half) - 1
    while True:
        left, right = place >> half, place & mask
        for round_ in range(_ROUNDS):
            mixed = randomness.derive_seed(key, round_, right) & mask
            left, right = right, left ^ mixed
        place = left << half | right
        if place < total:
            return place
