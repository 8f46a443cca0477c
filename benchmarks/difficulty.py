"""Whether difficulty means something: accuracy by level of a small network that learned a family.

    python benchmarks/difficulty.py
    python benchmarks/difficulty.py --families gcd lcm --steps 30 --per-level 10    # a quick look
    python benchmarks/difficulty.py --kept benchmarks/kept/difficulty.jsonl         # adds up

Twelve native families, drawn once by a seed among those whose worked answers are short enough for
the embedded network. For each a network of its own learns from nothing, by 300 steps of supervised
fine-tuning on worked answers of levels 1 to 10, and then answers questions of the test split. A
family's levels mean something if accuracy falls with them: rank correlation -0.8 or less. What
each network answered is kept in a file, a line a family, and is not trained again.
"""

import argparse
import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import kept
import numpy as np
import torch

from ponder.cli._training import quiet_transformers
from ponder.evaluation import question_tasks
from ponder.evaluation.study.figures import spearman
from ponder.generators import generate
from ponder.generators.mixture import Mixture
from ponder.generators.registry import family
from ponder.policies.embedded import CLOSE, OPEN, render
from ponder.policies.local import LocalPolicy, new_embedded
from ponder.policies.play import answer_questions
from ponder.policies.policy import Turn
from ponder.randomness import derive_seed, stream
from ponder.task import Task
from ponder.trainers.sft import Example, SftConfig, train_sft

LEVELS = range(1, 11)
FAMILIES = (
    "basic_arithmetic",
    "continued_fraction",
    "countdown",
    "expected_value_game",
    "fraction_simplification",
    "inequality_intervals",
    "lcm",
    "leg_counting",
    "palindrome_generation",
    "products",
    "simple_equations",
    "spell_backward",
)
"""Drawn once, `stream("difficulty families").sample(fitting, 12)`, from the 24 of 92 of which nine
questions in ten of level 10 are not longer than `LONGEST` with their worked answers."""
LONGEST = 800
"""Characters of question and worked answer; longer ones are not learned."""
BATCH_SIZE, LEARNING_RATE = 32, 4e-3
EVALUATION_SEED = 2030
BAR = -0.8


@dataclass(frozen=True)
class Learned:
    """What the network of one family answered.

    Attributes:
        family: Name and version.
        steps: Of fine-tuning.
        questions: At each level.
        right: Of them, by level from 1.
    """

    family: str
    steps: int
    questions: int
    right: list[int]

    @property
    def run(self) -> tuple[str, int, int]:
        """What was learned, how long, and how much was asked."""
        return self.family, self.steps, self.questions

    @property
    def correlation(self) -> float:
        """Spearman's, of accuracy and level; nan if all levels are alike."""
        return spearman(np.array(LEVELS), np.array(self.right))


def main() -> None:
    """Learns what is missing, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--families", nargs="+", default=FAMILIES)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--per-level", type=int, default=50)
    parser.add_argument("--kept", type=Path, default=Path("runs/benchmark-difficulty/kept.jsonl"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    done = {learned.run: learned for learned in kept.read(arguments.kept, Learned)}
    found = []
    for name in arguments.families:
        run = (f"{name}@{family(name).version}", arguments.steps, arguments.per_level)
        if run not in done:
            right = answered(learn(name, arguments.steps), name, arguments.per_level)
            done[run] = Learned(*run, right)
            kept.add(arguments.kept, [done[run]])
        found.append(done[run])
        print(line(done[run]), flush=True)
    print_table(found)


def prompt(task: Task) -> str:
    """The question as the network reads it."""
    return render(Turn(task.question, task.answer_format))


def worked(task: Task) -> str:
    """The steps, a line each, and the tagged answer."""
    lines = "".join(f"{step}\n" for step in task.steps)
    return f"{lines}{OPEN}{task.answer}{CLOSE}"


def learn(name: str, steps: int) -> LocalPolicy:
    """Makes the network of a family."""
    print(f"learning {name}", flush=True)
    policy = new_embedded(derive_seed("difficulty weights", name) >> 1)
    train_sft(
        policy.model,
        examples(policy, name, stream("difficulty levels", name)),
        SftConfig(steps=steps, batch_size=BATCH_SIZE, lr=LEARNING_RATE),
        pad_id=policy.pad_id,
        rng=stream("difficulty batches", name),
    )
    return policy


def examples(policy: LocalPolicy, name: str, rng: random.Random) -> Iterator[Example]:
    """Draws worked answers of all levels without end; those that are too long are left out."""
    for index in itertools.count():
        task = generate(name, level=rng.choice(LEVELS), seed=1, index=index)
        if len(prompt(task)) + len(worked(task)) <= LONGEST:
            yield Example(ids(policy, prompt(task)), ids(policy, worked(task)))


def ids(policy: LocalPolicy, text: str) -> tuple[int, ...]:
    """The tokens of a text."""
    return tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"])


def answered(policy: LocalPolicy, name: str, per_level: int) -> list[int]:
    """Counts right answers by level, at temperature 0."""
    tasks = question_tasks(
        Mixture.parse(f"{name}:{LEVELS[0]}-{LEVELS[-1]}"), per_level=per_level, seed=EVALUATION_SEED
    )
    right = dict.fromkeys(LEVELS, 0)
    # Like lengths in one batch, so that easy questions do not wait for hard ones.
    for _, group in itertools.groupby(sorted(tasks, key=level), key=level):
        rollouts = answer_questions(
            policy, list(group), group_size=1, max_tokens=LONGEST, seed=0, temperature=0.0
        )
        for rollout in rollouts:
            right[rollout.task.level] += rollout.verdict.correct
    return list(right.values())


def level(placed: tuple[str, Task]) -> int:
    """The level of a task that stands beside its source."""
    return placed[1].level


def line(learned: Learned) -> str:
    """A row of the table."""
    shares = " | ".join(f"{100 * right / learned.questions:.0f}" for right in learned.right)
    return f"| `{learned.family.split('@')[0]}` | {shares} | {learned.correlation:.2f} |"


def print_table(found: Iterable[Learned]) -> None:
    """Prints right answers in per cent, by family and level, and which fail the bar."""
    print(f"\n| family | {' | '.join(map(str, LEVELS))} | rank correlation |")
    print("|---|" + "---|" * (len(LEVELS) + 1))
    for learned in found:
        print(line(learned))
    failed = [learned.family for learned in found if not learned.correlation <= BAR]
    print(f"\nabove {BAR}: {', '.join(failed) or 'none'}")


if __name__ == "__main__":
    main()
