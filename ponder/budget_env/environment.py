"""The budget environment: several questions, one token budget, one policy that divides it.

In process, without a server. A step does these in order: reads the action, bills it, judges what
the bill covers, rewards it, and ends the episode if all questions are answered (`completed`) or,
under the hard cap, too little is left for another (`budget_exhausted`).
"""

import functools
import random
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ponder import randomness
from ponder.budget_env import reward as rewards
from ponder.budget_env.budget import resolve_budget
from ponder.budget_env.config import EnvConfig
from ponder.budget_env.episodes import Episode
from ponder.budget_env.ledger import Ledger
from ponder.budget_env.models import Action, HistoryEntry, Observation, State
from ponder.budget_env.profiles import Profile, Slot
from ponder.budget_env.results import QuestionResult, StopReason
from ponder.budget_env.tokens import TokenCounter, get_counter, shown_name, well_formed
from ponder.generators.mixture import Mixture
from ponder.generators.registry import Respond, family, names
from ponder.quoting import quoted
from ponder.task import Split, Task
from ponder.verifiers import Verdict, verify

MAX_TURNS = 64
"""Turns of an interactive question; the last is judged as it stands."""
_SUMMARY_CHARACTERS = 80
_LONGEST_ID = 256
FindCounter = Callable[[str, Sequence[str]], TokenCounter | None]
"""As `get_counter`: name and allow-list to counter."""


@dataclass(slots=True)
class _Run:
    """An episode under way."""

    episode: Episode
    episode_id: str
    counter: TokenCounter
    ledger: Ledger
    constant_metadata: dict[str, Any]
    prompts: Sequence[str]
    reply: str | None = None
    """What an interactive family said last; None when the question is yet to be answered."""
    steps: int = 0
    correct: int = 0
    stop: StopReason | None = None
    results: list[QuestionResult] = field(default_factory=list)
    history: list[HistoryEntry] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    before: Ledger = field(init=False)
    """The ledger when the current question was put."""

    def __post_init__(self) -> None:
        self.before = self.ledger

    @property
    def task(self) -> Task | None:
        return None if self.stop else self.episode.tasks[len(self.results)]

    @property
    def shown(self) -> str:
        if self.stop:
            return ""
        return self.prompts[len(self.results)] if self.reply is None else self.reply


@dataclass(frozen=True, slots=True)
class _Bill:
    """What of a response is paid for: the text, its tokens, and whether that is all of it."""

    text: str
    tokens: int
    fitted: bool


class BudgetEnvironment:
    """Puts the questions of an episode one by one and keeps account of the tokens.

    >>> from ponder.generators.mixture import Mixture
    >>> environment = BudgetEnvironment(Mixture.parse("chain_sum:1"), EnvConfig(num_questions=1))
    >>> observation = environment.reset(seed=7, total_budget=100)
    >>> environment.step(environment.task.answer).accuracy_so_far
    1.0
    """

    def __init__(
        self,
        source: Mixture,
        config: EnvConfig | None = None,
        *,
        split: Split = "train",
        find_counter: FindCounter = get_counter,
    ) -> None:
        """Makes an environment; `reset` starts its first episode.

        Args:
            source: Gives the questions.
            config: The settings; None means `EnvConfig()`.
            split: `train`, `valid` or `test`.
            find_counter: Finds tokenizers by name; a server's own must not wait for a load.

        Raises:
            ValueError: If the configured tokenizer does not load.
        """
        self.config = config or EnvConfig()
        self._mixture = source
        self._split: Split = split
        self._find_counter = find_counter
        counter = find_counter(self.config.tokenizer, self.config.allowed_tokenizers)
        if counter is None:
            raise ValueError(
                f"tokenizer {quoted(self.config.tokenizer, 200)} is not allowed or does not load; "
                "use 'approx', 'chars' or an entry of allowed_tokenizers"
            )
        self._counter = counter
        self._profile = Profile.parse(self.config.profile)
        # Sessions that name no seed must not all see the same episodes.
        self._seed = random.SystemRandom().getrandbits(60)
        self._index = -1
        self._run: _Run | None = None

    def reset(
        self,
        *,
        seed: int | None = None,
        episode_id: str | None = None,
        tokenizer_name: str | None = None,
        total_budget: int | None = None,
        questions: Sequence[Sequence[Any]] | None = None,
    ) -> Observation:
        """Starts an episode.

        Args:
            seed: Names a stream of episodes and starts at its first; None goes on to the next of
                the stream, which for a new environment is a random one.
            episode_id: The caller's name for the episode, of at most 256 characters; None means a
                random one.
            tokenizer_name: Counts the tokens of the episode and, without `total_budget`, sets
                the budget. One that is not allowed or does not load is warned of and left out.
            total_budget: The budget in tokens, at least `config.min_tokens`.
            questions: The `[source, level]` of each question, as a curriculum chooses them.

        Raises:
            ValueError: If an argument is out of range.
        """
        if episode_id is not None and not isinstance(episode_id, str):
            raise ValueError(f"episode_id must be a string, got {quoted(episode_id, 200)}")
        if episode_id is not None and len(episode_id) > _LONGEST_ID:
            raise ValueError(
                f"episode_id must have at most {_LONGEST_ID} characters, got {len(episode_id)}"
            )
        index = self._index + 1 if seed is None else 0
        stream = self._seed if seed is None else seed
        if questions is None:
            questions = self._profile_questions(stream, index)
        episode = Episode.draw(
            self._mixture,
            seed=stream,
            index=index,
            split=self._split,
            num_questions=self.config.num_questions,
            questions=questions,
        )
        run = self._begin(episode, episode_id, tokenizer_name, total_budget)
        self._seed, self._index, self._run = stream, index, run
        return self._observe(run, {})

    def step(self, action: Action | str, *, charged: int | None = None) -> Observation:
        """Takes the response to the current question, or one turn of it.

        Args:
            action: The response, with or without metadata.
            charged: The tokens that were sampled for it, for callers in the same process that
                know; None counts the response's own tokens.

        Returns:
            The next question. After the end, the end again with reward 0.

        Raises:
            ValueError: If no episode was started, the action's metadata is of a wrong type, or
                `charged` exceeds what remains under the hard cap.
        """
        run = self._started()
        task = run.task
        if task is None:
            return self._observe(run, {})
        response, metadata = (action, {}) if isinstance(action, str) else _read(action)
        named = self._named_counter("metadata.tokenizer_name", metadata.get("tokenizer_name"))
        bill = _bill(well_formed(response), run.ledger, named or run.counter, charged)
        ledger = run.ledger.charge(bill.tokens)
        stand_in = metadata.get("grading_response") if bill.fitted else None

        run.ledger = ledger
        run.steps += 1
        run.turns.append(bill.text if stand_in is None else well_formed(stand_in))
        run.reply = _reply(run, task)
        if run.reply is not None:
            return self._observe(run, {})
        # A stand-in is what follows the reasoning, so no reasoning is open in it.
        reasoning_open = self.config.reasoning_open and stand_in is None
        verdict = verify(task, run.turns, reasoning_open=reasoning_open)
        return self._observe(run, self._settle(run, task, bill.text, verdict))

    @property
    def state(self) -> State:
        """Where the episode stands; before the first reset, all zero."""
        run = self._run
        if run is None:
            return State()
        answered = len(run.results)
        return State.model_construct(
            episode_id=run.episode_id,
            step_count=run.steps,
            total_budget=run.ledger.total,
            spent_budget=run.ledger.spent,
            questions_answered=answered,
            total_correct=run.correct,
            current_accuracy=run.correct / answered if answered else 0.0,
            budget_remaining_ratio=max(0, run.ledger.remaining) / run.ledger.total,
        )

    @property
    def task(self) -> Task | None:
        """The current question's task; None after the end. Holds the answer: never send it."""
        return self._started().task

    @property
    def episode(self) -> Episode:
        """The episode, with its uid and all its tasks. Holds the answers: never send it."""
        return self._started().episode

    @property
    def ledger(self) -> Ledger:
        """The account of tokens, which tells a sampler where to stop."""
        return self._started().ledger

    @property
    def results(self) -> tuple[QuestionResult, ...]:
        """The answered questions, in order."""
        return tuple(self._started().results)

    def _started(self) -> _Run:
        if self._run is None:
            raise ValueError("no episode was started; call reset() first")
        return self._run

    def _profile_questions(self, seed: int, index: int) -> list[Slot] | None:
        rng = randomness.stream("profile", self._mixture.digest, self._split, seed, index)
        return self._profile.draw(self._mixture, self.config.num_questions, rng)

    def _begin(
        self,
        episode: Episode,
        episode_id: str | None,
        tokenizer_name: str | None,
        total_budget: int | None,
    ) -> _Run:
        """Sets an episode's budget and opens its account."""
        config = self.config
        named = self._named_counter("tokenizer_name", tokenizer_name)
        prompts = [task.prompt("plain") for task in episode.tasks]
        budget = resolve_budget(config, prompts, total_budget=total_budget, counter=named)
        counter = named or self._counter
        return _Run(
            episode=episode,
            episode_id=episode_id or uuid.uuid4().hex,
            counter=counter,
            ledger=Ledger(
                budget.total, config.budget_mode, config.min_tokens, config.answer_reserve
            ),
            constant_metadata={
                "min_tokens": config.min_tokens,
                "max_tokens": config.max_tokens,
                "num_questions": len(prompts),
                "budget_ratio": config.budget_ratio,
                "total_budget": budget.total,
                "budget_source": budget.source,
                "budget_mode": config.budget_mode,
                "answer_reserve": config.answer_reserve,
                "tokenizer_name": shown_name(counter.name),
            },
            prompts=prompts,
        )

    def _named_counter(self, argument: str, name: object) -> TokenCounter | None:
        """Finds the counter that a client named, if it named one."""
        if name is None or name == "":
            return None
        if not isinstance(name, str):
            raise ValueError(f"{argument} must be a string, got {quoted(name, 200)}")
        return self._find_counter(name, self.config.allowed_tokenizers)

    def _settle(self, run: _Run, task: Task, response: str, verdict: Verdict) -> rewards.Components:
        """Books an answered question, and the end of the episode if it is the end."""
        ledger, tasks, constants = run.ledger, run.episode.tasks, self.config.reward
        tokens = ledger.spent - run.before.spent
        run.correct += verdict.correct
        components = rewards.question_components(
            correct=verdict.correct,
            tokens=tokens,
            share=ledger.total / len(tasks),
            newly_overspent=ledger.overspent - run.before.overspent,
            config=constants,
        )
        answered = len(run.results) + 1
        if answered == len(tasks):
            run.stop = StopReason.COMPLETED
        elif ledger.exhausted:
            run.stop = StopReason.BUDGET_EXHAUSTED
        if run.stop:
            components |= rewards.final_components(
                correct=run.correct,
                answered=answered,
                num_questions=len(tasks),
                utilization=ledger.spent / ledger.total,
                config=constants,
            )
        truncated = ledger.mode == "hard" and ledger.remaining == 0
        source = run.episode.sources[answered - 1]
        run.results.append(
            QuestionResult(task, source, response, verdict, tokens, components, truncated)
        )
        run.history.append(
            {
                "tokens_used": tokens,
                "was_correct": verdict.correct,
                "question_summary": task.question[:_SUMMARY_CHARACTERS],
            }
        )
        run.turns, run.before = [], ledger
        return components

    def _observe(self, run: _Run, components: rewards.Components) -> Observation:
        task = run.task
        answered = len(run.results)
        waiting = len(run.episode.tasks) - answered
        remaining = run.ledger.remaining
        metadata = {
            **run.constant_metadata,
            "problem_type": run.episode.sources[answered] if task else None,
            "level": task.level if task and self.config.show_level else None,
            "turn": len(run.turns),
            "stop_reason": run.stop.value if run.stop else None,
            "reward_components": dict(components),
        }
        # Every value is of its type already: validating 20,000 of these a second would not pay.
        return Observation.model_construct(
            question=run.shown,
            remaining_budget=remaining,
            questions_remaining=waiting,
            step_idx=answered,
            budget_per_remaining=remaining / waiting if waiting else 0.0,
            accuracy_so_far=run.correct / answered if answered else 0.0,
            history=[entry.copy() for entry in run.history],
            done=run.stop is not None,
            reward=rewards.total(components),
            metadata=metadata,
        )


def _read(action: Action) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(action, Action):
        raise ValueError(f"action must be a string or an Action, got {type(action).__name__}")
    grading = action.metadata.get("grading_response")
    if grading is not None and not isinstance(grading, str):
        raise ValueError(f"metadata.grading_response must be a string, got {quoted(grading, 200)}")
    return action.response, action.metadata


def _bill(response: str, ledger: Ledger, counter: TokenCounter, charged: int | None) -> _Bill:
    """Cuts a response at the cap; a caller that counted what it sampled has cut it itself."""
    if charged is not None:
        return _Bill(response, charged, True)
    tokens = counter.count(response)
    allowed = ledger.allowance(tokens)
    if allowed < tokens:
        return _Bill(counter.truncate(response, allowed), allowed, False)
    return _Bill(response, tokens, True)


def _reply(run: _Run, task: Task) -> str | None:
    """Asks an interactive family for its reply; None when the question is to be judged."""
    respond = _responder(task.source)
    if respond is None or len(run.turns) >= MAX_TURNS or run.ledger.exhausted:
        return None
    return respond(task, list(run.turns))


@functools.cache
def _responder(source: str) -> Respond | None:
    """The reply function of an interactive family; None for the others and for corpora."""
    return family(source).respond if source in names() else None
