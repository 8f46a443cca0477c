"""The target lengths of LASER-D, measured on a monitoring set."""

from collections.abc import Sequence
from typing import get_args

from ponder.trainers.length_rewards import Difficulty, check_group, difficulty, require


def laser_d_targets(
    correct: Sequence[Sequence[bool]],
    tokens: Sequence[Sequence[int]],
    *,
    group_size: int,
    longest: int,
) -> dict[Difficulty, int]:
    """Measures the targets of LASER-D on the groups of a monitoring set.

    The target of a difficulty is the least length l with `P(L <= l) C >= 1`, where P is over all
    answers to its questions and C is the least number of right answers in a training group of
    that difficulty (two thirds and one third of G, and 1): one right answer of a group is
    expected to fit. As in the authors' code, but for every length, not in steps of 1024, and with
    exactly one and two thirds counted as in the reward.

    Args:
        correct: For each question, as in a reward.
        tokens: For each question, as in a reward.
        group_size: G of training.
        longest: The target where that is never so, or there are no such questions.

    Returns:
        `easy`, `medium` and `hard`, as `LaserD` takes them.

    Raises:
        ValueError: If a group is not one, or a number is below 1.
    """
    require("group_size", group_size, 1)
    require("longest", longest, 1)
    if len(correct) != len(tokens):
        raise ValueError(
            "correct and tokens must have an entry for each question, got "
            f"{len(correct)} and {len(tokens)}"
        )
    lengths: dict[Difficulty, list[int]] = {name: [] for name in get_args(Difficulty)}
    for group, counts in zip(correct, tokens, strict=True):
        check_group(group, counts)
        lengths[difficulty(group)].extend(counts)
    right = {"easy": 2 * group_size // 3, "medium": group_size // 3, "hard": 1}
    targets = {}
    for name, found in lengths.items():
        # k of n lengths cover l; k C / n >= 1 first where k = ceil(n / C).
        fits = found and right[name]
        targets[name] = sorted(found)[-(-len(found) // right[name]) - 1] if fits else longest
    return {name: min(target, longest) for name, target in targets.items()}
