"""How far off the oracle's estimates are: plug-in and cross-fitted, by answers a question.

    python -m benchmarks.oracle_bias
    python -m benchmarks.oracle_bias --skill 0.6    # right answers are that much rarer

The simulated studies of `tests/evaluation/allocation/simulation.py`, of which the truth is known:
10 questions of random levels an episode, each with an S-curve of its own level. Scarce, tight and
ample are 160, 480 and 960 tokens an episode. Printed are means over 3,000 episodes, relative to
the best plan under the true curves; beside them what the plain plans win under those, and the
continuous bound.
"""

import argparse

import numpy as np

from ponder.evaluation.allocation import (
    equal_split,
    equilibrium,
    greedy_marginal,
    knapsack,
    oracle_bracket,
)
from tests.evaluation.allocation.simulation import TOTALS, draw_study


def main() -> None:
    """Measures and prints one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=3_000)
    parser.add_argument("--skill", type=float, default=1.0)
    asked = parser.parse_args()
    print("| budget | K | oracle | plug-in, raw | isotonic | cross-fitted | its plan wins |")
    print("|---|---|---|---|---|---|---|")
    for name, total in TOTALS.items():
        for answers in (4, 8, 16, 32):
            rng = np.random.default_rng(answers)
            study = draw_study(
                rng,
                episodes=asked.episodes,
                answers=answers,
                total=total,
                skill=asked.skill,
            )
            problem, truth = study.problem, study.true_curves
            best = knapsack(truth, problem).value.mean()
            raw = knapsack(study.samples.mean(axis=1), problem).value.mean()
            found = oracle_bracket(study.samples, problem, seed=answers, resamples=1)
            won = truth[problem.episodes, found.plan.levels].sum(axis=1).mean()
            values = (raw, found.upper.estimate, found.lower.estimate, won)
            cells = " | ".join(f"{100 * (value / best - 1):+.1f} %" for value in values)
            print(f"| {name} | {answers} | {best:.2f} | {cells} |", flush=True)
        plain = {
            "equal split": equal_split(truth, problem),
            "greedy marginal": greedy_marginal(truth, problem),
            "continuous bound": equilibrium(truth, problem),
        }
        shares = (
            f"{what} {100 * (plan.value.mean() / best - 1):+.1f} %" for what, plan in plain.items()
        )
        print(f"{name}: {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    main()
