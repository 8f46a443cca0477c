"""Rules 1 to 4 and 9: what an address gives, and that streams and splits keep apart."""

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping

from ponder import randomness
from ponder.generators.registry import Family
from ponder.generators.streams import task_at
from ponder.quoting import quoted
from ponder.task import Address, Draft, Sketch, Split, Task, split_of
from ponder.testing.report import Finding, judge, skip
from ponder.testing.sample import SEEDS, Sample, address, names_of
from ponder.testing.statistics import SIGMAS, distinct_bounds
from ponder.testing.witness import witness

HASH_SEEDS = (0, 1)
WITNESS_SECONDS = 60.0
FEWEST_KEYS = 1_000
"""Distinct keys a level, so that a tenth of them still holds 100."""
MOST_DRAWS = 24_000


def levels(sample: Sample) -> Finding:
    """Every level generates."""
    praise = f"{len(sample)} tasks drawn at levels {_list(sample.effort.levels)}"
    return judge("levels", sample.faults, praise)


def reproducible(sample: Sample) -> Finding:
    """Rule 1: same uid, same bytes, and the global generators are left alone."""
    tasks = sample.few(2)
    faults = [*_again(sample.family, tasks), *_elsewhere(sample.family, tasks)]
    return judge(
        "reproducible",
        faults,
        f"{len(tasks)} uids gave the same bytes in reverse order, under another global random "
        f"state, and in processes with PYTHONHASHSEED {_list(HASH_SEEDS)}",
    )


def _again(family: Family, tasks: list[Task]) -> Iterator[str]:
    """Generates in reverse order, the global generators in another state."""
    with _GlobalState() as state:
        for task in reversed(tasks):
            found = task_at(family, Address.parse(task.uid)).to_json()
            if found != task.to_json():
                yield f"{task.uid} gave other bytes when drawn again: {_difference(task, found)}"
        if state.touched():
            yield "the global random or numpy generator was used: draw from the rng passed in"


def _elsewhere(family: Family, tasks: list[Task]) -> Iterator[str]:
    places = [Address.parse(task.uid) for task in tasks]
    for hash_seed in HASH_SEEDS:
        try:
            replies = witness(hash_seed).ask(family, places, seconds=WITNESS_SECONDS)
        except (TimeoutError, ValueError) as error:
            yield f"{family.name} in another process: {error}"
            continue
        for task, reply in zip(tasks, replies, strict=True):
            if reply.error or reply.text != task.to_json():
                why = f"{reply.error}: {reply.text}" if reply.error else reply.text
                yield (
                    f"{task.uid} gave other bytes in a process with PYTHONHASHSEED "
                    f"{hash_seed}: {_difference(task, why)}"
                )
                break


class _GlobalState:
    """Puts the global generators into a known state, and back."""

    def __enter__(self) -> "_GlobalState":
        import numpy as np

        self._before = random.getstate(), np.random.get_state()
        random.seed("a known state")
        np.random.seed(20_240_229)
        self._known = self._now()
        return self

    def __exit__(self, *_: object) -> None:
        import numpy as np

        random.setstate(self._before[0])
        np.random.set_state(self._before[1])

    def touched(self) -> bool:
        return self._now() != self._known

    def _now(self) -> tuple[object, ...]:
        import numpy as np

        state = np.random.get_state(legacy=False)
        return random.getstate(), state["state"]["pos"], state["state"]["key"].tobytes()


def _difference(task: Task, found: str) -> str:
    """Shows where two texts part."""
    wanted = task.to_json()
    at = next((i for i, (a, b) in enumerate(zip(wanted, found, strict=False)) if a != b), 0)
    start = max(0, at - 20)
    return f"{quoted(wanted[start : at + 40])} became {quoted(found[start : at + 40])}"


def independent(sample: Sample) -> Finding:
    """Rule 2: neighbouring seeds share no more questions than chance brings together."""
    within = across = pairs = shifted = compared = 0
    for first, second in sample.tasks.values():
        counts = [Counter(task.question for task in tasks) for tasks in (first, second)]
        within += sum(n * (n - 1) for count in counts for n in count.values())
        across += 2 * sum(n * counts[1][question] for question, n in counts[0].items())
        pairs += 2 * len(first) * len(second)
        shifted += sum(a.question == b.question for a, b in zip(first[1:], second, strict=False))
        compared += max(len(first) - 1, 0)
    low, high = SEEDS
    faults = []
    if across - within > SIGMAS * (2 * (across + within)) ** 0.5:
        faults.append(
            f"seeds {low} and {high} share {across // 2} pairs of equal questions where "
            f"{within // 2} are met inside a seed ({shifted} of {compared} are item i+1 of seed "
            f"{low} and item i of seed {high})"
        )
    praise = f"seeds {low} and {high} share {across // 2} of {pairs // 2} pairs of questions"
    return judge("independent", faults, f"{praise}, {within // 2} are equal inside a seed")


def splits(sample: Sample) -> Finding:
    """Rule 3: the split follows from the problem, whatever name, version, level or seed."""
    tasks = [*sample, *_held_out(sample)]
    faults = []
    seen: dict[str, Task] = {}
    for task in tasks:
        place = Address.parse(task.uid)
        if split_of(task.key) != place.split:
            faults.append(f"{task.uid} has a key of split {split_of(task.key)}")
        if f"{place.name}@" in task.key:
            faults.append(f"{task.uid} has its family's name and version in its key")
        other = seen.setdefault(" ".join(task.question.split()), task)
        if other.key != task.key:
            faults.append(
                f"{names_of([other, task])} ask the same but have the keys "
                f"{quoted(other.key, 60)} and {quoted(task.key, 60)}: one problem may fall "
                "into two splits"
            )
    faults += _unkeyed(sample)
    return judge("splits", faults, f"{len(tasks)} tasks of three splits, {len(seen)} questions")


def _held_out(sample: Sample) -> list[Task]:
    """The other splits, at seeds and indexes that a rival's generators refuse."""
    places: tuple[tuple[Split, int, int], ...] = (("valid", -1, 10**9), ("test", 2**64, 0))
    return [
        task_at(sample.family, address(sample.family, level, seed, index, split))
        for level in sample.tasks
        for split, seed, index in places
    ]


def _unkeyed(sample: Sample) -> Iterator[str]:
    """Draws the same problem twice from one random state: its key must not change."""
    for level in sample.tasks:
        knobs = sample.family.knobs_at(level)
        keys = [_key(sample.family.draw(random.Random(level), knobs)) for _ in range(2)]
        if keys[0] != keys[1]:
            yield (
                f"two draws at level {level} from the same random state have the keys "
                f"{quoted(keys[0], 60)} and {quoted(keys[1], 60)}"
            )
        drawn = sample.family.draw(random.Random(level), knobs)
        if isinstance(drawn, Sketch) and drawn.finish().key not in ("", drawn.key):
            yield f"the sketch at level {level} has another key than the draft it makes"


def _key(drawn: Draft | Sketch) -> str:
    return drawn.key if isinstance(drawn, Sketch) else drawn.content_key


def distinct(sample: Sample) -> Finding:
    """Rule 4: levels 1 and 2 hold 5,000 distinct questions, the others 30,000."""
    if not sample.full:
        return skip("distinct", "counted in the full check only")
    faults, parts = [], []
    for level in sample.tasks:
        wanted = 5_000 if level <= 2 else 30_000
        drawn, (seen, bound), keys = _count(sample, level, wanted)
        if bound < wanted:
            faults.append(
                f"level {level} has at most {bound:,.0f} distinct questions, {wanted:,} are "
                f"needed ({seen:,} in {drawn:,} draws): give the level larger knobs"
            )
        if keys < FEWEST_KEYS:
            faults.append(
                f"level {level} has at most {keys:,.0f} distinct keys, {FEWEST_KEYS:,} are "
                "needed for 100 in each split"
            )
        parts.append(f"{seen:,} in {drawn:,} draws at level {level}")
    return judge("distinct", faults, "; ".join(parts[:3]) + f"; {len(parts)} levels in all")


def _count(sample: Sample, level: int, wanted: int) -> tuple[int, tuple[int, float], float]:
    """Draws bare drafts, more while the bound is short: draws, questions, bound on keys.

    A sketch is counted by its key, without the work of finishing it: there are at least as
    many questions as keys.
    """
    rng = randomness.stream("ponder.testing", sample.family.name, level)
    knobs = sample.family.knobs_at(level)
    questions: list[bytes] = []
    keys: list[bytes] = []
    start, goal = time.process_time(), sample.effort.raw
    while True:
        while len(keys) < goal:
            drawn = sample.family.draw(rng, knobs)
            keys.append(randomness.digest(_key(drawn)))
            text = drawn.key if isinstance(drawn, Sketch) else drawn.question
            questions.append(randomness.digest(text))
            if time.process_time() - start > sample.effort.seconds:
                goal = len(keys)
        found, bound = distinct_bounds(questions), distinct_bounds(keys)[1]
        late = time.process_time() - start > sample.effort.seconds
        if late or goal >= MOST_DRAWS or (found[1] >= wanted and bound >= FEWEST_KEYS):
            return len(keys), found, bound
        goal *= 2


def unchanged(sample: Sample, golden: Mapping[str, str] | None) -> Finding:
    """Rule 9: what a version generates never changes."""
    from ponder.testing.golden import entry, fingerprint

    name = entry(sample.family)
    if golden is None:
        return skip("unchanged", "no golden hashes were given")
    if name not in golden:
        return skip("unchanged", f"there is no golden hash for {name} yet")
    found = fingerprint(sample.family)
    faults = []
    if found != golden[name]:
        faults.append(
            f"{name} no longer generates what it did (hash {found}, was {golden[name]}): raise "
            "the family's VERSION, or undo the change"
        )
    return judge("unchanged", faults, f"{name} still hashes to {found}")


def _list(items: tuple[int, ...]) -> str:
    return ", ".join(map(str, items))
