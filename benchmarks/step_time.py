"""Seconds and memory of an optimiser step: Ponder's loop against a plain TRL GRPOTrainer.

SmolLM2-135M in fp32 on one thread; a step is one prompt, 8 completions of 48 tokens, and one
update, with and without a KL term. Each measurement is a process of its own, and they take turns,
so that a busy machine is busy for both. TRL is the stock trainer, which samples by
`model.generate`.

The work is made equal: both get the same prompts and sample exactly 48 tokens for each completion
(TRL suppresses the end token; in Ponder's loop neither it nor a closed answer ends a row); both
judge the answers; and both are then given rewards that differ within the group, since Ponder
would otherwise leave the update out.

    python benchmarks/step_time.py --steps 5 --rounds 2
"""

import argparse
import dataclasses
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.policy import Turn
from ponder.task import Task
from ponder.trainers.collect import Collected, train_task
from ponder.trainers.config import TrainConfig

TOKENS, COMPLETIONS = 48, 8
SOURCE, LEVEL = "chain_sum", 3
BETAS = (0.0, 0.04)
PARTS = ("generate", "score", "forward", "backward")


def config_of(beta: float, steps: int) -> TrainConfig:
    """The run that both do; the learning rate is too low to change what is sampled."""
    return TrainConfig(
        source=f"{SOURCE}:{LEVEL}",
        curriculum="fixed",
        steps=steps,
        group_size=COMPLETIONS,
        question_groups=1,
        episode_groups=0,
        max_tokens=TOKENS,
        objective="grpo",
        kl=beta,
        lr=1e-6,
        warmup=0,
        decay=0.0,
        reference_steps=10_000,
    )


def task_of(config: TrainConfig, step: int) -> Task:
    """The question of a step."""
    address = ("task", config.seed, step, 0)
    return train_task(Mixture.parse(config.source), SOURCE, LEVEL, address)


class Clock:
    """Adds up the seconds spent in functions, and the steps' wall and CPU seconds."""

    def __init__(self) -> None:
        """Starts with nothing."""
        self.parts: dict[str, float] = defaultdict(float)
        self.steps: list[dict[str, float]] = []

    def timed(self, call: Callable[..., Any], name: Callable[[], str]) -> Callable[..., Any]:
        """Wraps a function; `name` says at each call what it counts as."""

        def wrapped(*args: Any, **options: Any) -> Any:
            part, started = name(), time.perf_counter()
            try:
                return call(*args, **options)
            finally:
                self.parts[part] += time.perf_counter() - started

        return wrapped

    @contextmanager
    def step(self) -> Iterator[None]:
        """Counts a step."""
        self.parts.clear()
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        self.steps.append({"wall": wall, "cpu": cpu, **{p: self.parts[p] for p in PARTS}})


def run_ponder(beta: float, steps: int) -> Clock:
    """Times Ponder's loop, from outside of it."""
    import torch

    import ponder.trainers.grpo as loop
    from ponder.policies.local import load
    from ponder.trainers.runs import Run

    config, clock = config_of(beta, steps), Clock()
    policy = load("smollm2", device="cpu")
    policy.stop_ids = ()
    policy._has_closed = lambda ids: False  # type: ignore[method-assign]
    collect = loop.collect

    def collect_apart(*args: Any) -> Any:
        """Plays as ever; then half of the group is right."""
        questions = collect(*args).questions
        assert [r.tokens for r in questions] == [TOKENS] * COMPLETIONS
        halves = [{"correctness": float(r.play % 2)} for r in questions]
        judged = [
            dataclasses.replace(r, components=half)
            for r, half in zip(questions, halves, strict=True)
        ]
        return Collected(judged, [], [])

    def scoring() -> str:
        return "forward" if torch.is_grad_enabled() else "score"

    loop.collect = collect_apart
    loop.completion_logprobs = clock.timed(loop.completion_logprobs, scoring)
    LocalPolicy.complete = clock.timed(LocalPolicy.complete, lambda: "generate")  # type: ignore[method-assign]
    torch.Tensor.backward = clock.timed(torch.Tensor.backward, lambda: "backward")  # type: ignore[method-assign]
    mixture = Mixture.parse(config.source)
    state = loop.TrainState.start(policy, mixture, config)
    with tempfile.TemporaryDirectory() as folder, Run(Path(folder), config) as run:
        for _ in range(steps):
            with clock.step():
                loop.train_step(state, mixture, config, run)
    return clock


def rows_of(policy: LocalPolicy, config: TrainConfig) -> list[dict[str, str]]:
    """The questions as Ponder's loop asks them."""
    rows = []
    for step in range(config.steps):
        task = task_of(config, step)
        ids = policy.prompt_ids(Turn(task.question, task.answer_format))
        prompt = policy.tokenizer.decode(ids)
        assert policy.tokenizer(prompt)["input_ids"] == ids
        rows.append({"prompt": prompt, "uid": task.uid})
    return rows


def args_of(config: TrainConfig, folder: str) -> Any:
    """The run in TRL's words."""
    from trl import GRPOConfig

    return GRPOConfig(
        output_dir=folder,
        max_steps=config.steps,
        per_device_train_batch_size=COMPLETIONS,
        num_generations=COMPLETIONS,
        max_completion_length=TOKENS,
        generation_kwargs={"min_new_tokens": TOKENS},
        loss_type="grpo",
        beta=config.kl,
        learning_rate=config.lr,
        lr_scheduler_type="constant",
        optim="adamw_torch",
        shuffle_dataset=False,
        gradient_checkpointing=False,
        bf16=False,
        use_cpu=True,
        report_to="none",
        save_strategy="no",
        disable_tqdm=True,
    )


def run_trl(beta: float, steps: int) -> Clock:
    """Times the stock trainer."""
    from datasets import Dataset
    from transformers import TrainerCallback
    from trl import GRPOTrainer

    from ponder.policies.local import load
    from ponder.rewards.trl import trl_reward

    config, clock, judge = config_of(beta, steps), Clock(), trl_reward()
    policy = load("smollm2", device="cpu")

    def halves(completions: list[str], completion_ids: list[list[int]], **columns: Any) -> Any:
        assert [len(ids) for ids in completion_ids] == [TOKENS] * COMPLETIONS
        judge(completions=completions, uid=columns["uid"])
        return [float(place % 2) for place in range(len(completions))]

    class Steps(TrainerCallback):
        def on_step_begin(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            self.under_way = clock.step()
            self.under_way.__enter__()

        def on_step_end(self, args: Any, state: Any, control: Any, **others: Any) -> None:
            self.under_way.__exit__(None, None, None)

    with tempfile.TemporaryDirectory() as folder:
        if beta:
            # The reference is loaded from where the model says it is from.
            policy.model.save_pretrained(folder)
            policy.model.config._name_or_path = folder
        GRPOTrainer(
            model=policy.model,
            reward_funcs=halves,
            args=args_of(config, folder),
            train_dataset=Dataset.from_list(rows_of(policy, config)),
            processing_class=policy.tokenizer,
            callbacks=[Steps()],
        ).train()
    return clock


KINDS = {"ponder": run_ponder, "trl": run_trl}


def measure(kind: str, beta: float, steps: int) -> dict[str, Any]:
    """Runs one measurement in a process of its own; the first step warms up."""
    command = [sys.executable, __file__, "--child", kind, "--beta", str(beta)]
    done = subprocess.run(
        [*command, "--steps", str(steps + 1)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{kind} at beta {beta} failed:\n{done.stderr[-3000:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    for step in found["steps"]:
        step["other"] = step["wall"] - sum(step.get(name, 0.0) for name in PARTS)
    return found


def child(kind: str, beta: float, steps: int) -> None:
    """Measures in this process and prints it."""
    import torch

    torch.set_num_threads(1)
    clock = KINDS[kind](beta, steps)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(json.dumps({"steps": clock.steps[1:], "peak": peak}))


def report(found: dict[tuple[str, float], list[dict[str, Any]]]) -> None:
    """Prints medians over all steps, and the ratios."""

    def middle(kind: str, beta: float, name: str) -> float:
        return median(step[name] for run in found[kind, beta] for step in run["steps"])

    def peak(kind: str, beta: float) -> float:
        return max(run["peak"] for run in found[kind, beta])

    print(f"{'':10}{'wall s/step':>24}{'CPU s/step':>24}{'peak GiB':>24}")
    print(f"{'beta':10}" + f"{'ponder':>8}{'trl':>8}{'ratio':>8}" * 3)
    for beta in BETAS:
        pairs = [
            *((middle("ponder", beta, n), middle("trl", beta, n)) for n in ("wall", "cpu")),
            (peak("ponder", beta), peak("trl", beta)),
        ]
        cells = (f"{one:8.2f}{other:8.2f}{one / other:8.2f}" for one, other in pairs)
        print(f"{beta:<10}" + "".join(cells))
    print("\nponder's step in wall seconds (score is the reference's)")
    print(f"{'beta':10}" + "".join(f"{name:>10}" for name in (*PARTS, "other")))
    for beta in BETAS:
        parts = [middle("ponder", beta, name) for name in (*PARTS, "other")]
        print(f"{beta:<10}" + "".join(f"{seconds:10.2f}" for seconds in parts))


def main() -> None:
    """Takes turns, then reports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=5, help="in each process, after the first")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--child", choices=sorted(KINDS), help=argparse.SUPPRESS)
    parser.add_argument("--beta", type=float, default=0.0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.beta, options.steps)
        return
    found: dict[tuple[str, float], list[dict[str, Any]]] = defaultdict(list)
    for number in range(options.rounds):
        for beta in BETAS:
            # Who goes first changes from round to round.
            for kind in sorted(KINDS, reverse=bool(number % 2)):
                run = measure(kind, beta, options.steps)
                found[kind, beta].append(run)
                seconds = ", ".join(f"{step['wall']:.1f}" for step in run["steps"])
                print(f"round {number + 1}, beta {beta}, {kind}: {seconds} s", flush=True)
    report(found)


if __name__ == "__main__":
    main()
