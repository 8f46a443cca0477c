"""What progress rewards are worth: cumulative regret, within the training budget and beyond it.

    python benchmarks/mrt.py
    python benchmarks/mrt.py --seeds 0 --strengths 1500 --steps 50 --questions 60   # a quick look

Policies that search (attempt, check, retry) are made by supervised fine-tuning of three strengths,
and each is trained further by plain GRPO on outcomes, by MRT with dense progress, by MRT with the
warm start as the prover (frozen), and by MRT with branches. Then, on the test split, each thinks
under twice the training budget: its regret is 1 less the mean of J(mu | prefix) over the tokens,
at the training budget T and at 2T; right answers within T and 2T; and the tokens after which it
is as accurate as plain GRPO is at T. 95 % bootstrap intervals of paired differences, by question,
all seeds together. A stopped benchmark goes on where it was.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from training_runs import trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import bootstrap_difference, question_tasks
from ponder.evaluation.regret import regret
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load
from ponder.policies.play import answer_questions
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import thought_cuts
from ponder.trainers.config import TrainConfig
from ponder.trainers.progress import values_of_prefixes
from ponder.trainers.search_start import SOURCE, search_started

BUDGET = 150
METHODS = ("start", "grpo", "mrt", "mrt-frozen", "mrt-branches")
EVALUATION_SEED = 2028
PLAYS = 2


@dataclass
class Thought:
    """One evaluated thought: when it was right, and its regret at T and at 2T."""

    uid: str
    right_after: float
    regrets: tuple[float, float]


def main() -> None:
    """Trains what is missing, evaluates, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--strengths", type=int, nargs="+", default=[500, 1_000, 1_500])
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-mrt"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    found: dict[tuple[int, str], list[Thought]] = {}
    for strength in arguments.strengths:
        for seed in arguments.seeds:
            for method in arguments.methods:
                policy = made(method, strength, seed, arguments.steps, arguments.out)
                file = arguments.out / f"{method}-{strength}-s{seed}-thoughts.jsonl"
                thoughts = evaluated(policy, arguments.questions, file)
                found.setdefault((strength, method), []).extend(thoughts)
        print_table(strength, found, arguments.out)


def made(method: str, strength: int, seed: int, steps: int, out: Path) -> LocalPolicy:
    """Makes the policy of a method, or loads it."""
    start = out / f"start-{strength}-s{seed}"
    if not (start / "config.json").is_file():
        print(f"fine-tuning {start}", flush=True)
        search_started(seed, steps=strength).save(start)
    if method == "start":
        return load(str(start))
    config = run_config(method, str(start), seed, steps)
    return trained(f"{method}-{strength}", config, out, start=lambda: load(str(start)))


def run_config(method: str, start: str, seed: int, steps: int) -> TrainConfig:
    """The run of one method."""
    progress = {"grpo": "none", "mrt": "dense", "mrt-frozen": "dense", "mrt-branches": "branches"}
    return TrainConfig(
        source=SOURCE,
        curriculum="fixed",
        steps=steps,
        question_groups=8,
        episode_groups=0,
        show_budget=False,
        gamma=1.0,
        max_tokens=BUDGET,
        epsilon=0.1,
        lr=3e-4,
        progress=progress[method],
        prover=start if method == "mrt-frozen" else "",
        seed=seed,
    )


def evaluated(policy: LocalPolicy, questions: int, file: Path) -> list[Thought]:
    """Lets a policy think under twice the budget, and asks it at every line."""
    if file.is_file():
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return [Thought(row[0], row[1], tuple(row[2])) for row in rows]
    tasks = question_tasks(Mixture.parse(SOURCE), per_level=questions, seed=EVALUATION_SEED)
    rollouts = answer_questions(
        policy, tasks, group_size=PLAYS, max_tokens=2 * BUDGET, seed=EVALUATION_SEED
    )
    cuts = [thought_cuts(r.completion, policy.decode, Segmenter("lines")) for r in rollouts]
    values = values_of_prefixes(
        policy, rollouts, cuts, samples=4, max_tokens=24, seed=EVALUATION_SEED
    )
    thoughts = []
    for rollout, places, scores in zip(rollouts, cuts, values, strict=True):
        after = rollout.tokens if rollout.verdict.correct else float("inf")
        both = (regret(places, scores, BUDGET), regret(places, scores, 2 * BUDGET))
        thoughts.append(Thought(rollout.task.uid, after, both))
    lines = [json.dumps([t.uid, t.right_after, t.regrets]) for t in thoughts]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return thoughts


def print_table(strength: int, found: dict[tuple[int, str], list[Thought]], out: Path) -> None:
    """Prints a line a method of one strength."""
    print(f"warm start of {strength} steps")
    print(f"{'':14} {'right T':>8} {'2T':>6} {'regret T':>9} {'2T':>6}   against grpo, T and 2T")
    grpo = found.get((strength, "grpo"))
    for (of, method), thoughts in found.items():
        if of != strength:
            continue
        right = [share_right(thoughts, tokens) for tokens in (BUDGET, 2 * BUDGET)]
        mean = [float(np.mean([t.regrets[i] for t in thoughts])) for i in (0, 1)]
        line = f"{method:14} {right[0]:8.1%} {right[1]:6.1%} {mean[0]:9.3f} {mean[1]:6.3f}   "
        if grpo is not None and method not in ("grpo", "start"):
            for i in (0, 1):
                low = bootstrap_difference(
                    by_question([t.regrets[i] for t in thoughts]),
                    by_question([t.regrets[i] for t in grpo]),
                    seed=1,
                )
                line += f"{low[0]:+.3f} ({low[1]:+.3f} to {low[2]:+.3f})  "
            line += f"as right as grpo after {tokens_to_reach(thoughts, grpo)} of {BUDGET} tokens"
        print(line, flush=True)


def share_right(thoughts: Sequence[Thought], tokens: float) -> float:
    """The share that was right within so many tokens."""
    return sum(t.right_after <= tokens for t in thoughts) / len(thoughts)


def tokens_to_reach(thoughts: Sequence[Thought], grpo: Sequence[Thought]) -> str:
    """The tokens after which as many are right as GRPO's at the budget."""
    wanted = share_right(grpo, BUDGET)
    for tokens in range(1, 2 * BUDGET + 1):
        if share_right(thoughts, tokens) >= wanted:
            return str(tokens)
    return f"more than {2 * BUDGET}"


def by_question(values: Sequence[float]) -> list[float]:
    """Averages the plays of each question, which are not independent."""
    return [float(np.mean(values[at : at + PLAYS])) for at in range(0, len(values), PLAYS)]


if __name__ == "__main__":
    main()
