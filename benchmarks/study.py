"""How trained policies divide a token budget, against one reference: the figure of the README.

    python benchmarks/study.py
    python benchmarks/study.py --seeds 0 --steps 60 --episodes 20 --out runs/look  # a quick look
    python benchmarks/study.py --kept benchmarks/kept/study.jsonl --plot docs/images/study.svg

From one warm start, with three seeds: plain GRPO on single questions (gamma 1, no budget); GRPO
discounted with gamma 0.999, a third of whose questions are alone and two thirds in episodes that
share a budget, with whose sampled tokens the others stop; and MRT (gamma 1, no budget, dense
progress). Then each policy, and the warm start, is studied as `ponder study` does it, in the same
episodes of the test split: four questions of eight levels, within 80, 120 and 160 tokens.

Each policy has an oracle of its own: what the best division of the budget would win with its
answers, shut in between a lower and an upper end. The reference of a budget is the oracle whose
lower end is highest; the gap of every policy is what it wins less than either end of that, in per
cent of it. A plan passes nothing on, so a policy that does can win more. 95 % bootstrap intervals
over episodes and seeds. A stopped benchmark goes on where it was, and what is in the kept file is
not trained again.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import kept
import numpy as np
import torch
from training_runs import trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation.allocation import oracle_bracket
from ponder.evaluation.intervals import Interval, bootstrap_crossed
from ponder.evaluation.plots import AMBER, BLACK, BLUE, GREEN, ORANGE, error_bars, panels, svg
from ponder.evaluation.rows import EpisodeRow, ResponseRow
from ponder.evaluation.study import StudyConfig, run_study
from ponder.evaluation.study.figures import contest_of, episode_problem, response_table
from ponder.evaluation.study.measure import play_study
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy, load_embedded
from ponder.randomness import derive_seed
from ponder.trainers.config import TrainConfig
from ponder.trainers.pipeline import demo_config

if TYPE_CHECKING:
    from matplotlib.axes import Axes

METHODS = ("start", "grpo", "budgeted", "mrt")
NAMES = {
    "start": "before training",
    "grpo": "plain GRPO",
    "budgeted": "budgeted, discounted",
    "mrt": "MRT",
}
COLOURS = {"start": BLACK, "grpo": BLUE, "budgeted": ORANGE, "mrt": GREEN}
MARKERS = {"start": "o", "grpo": "s", "budgeted": "D", "mrt": "^"}
QUESTIONS = 4
BUDGETS = (80, 120, 160)
MIDDLE = BUDGETS[1]
EVALUATION_SEED = 2029
Run = tuple[str, int, int, int]
"""Method, seed, steps and episodes."""


@dataclass(frozen=True)
class Studied:
    """What the study of one policy found within one budget, by episode or by level.

    Attributes:
        method: What trained it.
        seed: Of that training; 0 of the warm start.
        steps: Of the budgeted run of that seed.
        budget: Of an episode, in tokens.
        questions: Names the episodes.
        contest: Right answers in each.
        lower: Those of the best division, by cross-fitting.
        upper: The same by the raised curves.
        tokens: Spent in each.
        levels: By level: questions, mean tokens, mean tokens of the best division.
    """

    method: str
    seed: int
    steps: int
    budget: int
    questions: int
    contest: list[int]
    lower: list[float]
    upper: list[float]
    tokens: list[int]
    levels: dict[str, tuple[int, float, float]]

    @property
    def run(self) -> Run:
        """Which policy it was, and in how many episodes."""
        return self.method, self.seed, self.steps, len(self.contest)


def main() -> None:
    """Trains and studies what is missing, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-study"))
    parser.add_argument("--kept", type=Path, help="what studies found; OUT/kept.jsonl")
    parser.add_argument("--plot", type=Path, help="receives the figure, as SVG")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    file = arguments.kept or arguments.out / "kept.jsonl"
    done = whole_runs(kept.read(file, Studied))
    found: dict[str, list[Studied]] = {}
    for seed in arguments.seeds:
        for method in arguments.methods:
            own = 0 if method == "start" else seed
            run = (method, own, arguments.steps, arguments.episodes)
            if run not in done:
                policy = made(method, seed, arguments.steps, arguments.out)
                folder = arguments.out / f"study-{method}-s{own}"
                done[run] = study(run, policy, folder)
                kept.add(file, done[run])
            if done[run][0] not in found.setdefault(method, []):
                found[method] += done[run]
    for budget in BUDGETS:
        studied = within(found, budget)
        kept.require_same(
            "episodes",
            {f"{r.method}, seed {r.seed}": r.questions for rs in studied.values() for r in rs},
        )
        print_table(budget, studied)
    if arguments.plot:
        arguments.plot.write_text(figure(found), encoding="utf-8")


def whole_runs(studies: Sequence[Studied]) -> dict[Run, list[Studied]]:
    """Sorts what is kept by run, and leaves runs out that lack a budget."""
    lines = {(line.run, line.budget): line for line in studies}
    return {
        run: [lines[run, budget] for budget in BUDGETS]
        for run in {run for run, _ in lines}
        if all((run, budget) in lines for budget in BUDGETS)
    }


def made(method: str, seed: int, steps: int, out: Path) -> LocalPolicy:
    """Trains the policy of a method, or loads it; the budgeted one is trained first."""
    if method == "start":
        return load_embedded()
    budgeted = dataclasses.replace(
        demo_config(seed=seed, fast=False),
        steps=steps,
        gamma=0.999,
        question_groups=4,
        episode_groups=2,
        episode_every=1,
    )
    policy = trained("budgeted", budgeted, out)
    if method == "budgeted":
        return policy
    log = (out / f"budgeted-s{seed}" / "log.jsonl").read_text(encoding="utf-8")
    sampled = int(json.loads(log.splitlines()[-1])["tokens_seen"])
    return trained(method, alone(budgeted, sampled, progress=method == "mrt"), out)


def alone(budgeted: TrainConfig, sampled: int, *, progress: bool) -> TrainConfig:
    """The run on single questions without budget or discount, of as many sampled tokens."""
    return dataclasses.replace(
        budgeted,
        gamma=1.0,
        question_groups=8,
        episode_groups=0,
        show_budget=False,
        steps=20 * budgeted.steps,
        max_train_tokens=sampled,
        progress="dense" if progress else "none",
        prover_temperature=0.0,
        prover_samples=1,
    )


def study(run: Run, policy: LocalPolicy, out: Path) -> list[Studied]:
    """Studies a policy, which is shown the budget whether or not it was trained with one.

    The episodes of every budget ask the same questions, whose answers alone are measured once.
    """
    config = StudyConfig(
        episodes=run[-1],
        num_questions=QUESTIONS,
        budget=BUDGETS[-1],
        samples=8,
        mode="told",
        seed=EVALUATION_SEED,
    )
    mixture = Mixture.parse(demo_config(seed=0, fast=False).source)
    out.mkdir(parents=True, exist_ok=True)
    measured = run_study(policy, mixture, config, batch_size=50, out=out)
    found = []
    for budget in BUDGETS:
        grid = [size for size in config.budgets if size <= budget]
        narrower = dataclasses.replace(config, budget=budget, grid=grid)
        file = out / f"episodes-{budget}.jsonl"
        rows = (
            measured.episodes
            if budget == config.budget
            else play_study(policy, mixture, narrower, batch_size=50, out=file)
        )
        found.append(studied(run, rows, measured.responses, narrower))
    return found


def studied(
    run: Run, rows: Sequence[EpisodeRow], responses: Sequence[ResponseRow], config: StudyConfig
) -> Studied:
    """Works out what a policy won within one budget, and what the best division would."""
    problem = episode_problem(rows, responses, config)
    table = response_table(responses)[:, :, : len(problem.budgets)]
    bracket = oracle_bracket(table, problem, seed=derive_seed("benchmark", run[0], config.budget))
    contest = contest_of(rows, problem)
    levels = np.array([row.level for row in rows]).reshape(problem.episodes.shape)
    return Studied(
        *run[:3],
        config.budget,
        zlib.crc32("\n".join(row.uid for row in rows).encode()),
        contest.score.tolist(),
        np.round(bracket.lower_won.sum(axis=1), 3).tolist(),
        np.round(bracket.upper_won.sum(axis=1), 3).tolist(),
        contest.tokens.sum(axis=1).tolist(),
        {
            str(level): (
                int((levels == level).sum()),
                round(float(contest.tokens[levels == level].mean()), 2),
                round(float(bracket.plan.tokens[levels == level].mean()), 2),
            )
            for level in np.unique(levels)
        },
    )


def within(found: Mapping[str, Sequence[Studied]], budget: int) -> dict[str, list[Studied]]:
    """Picks what was found within one budget, a run a seed."""
    return {method: [run for run in runs if run.budget == budget] for method, runs in found.items()}


def reference_of(found: Mapping[str, Sequence[Studied]]) -> tuple[str, float, float]:
    """Finds whose oracle is the reference of a budget, and between what it is shut in."""
    method = max(found, key=lambda method: mean_of(found[method], "lower"))
    return method, mean_of(found[method], "lower"), mean_of(found[method], "upper")


def mean_of(runs: Sequence[Studied], name: str) -> float:
    """The mean over episodes and seeds."""
    return float(np.mean([getattr(run, name) for run in runs]))


def print_table(budget: int, found: Mapping[str, Sequence[Studied]]) -> None:
    """Prints a line a method of one budget."""
    best, *ends = reference_of(found)
    print(
        f"\n{budget} tokens for {QUESTIONS} questions; reference: the oracle of {NAMES[best]}, "
        f"{ends[0]:.2f} to {ends[1]:.2f} right answers"
    )
    print(
        f"{'':21}{'right':>6}{'tokens':>8}{'own oracle':>14}"
        f"   {'gap to the lower end':25}to the upper end"
    )
    for method, runs in found.items():
        own = f"{mean_of(runs, 'lower'):.2f} to {mean_of(runs, 'upper'):.2f}"
        line = (
            f"{NAMES[method]:21}{mean_of(runs, 'contest'):6.2f}{mean_of(runs, 'tokens'):8.1f}"
            f"{own:>14}"
        )
        for end in ends:
            gap = gap_to(end, runs)
            line += f"   {f'{gap.estimate:.1%} ({gap.low:.1%} to {gap.high:.1%})':22}"
        print(line.rstrip(), flush=True)
    for method, runs in found.items():
        print(f"{NAMES[method]}: tokens by level, and of the best division: {by_level(runs)}")
    ours = {run.seed: run for run in found.get("budgeted", [])}
    for method, runs in found.items():
        others = {run.seed: run for run in runs}
        if method == "start":
            others = dict.fromkeys(ours, runs[0])
        pairs = [(run, others[seed]) for seed, run in ours.items() if seed in others]
        if method == "budgeted" or not pairs:
            continue
        more = bootstrap_crossed(
            [np.subtract(one.contest, other.contest).tolist() for one, other in pairs], seed=1
        )
        print(
            f"budgeted against {NAMES[method]}: {more.estimate:+.2f} right answers an episode "
            f"({more.low:+.2f} to {more.high:+.2f})"
        )


def by_level(runs: Sequence[Studied]) -> str:
    """Writes the mean tokens of a question, spent and as they should have been, by level."""
    spent, best = (means_by_level(runs, at) for at in (1, 2))
    return ", ".join(f"{one:.0f} {other:.0f}" for one, other in zip(spent, best, strict=True))


def means_by_level(runs: Sequence[Studied], at: int) -> list[float]:
    """The means over seeds of one figure of each level, in order."""
    levels = sorted(runs[0].levels, key=int)
    return [float(np.mean([run.levels[level][at] for run in runs])) for level in levels]


def gap_to(reference: float, runs: Sequence[Studied]) -> Interval:
    """What runs win less than the reference does, as a share of that."""
    won = bootstrap_crossed([run.contest for run in runs], seed=2)
    return Interval(*(1 - end / reference for end in (won.estimate, won.high, won.low)))


def figure(found: Mapping[str, Sequence[Studied]]) -> str:
    """Draws right answers by budget, and tokens by level beside the best division of them."""
    drawn = [method for method in ("start", "budgeted") if method in found]
    with panels(1 + len(drawn), width=4 * (1 + len(drawn))) as (drawing, axes_of):
        draw_right(axes_of[0], found)
        for axes, method in zip(axes_of[1:], drawn, strict=True):
            draw_levels(axes, within(found, MIDDLE)[method])
            axes.set_title(f"{NAMES[method].capitalize()}: tokens of {MIDDLE}")
        return svg(drawing, "right answers by budget, and tokens by level", background="white")


def draw_right(axes: Axes, found: Mapping[str, Sequence[Studied]]) -> None:
    """Draws what each method wins within each budget, and what the reference does."""
    for place, (method, runs) in enumerate(found.items()):
        won = [
            bootstrap_crossed([run.contest for run in runs if run.budget == budget], seed=2)
            for budget in BUDGETS
        ]
        axes.errorbar(
            [budget + 1.5 * place - 2 for budget in BUDGETS],
            [interval.estimate for interval in won],
            yerr=error_bars(won),
            color=COLOURS[method],
            marker=MARKERS[method],
            linestyle="-",
            linewidth=1.2,
            label=NAMES[method],
        )
    ends = [reference_of(within(found, budget))[1:] for budget in BUDGETS]
    axes.fill_between(BUDGETS, *zip(*ends, strict=True), color=AMBER, alpha=0.25, label="oracle")
    axes.set_title(f"Right answers of {QUESTIONS}")
    axes.set_xlabel("tokens for all of them")
    axes.set_xticks(BUDGETS)
    axes.legend(loc="lower right")


def draw_levels(axes: Axes, runs: Sequence[Studied]) -> None:
    """Draws the tokens of a question by its level, as spent and as they should have been."""
    levels = sorted(map(int, runs[0].levels))
    for at, colour, style, label in (
        (1, BLUE, "o-", "spent"),
        (2, ORANGE, "s--", "best division"),
    ):
        axes.plot(levels, means_by_level(runs, at), style, color=colour, label=label)
    axes.set_xlabel("level")
    axes.set_ylim(0, 60)
    axes.legend(loc="upper left")


if __name__ == "__main__":
    main()
