"""A reward function for TRL's trainers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ponder.rewards.rows import DEFAULT, Rules, judge_row

_NAMED = ("task", "uid", "gold")

Completion = str | Sequence[Mapping[str, Any]]
"""Text, or the messages of a conversation."""


def trl_reward(rules: Rules = DEFAULT) -> Callable[..., list[float | None]]:
    """Makes a function for `GRPOTrainer(reward_funcs=[...])`; its log calls it `ponder`.

    The dataset's columns say what to judge by, as `ponder.rewards.judge_row` describes. A row
    where none of them holds anything has the reward None, by which TRL leaves it out.
    """

    def ponder(completions: Sequence[Completion], **columns: Any) -> list[float | None]:
        lists = {name: column for name, column in columns.items() if isinstance(column, list)}
        rows = [
            {name: column[place] for name, column in lists.items() if len(column) > place}
            for place in range(len(completions))
        ]
        return [
            judge_row({**row, "response": _turns(completion)}, rules)[1].score
            if any(row.get(name) is not None for name in _NAMED)
            else None
            for row, completion in zip(rows, completions, strict=True)
        ]

    return ponder


def _turns(completion: Completion) -> str | list[str]:
    if isinstance(completion, str):
        return completion
    return [m.get("content") or "" for m in completion if m.get("role") == "assistant"] or ""
