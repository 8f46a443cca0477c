"""The index of a corpus: where each row lies, its level, split and type; never its text."""

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ponder.generators.corpora.files import Place, Reader, require_columns
from ponder.generators.corpora.rows import UnusableRow, read_problem
from ponder.generators.corpora.schema import Schema
from ponder.task import SPLITS, Split, split_of

UNUSABLE = 255


class Bucket(NamedTuple):
    """What a draw chooses between: the rows of one type, split and level."""

    kind: str
    split: Split
    level: int


class Index:
    """All rows of a file, some 13 bytes a row and 4 more in a bucket.

    Attributes:
        buckets: The usable rows' numbers, by type, split and level.
        skipped: How many rows are not usable, by reason.
        kinds: The types found, sorted; `[""]` for a corpus without types.
    """

    def __init__(self, reader: Reader, schema: Schema) -> None:
        """Scans the file once.

        Raises:
            ValueError: If the file is malformed, lacks a column, or holds no usable row.
        """
        self.buckets: dict[Bucket, array[int]] = {}
        self.skipped: Counter[str] = Counter()
        self._starts = array("Q")
        self._lengths = array("I")
        self._splits = bytearray()
        for number, (place, row) in enumerate(reader.scan()):
            if number == 0:
                require_columns(list(row), schema, reader.where)
            self._starts.append(place.start)
            self._lengths.append(place.length)
            try:
                problem = read_problem(row, schema)
            except UnusableRow as error:
                self.skipped[str(error)] += 1
                self._splits.append(UNUSABLE)
                continue
            split = split_of(problem.key)
            self._splits.append(SPLITS.index(split))
            bucket = Bucket(problem.kind, split, problem.level)
            self.buckets.setdefault(bucket, array("I")).append(number)
        if not self.buckets:
            raise ValueError(
                f"{reader.where} holds no usable row of {schema.name!r} in {len(self)}: "
                f"{dict(self.skipped) or 'it has no rows'}"
            )
        self.kinds = sorted({bucket.kind for bucket in self.buckets})

    def __len__(self) -> int:
        """Counts all rows, usable or not."""
        return len(self._starts)

    def place(self, number: int) -> Place:
        """Tells where a row lies."""
        return Place(self._starts[number], self._lengths[number])

    def split(self, number: int) -> Split | None:
        """Tells the split of a row; None for one that is not usable."""
        code = self._splits[number]
        return None if code == UNUSABLE else SPLITS[code]

    def rows(self, kinds: Sequence[str], split: Split, level: int) -> "list[array[int]]":
        """Gives the row numbers of some types at a split and level, type by type."""
        found = (self.buckets.get(Bucket(kind, split, level)) for kind in kinds)
        return [numbers for numbers in found if numbers is not None]
