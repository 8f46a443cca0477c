"""Plain integer verdicts a second on one core, beside math-verify's.

    python benchmarks/verdicts.py

Both judge the same answers, half of them right: in a tag, boxed, and in a worked solution.
math-verify is asked by `parse` and `verify` without time limits. Times are those of the
processor; the best of five rounds counts. The exit status is 1 under the bar.
"""

import importlib.util
import logging
import time
from collections.abc import Callable

from ponder import generate
from ponder.task import Task
from ponder.verifiers import grade, verify

BAR = 100_000
ROUNDS = 5
TASKS = 500


def answers(task: Task) -> list[str]:
    """Three replies with the right answer, and three with the next number."""
    right, wrong = task.answer, str(int(task.answer) + 1)
    shapes = ("<answer>{}</answer>", "So it is \\boxed{{{}}}.", "\n".join(task.steps) + "\n#### {}")
    return [shape.format(answer) for answer in (right, wrong) for shape in shapes]


def per_second(judge: Callable[[], int]) -> float:
    """Verdicts a second of processor time; `judge` gives as many as it says."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        count = judge()
        best = min(best, (time.process_time() - started) / count)
    return 1 / best


def main() -> int:
    """Prints verdicts a second; 0 if Ponder meets its bar."""
    tasks = [generate("chain_sum", level=1 + place % 5, index=place) for place in range(TASKS)]
    pairs = [(task, reply) for task in tasks for reply in answers(task)]
    judges: dict[str, Callable[[], int]] = {
        "ponder, with a task": lambda: len([verify(task, reply) for task, reply in pairs]),
        "ponder, with a reference answer": lambda: len(
            [grade(reply, task.answer, kind="integer") for task, reply in pairs]
        ),
    }
    if importlib.util.find_spec("math_verify"):
        judges["math-verify"] = math_verify(pairs[:300])
    found = {name: per_second(judge) for name, judge in judges.items()}
    slowest = min(rate for name, rate in found.items() if name.startswith("ponder"))
    for name, rate in found.items():
        print(f"{name:34}{rate:>12,.0f} a second{slowest / rate:>10.1f}")
    print(f"bar for ponder: {BAR:,}")
    return int(slowest < BAR)


def math_verify(pairs: list[tuple[Task, str]]) -> Callable[[], int]:
    """Its parser and comparison."""
    from math_verify import parse, verify

    logging.getLogger("math_verify").setLevel(logging.CRITICAL)

    def judge() -> int:
        for task, reply in pairs:
            verify(
                parse(task.answer, parsing_timeout=None),
                parse(reply, parsing_timeout=None),
                timeout_seconds=None,
            )
        return len(pairs)

    return judge


if __name__ == "__main__":
    raise SystemExit(main())
