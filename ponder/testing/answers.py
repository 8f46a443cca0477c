"""Rule 5: the reference answer is right in every harmless rendering, and wrong answers are not."""

import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ponder import verifiers
from ponder.quoting import quoted
from ponder.task import Task
from ponder.testing.report import Finding, judge
from ponder.testing.sample import Sample
from ponder.testing.solutions import tokens
from ponder.verifiers.expressions import evaluate

RENDERINGS = {
    "bare": "{}",
    "boxed": "\\boxed{{{}}}",
    "boxed in mathematics": "$$\\boxed{{{}}}$$",
    "tagged": "<answer>{}</answer>",
    "tagged on lines of its own": "<answer>\n{}\n</answer>",
    "after reasoning": "<think>It may be 12 or so.</think>\n<answer>{}</answer>",
    "in a sentence": "The answer is {}.",
    "on the last line": "Let us see.\n\nFinal answer: {}",
    "spaced": "  {}  ",
    "between newlines": "\n{}\n",
    "with a full stop": "{}.",
    "in dollars": "${}$",
    "in bold": "**{}**",
}
"""Harmless ways to write an answer, as templates."""

SINGLE = frozenset({
    "integer", "rational", "decimal", "text", "choice",
    "sequence", "multiset", "set", "grid", "assignment",
})  # fmt: skip
"""Checkers that accept one answer only, up to the way it is written."""

UNORDERED = frozenset({"multiset", "set", "assignment"})
HOSTILE_SECONDS = 1.0
NOT_TEXT: tuple[Any, ...] = (None, 5, [], [1], {"a": 1}, b"5")
"""What a response may be by mistake; it scores 0 too."""

_NUMBER = re.compile(r"\d+")
_LAST_NUMBER = re.compile(r"\d+(?!.*\d)", re.DOTALL)


def accepts(sample: Sample) -> Finding:
    """The reference answer scores 1 in every harmless rendering."""
    faults = []
    tasks = sample.few(sample.effort.judged)
    for task in tasks:
        for name, response in renderings(task):
            verdict = verifiers.verify(task, response)
            if not verdict.correct or verdict.score != 1.0:
                faults.append(
                    f"{task.uid} scores {verdict.score} for its answer {quoted(task.answer, 60)} "
                    f"{name}: {verdict.reason} It was read as {quoted(verdict.extracted, 60)}."
                )
    return judge("accepts", faults, f"{len(tasks)} answers are right in {len(RENDERINGS)} ways")


def renderings(task: Task) -> Iterator[tuple[str, str]]:
    """Yields the reference answer in every harmless rendering, and what each is."""
    for name, template in RENDERINGS.items():
        yield name, template.format(task.answer)
    if task.checker.name == "integer" and _NUMBER.fullmatch(task.answer.lstrip("-")):
        yield "with thousands separators", f"<answer>{int(task.answer):,}</answer>"


def refuses(sample: Sample) -> Finding:
    """Wrong answers and junk score 0."""
    faults: list[str] = []
    tried = 0
    for level in sample.levels.values():
        tasks = level[: sample.effort.judged]
        for task, other in zip(tasks, [*tasks[1:], tasks[0]], strict=True):
            for what, response in mutations(task, other):
                tried += 1
                faults += _scored(task, what, response)
    hostile, count = _hostile(sample)
    return judge(
        "refuses", [*faults, *hostile], f"{tried} wrong and {count} hostile answers scored 0"
    )


def _scored(task: Task, what: str, response: str) -> Iterator[str]:
    verdict = verifiers.verify(task, response)
    if verdict.correct or verdict.score != 0.0:
        yield (
            f"{task.uid} scores {verdict.score} for {what}, {quoted(response, 80)} "
            f"(its answer is {quoted(task.answer, 60)})"
        )


def mutations(task: Task, other: Task) -> Iterator[tuple[str, str]]:
    """Yields wrong responses to a task, and what each is.

    An answer that may be right by accident, by an independent look, is left out: where several
    answers are right, only those are tried that spoil the reference answer for certain.
    """
    gold = task.answer
    yield "nothing", ""
    yield "empty tags", "<answer></answer>"
    yield "an empty box", "\\boxed{}"
    yield "a denial", f"It is not {gold}."
    yield "a tagged denial", f"<answer>It is not {gold}</answer>"
    yield "a long denial", f"<answer>It is not true that {gold}</answer>"
    yield "its answer and junk", f"<answer>{gold}zzzz</answer>"
    yield "its answer while still reasoning", f"<think>{gold}"
    if task.checker.name == "choice":
        yield "all choices", f"<answer>{' '.join(task.checker.options['choices'])}</answer>"
    for what, wrong in _spoilt(task):
        if not same_answer(task, wrong):
            yield what, f"<answer>{wrong}</answer>"
    if same_answer(task, other.answer):
        return
    if task.checker.name in SINGLE:
        yield "another task's answer", f"<answer>{other.answer}</answer>"
    if not _solves(task, other.answer):
        yield "two candidates, its answer first", f"<answer>{gold} or {other.answer}</answer>"
        yield "two candidates, its answer last", f"<answer>{other.answer} or {gold}</answer>"


def _spoilt(task: Task) -> Iterator[tuple[str, str]]:
    """Changes the reference answer a little."""
    gold = task.answer
    value = evaluate(gold)
    if task.checker.name in SINGLE or value is not None:
        yield "its answer followed by a 1", f"{gold}1"
        yield "its last number raised by one", _LAST_NUMBER.sub(_raised, gold)
        yield "all its numbers raised by one", _NUMBER.sub(_raised, gold)
        yield "its first character", gold[0]
    if value is not None:
        yield "its answer negated", gold[1:] if gold.startswith("-") else f"-({gold})"
        yield "a value off by one", str(value + 1)
        yield "a value off by one per cent", str(value + (abs(value) // 100 or 2))


def _raised(number: re.Match[str]) -> str:
    return str(int(number[0]) + 1)


def same_answer(task: Task, answer: str) -> bool:
    """Whether an answer says the same as the reference, told without the verifier."""
    values = evaluate(task.answer), evaluate(answer)
    if values[0] is not None and values[1] is not None:
        return abs(values[0] - values[1]) <= _tolerance(task)
    found = [tokens(text) for text in (task.answer, answer)]
    if task.checker.name in UNORDERED:
        return Counter(found[0]) == Counter(found[1])
    return found[0] == found[1]


def _tolerance(task: Task) -> Fraction:
    options = task.checker.options
    if "decimal" not in (task.checker.name, options.get("of")):
        return Fraction()
    return Fraction(str(options.get("tolerance", "0.001")))


def _solves(task: Task, answer: str) -> bool:
    """Whether another task's answer is right here too, which many-answer families allow."""
    if task.checker.name in SINGLE:
        return False
    return verifiers.verify(task, f"<answer>{answer}</answer>").correct


def hostile_answers(canary: Path) -> dict[str, str]:
    """Texts that have run code in, hung or crashed a verifier; `canary` is what one creates."""
    return {
        "code": f"__import__('os').system('touch {canary}')",
        "a call": f"open({str(canary)!r}, 'w')",
        "exit": "exit()",
        "a tower of powers": "9**9**9**9",
        "a large exponent": "1E+999999999",
        "a small exponent": "1e-999999999",
        "an overflow": "1e400",
        "a factorial": "factorial(10**7)",
        "factorial signs": "9!!!!!!!!",
        "a long repeat": "R1000000 A+999999999",
        "brackets": "(" * 3_000 + "1" + ")" * 3_000,
        "open brackets": "[" * 20_000,
        "braces": "\\boxed{" * 3_000,
        "negations": "¬" * 2_000 + "P",
        "signs": "-" * 20_000 + "1",
        "fractions": "\\frac{" * 2_000,
        "commas": "," * 100_000,
        "digits": "7" * 100_000,
        "spaces": " " * 100_000 + "x",
        "tags": "<answer>" * 10_000,
        "nested JSON": '{"a":' * 5_000 + "1" + "}" * 5_000,
        "not a number": "nan",
        "infinity": "inf",
        "null": "null",
        "an object": '{"a": 1}',
        "an empty list": "[]",
        "zero bytes": "\x00\x00",
        "a lone surrogate": "\ud800",
        "a division by zero": "1/0",
        "an unevaluated call": "Integral(x, x)",
        "every choice": "A B C D E",
        "yes and no": "yes and no",
    }


def _hostile(sample: Sample) -> tuple[list[str], int]:
    faults: list[str] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder) / "canary"
        answers = hostile_answers(canary)
        for task in sample.few(1):
            before = task.to_json()
            for nothing in NOT_TEXT:
                count += 1
                faults += _survives(task, "a response that is no text", nothing, "")
            for what, text in answers.items():
                for response in (text, f"<answer>{text}</answer>"):
                    count += 1
                    faults += _survives(task, what, response, text)
            if task.to_json() != before:
                faults.append(f"{before[:60]}... was changed by its verifier")
        if canary.exists():
            faults.append("an answer was executed as code")
    return faults, count


def _timed(task: Task, response: Any) -> tuple[verifiers.Verdict, float]:
    """Judges a response; gives the verdict and the CPU seconds it took."""
    start = time.process_time()
    verdict = verifiers.verify(task, response)
    return verdict, time.process_time() - start


def _survives(task: Task, what: str, response: Any, text: str) -> Iterator[str]:
    try:
        verdict, took = _timed(task, response)
    except Exception as error:  # a verifier must not raise; that is what is tested
        yield f"{task.uid}: {what} ({quoted(response, 40)}) raises {type(error).__name__}: {error}"
        return
    # Once may be the interpreter's own housekeeping; three times is the answer's doing.
    if (
        took > HOSTILE_SECONDS
        and min(_timed(task, response)[1] for _ in range(2)) > HOSTILE_SECONDS
    ):
        yield f"{task.uid}: {what} ({quoted(response, 40)}) took {took:.1f} s"
    if verdict.score != 0.0 and not same_answer(task, text):
        yield f"{task.uid} scores {verdict.score} for {what}, {quoted(response, 40)}"
