"""A reward function for TRL's trainers."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ponder.rewards.rows import DEFAULT, Rules, judge_row

_NAMED = ("task", "uid", "gold")
_NOT_COLUMNS = ("prompts", "completion_ids")

Completion = str | Sequence[Mapping[str, Any]]
"""Text, or the messages of a conversation."""


@dataclass(frozen=True)
class TrlReward:
    """A reward function, which can be pickled; `trl_reward` makes it.

    Attributes:
        rules: How to judge.
        gold: The column with the reference answers.
    """

    rules: Rules = DEFAULT
    gold: str = "gold"
    __name__: ClassVar[str] = "ponder"

    def __call__(self, completions: Sequence[Completion], **columns: Any) -> list[float | None]:
        """Gives the reward of each completion; None where there is nothing to judge it by."""
        lists = {
            name: column
            for name, column in columns.items()
            if isinstance(column, (list, tuple)) and name not in _NOT_COLUMNS
        }
        if lists.keys().isdisjoint(("task", "uid", self.gold)):
            # The default filter shows a warning of one text from one place once.
            warnings.warn(
                f"no row has a reward: there is no column 'task', 'uid' or {self.gold!r}, only "
                f"{sorted(lists)}; name that of the reference answers: trl_reward(gold=...)",
                stacklevel=2,
            )
        rows = [
            {name: column[place] for name, column in lists.items() if len(column) > place}
            for place in range(len(completions))
        ]
        return [
            self._judge({**row, "gold": row.get(self.gold), "response": completion})
            for row, completion in zip(rows, completions, strict=True)
        ]

    def _judge(self, row: Mapping[str, Any]) -> float | None:
        if all(row.get(name) is None for name in _NAMED):
            return None
        return judge_row(row, self.rules)[1].score


def trl_reward(rules: Rules = DEFAULT, *, gold: str = "gold") -> TrlReward:
    """Makes a function for `GRPOTrainer(reward_funcs=[...])`; its log calls it `ponder`.

    The dataset's columns say what to judge by, as `ponder.rewards.judge_row` describes. A row
    where none of them holds anything has the reward None, by which TRL leaves it out; a dataset
    without any of these columns is warned of.

    Args:
        rules: How to judge.
        gold: The column with the reference answers, such as "solution" or "answer". It holds the
            answer alone, not a worked solution.
    """
    return TrlReward(rules, gold)
