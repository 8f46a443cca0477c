"""The nouns of Ponder: a `Draft` is drawn, an `Address` places it, a `Task` is both.

A task is data. It carries the question, a reference answer, and its verifier by name and
options, so that a task written to a file can be judged anywhere without the code that drew it.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args, overload

from ponder.quoting import quoted
from ponder.randomness import digest_of_text

Split = Literal["train", "valid", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)
PromptStyle = Literal["plain", "boxed", "tag"]
LARGEST_SEED = 10**30 - 1
LARGEST_INDEX = 10**18 - 1

_STYLE_SENTENCES: dict[str, str] = {
    "plain": "",
    "boxed": "Put the final answer in \\boxed{}.",
    "tag": "Put the final answer between <answer> and </answer>.",
}


@dataclass(frozen=True, slots=True)
class Checker:
    """A verifier as data: the name it is registered under and its JSON options."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)


class Lines(Sequence[str]):
    """A tuple of lines that is written when it is first read.

    A task is mostly asked and judged; its solution, which is most of its text, is seldom read.
    Pickled and copied it is the plain tuple.

    >>> lines = Lines(lambda: ["1 + 2 = 3", "3 + 4 = 7"])
    >>> lines[-1], lines == ("1 + 2 = 3", "3 + 4 = 7")
    ('3 + 4 = 7', True)
    """

    __slots__ = ("_lines", "_write")

    def __init__(self, write: Callable[[], Iterable[str]]):
        """Waits; `write` must give the same lines at any time."""
        self._write: Callable[[], Iterable[str]] | None = write
        self._lines: tuple[str, ...] = ()

    def _written(self) -> tuple[str, ...]:
        write = self._write  # another thread may be reading too
        if write is not None:
            self._lines = tuple(write())
            self._write = None
        return self._lines

    def __len__(self) -> int:
        """How many lines there are."""
        return len(self._written())

    def __iter__(self) -> Iterator[str]:
        """The lines in order."""
        return iter(self._written())

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...

    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        """A line, or a tuple of some."""
        return self._written()[place]

    def __eq__(self, other: object) -> bool:
        """Whether the other is a tuple of the same lines, written or not."""
        if isinstance(other, Lines):
            other = other._written()
        return self._written() == other

    def __hash__(self) -> int:
        """The tuple's."""
        return hash(self._written())

    def __repr__(self) -> str:
        """The tuple's."""
        return repr(self._written())

    def __reduce__(self) -> tuple[type, tuple[tuple[str, ...]]]:
        """Pickles and copies as the tuple: what writes the lines can be neither."""
        return tuple, (self._written(),)


@dataclass(slots=True)
class Draft:
    """What a generator draws: a task without an address.

    Unlike a task it is not frozen: it lives for one draw, and a frozen one takes longer to make.

    Attributes:
        question: The problem, in English, self-contained, without any prompt style.
        answer_format: One sentence: what form the answer takes.
        answer: A reference answer, one of possibly many.
        checker: The verifier, as data.
        steps: A worked solution as short lines, a tuple or `Lines`; the last holds the answer.
        complexity: The structural size that the level controls.
        facts: JSON values that the checker needs; never shown to the model.
        key: What makes two drafts the same problem; "" means the normalised question.
    """

    question: str
    answer_format: str
    answer: str
    checker: Checker
    steps: Sequence[str]
    complexity: float
    facts: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""

    @property
    def content_key(self) -> str:
        """The key that decides the split."""
        return self.key or " ".join(self.question.split())


@dataclass(slots=True)
class Sketch:
    """A draft whose expensive part waits until its key is known to lie in the wanted split.

    Attributes:
        key: As in `Draft`.
        finish: Makes the draft; called only if the sketch is kept.
    """

    key: str
    finish: Callable[[], Draft]


@dataclass(frozen=True, slots=True)
class Task:
    """A draft with an address; immutable, and exact through JSON.

    Attributes:
        uid: The address; `ponder.load(uid)` gives this very task on any machine.
        level: Difficulty, at least 1. The other fields are those of `Draft`.
    """

    uid: str
    question: str
    answer_format: str
    answer: str
    checker: Checker
    steps: Sequence[str]
    complexity: float
    facts: Mapping[str, Any]
    key: str
    level: int

    @property
    def source(self) -> str:
        """The name of the family or corpus that the task comes from."""
        return self.uid.partition("@")[0]

    def prompt(self, style: PromptStyle = "boxed") -> str:
        """Renders question and answer format for a model, in one of the prompt styles."""
        if style not in _STYLE_SENTENCES:
            raise ValueError(
                f"style must be one of {sorted(_STYLE_SENTENCES)}, got {quoted(style)}"
            )
        lines = (self.question, self.answer_format, _STYLE_SENTENCES[style])
        return "\n".join(line for line in lines if line)

    def to_json(self) -> str:
        """Writes the task as one line of JSON."""
        fields = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        fields["checker"] = {"name": self.checker.name, "options": dict(self.checker.options)}
        fields["steps"] = list(self.steps)
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> "Task":
        """Reads what `to_json` wrote.

        Raises:
            ValueError: If the line is not JSON or lacks a field.
        """
        fields = _read_json(line, "a task")
        names = {f.name for f in dataclasses.fields(cls)}
        if not isinstance(fields, dict) or set(fields) != names:
            raise ValueError(f"a task needs exactly the fields {sorted(names)}, got {quoted(line)}")
        checker, steps = fields["checker"], fields["steps"]
        if not isinstance(checker, dict) or set(checker) != {"name", "options"}:
            raise ValueError(f"a checker needs exactly a name and options, got {quoted(checker)}")
        if not isinstance(steps, list):
            raise ValueError(f"steps must be a list of lines, got {quoted(steps)}")
        fields["checker"] = Checker(**checker)
        fields["steps"] = tuple(steps)
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a generated task lives: `countdown@1[{"numbers":6}]/train/L3/s7/i0`.

    Attributes:
        name: The family, e.g. `countdown` or `rg/gcd`.
        version: The family's version; only the current one generates.
        split: `train`, `valid` or `test`.
        level: Difficulty, at least 1.
        seed: Names a stream; streams of different seeds are independent.
        index: Position in the stream, at least 0.
        knobs: Overrides of the level's knobs, as `(name, value)` pairs sorted by name.
    """

    name: str
    version: int
    split: Split
    level: int
    seed: int
    index: int
    knobs: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        """Writes the uid."""
        knobs = ""
        if self.knobs:
            inside = json.dumps(dict(self.knobs), sort_keys=True, separators=(",", ":"))
            knobs = f"[{inside}]"
        return f"{self.name}@{self.version}{knobs}/{self.place}"

    @property
    def place(self) -> str:
        """The part of the uid behind the family: `train/L3/s7/i0`."""
        return f"{self.split}/L{self.level}/s{self.seed}/i{self.index}"

    @classmethod
    def parse(cls, uid: str) -> "Address":
        """Reads a uid.

        Raises:
            ValueError: If `uid` is not the uid of a generated task.
        """
        match = _UID.fullmatch(uid)
        if match is None:
            raise ValueError(f"uid must look like 'countdown@1/train/L3/s7/i0', got {quoted(uid)}")
        name, version, knobs, split, level, seed, index = match.groups()
        pairs = tuple(sorted(_read_json(knobs, "the knobs of a uid").items())) if knobs else ()
        place = (int(level), int(seed), int(index))
        return cls(name, int(version), cast(Split, split), *place, pairs)


_UID = re.compile(
    r"([a-z0-9_/]+)@([0-9]{1,9})(?:\[(\{.*\})\])?/(train|valid|test)"
    r"/L([0-9]{1,9})/s(-?[0-9]{1,30})/i([0-9]{1,18})"
)


def _read_json(text: str, what: str) -> Any:
    """Reads JSON; nesting or digits too many for the parser are malformed like anything else."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(f"{what} must be JSON, got one nested too deep: {quoted(text)}") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what} must be JSON, got {quoted(text)}: {error}") from None


def split_of(key: str) -> Split:
    """Tells the split of a problem from its content alone: 80 % train, 10 % valid, 10 % test.

    Neither name, version, level nor seed enters, so none of them can leak a test item.
    """
    bucket = int.from_bytes(digest_of_text(key)[:8], "big") % 10
    return "train" if bucket < 8 else "valid" if bucket == 8 else "test"
