"""What can be seen without judging an answer: JSON, lengths, knobs, the file, the speed."""

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

from ponder import verifiers
from ponder.generators.registry import DOMAINS, MAX_LEVEL, Family
from ponder.generators.streams import task_at
from ponder.quoting import quoted
from ponder.task import Address, Task
from ponder.testing.report import Finding, judge, skip
from ponder.testing.sample import SEEDS, Sample, address, require_reply
from ponder.testing.witness import Testimony, witness

STEP_LENGTH = 200
FILE_LINES = 120
SLOWEST_MEAN = 1.0
"""Processor seconds that a task may take in the mean at any level."""
KNOB_SECONDS = 10.0
PROBED_LEVEL = 3
BAD_INTEGERS = (-1, 0, 10**9)


def longest_question(level: int) -> int:
    """Characters that a question may have."""
    return 4_000 if level <= 10 else 12_000


def round_trip(sample: Sample) -> Finding:
    """A task read from its own JSON is the same task, and its answer is still right."""
    faults = []
    for task in sample:
        line = task.to_json()
        if not _is_unicode(line):
            faults.append(
                f"{task.uid} holds half a surrogate pair, which no file can: {line[:80]!a}"
            )
            continue
        copy = Task.from_json(line)
        if copy != task or copy.to_json() != line:
            fields = [
                field.name
                for field in dataclasses.fields(Task)
                if getattr(copy, field.name) != getattr(task, field.name)
            ]
            faults.append(
                f"{task.uid} changes through JSON in {fields}: facts and options must be made of "
                "dicts with text keys, lists (no tuples), text, numbers, booleans and None"
            )
        elif not verifiers.verify(copy, f"<answer>{copy.answer}</answer>").correct:
            faults.append(f"{task.uid} refuses its own answer once read from JSON")
    return judge("json", faults, f"{len(sample)} tasks are the same after JSON")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def lengths(sample: Sample) -> Finding:
    """Questions and steps keep to their lengths, and nothing is empty."""
    faults, longest, step = [], 0, 0
    for task in sample:
        longest = max(longest, len(task.question))
        step = max([step, *map(len, task.steps)])
        faults += [f"{task.uid} {fault}" for fault in _misshapen(task)]
    praise = f"longest question {longest:,} characters, longest step {step}"
    return judge("lengths", faults, praise)


def _misshapen(task: Task) -> Iterator[str]:
    limit = longest_question(task.level)
    if not 0 < len(task.question.strip()) <= limit:
        yield f"has a question of {len(task.question):,} characters, 1 to {limit:,} are allowed"
    if not task.answer.strip() or not task.answer_format.strip():
        yield "has an empty answer or answer format"
    if "\n" in task.answer_format:
        yield f"has an answer format of several lines: {quoted(task.answer_format)}"
    for step in task.steps:
        if not step.strip() or len(step) >= STEP_LENGTH or "\n" in step:
            yield (
                f"has a step of {len(step)} characters, one line under {STEP_LENGTH} is "
                f"allowed: {quoted(step, 60)}"
            )


def knobs(sample: Sample) -> Finding:
    """Knobs are frozen data for the uid, and bad ones give a ValueError, never worse."""
    family = sample.family
    values = family.knobs_at(PROBED_LEVEL)
    if not dataclasses.is_dataclass(values) or isinstance(values, type):
        return judge("knobs", [f"at({PROBED_LEVEL}) gives {quoted(values)}: no dataclass"], "")
    faults = []
    if not values.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        faults.append("the dataclass of knobs is not frozen")
    fields = {field.name: getattr(values, field.name) for field in dataclasses.fields(values)}
    for name, value in fields.items():
        if type(value) not in (bool, int, float, str):
            faults.append(f"knob {name!r} is {quoted(value)}: only JSON scalars fit into a uid")
    faults = faults or [*_carried(family, fields)]
    if faults:
        return judge("knobs", faults, "")
    faults += _levels_out_of_range(family)
    probes = [(name, bad) for name, value in fields.items() for bad in _bad_values(value)]
    for name, bad in probes:
        faults += _probe(family, name, bad)
    praise = f"{len(probes)} bad values of {len(fields)} knobs gave a ValueError or a sound task"
    return judge("knobs", faults, praise)


def _levels_out_of_range(family: Family) -> Iterator[str]:
    for level in range(1, MAX_LEVEL + 1):
        try:
            family.knobs_at(level)
        except Exception as error:  # a family may raise anything; it is reported
            yield f"at({level}) raises {type(error).__name__}: {error}"
    chances = [family.chance(level) for level in range(1, MAX_LEVEL + 1)]
    for level, chance in enumerate(chances, 1):
        if not 0 <= chance <= 0.5:
            yield f"chance({level}) is {chance}, 0 to 0.5 is allowed"


def _carried(family: Family, fields: dict[str, Any]) -> Iterator[str]:
    """Knobs of one level laid over another come back from the uid unchanged."""
    place = dataclasses.replace(
        address(family, PROBED_LEVEL + 2, SEEDS[0], 0), knobs=tuple(sorted(fields.items()))
    )
    try:
        require_reply(family, place)
    except (TimeoutError, ValueError) as error:
        yield f"{place} gives {type(error).__name__}: {error}"
        return
    again = Address.parse(str(place))
    if again != place or task_at(family, again) != task_at(family, place):
        yield f"{place} is not read back as it was written"


def _bad_values(value: Any) -> tuple[Any, ...]:
    if type(value) is int:
        return BAD_INTEGERS
    if type(value) is float:
        return (-1.0, 1e9)
    return ("no such value",) if type(value) is str else ()


def _probe(family: Family, name: str, bad: Any) -> Iterator[str]:
    """Tries a knob in another process, which may hang or run out of memory there."""
    place = dataclasses.replace(address(family, PROBED_LEVEL, SEEDS[0], 0), knobs=((name, bad),))
    try:
        (reply,) = witness(0).ask(family, [place], seconds=KNOB_SECONDS)
    except (TimeoutError, ValueError) as error:
        reply = Testimony(type(error).__name__, str(error))
    if reply.error and reply.error != "ValueError":
        yield (
            f"knob {name}={bad!r} gives {reply.error} ({quoted(reply.text, 80)}) and not a "
            "ValueError: check its range in __post_init__"
        )
    elif not reply.error:
        task = Task.from_json(reply.text)
        if not verifiers.verify(task, f"<answer>{task.answer}</answer>").correct:
            yield f"knob {name}={bad!r} makes a task that refuses its own answer"


def file_length(sample: Sample) -> Finding:
    """A native family is one file of at most 120 lines with a question and an answer."""
    if sample.family.domain not in DOMAINS:
        return skip("file", "the family is not part of Ponder")
    path = inspect.getsourcefile(inspect.unwrap(sample.family.draw))
    if path is None:
        return skip("file", "the family has no file")
    with open(path, encoding="utf-8") as file:
        count = sum(1 for _ in file)
    faults = []
    if count > FILE_LINES:
        faults.append(f"the file has {count} lines, {FILE_LINES} are allowed")
    if "Q:" not in sample.family.doc or "A:" not in sample.family.doc:
        faults.append("the docstring lacks a real question and answer (lines 'Q: ...', 'A: ...')")
    return judge("file", faults, f"{count} lines, with a question and an answer")


def speed(sample: Sample) -> Finding:
    """A task takes well under a second."""
    faults = [
        f"a task of level {level} takes {seconds:.2f} s in the mean, {SLOWEST_MEAN} is allowed"
        for level, seconds in sample.seconds.items()
        if seconds > SLOWEST_MEAN
    ]
    slowest = max(sample.seconds, key=lambda level: sample.seconds[level], default=0)
    took = sample.seconds.get(slowest, 0.0) * 1000
    return judge("speed", faults, f"at most {took:.2f} ms a task in the mean (level {slowest})")


def interactive(sample: Sample) -> Finding:
    """A family that replies does so to anything, the same way twice, until the answer comes."""
    respond = sample.family.respond
    if respond is None:
        return skip("interactive", "the family does not reply")
    faults = []
    tasks = sample.few(2)
    for task in tasks:
        final = f"<answer>{task.answer}</answer>"
        if respond(task, [final]) is not None:
            faults.append(f"{task.uid} replies to the final answer {quoted(final)}")
        for turn in ("", "?", "What now?", "9**9**9**9", "(" * 2_000):
            reply = respond(task, [turn])
            if not isinstance(reply, str | None) or reply != respond(task, [turn]):
                faults.append(f"{task.uid} replies {quoted(reply)} to {quoted(turn, 40)}")
            if reply is not None and not verifiers.verify(task, [turn, final]).correct:
                faults.append(f"{task.uid} refuses its answer in the second turn")
    return judge("interactive", faults, f"{len(tasks)} tasks reply to five turns each")
