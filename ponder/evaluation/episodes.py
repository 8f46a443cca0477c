"""Budget episodes: how a policy divides one token budget over several questions."""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ponder.budget_env import EnvConfig, Episode, StopReason
from ponder.evaluation.rows import EpisodeRow, Progress, collect, quiet
from ponder.generators.mixture import Mixture
from ponder.policies.local import LocalPolicy
from ponder.policies.play import EpisodePlan, Rollout, play_episodes
from ponder.policies.policy import Policy
from ponder.policies.sampling import check_temperature
from ponder.policies.segments import Segmenter
from ponder.policies.thoughts import part_tokens
from ponder.quoting import quoted
from ponder.randomness import derive_seed
from ponder.task import Split


def episode_seeds(episodes: int, seed: int) -> list[int]:
    """Names the episodes of an evaluation, each by a stream of its own."""
    return [derive_seed("evaluation episode", seed, place) for place in range(episodes)]


def evaluate_episodes(
    policy: Policy,
    mixture: Mixture,
    *,
    episodes: int,
    budget: int,
    num_questions: int,
    seed: int,
    min_tokens: int,
    max_tokens: int,
    split: Split = "test",
    show_budget: bool = True,
    chat: bool = False,
    temperature: float = 1.0,
    segmenter: Segmenter | None = None,
    batch_size: int = 16,
    out: Path | None = None,
    on_progress: Progress = quiet,
) -> list[EpisodeRow]:
    """Plays episodes under a hard cap, once each; every question gives a row.

    Args:
        policy: Plays.
        mixture: Gives the questions, by its weights.
        episodes: At least 1.
        budget: Of an episode, in tokens, at least `min_tokens`.
        num_questions: In an episode.
        seed: Names the episodes and the sampling.
        min_tokens: An episode ends when less than this is left.
        max_tokens: Cap of one answer, besides what is left of the budget.
        split: Of the questions.
        show_budget: Whether prompts tell the tokens and questions left.
        chat: Whether a turn sees the turns before it.
        temperature: Of sampling.
        segmenter: Cuts the thoughts of a local policy, whose tokens are then counted by segment;
            None counts none.
        batch_size: Episodes at once; which of them share a batch decides their sampling.
        out: A JSONL file that receives the rows as they come; if it holds some of this very
            evaluation already, the rest is added.
        on_progress: Told how many episodes are done.

    Returns:
        `num_questions` rows an episode, in order.

    Raises:
        ValueError: If `out` is of other settings, or an argument is out of range.
    """
    if max_tokens < 1:
        raise ValueError(f"max_tokens must be at least 1, got {quoted(max_tokens)}")
    check_temperature(temperature)
    config = EnvConfig(
        num_questions=num_questions, min_tokens=min_tokens, max_tokens=max(min_tokens, max_tokens)
    )
    settings: dict[str, Any] = {
        "kind": "episodes",
        "policy": policy.name,
        "mixture": mixture.digest,
        "episodes": episodes,
        "budget": budget,
        "num_questions": num_questions,
        "seed": seed,
        "split": split,
        "show_budget": show_budget,
        "chat": chat,
        "min_tokens": min_tokens,
        "max_tokens": max_tokens,
        "temperature": temperature,
        **({"segmenter": dataclasses.asdict(segmenter)} if segmenter else {}),
    }
    seeds = episode_seeds(episodes, seed)

    def parts(turn: Rollout) -> Sequence[int]:
        if segmenter is None or not isinstance(policy, LocalPolicy):
            return ()
        return part_tokens(turn.completion, policy.decode, segmenter)

    def make(start: int, stop: int) -> list[EpisodeRow]:
        rollouts = play_episodes(
            policy,
            mixture,
            [EpisodePlan(seed=own, budget=budget) for own in seeds[start:stop]],
            config=config,
            group_size=1,
            max_tokens=max_tokens,
            show_budget=show_budget,
            chat=chat,
            seed=derive_seed("evaluation turns", seed, start),
            split=split,
            temperature=temperature,
        )
        rows = []
        for group, own in enumerate(seeds[start:stop]):
            episode = Episode.draw(mixture, seed=own, split=split, num_questions=num_questions)
            turns = [rollout for rollout in rollouts if rollout.group == group]
            rows += episode_rows(episode, turns, budget, parts)
        return rows

    return collect(
        EpisodeRow,
        make,
        settings,
        units=episodes,
        rows_per_unit=num_questions,
        batch_size=batch_size,
        out=out,
        on_progress=on_progress,
    )


def episode_rows(
    episode: Episode,
    turns: Sequence[Rollout],
    budget: int,
    parts: Callable[[Rollout], Sequence[int]],
) -> list[EpisodeRow]:
    """Writes one play of an episode as rows, with the questions that it never got to.

    Args:
        episode: Its questions.
        turns: The answered ones, in order.
        budget: In tokens.
        parts: Counts the tokens of an answer by segment.
    """
    stop = StopReason.COMPLETED if len(turns) == len(episode.tasks) else StopReason.BUDGET_EXHAUSTED
    remaining = budget
    rows = []
    for position, (task, source) in enumerate(zip(episode.tasks, episode.sources, strict=True)):
        turn = turns[position] if position < len(turns) else None
        rows.append(
            EpisodeRow(
                episode=episode.uid,
                position=position,
                uid=task.uid,
                source=source,
                level=task.level,
                answered=turn is not None,
                correct=turn is not None and turn.verdict.correct,
                tokens=turn.tokens if turn else 0,
                budget=budget,
                remaining_before=remaining,
                components=dict(turn.components) if turn else {},
                how=turn.verdict.how if turn else "",
                finished=turn is not None and turn.completion.finished,
                stop_reason=stop.value,
                extracted=turn.verdict.extracted if turn else None,
                answer=task.answer,
                question=task.question,
                text=turn.completion.text if turn else "",
                parts=parts(turn) if turn else (),
            )
        )
        remaining -= turn.tokens if turn else 0
    return rows
