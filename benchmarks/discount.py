"""Accuracy and length over the discount, with the normaliser and without it.

    python benchmarks/discount.py
    python benchmarks/discount.py --seeds 0 --tokens 200000 --per-level 40     # a quick look

From one warm start, single questions of eight levels, every run stopped once it has sampled the
same number of tokens. With the normaliser a group's advantages are divided by std + 0.1; without
it they are not divided. Then, on the test split, each gamma against gamma 1 of the same seed and
the same kind: accuracy in points and tokens in per cent, with 95 % bootstrap intervals of paired
differences, all seeds together. A stopped benchmark goes on where it was.
"""

import argparse
import json
from pathlib import Path

import torch
from training_runs import accuracy_difference, trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import QuestionRow, bootstrap_ratio, evaluate_questions
from ponder.generators.mixture import Mixture
from ponder.trainers.config import TrainConfig

DISTANCES = {
    "dapo": (0.0, 1e-4, 1e-3, 3e-3, 1e-2),
    "dr_grpo": (0.0, 1e-5, 1e-3, 1e-2),
}
"""1 - gamma, by the preset: `dapo` normalises, `dr_grpo` does not."""
EVALUATION_SEED = 2027


def main() -> None:
    """Trains what is missing, evaluates, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--tokens", type=int, default=300_000, help="sampled in training, each")
    parser.add_argument("--per-level", type=int, default=200)
    parser.add_argument("--objectives", nargs="+", default=sorted(DISTANCES))
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-discount"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    rows: dict[tuple[str, float], list[QuestionRow]] = {}
    for seed in arguments.seeds:
        for objective in arguments.objectives:
            for distance in DISTANCES[objective]:
                config = run_config(objective, distance, seed, arguments.tokens)
                name = f"{objective}-{distance:g}"
                policy = trained(name, config, arguments.out)
                rows.setdefault((objective, distance), []).extend(
                    evaluate_questions(
                        policy,
                        Mixture.parse(config.source),
                        per_level=arguments.per_level,
                        seed=EVALUATION_SEED,
                        max_tokens=config.max_tokens,
                        out=arguments.out / f"{name}-s{seed}" / "questions.jsonl",
                    )
                )
        print_table(rows, arguments.out)


def run_config(objective: str, distance: float, seed: int, tokens: int) -> TrainConfig:
    """The run of one gamma."""
    return TrainConfig(
        source="chain_sum:1-8",
        curriculum_options={"window": 8, "threshold": 0.7, "samples": 4},
        steps=10_000,
        max_train_tokens=tokens,
        question_groups=8,
        episode_groups=0,
        show_budget=False,
        gamma=1 - distance,
        objective=objective,
        epsilon=0.1,
        lr=3e-4,
        seed=seed,
    )


def print_table(rows: dict[tuple[str, float], list[QuestionRow]], out: Path) -> None:
    """Prints a line a gamma, and writes the figures as JSON."""
    print(f"{'objective':10} {'1 - gamma':>9} {'right':>7} {'tokens':>7}   against gamma 1")
    figures = []
    for (objective, distance), found in rows.items():
        base = rows[objective, 0.0]
        accuracy = sum(row.correct for row in found) / len(found)
        tokens = sum(row.tokens for row in found) / len(found)
        points = [100 * value for value in accuracy_difference(found, base)]
        ratio = bootstrap_ratio([row.tokens for row in found], [row.tokens for row in base], seed=1)
        percent = [100 * (value - 1) for value in ratio]
        print(
            f"{objective:10} {distance:9.0e} {accuracy:7.1%} {tokens:7.1f}   "
            f"{points[0]:+6.2f} points ({points[1]:+.2f} to {points[2]:+.2f})   "
            f"{percent[0]:+6.1f} % tokens ({percent[1]:+.1f} to {percent[2]:+.1f})",
            flush=True,
        )
        figures.append(
            {
                "objective": objective,
                "distance": distance,
                "accuracy": accuracy,
                "tokens": tokens,
                "points": points,
                "percent": percent,
            }
        )
    (out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
