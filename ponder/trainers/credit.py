"""Credit: how much better each completion did than its peers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ponder.policies.local import LocalPolicy
from ponder.policies.play import Rollout
from ponder.quoting import quoted
from ponder.trainers.config import TrainConfig
from ponder.trainers.gfpo import KeepBy, gfpo_keep
from ponder.trainers.objectives import Objective, advantages, return_to_go
from ponder.trainers.progress import dense_advantages

if TYPE_CHECKING:
    from torch import Tensor


class Credited(NamedTuple):
    """What a step's N rollouts are credited with, single questions first.

    Attributes:
        outcome: (N,), by comparison with their peers.
        credit: N advantages, each () or, where progress is added token by token, (T,).
        measured: What the log says of progress.
    """

    outcome: Tensor
    credit: list[Tensor]
    measured: dict[str, Any]


def credit_step(
    questions: Sequence[Rollout],
    episodes: Sequence[Rollout],
    config: TrainConfig,
    prover: LocalPolicy,
    step: int,
) -> Credited:
    """Credits a step's questions and episodes, and adds dense progress where it is asked for.

    Args:
        questions: Rollouts of single questions.
        episodes: Rollouts of episodes.
        config: The run.
        prover: Answers at once, to measure progress.
        step: Names the prover's sampling streams.
    """
    import torch

    objective = config.build_objective()
    outcome = torch.cat(
        [
            credit_questions(questions, objective, keep=config.keep, by=config.keep_by),
            credit_episodes(episodes, objective, credit=config.credit),
        ]
    )
    credit, measured = list(outcome), {}
    if config.progress == "dense" and questions:
        dense, measured["progress"] = dense_advantages(prover, questions, config, step)
        credit[: len(dense)] = [own + gain for own, gain in zip(credit, dense, strict=False)]
    return Credited(outcome, credit, measured)


def credit_questions(
    rollouts: Sequence[Rollout], objective: Objective, *, keep: int = 0, by: KeepBy = "shortest"
) -> Tensor:
    """Compares every answer to a single question with the others to it; gives (N,).

    Args:
        rollouts: N of them.
        objective: Baseline and scale.
        keep: So many of each group are compared with one another, the others' advantages are 0
            (GFPO); 0 is all.
        by: Which are kept, see `gfpo_keep`.
    """
    import torch

    kept = list(range(len(rollouts)))
    if keep:
        kept = [row for rows in _groups(rollouts) for row in _kept(rows, rollouts, keep, by)]
    rewards = torch.tensor([rollouts[row].reward for row in kept], dtype=torch.float64)
    credit = torch.zeros(len(rollouts), dtype=torch.float64)
    credit[kept] = _advantages(rewards, [rollouts[row].group for row in kept], objective)
    return credit


def _groups(rollouts: Sequence[Rollout]) -> list[list[int]]:
    """The rows of each group."""
    rows: dict[int, list[int]] = {}
    for row, rollout in enumerate(rollouts):
        rows.setdefault(rollout.group, []).append(row)
    return list(rows.values())


def _kept(rows: Sequence[int], rollouts: Sequence[Rollout], keep: int, by: KeepBy) -> list[int]:
    """Those rows of a group that GFPO keeps."""
    rewards, tokens = [rollouts[r].reward for r in rows], [rollouts[r].tokens for r in rows]
    return list(itertools.compress(rows, gfpo_keep(rewards, tokens, keep, by=by)))


def credit_episodes(rollouts: Sequence[Rollout], objective: Objective, *, credit: str) -> Tensor:
    """Compares every turn of every episode with the same turn of its other plays; gives (N,).

    With `to_go` a turn is credited with the rewards from it on: the tokens it spends are missed
    by later questions, and that is where the cost of spending them shows. `own` is blind to it;
    `episode` credits every turn with the whole, and so with luck that came before. A play that
    never reached a turn is no member of the comparison at that turn, but what that cost it (the
    reward of unanswered questions) is part of the return of its earlier turns.

    Args:
        rollouts: From `play_episodes`.
        objective: Baseline and scale.
        credit: `own`, `to_go` or `episode`.
    """
    import torch

    row = {key: place for place, key in enumerate(sorted({(r.group, r.play) for r in rollouts}))}
    width = max((r.turn for r in rollouts), default=0) + 1
    rewards = torch.zeros(len(row), width, dtype=torch.float64)  # (E, Q)
    reached = torch.zeros(len(row), width, dtype=torch.bool)
    for r in rollouts:
        rewards[row[r.group, r.play], r.turn] = r.reward
        reached[row[r.group, r.play], r.turn] = True
    if credit == "own":
        values = rewards
    elif credit == "to_go":
        values = return_to_go(rewards, reached)
    elif credit == "episode":
        values = rewards.sum(1, keepdim=True).expand_as(rewards)
    else:
        raise ValueError(f"credit must be one of own, to_go, episode, got {quoted(credit)}")
    plays = [row[r.group, r.play] for r in rollouts]
    credited = values[plays, [r.turn for r in rollouts]]
    return _advantages(credited, [r.group * width + r.turn for r in rollouts], objective)


def _advantages(rewards: Tensor, groups: Sequence[int], objective: Objective) -> Tensor:
    import torch

    if not groups:
        return rewards
    return advantages(
        rewards,
        torch.tensor(groups),
        baseline=objective.baseline,
        scale=objective.scale,
        epsilon=objective.epsilon,
    )
