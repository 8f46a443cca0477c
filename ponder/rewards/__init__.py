"""Rewards for other trainers: the verdicts of `ponder.verifiers` in the form each of them wants.

`reward` is a plain function of a response and a row of data, `ponder.rewards.trl` makes a reward
function for TRL, and `ponder.rewards.verifiers` is a taskset for the library `verifiers`.
"""

from ponder.rewards.rows import Rules, judge_row, reward

__all__ = ["Rules", "judge_row", "reward"]
