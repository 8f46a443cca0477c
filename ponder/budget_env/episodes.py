"""Episodes: the questions that share one budget, addressable as tasks are.

`episode@1/<mixture digest>/train/s7/i0` names ten questions of a mixture, in order, no two of them
the same problem. Another number of questions, or a list of sources and levels chosen by a
curriculum, stands in brackets after the version, so that the uid alone still gives the episode.
"""

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ponder import randomness
from ponder.budget_env._checks import require_int
from ponder.budget_env.profiles import Slot
from ponder.generators.mixture import Mixture
from ponder.quoting import quoted
from ponder.task import LARGEST_SEED, SPLITS, Split, Task

VERSION = 1
NUM_QUESTIONS = 10
MAX_QUESTIONS = 1_000
MAX_ATTEMPTS = 1_000
"""Draws for one question before the mixture is held to be too small."""

_LONGEST_NAME = 100
_UID = re.compile(
    r"episode@([0-9]{1,9})(?:\[(\{.*\})\])?/([^/]+)/(train|valid|test)"
    r"/s(-?[0-9]{1,30})/i([0-9]{1,18})"
)


@dataclass(frozen=True, slots=True)
class Episode:
    """The questions of one episode.

    Attributes:
        uid: The address; `Episode.load(uid, mixture)` gives this very episode.
        tasks: The questions, in order.
        sources: Where each comes from, by the name a curriculum knows it by.
    """

    uid: str
    tasks: tuple[Task, ...]
    sources: tuple[str, ...]

    @classmethod
    def draw(
        cls,
        mixture: Mixture,
        *,
        seed: int = 0,
        index: int = 0,
        split: Split = "train",
        num_questions: int = NUM_QUESTIONS,
        questions: Sequence[Sequence[Any]] | None = None,
    ) -> "Episode":
        """Draws the episode that an address names.

        Args:
            mixture: Gives the questions.
            seed: Names a stream of episodes; any integer of at most 30 digits.
            index: Position in the stream, at least 0, of at most 18 digits.
            split: `train`, `valid` or `test`.
            num_questions: From 1 to 1,000; not used if `questions` is given.
            questions: The `[source, level]` of each question, instead of the mixture's weights.

        Raises:
            ValueError: If an argument is out of range, or the mixture holds too few problems.
        """
        require_int("index", index, 0)
        if type(seed) is not int or abs(seed) > LARGEST_SEED:
            raise ValueError(f"seed must be an integer of at most 30 digits, got {quoted(seed)}")
        if split not in SPLITS:
            raise ValueError(f"split must be one of {SPLITS}, got {quoted(split)}")
        if questions is not None:
            slots = _read_slots(questions, mixture)
            uid = _uid({"questions": slots}, mixture, split, seed, index)
            return cls(uid, _draw_slots(slots, mixture, uid, split), tuple(s for s, _ in slots))
        require_int("num_questions", num_questions, 1)
        if num_questions > MAX_QUESTIONS:
            raise ValueError(f"num_questions must be at most {MAX_QUESTIONS}, got {num_questions}")
        options = {} if num_questions == NUM_QUESTIONS else {"num_questions": num_questions}
        uid = _uid(options, mixture, split, seed, index)
        tasks = _draw_mixed(num_questions, mixture, uid, split)
        return cls(uid, tasks, tuple(task.source for task in tasks))

    @classmethod
    def load(cls, uid: str, mixture: Mixture) -> "Episode":
        """Draws the episode of a uid again, byte for byte.

        Raises:
            ValueError: If the uid is malformed, not canonical, or of another mixture.
        """
        match = _UID.fullmatch(uid) if isinstance(uid, str) else None
        if match is None:
            raise ValueError(
                f"uid must look like 'episode@1/0123456789abcdef/train/s7/i0', got "
                f"{quoted(uid, 200)}"
            )
        version, options, digest, split, seed, index = match.groups()
        if int(version) != VERSION:
            raise ValueError(
                f"{quoted(uid, 200)} is of version {version}; this release draws {VERSION} only"
            )
        if digest != mixture.digest:
            raise ValueError(
                f"{quoted(uid, 200)} is of mixture {digest}, but the mixture given is "
                f"{mixture.digest}; give the one with the same sources, weights and levels"
            )
        given = _parsed(options) if options else {}
        if not set(given) <= {"num_questions", "questions"}:
            raise ValueError(
                f"uid may set 'num_questions' or 'questions', got {sorted(given)!s:.200}"
            )
        episode = cls.draw(mixture, seed=int(seed), index=int(index), split=_split(split), **given)
        if episode.uid != uid:
            raise ValueError(
                f"uid must be canonical: write {quoted(episode.uid, 200)}, not {quoted(uid, 200)}"
            )
        return episode

    def to_json(self) -> str:
        """Writes the episode, tasks and all, as one line of JSON."""
        tasks = [json.loads(task.to_json()) for task in self.tasks]
        fields = {"uid": self.uid, "sources": self.sources, "tasks": tasks}
        return json.dumps(fields, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> "Episode":
        """Reads what `to_json` wrote; no mixture is needed.

        Raises:
            ValueError: If the line is not JSON or lacks a field.
        """
        fields = _parsed(line)
        wanted = {"uid": str, "sources": list, "tasks": list}
        if not isinstance(fields, dict) or {k: type(v) for k, v in fields.items()} != wanted:
            raise ValueError(
                "an episode needs exactly the fields uid, a string, and sources and tasks, two "
                f"lists, got {line[:200]!r}"
            )
        tasks = tuple(Task.from_json(json.dumps(task)) for task in fields["tasks"])
        return cls(fields["uid"], tasks, tuple(fields["sources"]))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError(f"{text[:80]!r}... is not JSON that can be read: {error}") from None


def _split(name: str) -> Split:
    return next(split for split in SPLITS if split == name)


def _uid(options: dict[str, Any], mixture: Mixture, split: Split, seed: int, index: int) -> str:
    inside = json.dumps(options, separators=(",", ":")) if options else ""
    bracket = f"[{inside}]" if inside else ""
    return f"episode@{VERSION}{bracket}/{mixture.digest}/{split}/s{seed}/i{index}"


def _read_slots(questions: Sequence[Sequence[Any]], mixture: Mixture) -> list[Slot]:
    """Checks a list of sources and levels against the mixture."""
    if not isinstance(questions, list | tuple) or not 1 <= len(questions) <= MAX_QUESTIONS:
        raise ValueError(
            f"questions must be a list of 1 to {MAX_QUESTIONS} [source, level] pairs, got "
            f"{str(questions)[:200]!r}"
        )
    slots: list[Slot] = []
    for position, pair in enumerate(questions):
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise ValueError(f"questions[{position}] must be [source, level], got {quoted(pair)}")
        name, level = pair
        # Far longer names are no source's, and are not to be repeated whole.
        levels = mixture.source(name[:_LONGEST_NAME]).levels
        if type(level) is not int or level not in levels:
            raise ValueError(
                f"questions[{position}]: the level of {name!r} must be one of {list(levels)}, got "
                f"{quoted(level)}"
            )
        slots.append((name, level))
    return slots


def _draw_mixed(count: int, mixture: Mixture, uid: str, split: Split) -> tuple[Task, ...]:
    seed = randomness.derive_seed("episode", uid)
    return _distinct(count, lambda _, attempt: mixture.task(attempt, split=split, seed=seed))


def _draw_slots(slots: list[Slot], mixture: Mixture, uid: str, split: Split) -> tuple[Task, ...]:
    seed = randomness.derive_seed("episode", uid)

    def at(position: int, attempt: int) -> Task:
        name, level = slots[position]
        return mixture.source(name).task(level=level, split=split, seed=seed, index=attempt)

    return _distinct(len(slots), at)


def _distinct(count: int, at: Callable[[int, int], Task]) -> tuple[Task, ...]:
    """Fills `count` positions from one stream, passing over problems that are there already.

    The stream's seed is a hash of the whole address, so counting attempts up stays inside it.
    """
    attempts = itertools.count()
    tasks: dict[str, Task] = {}
    for position in range(count):
        for attempt in itertools.islice(attempts, MAX_ATTEMPTS):
            task = at(position, attempt)
            if task.key not in tasks:
                tasks[task.key] = task
                break
        else:
            raise ValueError(
                f"only {position} of {count} distinct questions were found in {MAX_ATTEMPTS} "
                "draws; ask for fewer, or for more sources and levels"
            )
    return tuple(tasks.values())
