"""Verdicts from many threads and processes at once are those of one alone."""

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

from ponder.verifiers import Verdict, grade

CASES = [
    ("So we get \\boxed{\\frac{3}{4}}.", "0.75"),
    ("<think>7? no, 8</think> The answer is 8.", "8"),
    ("<think>7", "7"),
    ("x^2 + 2x + 1", "(x+1)^2"),
    ("<answer>\\sqrt{8}</answer>", "2\\sqrt{2}"),
    ("<answer>2 \\sin x \\cos x</answer>", "\\sin 2x"),
    ("\\boxed{[1, 2) \\cup (3, \\infty)}", "[1,2)\\cup(3,\\infty)"),
    ("the answer is 1, 2 and 3", "1, 2, 3"),
    ("(" * 5_000, "1"),
    ("9" * 100_000, "9"),
    ("__import__('os').getpid()", "4"),
    ("\ud800\x00", "4"),
]


def judge(case: tuple[str, str]) -> Verdict:
    return grade(*case)


def judge_all(repeats: int) -> list[Verdict]:
    return [judge(case) for case in CASES * repeats]


def test_sixty_four_threads_agree_with_one() -> None:
    with ThreadPoolExecutor(64) as threads:
        assert list(threads.map(judge, CASES * 64)) == judge_all(64)


def test_four_processes_agree_with_one() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(4, mp_context=context) as processes:
        assert list(processes.map(judge_all, [1] * 8)) == [judge_all(1)] * 8


def test_an_event_loop_agrees() -> None:
    async def gather() -> list[Verdict]:
        return await asyncio.gather(*(asyncio.to_thread(judge, case) for case in CASES * 8))

    assert asyncio.run(gather()) == judge_all(8)
