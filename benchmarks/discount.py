"""Accuracy and length over the discount, with the normaliser and without it.

    python benchmarks/discount.py
    python benchmarks/discount.py --seeds 0 --tokens 200000 --out runs/look    # a quick look
    python benchmarks/discount.py --kept benchmarks/kept/discount.jsonl        # trains nothing

From one warm start, single questions of eight levels, every run stopped once it has sampled the
same number of tokens. With the normaliser a group's advantages are divided by std + 0.1; without
it they are not divided. Then, on the test split, each gamma against gamma 1 of the same seed and
the same kind: accuracy in points and tokens in per cent, with 95 % bootstrap intervals of paired
differences over questions, all seeds together. A stopped benchmark goes on where it was.

What each run answered is kept in a file, a line a run: `OUT/kept.jsonl`, or the one given, whose
runs are not trained again.
"""

import argparse
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import kept
import torch
from training_runs import trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import bootstrap_difference, bootstrap_ratio, evaluate_questions
from ponder.evaluation.intervals import Interval
from ponder.evaluation.plots import BLUE, ORANGE, panels, svg
from ponder.evaluation.rows import QuestionRow
from ponder.generators.mixture import Mixture
from ponder.trainers.config import TrainConfig

DISTANCES = {
    "dapo": (0.0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2),
    "dr_grpo": (0.0, 1e-7, 1e-5, 1e-3, 1e-2),
}
"""1 - gamma, by the preset: `dapo` normalises, `dr_grpo` does not."""
NAMES = {"dapo": "divided by std + 0.1", "dr_grpo": "not divided"}
EVALUATION_SEED = 2027
SOURCE, LEVELS = "chain_sum:1-8", 8
"""What is trained on and asked, and how many levels that are."""
Run = tuple[str, float, int, int, int]
"""Objective, 1 - gamma, seed, sampled tokens, and questions of a level."""


@dataclass(frozen=True)
class Answers:
    """What one run answered on the test split.

    Attributes:
        objective: Its preset.
        distance: 1 - gamma.
        seed: Of the run.
        trained: Tokens that it sampled in training, at least.
        questions: Names which questions these are, and in which order.
        right: A character a question, 1 where it was right.
        tokens: Of each answer.
    """

    objective: str
    distance: float
    seed: int
    trained: int
    questions: int
    right: str
    tokens: list[int]

    @property
    def run(self) -> Run:
        """Which run it was, and how many questions of each level it was asked."""
        per_level = len(self.right) // LEVELS
        return self.objective, self.distance, self.seed, self.trained, per_level

    @property
    def correct(self) -> list[float]:
        """1 or 0 for each question."""
        return [float(mark) for mark in self.right]


def main() -> None:
    """Trains what is missing, evaluates, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--tokens", type=int, default=300_000, help="sampled in training, each")
    parser.add_argument("--per-level", type=int, default=200)
    parser.add_argument("--objectives", nargs="+", default=sorted(DISTANCES))
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-discount"))
    parser.add_argument("--kept", type=Path, help="what runs answered; OUT/kept.jsonl")
    parser.add_argument("--plot", type=Path, help="receives the figure, as SVG")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    file = arguments.kept or arguments.out / "kept.jsonl"
    done = {answers.run: answers for answers in kept.read(file, Answers)}
    found: list[Answers] = []
    for seed in arguments.seeds:
        for objective in arguments.objectives:
            for distance in DISTANCES[objective]:
                run = (objective, distance, seed, arguments.tokens, arguments.per_level)
                if run not in done:
                    done[run] = answered(run, arguments.out)
                    kept.add(file, [done[run]])
                found.append(done[run])
        kept.require_same(
            "questions", {f"{a.objective}, {a.distance:g}, {a.seed}": a.questions for a in found}
        )
        print_table(found)
    if arguments.plot:
        arguments.plot.write_text(figure(found), encoding="utf-8")


def answered(run: Run, out: Path) -> Answers:
    """Trains a run, if that was not done, and has it answer."""
    objective, distance, seed, tokens, per_level = run
    config = run_config(objective, distance, seed, tokens)
    name = f"{objective}-{distance:g}"
    rows = evaluate_questions(
        trained(name, config, out),
        Mixture.parse(config.source),
        per_level=per_level,
        seed=EVALUATION_SEED,
        max_tokens=config.max_tokens,
        out=out / f"{name}-s{seed}" / "questions.jsonl",
    )
    return Answers(*run[:4], digest(rows), marks(rows), [row.tokens for row in rows])


def digest(rows: Iterable[QuestionRow]) -> int:
    """Names questions by their addresses."""
    return zlib.crc32("\n".join(row.uid for row in rows).encode())


def marks(rows: Iterable[QuestionRow]) -> str:
    """Writes right and wrong as 1 and 0."""
    return "".join(str(int(row.correct)) for row in rows)


def run_config(objective: str, distance: float, seed: int, tokens: int) -> TrainConfig:
    """The run of one gamma."""
    return TrainConfig(
        source=SOURCE,
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


@dataclass(frozen=True)
class Line:
    """One gamma, all seeds together: shares and tokens, and both against gamma 1."""

    objective: str
    distance: float
    accuracy: float
    tokens: float
    points: Interval
    percent: Interval


def lines_of(found: list[Answers]) -> list[Line]:
    """Compares each gamma with gamma 1 of the same kind, seed by seed and question by question."""

    def pooled(objective: str, distance: float) -> tuple[list[float], list[float]]:
        own = [a for a in found if (a.objective, a.distance) == (objective, distance)]
        assert len({a.questions for a in found}) == 1, "the runs answered different questions"
        return [x for a in own for x in a.correct], [float(x) for a in own for x in a.tokens]

    lines = []
    for objective, distance in dict.fromkeys((a.objective, a.distance) for a in found):
        right, tokens = pooled(objective, distance)
        base_right, base_tokens = pooled(objective, 0.0)
        # The seeds answer the same questions.
        asked = list(range(len(found[0].right))) * (len(right) // len(found[0].right))
        ratio = bootstrap_ratio(tokens, base_tokens, seed=1, clusters=asked)
        difference = bootstrap_difference(right, base_right, seed=1, clusters=asked)
        lines.append(
            Line(
                objective,
                distance,
                sum(right) / len(right),
                sum(tokens) / len(tokens),
                Interval(*(100 * x for x in difference)),
                Interval(*(100 * (x - 1) for x in ratio)),
            )
        )
    return lines


def print_table(found: list[Answers]) -> None:
    """Prints a line a gamma."""
    print(f"seeds {sorted({a.seed for a in found})}")
    print(f"{'objective':10} {'1 - gamma':>9} {'right':>7} {'tokens':>7}   against gamma 1")
    for line in lines_of(found):
        print(
            f"{line.objective:10} {line.distance:9.0e} {line.accuracy:7.1%} {line.tokens:7.1f}   "
            "{:+6.2f} points ({:+.2f} to {:+.2f})   ".format(*line.points)
            + "{:+6.1f} % tokens ({:+.1f} to {:+.1f})".format(*line.percent),
            flush=True,
        )


def figure(found: list[Answers]) -> str:
    """Draws accuracy and tokens against gamma 1, over 1 - gamma, with the normaliser and without.

    Gamma 1 itself stands at the left, where it is 0 by definition.
    """
    lines = [line for line in lines_of(found) if line.distance]
    least = min(line.distance for line in lines) / 4
    with panels(2) as (drawing, axes_of):
        for axes, title, part in zip(
            axes_of, ("Accuracy, points", "Tokens, per cent"), ("points", "percent"), strict=True
        ):
            axes.axhline(0, color="#80868b", linewidth=0.8)
            for objective, colour, marker in (("dapo", ORANGE, "s"), ("dr_grpo", BLUE, "o")):
                own = [line for line in lines if line.objective == objective]
                values: list[Interval] = [getattr(line, part) for line in own]
                axes.errorbar(
                    [least, *(line.distance for line in own)],
                    [0, *(value.estimate for value in values)],
                    yerr=[
                        [0, *(value.estimate - value.low for value in values)],
                        [0, *(value.high - value.estimate for value in values)],
                    ],
                    color=colour,
                    marker=marker,
                    capsize=2.5,
                    label=NAMES[objective],
                )
            axes.set_xscale("log")
            shown = (1e-5, 1e-4, 1e-3, 1e-2)
            axes.set_xticks(shown, [f"{distance:.0e}" for distance in shown])
            axes.minorticks_off()
            axes.set_title(f"{title} against gamma 1")
            axes.set_xlabel("1 - gamma")
        axes_of[0].legend(loc="lower left")
        return svg(drawing, "accuracy and tokens over the discount", background="white")


if __name__ == "__main__":
    main()
