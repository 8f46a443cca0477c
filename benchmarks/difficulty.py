"""Whether difficulty means something: accuracy by level of a small network that learned a family.

    python benchmarks/difficulty.py
    python benchmarks/difficulty.py --families gcd lcm --steps 30 --per-level 10    # a quick look
    python benchmarks/difficulty.py --kept benchmarks/kept/difficulty.jsonl         # adds up

Twelve native families, drawn once by a seed among those whose worked answers are short enough for
the embedded network. For each a network of its own learns from nothing, by 300 steps of supervised
fine-tuning on worked answers of levels 1 to 10 in equal parts, and is then asked the test split. A
family's levels mean something if accuracy falls with them: rank correlation -0.8 or less.

So few steps teach so small a network how a solution is laid out, and little of what stands in it:
whole answers are hardly ever right, at any level. Accuracy is therefore taken a character at a
time: the share of the characters of worked answers that the network puts first, each after the
right ones before it. It does not fall merely because longer solutions have more places to fail in.
The share of answers that are right, each written by the network alone, is in a second table. What
was found is kept in a file, a line a family, and is not trained again.
"""

import argparse
import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
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
from ponder.trainers.sft import IGNORED, Example, SftConfig, collate, train_sft

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
BATCH_SIZE, LEARNING_RATE = 64, 4e-3
EVALUATION_SEED = 2030
EVALUATION_BATCH = 25
BAR = -0.8


@dataclass(frozen=True)
class Learned:
    """What the network of one family knew.

    Attributes:
        family: Name and version.
        steps: Of fine-tuning.
        questions: At each level.
        characters: Share of them that are right in worked answers, by level from 1.
        right: Answers that are right, by level.
    """

    family: str
    steps: int
    questions: int
    characters: list[float]
    right: list[int]

    @property
    def run(self) -> tuple[str, int, int]:
        """What was learned, how long, and how much was asked."""
        return self.family, self.steps, self.questions

    @property
    def correlation(self) -> float:
        """Spearman's, of accuracy and level."""
        return spearman(np.array(LEVELS), np.array(self.characters))


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
            done[run] = asked(learn(name, arguments.steps), run)
            kept.add(arguments.kept, [done[run]])
        found.append(done[run])
    print_tables(found)


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
            yield example(policy, task)


def example(policy: LocalPolicy, task: Task) -> Example:
    """A question and its worked answer, in tokens."""
    return Example(ids(policy, prompt(task)), ids(policy, worked(task)))


def ids(policy: LocalPolicy, text: str) -> tuple[int, ...]:
    """The tokens of a text."""
    return tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"])


def asked(policy: LocalPolicy, run: tuple[str, int, int]) -> Learned:
    """Asks the network of a family questions of each level."""
    name, _, questions = run
    source = f"{name.partition('@')[0]}:{LEVELS[0]}-{LEVELS[-1]}"
    placed = question_tasks(Mixture.parse(source), per_level=questions, seed=EVALUATION_SEED)
    characters, right = [], []
    for wanted in LEVELS:
        level = [(source, task) for source, task in placed if task.level == wanted]
        characters.append(characters_right(policy, [task for _, task in level]))
        rollouts = answer_questions(
            policy, level, group_size=1, max_tokens=LONGEST, seed=0, temperature=0.0
        )
        right.append(sum(rollout.verdict.correct for rollout in rollouts))
    return Learned(*run, characters, right)


def characters_right(policy: LocalPolicy, tasks: Sequence[Task]) -> float:
    """The share of tokens of worked answers that are likeliest after the right ones before."""
    hits = total = 0
    for start in range(0, len(tasks), EVALUATION_BATCH):
        batch = [example(policy, task) for task in tasks[start : start + EVALUATION_BATCH]]
        tokens, mask, positions, labels = collate(batch, policy.pad_id)
        with torch.inference_mode():
            logits = policy.model(
                input_ids=tokens, attention_mask=mask, position_ids=positions
            ).logits  # (B, T, V)
        learned = labels[:, 1:] != IGNORED
        hits += int(((logits[:, :-1].argmax(-1) == labels[:, 1:]) & learned).sum())
        total += int(learned.sum())
    return hits / total


def print_tables(found: Iterable[Learned]) -> None:
    """Prints both shares in per cent, by family and level, and which families fail the bar."""
    learned = {each.family.partition("@")[0]: each for each in found}
    levels = " | ".join(map(str, LEVELS))
    print(f"\n| characters | {levels} | rank correlation |")
    print("|---|" + "---|" * (len(LEVELS) + 1))
    for name, each in learned.items():
        shares = " | ".join(f"{100 * share:.1f}" for share in each.characters)
        print(f"| `{name}` | {shares} | {each.correlation:.2f} |")
    print(f"\n| answers | {levels} |\n|---|" + "---|" * len(LEVELS))
    for name, each in learned.items():
        print(f"| `{name}` | {' | '.join(f'{100 * r / each.questions:.0f}' for r in each.right)} |")
    failed = [name for name, each in learned.items() if not each.correlation <= BAR]
    print(f"\nabove {BAR}: {', '.join(failed) or 'none'}")


if __name__ == "__main__":
    main()
