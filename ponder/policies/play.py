"""Play: a policy answers single questions, or whole episodes under a budget, in batches.

A single question is answered G times without a budget. A budget episode is played G times, all
plays in lockstep: one batch of completions a turn, however many episodes there are. Both give
rollouts of the same shape, so that evaluation and training read one kind of record.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ponder.budget_env import BudgetEnvironment, EnvConfig
from ponder.generators.mixture import Mixture
from ponder.policies.policy import Completion, Policy, Turn
from ponder.policies.remote import RemoteEnvironment, connection
from ponder.randomness import derive_seed
from ponder.task import Split, Task
from ponder.verifiers import Verdict, verify


@dataclass(frozen=True, slots=True)
class Rollout:
    """One completion of one question.

    Attributes:
        task: The question.
        source: The name the curriculum knows its source by.
        group: Rollouts of equal group answered the same question, or played the same episode.
        play: Which play of the group this belongs to, from 0.
        turn: Position of the question in its episode; 0 for single questions.
        completion: What was sampled.
        verdict: What the verifier said.
        components: Named parts of the reward of this turn alone, that of the episode's end
            included where it ends here; none yet for single questions.
        budget: The episode's budget in tokens; None for single questions.
    """

    task: Task
    source: str
    group: int
    play: int
    turn: int
    completion: Completion
    verdict: Verdict
    components: Mapping[str, float]
    budget: int | None = None

    @property
    def tokens(self) -> int:
        """Tokens charged."""
        return len(self.completion.token_ids)

    @property
    def reward(self) -> float:
        """The sum of the components."""
        return sum(self.components.values())


def answer_questions(
    policy: Policy,
    tasks: Sequence[tuple[str, Task]],
    *,
    group_size: int,
    max_tokens: int,
    seed: int,
    temperature: float = 1.0,
    budgets: Sequence[int | None] = (),
) -> list[Rollout]:
    """Answers every task `group_size` times, without a budget, in one batch.

    Args:
        policy: Answers.
        tasks: `(source, task)` pairs; the i-th makes group i.
        group_size: Completions a task.
        max_tokens: Cap of each.
        seed: Names the sampling streams.
        temperature: Of sampling.
        budgets: For each task the tokens that its prompt says are left for it, which nothing
            enforces, or None; empty for none at all.
    """
    rows = [(group, play) for group in range(len(tasks)) for play in range(group_size)]
    named = budgets or [None] * len(tasks)
    asked = [
        Turn(task.question, task.answer_format, budget, None if budget is None else 1)
        for (_, task), budget in zip(tasks, named, strict=True)
    ]
    turns = [asked[group] for group, _ in rows]
    completions = policy.complete(
        turns, max_tokens=[max_tokens] * len(rows), seed=seed, temperature=temperature
    )
    rollouts = []
    for (group, play), completion in zip(rows, completions, strict=True):
        source, task = tasks[group]
        verdict = verify(task, completion.text)
        rollouts.append(Rollout(task, source, group, play, 0, completion, verdict, {}))
    return rollouts


@dataclass(frozen=True, slots=True)
class EpisodePlan:
    """One episode to be played: its questions by seed, and its budget.

    Attributes:
        seed: The episode's, in the environment's stream.
        budget: In tokens.
        questions: `(source, level)` of each question, or None for the mixture's own.
    """

    seed: int
    budget: int
    questions: tuple[tuple[str, int], ...] | None = None


def play_episodes(
    policy: Policy,
    mixture: Mixture,
    plans: Sequence[EpisodePlan],
    *,
    config: EnvConfig,
    group_size: int,
    max_tokens: int,
    show_budget: bool,
    chat: bool,
    seed: int,
    split: Split = "train",
    temperature: float = 1.0,
    env_url: str = "",
) -> list[Rollout]:
    """Plays every plan `group_size` times, all plays in lockstep.

    Args:
        policy: Plays.
        mixture: Gives the questions.
        plans: The i-th makes group i.
        config: The environment's settings.
        group_size: Plays of each plan.
        max_tokens: Cap of a completion, besides what the ledger allows.
        show_budget: Whether prompts carry the budget line.
        chat: Whether a turn sees the turns before it.
        seed: Names the sampling streams.
        split: Of the questions.
        temperature: Of sampling.
        env_url: A server of the same mixture and settings, to play on instead of in process; a
            bearer token is read from `PONDER_TOKEN`.

    Raises:
        ValueError: If a question is of an interactive family, or a server differs.
        OSError: If a server cannot be reached.
    """
    rows = [(group, play) for group in range(len(plans)) for play in range(group_size)]
    plays = [
        _Play.begin(group, play, plans[group], _environment(mixture, config, split, env_url, row))
        for row, (group, play) in enumerate(rows)
    ]
    rollouts: list[Rollout] = []
    step = 0
    while playing := [play for play in plays if play.environment.task is not None]:
        turns = [play.turn(show_budget) for play in playing]
        completions = policy.complete(
            turns,
            max_tokens=[play.cap(max_tokens) for play in playing],
            seed=derive_seed("turn", seed, step),
            temperature=temperature,
        )
        for play, turn, completion in zip(playing, turns, completions, strict=True):
            rollouts.append(play.answer(completion))
            if chat:
                play.history = (*play.history, (turn.question, completion.text))
        step += 1
    return rollouts


def _environment(
    mixture: Mixture, config: EnvConfig, split: Split, env_url: str, number: int
) -> "BudgetEnvironment | RemoteEnvironment":
    if not env_url:
        return BudgetEnvironment(mixture, config, split=split)
    client = connection(env_url, number)
    return RemoteEnvironment(client, mixture, config, split=split)


@dataclass(slots=True)
class _Play:
    """One play of an episode, from turn to turn."""

    group: int
    play: int
    budget: int
    environment: BudgetEnvironment | RemoteEnvironment
    history: tuple[tuple[str, str], ...] = ()

    @classmethod
    def begin(
        cls,
        group: int,
        play: int,
        plan: EpisodePlan,
        environment: BudgetEnvironment | RemoteEnvironment,
    ) -> "_Play":
        environment.reset(seed=plan.seed, total_budget=plan.budget, questions=plan.questions)
        return cls(group, play, plan.budget, environment)

    @property
    def task(self) -> Task:
        """The question that waits."""
        task = self.environment.task
        assert task is not None
        return task

    def turn(self, show_budget: bool) -> Turn:
        task = self.task
        if not show_budget:
            return Turn(task.question, task.answer_format, history=self.history)
        waiting = len(self.environment.episode.tasks) - len(self.environment.results)
        remaining = self.environment.ledger.remaining
        return Turn(task.question, task.answer_format, remaining, waiting, self.history)

    def cap(self, max_tokens: int) -> int:
        if self.environment.config.budget_mode != "hard":
            return max_tokens
        return min(max_tokens, self.environment.ledger.remaining)

    def answer(self, completion: Completion) -> Rollout:
        """Steps, and gives what came of it."""
        task, position = self.task, len(self.environment.results)
        self.environment.step(completion.text, charged=len(completion.token_ids))
        if len(self.environment.results) == position:
            raise ValueError(
                f"{task.uid} replies to what is answered, and a policy plays questions of one turn "
                "only; leave its family out of the mixture"
            )
        result = self.environment.results[position]
        return Rollout(
            task,
            result.source,
            self.group,
            self.play,
            position,
            completion,
            result.verdict,
            result.components,
            self.budget,
        )
