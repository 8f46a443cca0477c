"""What progress rewards are worth: cumulative regret, within the training budget and beyond it.

    python benchmarks/mrt.py
    python benchmarks/mrt.py --seeds 0 --strengths 1500 --steps 50 --out runs/look  # a quick look
    python benchmarks/mrt.py --kept benchmarks/kept/mrt.jsonl                       # trains nothing
    python benchmarks/mrt.py --strengths 1500 --methods start grpo mrt-frozen mrt-branches

Policies that search (attempt, check, retry) are made by supervised fine-tuning of three strengths,
and each is trained further, with three seeds, by plain GRPO on outcomes and by MRT with dense
progress; `--methods` has MRT with the warm start as the prover (frozen) and with branches as well.
Then, on the test split, each thinks under twice the training budget: its regret is 1 less the mean
of J(mu | prefix) over the tokens, at the training budget T and at 2T; right answers within T and
2T; and the tokens after which it is as accurate as plain GRPO is at T. 95 % bootstrap intervals of
paired differences, over questions and seeds. A stopped benchmark goes on where it was.

How the thoughts of each policy went is kept in a file, a line a policy: `OUT/kept.jsonl`, or the
one given, whose policies are not trained again. The warm starts are one fine-tuning as it stood
after so many steps; they lie in `STARTS` as `search-<steps>.safetensors`, and are made if they do
not. All seeds of a strength begin with the same one.
"""

import argparse
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import kept
import numpy as np
import torch
from training_runs import trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import question_tasks
from ponder.evaluation.intervals import bootstrap_crossed
from ponder.evaluation.regret import regret
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load, load_weights, save_weights
from ponder.policies.play import answer_questions
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import thought_cuts
from ponder.trainers.config import TrainConfig
from ponder.trainers.progress import values_of_prefixes
from ponder.trainers.search_start import SOURCE, STEPS, search_started

BUDGET = 150
STRENGTHS = (500, 1_000, STEPS)
PROGRESS = {"grpo": "none", "mrt": "dense", "mrt-frozen": "dense", "mrt-branches": "branches"}
METHODS = ("start", *PROGRESS)
EVALUATION_SEED = 2028
PLAYS = 2
Run = tuple[int, str, int, int, int]
"""Strength, method, seed, steps and questions."""


@dataclass(frozen=True)
class Thoughts:
    """How a policy's thoughts on the test questions went, `PLAYS` of each.

    Attributes:
        strength: Steps of fine-tuning of the warm start.
        method: What trained it further.
        seed: Of that training; 0 of the warm start itself.
        steps: Of that training.
        questions: Names which questions these are, and in which order.
        right_after: Tokens of each completion that was right, else none.
        regrets: Of each thought, at T and at 2T.
    """

    strength: int
    method: str
    seed: int
    steps: int
    questions: int
    right_after: list[int | None]
    regrets: tuple[list[float], list[float]]

    @property
    def run(self) -> Run:
        """Which policy it was, and how many questions it was asked."""
        count = len(self.right_after) // PLAYS
        return self.strength, self.method, self.seed, self.steps, count


def main() -> None:
    """Trains what is missing, evaluates, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--strengths", type=int, nargs="+", default=STRENGTHS, choices=STRENGTHS)
    parser.add_argument("--methods", nargs="+", default=METHODS[:3], choices=METHODS)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-mrt"))
    parser.add_argument("--starts", type=Path, default=Path("benchmarks/kept"))
    parser.add_argument("--kept", type=Path, help="how thoughts went; OUT/kept.jsonl")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    file = arguments.kept or arguments.out / "kept.jsonl"
    done = {thoughts.run: thoughts for thoughts in kept.read(file, Thoughts)}
    for strength in arguments.strengths:
        found: dict[str, list[Thoughts]] = {}
        for seed in arguments.seeds:
            for method in arguments.methods:
                run = (strength, method, seed, arguments.steps, arguments.questions)
                if method == "start":
                    run = (strength, method, 0, 0, arguments.questions)
                if run not in done:
                    done[run] = thought(run, arguments.out, arguments.starts)
                    kept.add(file, [done[run]])
                if done[run] not in found.setdefault(method, []):
                    found[method].append(done[run])
        kept.require_same(
            "questions",
            {f"{r.method}, seed {r.seed}": r.questions for runs in found.values() for r in runs},
        )
        print_table(strength, found)


def thought(run: Run, out: Path, starts: Path) -> Thoughts:
    """Trains a policy, if that was not done, lets it think, and asks it at every line."""
    strength, method, seed, steps, questions = run
    begin = start_folder(strength, out, starts)
    if method == "start":
        policy = load(str(begin))
    else:
        config = run_config(method, str(begin), seed, steps)
        policy = trained(f"{method}-{strength}", config, out, start=lambda: load(str(begin)))
    tasks = question_tasks(Mixture.parse(SOURCE), per_level=questions, seed=EVALUATION_SEED)
    rollouts = answer_questions(
        policy, tasks, group_size=PLAYS, max_tokens=2 * BUDGET, seed=EVALUATION_SEED
    )
    cuts = [thought_cuts(r.completion, policy.decode, Segmenter("lines")) for r in rollouts]
    values = values_of_prefixes(
        policy, rollouts, cuts, samples=1, max_tokens=16, seed=EVALUATION_SEED
    )
    return Thoughts(
        *run[:4],
        zlib.crc32("\n".join(task.uid for _, task in tasks).encode()),
        [rollout.tokens if rollout.verdict.correct else None for rollout in rollouts],
        (regrets(cuts, values, BUDGET), regrets(cuts, values, 2 * BUDGET)),
    )


def start_folder(strength: int, out: Path, starts: Path) -> Path:
    """Makes the warm starts or reads this strength's, and puts it where runs load it from."""
    folder, weights = out / f"start-{strength}", starts / f"search-{strength}.safetensors"
    if not weights.is_file():
        fine_tune(starts)
    if not (folder / "config.json").is_file():
        load_weights(weights).save(folder)
    return folder


def fine_tune(starts: Path) -> None:
    """Fine-tunes one policy, and keeps it as it is at every strength."""
    print(f"fine-tuning {starts}", flush=True)
    starts.mkdir(parents=True, exist_ok=True)

    def keep(done: int, policy: LocalPolicy) -> None:
        if done in STRENGTHS:
            save_weights(policy, starts / f"search-{done}.safetensors")

    search_started(0, steps=STEPS, on_step=keep)


def run_config(method: str, start: str, seed: int, steps: int) -> TrainConfig:
    """The run of one method. At temperature 0 one answer tells what the prover would say."""
    return TrainConfig(
        source=SOURCE,
        curriculum="fixed",
        steps=steps,
        question_groups=4,
        episode_groups=0,
        show_budget=False,
        gamma=1.0,
        max_tokens=BUDGET,
        epsilon=0.1,
        lr=3e-4,
        progress=PROGRESS[method],
        prover=start if method == "mrt-frozen" else "",
        prover_temperature=0.0,
        prover_samples=1,
        seed=seed,
    )


def regrets(
    cuts: Sequence[Sequence[int]], values: Sequence[Sequence[float]], budget: int
) -> list[float]:
    """The regret of each thought at a budget."""
    pairs = zip(cuts, values, strict=True)
    return [round(regret(places, scores, budget), 4) for places, scores in pairs]


def print_table(strength: int, found: dict[str, list[Thoughts]]) -> None:
    """Prints a line a method of one strength."""
    print(f"warm start of {strength} steps")
    print(f"{'':14} {'right T':>8} {'2T':>6} {'regret T':>9} {'2T':>6}   against grpo, T and 2T")
    grpo = found.get("grpo", [])
    for method, runs in found.items():
        right = [share_right(runs, tokens) for tokens in (BUDGET, 2 * BUDGET)]
        mean = [float(np.mean([run.regrets[at] for run in runs])) for at in (0, 1)]
        line = f"{method:14} {right[0]:8.1%} {right[1]:6.1%} {mean[0]:9.3f} {mean[1]:6.3f}   "
        other = {run.seed: run for run in grpo}
        shared = [run for run in runs if run.seed in other]
        if shared and method not in ("grpo", "start"):
            for at in (0, 1):
                less = bootstrap_crossed(
                    [differences(run, other[run.seed], at) for run in shared], seed=1
                )
                line += f"{less.estimate:+.3f} ({less.low:+.3f} to {less.high:+.3f})  "
            line += f"as right as grpo after {tokens_to_reach(runs, grpo)} tokens"
        print(line.rstrip(), flush=True)


def share_right(runs: Sequence[Thoughts], tokens: float) -> float:
    """The share that was right within so many tokens."""
    ends = [end for run in runs for end in run.right_after]
    return sum(end is not None and end <= tokens for end in ends) / len(ends)


def tokens_to_reach(runs: Sequence[Thoughts], grpo: Sequence[Thoughts]) -> str:
    """The tokens after which as many are right as GRPO's at the budget."""
    wanted = share_right(grpo, BUDGET)
    for tokens in range(1, 2 * BUDGET + 1):
        if share_right(runs, tokens) >= wanted:
            return str(tokens)
    return f"more than {2 * BUDGET}"


def differences(one: Thoughts, other: Thoughts, at: int) -> list[float]:
    """What regret is more in one run than in another, by question: its plays are averaged."""
    less = np.subtract(one.regrets[at], other.regrets[at]).reshape(-1, PLAYS).mean(axis=1)
    return [float(value) for value in less]


if __name__ == "__main__":
    main()
