"""What training on one domain does in others: a matrix of three by three.

    python benchmarks/transfer.py
    python benchmarks/transfer.py --seeds 0 --steps 3 --round 16 --aim 0 --per-source 8  # a look
    python benchmarks/transfer.py --kept benchmarks/kept/transfer.jsonl                  # adds up

One warm start: the embedded policy that ships, which knows sums, fine-tuned on worked and on bare
answers to a mixture of three sources of three domains, round after round until each is solved in
part. From it, plain GRPO (gamma 1, single questions) on each source alone, with several seeds.
Then the start and every run answer the same questions of the test split of all three: right
answers and tokens against the start, with 95 % intervals over questions and seeds.

What the start and each run answered is kept in a file, a line each: `OUT/kept.jsonl`, or the one
given, whose runs are not trained again. A stopped benchmark goes on where it was. The start lies
in `STARTS`, and is made if it does not.
"""

import argparse
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kept
import torch
from training_runs import trained

from ponder.cli._training import quiet_transformers
from ponder.evaluation import QuestionRow, evaluate_questions, question_tasks
from ponder.evaluation.transfer import TransferMatrix, transfer_matrix
from ponder.evaluation.transfer_report import transfer_rows, write_transfer
from ponder.generators.mixture import Mixture
from ponder.policies.embedded import CLOSE, OPEN, render
from ponder.policies.local import LocalPolicy, load_embedded, load_weights, save_weights
from ponder.policies.policy import Turn
from ponder.randomness import derive_seed, stream
from ponder.task import Task
from ponder.trainers.collect import levels_by_source
from ponder.trainers.config import TrainConfig
from ponder.trainers.sft import Example, SftConfig, train_sft

SOURCES = {
    "chain_sum": "chain_sum:3",
    "simple_equations": 'simple_equations[{"operations":1,"largest":16}]:1',
    "letter_counting": 'letter_counting[{"words":3}]:1',
}
"""Of arithmetic, algebra and algorithms, with the level that is trained on and asked."""
START = "start"
BARE = 0.5
"""Share of the examples of the warm start that are bare answers."""
MOST_ROUNDS = 12
CHUNK = 16
"""Batches that are drawn and sorted by length at once: the loss of fewer is that of a length."""
MAX_TOKENS = 80
EVALUATION_SEED = 2029
_SPACED = re.compile(r" ([-+*/=]) ")


@dataclass(frozen=True)
class Answers:
    """What the start or one run answered, in the order of the questions.

    Attributes:
        trained: The source that it was trained on; `start` for the start.
        seed: Of the run; 0 for the start.
        steps: Of its training; 0 for the start.
        round: Steps of a round of the warm start's fine-tuning.
        aim: The share of right answers, on the valid split and each source, that ended it.
        per_source: Questions of each source.
        right: A character a question, 1 where it was right.
        tokens: Of each answer.
    """

    trained: str
    seed: int
    steps: int
    round: int
    aim: float
    per_source: int
    right: str
    tokens: list[int]

    @property
    def run(self) -> tuple[Any, ...]:
        """Which run it was, and what it was asked."""
        return self.trained, self.seed, self.steps, self.round, self.aim, self.per_source


def main() -> None:
    """Trains what is missing, evaluates, prints the tables and writes the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--steps", type=int, default=80, help="of GRPO, each run")
    parser.add_argument("--round", type=int, default=160, help="steps, of the warm start")
    parser.add_argument("--aim", type=float, default=0.1, help="right answers that end its rounds")
    parser.add_argument("--per-source", type=int, default=200)
    parser.add_argument("--out", type=Path, default=Path("runs/benchmark-transfer"))
    parser.add_argument("--starts", type=Path, default=Path("benchmarks/kept"))
    parser.add_argument("--kept", type=Path, help="what runs answered; OUT/kept.jsonl")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    quiet_transformers()
    file = arguments.kept or arguments.out / "kept.jsonl"
    found = {answers.run: answers for answers in kept.read(file, Answers)}
    shared = (arguments.round, arguments.aim, arguments.per_source)
    runs = [(START, 0, 0, *shared)]
    for seed in arguments.seeds:
        runs += [(name, seed, arguments.steps, *shared) for name in SOURCES]
    for run in runs:
        if run not in found:
            found[run] = answered(run, arguments.out, arguments.starts)
            kept.add(file, [found[run]])
    compared = matrices([found[run] for run in runs])
    print_matrices(compared)
    print(f"report: {write_transfer(arguments.out, compared)}")


def answered(run: tuple[Any, ...], out: Path, starts: Path) -> Answers:
    """Makes the start or trains a run, if that was not done, and has it answer."""
    name, seed, steps, round_steps, aim, per_source = run
    start = f"transfer-{round_steps}-{aim:g}"
    policy = warm_start(round_steps, aim, starts / f"{start}.safetensors")
    folder = f"{name}-{steps}-{start}"
    if name != START:
        policy = trained(folder, run_config(name, seed, steps), out, start=lambda: policy)
    rows = evaluate_questions(
        policy,
        everything(),
        per_level=per_source,
        seed=EVALUATION_SEED,
        max_tokens=MAX_TOKENS,
        out=out / f"{folder}-s{seed}" / f"questions-{per_source}.jsonl",
    )
    right = "".join(str(int(row.correct)) for row in rows)
    print(f"{name}, seed {seed}: {by_source(rows)}", flush=True)
    return Answers(*run, right, [row.tokens for row in rows])


def everything() -> Mixture:
    """All sources."""
    return Mixture.parse(",".join(SOURCES.values()))


def run_config(name: str, seed: int, steps: int) -> TrainConfig:
    """The run on one source."""
    return TrainConfig(
        source=SOURCES[name],
        curriculum="fixed",
        steps=steps,
        question_groups=8,
        episode_groups=0,
        show_budget=False,
        gamma=1.0,
        max_tokens=MAX_TOKENS,
        epsilon=0.1,
        lr=3e-4,
        seed=seed,
    )


def warm_start(steps: int, aim: float, weights: Path) -> LocalPolicy:
    """Fine-tunes the embedded policy on the mixture, if that was not done."""
    if weights.is_file():
        return load_weights(weights)
    print(f"fine-tuning {weights}", flush=True)
    policy = load_embedded()
    drawn = examples(policy, stream("transfer start data", 0))
    losses: list[float] = []
    for place in range(MOST_ROUNDS):
        train_sft(
            policy.model,
            drawn,
            SftConfig(steps=steps, lr=2e-3, warmup=20),
            pad_id=policy.pad_id,
            rng=stream("transfer start batches", place),
            log=lambda step, loss: losses.append(loss),
        )
        rows = evaluate_questions(
            policy, everything(), per_level=60, seed=place, max_tokens=MAX_TOKENS, split="valid"
        )
        loss = sum(losses[-CHUNK:]) / len(losses[-CHUNK:])
        print(f"  round {place + 1}: {loss:.3f} nats a token; {by_source(rows)}", flush=True)
        if min(shares(rows).values()) >= aim:
            weights.parent.mkdir(parents=True, exist_ok=True)
            save_weights(policy, weights)
            return load_weights(weights)
    raise SystemExit(f"not every source was {aim:.0%} right after {MOST_ROUNDS} rounds")


def examples(policy: LocalPolicy, rng: random.Random) -> Iterator[Example]:
    """Draws pairs of the train split without end, of each source alike."""
    mixture, seed = everything(), derive_seed("transfer start tasks", 0)
    places = [
        (name, level) for name, levels in levels_by_source(mixture).items() for level in levels
    ]
    for index in itertools.count():
        name, level = rng.choice(places)
        task = mixture.source(name).task(level=level, split="train", seed=seed, index=index)
        texts = (render(Turn(task.question, task.answer_format)), trace(task, rng.random() < BARE))
        prompt, completion = (
            tuple(policy.tokenizer(text, add_special_tokens=False)["input_ids"]) for text in texts
        )
        yield Example(prompt, completion)


def trace(task: Task, bare: bool) -> str:
    """Writes an answer, bare or after the steps, spelled as the embedded policy spells sums."""
    steps = [] if bare else [step for step in task.steps if step != task.answer]
    lines = [_SPACED.sub(r"\1", step) for step in steps]
    return "".join(f"{line}\n" for line in lines) + f"{OPEN}{task.answer}{CLOSE}"


def matrices(found: list[Answers]) -> list[TransferMatrix]:
    """Compares all runs with the start, in right answers and in tokens."""
    start, *runs = found
    trained_on: dict[str, dict[int, list[QuestionRow]]] = {name: {} for name in SOURCES}
    for answers in runs:
        trained_on[answers.trained][answers.seed] = rows_of(answers)
    return [
        transfer_matrix(
            rows_of(start),
            trained_on,
            measure=measure,
            by=lambda row: row.source.partition("[")[0],
        )
        for measure in ("accuracy", "tokens")
    ]


def rows_of(answers: Answers) -> list[QuestionRow]:
    """Puts answers to their questions, which are named by the seed."""
    tasks = question_tasks(everything(), per_level=answers.per_source, seed=EVALUATION_SEED)
    return [
        QuestionRow(
            uid=task.uid,
            source=source,
            level=task.level,
            correct=mark == "1",
            tokens=tokens,
            finished=True,
            how="",
            extracted=None,
            answer=task.answer,
            question=task.question,
            text="",
        )
        for (source, task), mark, tokens in zip(tasks, answers.right, answers.tokens, strict=True)
    ]


def by_source(rows: list[QuestionRow]) -> str:
    """Says how many answers of each source are right."""
    return ", ".join(f"{name} {share:.1%}" for name, share in shares(rows).items())


def shares(rows: list[QuestionRow]) -> dict[str, float]:
    """The share of right answers of each source."""
    found: dict[str, list[bool]] = {}
    for row in rows:
        found.setdefault(row.source.partition("[")[0], []).append(row.correct)
    return {name: sum(marks) / len(marks) for name, marks in found.items()}


def print_matrices(found: list[TransferMatrix]) -> None:
    """Prints a line a cell."""
    head = ("trained on", "tested on", "measure", "seeds", "n", "start", "after", "change")
    for row in (head, *transfer_rows(found)):
        print("{:17} {:17} {:9} {:>5} {:>4}  {:22} {:22} {}".format(*row), flush=True)


if __name__ == "__main__":
    main()
