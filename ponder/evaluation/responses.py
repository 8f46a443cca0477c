"""Response curves: how often each question is answered right within how many tokens.

Three ways to hold a policy to a budget of b tokens, which answer three questions:

- `told`: it plays an episode of this question alone, is shown b, and is cut off there. What can
  the policy make of b tokens that it knows of? Any policy; every budget has samples of its own.
- `cut`: it is told nothing; an answer counts at b if it was complete within b tokens. What does a
  longer budget buy a policy that does not plan? Any policy; one sample serves all budgets.
- `forced`: it is told nothing; a thought that is not complete is ended so early that a forced
  answer of `answer_tokens` still fits into b (budget forcing, arXiv:2501.19393; the prefixes'
  keys and values are used again). Local policies.

All tokens count, those of the text that ends a thought as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from ponder.evaluation.rows import Progress, ResponseRow, collect, quiet
from ponder.policies.forcing import forced_answers, terminator
from ponder.policies.local import LocalPolicy
from ponder.policies.play import Rollout, answer_questions
from ponder.policies.policy import Policy, Turn
from ponder.policies.sampling import check_temperature
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Task
from ponder.verifiers import verify

Mode = Literal["told", "cut", "forced"]
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True)
class ResponseConfig:
    """How response curves are measured.

    Attributes:
        budgets: B of them in tokens, rising, the first at least 1.
        samples: K, answers to each question within each budget, at least 1.
        mode: How the policy is held to a budget.
        answer_tokens: Kept for a forced answer, at least 1.
        temperature: Of sampling.
        seed: Names the sampling.
    """

    budgets: Sequence[int]
    samples: int
    mode: Mode = "told"
    answer_tokens: int = 24
    temperature: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Checks the ranges."""
        if self.mode not in MODES:
            raise ValueError(f"mode must be one of {MODES}, got {quoted(self.mode)}")
        grid = list(self.budgets)
        if not grid or grid[0] < 1 or sorted(set(grid)) != grid:
            raise ValueError(f"budgets must rise from at least 1, got {quoted(grid)}")
        for name in ("samples", "answer_tokens"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {quoted(getattr(self, name))}")
        check_temperature(self.temperature)


def measure_responses(
    policy: Policy,
    tasks: Sequence[tuple[str, Task]],
    config: ResponseConfig,
    *,
    batch_size: int = 8,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[ResponseRow]:
    """Measures the response curve of every question.

    Args:
        policy: Answers.
        tasks: `(source, task)` pairs, each task once.
        config: How.
        batch_size: Questions at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; if it holds some of this very
            measurement already, the rest is added.
        on_progress: Told how many questions are done.

    Returns:
        A row a task, in order.

    Raises:
        ValueError: If `out` is of other settings, or the policy cannot be held to budgets so.
    """
    require_mode(policy, config.mode)
    settings: dict[str, Any] = {
        "kind": "responses",
        "policy": policy.name,
        "tasks": [task.uid for _, task in tasks],
        "budgets": list(config.budgets),
        "samples": config.samples,
        "seed": config.seed,
        "mode": config.mode,
        "temperature": config.temperature,
        **({"answer_tokens": config.answer_tokens} if config.mode == "forced" else {}),
    }

    def make(start: int, stop: int) -> list[ResponseRow]:
        seed = derive_seed("responses", config.seed, start)
        return _answer(policy, tasks[start:stop], config, seed)

    return collect(
        ResponseRow,
        make,
        settings,
        units=len(tasks),
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def require_mode(policy: Policy, mode: Mode) -> None:
    """Refuses a mode in which a policy cannot be measured.

    Raises:
        ValueError: If it is `forced` and the policy is not of this process.
    """
    if mode == "forced" and not isinstance(policy, LocalPolicy):
        raise ValueError(
            f"mode 'forced' goes on from a policy's own keys and values, which {policy.name!r} "
            "does not give; use 'told' or 'cut'"
        )


def _answer(
    policy: Policy, tasks: Sequence[tuple[str, Task]], config: ResponseConfig, seed: int
) -> list[ResponseRow]:
    """Measures some questions in one batch."""
    if config.mode == "told":
        tables = _told(policy, tasks, config, seed)
    else:
        rollouts = answer_questions(
            policy,
            tasks,
            group_size=config.samples,
            max_tokens=config.budgets[-1],
            seed=seed,
            temperature=config.temperature,
        )
        tables = [_within(rollout, config.budgets) for rollout in rollouts]
        if isinstance(policy, LocalPolicy) and config.mode == "forced":
            _force(policy, rollouts, tables, config, seed)
    rows = []
    for place, (source, task) in enumerate(tasks):
        drawn = tables[place * config.samples : (place + 1) * config.samples]
        rows.append(
            ResponseRow(
                uid=task.uid,
                source=source,
                level=task.level,
                budgets=list(config.budgets),
                correct=[right for right, _ in drawn],
                tokens=[spent for _, spent in drawn],
            )
        )
    return rows


def _told(
    policy: Policy, tasks: Sequence[tuple[str, Task]], config: ResponseConfig, seed: int
) -> list[tuple[list[int], list[int]]]:
    """Answers each task K times within each budget; a pair of (B,) a sample, task by task."""
    asked = [
        (task, budget)
        for _, task in tasks
        for _ in range(config.samples)
        for budget in config.budgets
    ]
    completions = policy.complete(
        [Turn(task.question, task.answer_format, budget, 1) for task, budget in asked],
        max_tokens=[budget for _, budget in asked],
        seed=seed,
        temperature=config.temperature,
    )
    right = [
        int(verify(task, completion.text).correct)
        for (task, _), completion in zip(asked, completions, strict=True)
    ]
    spent = [len(completion.token_ids) for completion in completions]
    width = len(config.budgets)
    return [(right[at : at + width], spent[at : at + width]) for at in range(0, len(asked), width)]


def _within(rollout: Rollout, budgets: Sequence[int]) -> tuple[list[int], list[int]]:
    """Whether an answer was right and complete within each budget, and what it took of it."""
    complete = [rollout.completion.finished and rollout.tokens <= budget for budget in budgets]
    right = [int(rollout.verdict.correct and done) for done in complete]
    return right, [min(rollout.tokens, budget) for budget in budgets]


def _force(
    policy: LocalPolicy,
    rollouts: Sequence[Rollout],
    tables: Sequence[tuple[list[int], list[int]]],
    config: ResponseConfig,
    seed: int,
) -> None:
    """Fills in the forced answers, where a thought was not complete within a budget."""
    budgets = config.budgets
    ending = policy.tokenizer(terminator(policy), add_special_tokens=False)["input_ids"]
    reserve = len(ending) + config.answer_tokens
    wanted = [
        [
            place
            for place, budget in enumerate(budgets)
            if not (rollout.completion.finished and rollout.tokens <= budget) and budget >= reserve
        ]
        for rollout in rollouts
    ]
    answers = forced_answers(
        policy,
        [rollout.completion for rollout in rollouts],
        [[budgets[place] - reserve for place in places] for places in wanted],
        samples=1,
        max_tokens=config.answer_tokens,
        seed=seed,
        temperature=config.temperature,
    )
    for rollout, places, drawn, (right, spent) in zip(
        rollouts, wanted, answers, tables, strict=True
    ):
        for place, (answer,) in zip(places, drawn, strict=True):
            right[place] = int(verify(rollout.task, answer.text).correct)
            spent[place] = budgets[place] - reserve + len(answer.token_ids)
