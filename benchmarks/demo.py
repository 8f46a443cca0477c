"""What the demo's training is worth: against its start, and against plain GRPO at equal tokens.

    python benchmarks/demo.py
    python benchmarks/demo.py --seeds 0 --per-level 40 --episodes 60     # a quick look

For each seed two policies are trained from the same warm start: Ponder's, as `ponder demo` does,
and a control by plain GRPO (gamma 1, single questions alone, no budget line) that stops once it
has sampled as many tokens. Then, on the test split:

(a) budget episodes at half of the control's own use without a budget: right answers an episode;
(b) single questions without a budget: tokens and accuracy against the control;
(c) level-8 questions under a budget line of half and of twice the budget of (a), not enforced:
    tokens and accuracy, to see what the line alone does;
(d) accuracy over all levels against the warm start.

Intervals are 95 % bootstrap intervals of paired differences, clustered by question or episode,
all seeds together. A stopped benchmark goes on where it was.
"""

import argparse
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

import torch
from training_runs import accuracy_difference, trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import (
    EpisodeRow,
    Interval,
    QuestionRow,
    bootstrap_difference,
    bootstrap_ratio,
    evaluate_episodes,
    evaluate_questions,
    question_tasks,
)
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.policies.policy import Turn
from ponder.trainers.config import TrainConfig
from ponder.trainers.pipeline import demo_config
from ponder.verifiers import verify

HARD_LEVEL = 8
EVALUATION_SEED = 2026


@dataclasses.dataclass
class Findings:
    """Rows of every seed, in the same order for every policy."""

    questions: dict[str, list[QuestionRow]]
    episodes: dict[str, list[EpisodeRow]]
    shown: dict[str, list[tuple[str, int, bool]]]
    """Of (c): uid, tokens and whether right, by the factor on the budget shown."""


def main() -> None:
    """Trains what is missing, evaluates, and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--per-level", type=int, default=400)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-demo"))
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    quiet_transformers()
    findings = Findings({}, {}, {})
    for seed in arguments.seeds:
        examine(seed, arguments.out, arguments.per_level, arguments.episodes, findings)
    print_figures(findings, arguments.out)


def examine(seed: int, out: Path, per_level: int, episodes: int, findings: Findings) -> None:
    """Trains both policies of a seed and adds their rows."""
    config = demo_config(seed=seed, fast=False)
    ours = trained("ponder", config, out)
    control_config = dataclasses.replace(
        config,
        gamma=1.0,
        episode_groups=0,
        show_budget=False,
        steps=10_000,
        max_train_tokens=tokens_sampled(out / f"ponder-s{seed}"),
    )
    control = trained("control", control_config, out)
    policies = {"start": load_embedded(), "ponder": ours, "control": control}
    mixture = Mixture.parse(config.source)
    for name, policy in policies.items():
        rows = evaluate_questions(
            policy,
            mixture,
            per_level=per_level,
            seed=EVALUATION_SEED,
            max_tokens=config.max_tokens,
            out=out / f"{name}-s{seed}" / "questions.jsonl",
        )
        findings.questions.setdefault(name, []).extend(rows)
    unbudgeted = findings.questions["control"][-len(rows) :]
    use = sum(row.tokens for row in unbudgeted) / len(unbudgeted) * config.num_questions
    budget = round(use / 2)
    plays = {
        "ponder": (ours, True),
        "control without line": (control, False),
        "control with line": (control, True),
        "start with line": (policies["start"], True),
    }
    for name, (policy, show) in plays.items():
        findings.episodes.setdefault(name, []).extend(
            evaluate_episodes(
                policy,
                mixture,
                episodes=episodes,
                budget=budget,
                num_questions=config.num_questions,
                seed=EVALUATION_SEED,
                min_tokens=config.min_tokens,
                max_tokens=config.max_tokens,
                show_budget=show,
                batch_size=50,
                out=out / f"{name.replace(' ', '-')}-s{seed}" / f"episodes-{budget}.jsonl",
            )
        )
    for factor in (0.5, 1.0, 2.0):
        shown = answer_under_line(ours, round(budget * factor), config, 2 * per_level)
        findings.shown.setdefault(f"{factor:g}", []).extend(shown)


def tokens_sampled(folder: Path) -> int:
    """Reads how many tokens a run sampled."""
    last = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()[-1]
    return int(json.loads(last)["tokens_seen"])


def answer_under_line(
    policy: LocalPolicy, budget: int, config: TrainConfig, count: int
) -> list[tuple[str, int, bool]]:
    """Answers hard questions as the first of an episode whose budget is shown, not enforced."""
    mixture = Mixture.parse(f"chain_sum:{HARD_LEVEL}")
    tasks = [task for _, task in question_tasks(mixture, per_level=count, seed=EVALUATION_SEED)]
    turns = [
        Turn(task.question, task.answer_format, budget, config.num_questions) for task in tasks
    ]
    completions = policy.complete(
        turns, max_tokens=[config.max_tokens] * count, seed=EVALUATION_SEED
    )
    return [
        (task.uid, len(completion.token_ids), verify(task, completion.text).correct)
        for task, completion in zip(tasks, completions, strict=True)
    ]


def print_figures(findings: Findings, out: Path) -> None:
    """Prints each figure with its bar, and writes them as JSON."""
    figures: dict[str, Interval] = {}

    def add(name: str, interval: Interval, bar: str, percent: bool = True) -> None:
        figures[name] = interval
        scale, sign = (100, " %") if percent else (1, "")
        numbers = [f"{scale * value:.2f}" for value in interval]
        print(f"{name:58} {numbers[0]:>8}{sign} ({numbers[1]} to {numbers[2]})   {bar}")

    right = {name: right_by_episode(rows) for name, rows in findings.episodes.items()}
    for name, values in right.items():
        print(f"    right answers an episode, {name}: {sum(values) / len(values):.3f}")
    for other, bar in (("control without line", ">= 25 %"), ("control with line", "> 0")):
        ratio = bootstrap_ratio(right["ponder"], right[other], seed=1)
        add(f"(a) right answers over {other}", Interval(*(v - 1 for v in ratio)), bar)
        difference = bootstrap_difference(right["ponder"], right[other], seed=1)
        add(f"(a) the same, difference an episode, {other}", difference, "low > 0", percent=False)
    ours, control, start = (findings.questions[name] for name in ("ponder", "control", "start"))
    for name, rows in findings.questions.items():
        accuracy = sum(row.correct for row in rows) / len(rows)
        tokens = sum(row.tokens for row in rows) / len(rows)
        print(f"    single questions, {name}: {accuracy:.1%} right, {tokens:.1f} tokens")
    tokens_ratio = bootstrap_ratio(
        [row.tokens for row in ours], [row.tokens for row in control], seed=1
    )
    add("(b) tokens against the control", Interval(*(v - 1 for v in tokens_ratio)), "<= -10 %")
    add("(b) accuracy against the control", accuracy_difference(ours, control), "low > -2 %")
    half, same, double = (findings.shown[factor] for factor in ("0.5", "1", "2"))
    tokens = bootstrap_difference([r[1] for r in half], [r[1] for r in same], seed=1)
    add("(c) tokens at level 8, half the budget shown", tokens, "high < 0", percent=False)
    accuracy = bootstrap_difference([r[2] for r in double], [r[2] for r in same], seed=1)
    add("(c) accuracy at level 8, twice the budget shown", accuracy, ">= 0")
    add("(d) accuracy against the warm start", accuracy_difference(ours, start), ">= 20 %")
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps({name: interval._asdict() for name, interval in figures.items()}, indent=2)
    (out / "figures.json").write_text(text + "\n", encoding="utf-8")


def right_by_episode(rows: Sequence[EpisodeRow]) -> list[float]:
    """Counts the right answers of each episode, in the order of the rows."""
    totals: list[float] = []
    for row in rows:
        if row.position == 0:
            totals.append(0.0)
        totals[-1] += row.correct
    return totals


if __name__ == "__main__":
    main()
