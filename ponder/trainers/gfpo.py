"""Which completions of a group are learned from, by GFPO."""

from collections.abc import Sequence
from typing import Literal

from ponder.quoting import quoted
from ponder.trainers.length_rewards import check_group, require

KeepBy = Literal["shortest", "efficiency"]


def gfpo_keep(
    rewards: Sequence[float],
    tokens: Sequence[int],
    keep: int,
    *,
    by: KeepBy = "shortest",
) -> list[bool]:
    """Chooses what GFPO, arXiv:2508.09726, learns from: `keep` of a large group.

    The advantages of those kept are taken among them; the others' are 0. Ties go to the
    earlier. Which are kept is as TRL documents it. Kept by length alone, wrong answers may push
    out right ones.

    Args:
        rewards: (G,).
        tokens: (G,).
        keep: How many are kept.
        by: The `shortest`, or those with most reward a token, `efficiency`; an answer of no
            tokens counts as one token.

    Returns:
        (G,) whether each is kept.

    Raises:
        ValueError: If the group is none, or an option is out of range.
    """
    check_group(rewards, tokens)
    require("keep", keep, 1, len(tokens))
    if by == "shortest":
        cost: list[float] = list(tokens)
    elif by == "efficiency":
        cost = [-reward / max(1, length) for reward, length in zip(rewards, tokens, strict=True)]
    else:
        raise ValueError(f"by must be 'shortest' or 'efficiency', got {quoted(by)}")
    kept = set(sorted(range(len(cost)), key=cost.__getitem__)[: int(keep)])
    return [place in kept for place in range(len(cost))]
