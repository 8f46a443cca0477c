"""How long the exact oracle takes: 10 questions, 200 budget steps, 10,000 episodes, one core.

    OMP_NUM_THREADS=1 python benchmarks/knapsack.py

Every step of the grid is a level, so a question has 201 of them. Curves are random and
nondecreasing, a new one for each question. The exit status is 1 where a bar is missed.
"""

import argparse
import resource
import sys
import time

import numpy as np

from ponder.evaluation.allocation import Problem, knapsack

SECONDS_BAR, MEGABYTES_BAR = 60.0, 1_000.0


def main() -> int:
    """Solves and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--steps", type=int, default=200)
    asked = parser.parse_args()
    rng = np.random.default_rng(0)
    shape = (asked.episodes, asked.questions)
    gains = rng.random((asked.episodes * asked.questions, asked.steps), dtype=np.float32) ** 8
    curves = np.zeros((len(gains), asked.steps + 1), dtype=np.float32)
    np.cumsum(gains, axis=1, out=curves[:, 1:])
    curves /= curves[:, -1:]
    del gains
    episodes = np.arange(len(curves)).reshape(shape)
    problem = Problem(np.arange(asked.steps + 1), episodes, asked.steps)
    started = time.process_time()
    plan = knapsack(curves, problem)
    seconds = time.process_time() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{asked.episodes:,} episodes of {asked.questions} questions, {asked.steps} budget steps: "
        f"{seconds:.1f} s, {megabytes:.0f} MB at most, mean value {plan.value.mean():.3f}"
    )
    return int(seconds > SECONDS_BAR or megabytes > MEGABYTES_BAR)


if __name__ == "__main__":
    sys.exit(main())
