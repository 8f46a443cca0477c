"""Judges every hostile reply for every checker and family: time a verdict, and memory.

    python -m benchmarks.hostile
    python -m benchmarks.hostile --only family --worst 20
    python -m benchmarks.hostile --fallback    # math-verify in its worker, by the clock

The corpus is `tests/verifiers/hostile.py`: code, bombs, odd text, claims, and replies of ten
million characters. Times are those of the processor, in this process, so that a busy machine does
not count. Memory is the growth of the peak resident size since all was loaded and judged once; it
holds the reply itself, of which there is one at a time. The exit status is 1 where a bar is
missed, or a verdict is wrong.
"""

import argparse
import gc
import resource
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ponder.verifiers import bounds, grade
from tests.verifiers.hostile import Reply, aimed, huge, replies
from tests.verifiers.targets import Target, malformed, target, target_names
from tests.verifiers.test_maths_safety import GOLDS, HUGE, MANY

MILLISECONDS = 50.0
WORKER_MILLISECONDS = 2_500.0
MEGABYTES = 100.0
INTEGRAL = r"\int_0^1 x^{12}\,dx"
"""A reference answer that Ponder does not read, so that the fallback is asked."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One verdict.

    Attributes:
        target: What was attacked.
        reply: With what.
        milliseconds: Processor time it took.
        fault: What is wrong with the verdict; "" if nothing is.
    """

    target: str
    reply: str
    milliseconds: float
    fault: str


def measure(name: str, mark: Target, reply: Reply, text: str) -> Measurement:
    """Judges a reply once."""
    started = time.thread_time()
    try:
        verdict = mark.judge(text)
    except Exception as error:  # a verifier must not raise; that is what is measured
        return Measurement(name, reply.name, 0.0, f"raises {type(error).__name__}: {error}")
    took = (time.thread_time() - started) * 1000
    fault = malformed(verdict)
    if verdict.correct != reply.correct:
        fault = f"correct is {verdict.correct}"
    return Measurement(name, reply.name, took, fault)


def attack(names: list[str]) -> Iterator[Measurement]:
    """Tries all replies on all targets; one reply is held at a time."""
    for reply in [*replies(), *huge()]:
        text = reply.build()
        for name in names:
            yield measure(name, target(name), reply, text)
    for name in names:
        mark = target(name)
        for reply in aimed(mark.task, mark.wrong):
            yield measure(name, mark, reply, reply.build())


def attack_maths() -> Iterator[Measurement]:
    """Tries what is long, deep or costly to compare, as an answer and as a reference."""
    for name, text in HUGE.items():
        for gold in GOLDS:
            yield measure_maths(f"{name} for {gold}", text, gold, {})
        if len(text) <= bounds.ANSWER_CHARACTERS:
            for answer in ("1.5", text[: bounds.ANSWER_CHARACTERS - 10] + "+0"):
                yield measure_maths(f"{name} as the reference", answer, text, {})
    for name, (answer, gold) in MANY.items():
        for ratios in ("exact", "reduce"):
            options = {"ratios": ratios, "form": "any"}
            yield measure_maths(f"{name}, {ratios}", answer, gold, options)


def measure_maths(name: str, answer: str, gold: str, options: dict[str, str]) -> Measurement:
    """Judges one answer; a reference that is refused as such has no verdict to be malformed."""
    started = time.thread_time()
    try:
        verdict = grade(f"<answer>{answer}</answer>", gold, kind="math", options=options)
        fault = malformed(verdict)
    except ValueError as why:
        fault = "" if "gold must be readable" in str(why) else f"raises {why}"
    return Measurement("checker math", name, (time.thread_time() - started) * 1000, fault)


def attack_fallback() -> Iterator[Measurement]:
    """Tries all replies where math-verify is asked; times are those of the clock."""
    options = {"fallback": "math-verify"}
    assert grade(r"\boxed{\int_0^1 t^{12}\,dt}", INTEGRAL, kind="math", options=options).correct
    for reply in [*replies(), *huge()]:
        text = reply.build()
        started = time.perf_counter()
        verdict = grade(text, INTEGRAL, kind="math", options=options)
        took = (time.perf_counter() - started) * 1000
        fault = malformed(verdict) or ("correct" if verdict.correct else "")
        yield Measurement("fallback", reply.name, took, fault)


def peak_megabytes() -> float:
    """The largest resident size that this process has had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def quantiles(times: list[float]) -> list[float]:
    """The median, the 99th and the 99.9th percentile, and the largest."""
    cuts = statistics.quantiles(times, n=1000, method="inclusive")
    return [cuts[499], cuts[989], cuts[998], max(times)]


def show(measured: list[Measurement], worst: int) -> None:
    """Prints a line for each checker, the slowest verdicts, and what is wrong."""
    by_checker: dict[str, list[float]] = defaultdict(list)
    for each in measured:
        by_checker[target(each.target).task.checker.name].append(each.milliseconds)
    print(f"{'checker':<12}{'verdicts':>10}{'p50':>9}{'p99':>9}{'p99.9':>9}{'max':>9}  ms")
    everything = [each.milliseconds for each in measured]
    for checker, times in [*sorted(by_checker.items()), ("all", everything)]:
        cells = "".join(f"{value:>9.3f}" for value in quantiles(times))
        print(f"{checker:<12}{len(times):>10}{cells}")
    show_worst(measured, worst)


def show_worst(measured: list[Measurement], worst: int) -> None:
    """Prints the slowest verdicts, and what is wrong."""
    for each in sorted(measured, key=lambda m: -m.milliseconds)[:worst]:
        print(f"{each.milliseconds:9.1f} ms  {each.target}: {each.reply}")
    for each in measured:
        if each.fault:
            print(f"FAULT {each.target}: {each.reply}: {each.fault}")


def judge_fallback(worst: int) -> int:
    """Measures the worker; 0 if its bar is met."""
    measured = list(attack_fallback())
    show_worst(measured, worst)
    median, _, slow, most = quantiles([each.milliseconds for each in measured])
    faults = sum(bool(each.fault) for each in measured)
    print(f"{len(measured)} verdicts, p50 {median:.1f} ms, p99.9 {slow:.0f} ms, max {most:.0f} ms "
          f"(bar {WORKER_MILLISECONDS:.0f}), {faults} faults")  # fmt: skip
    return int(slow >= WORKER_MILLISECONDS or faults > 0)


def main() -> int:
    """Runs the benchmark; 0 if every bar is met."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="begin of the names of the targets to try")
    parser.add_argument("--worst", type=int, default=10, help="how many slow verdicts are shown")
    parser.add_argument("--fallback", action="store_true", help="the worker alone")
    arguments = parser.parse_args()
    if arguments.fallback:
        return judge_fallback(arguments.worst)
    names = [name for name in target_names() if name.startswith(arguments.only)]
    if not names:
        parser.error(f"--only must begin one of {target_names()}, got {arguments.only!r}")
    for name in names:
        mark = target(name)
        for text in (mark.task.answer, mark.wrong):
            mark.judge(text)
    gc.collect()
    gc.freeze()  # what the imports left would be gone through again and again
    before = peak_megabytes()
    measured = [*attack(names), *attack_maths()]
    growth = peak_megabytes() - before
    show(measured, arguments.worst)
    slow = quantiles([each.milliseconds for each in measured])[2]
    faults = sum(bool(each.fault) for each in measured)
    print(f"p99.9 {slow:.2f} ms (bar {MILLISECONDS:.0f}), peak memory grew by {growth:.1f} MB "
          f"(bar {MEGABYTES:.0f}), {faults} faults")  # fmt: skip
    return int(slow >= MILLISECONDS or growth >= MEGABYTES or faults > 0)


if __name__ == "__main__":
    raise SystemExit(main())
