"""Cumulative regret (MRT, arXiv:2503.07572): how early a thought is good enough to answer from.

For every prefix of a thought, its segments one by one, the answers that a policy gives when it is
ended there make a curve: chance of a right answer over tokens. An oracle is right at once; regret
is what lies between it and the curve, up to a budget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ponder.evaluation.intervals import Interval, bootstrap_mean
from ponder.evaluation.pass_at_k import maj_at_k, votes_of
from ponder.evaluation.rows import ThoughtRow
from ponder.quoting import quoted
from ponder.randomness import derive_seed


@dataclass(frozen=True, slots=True)
class SegmentFigures:
    """What a policy would have answered after so many segments of thought.

    Thoughts that have fewer segments count as they ended: their answer stays what it was.

    Attributes:
        thoughts: How many had so many segments.
        tokens: Mean tokens of prefix and answer.
        right: Chance of a right answer, pass@1.
        majority: By p, chance that the majority of p answers is right (maj@p).
        majority_tokens: By p, mean tokens of the prefix and p answers.
    """

    thoughts: int
    tokens: float
    right: Interval
    majority: dict[int, Interval]
    majority_tokens: dict[int, float]


def regret(cuts: Sequence[int], values: Sequence[float], budget: int) -> float:
    """The cumulative regret of a thought against an oracle that is right at once, normalised.

    1 less the mean of the values over the tokens up to the budget, linear between the points and
    flat after the last one.

    Args:
        cuts: (n,) tokens after which the thought was ended, rising from 0.
        values: (n,) J(mu | prefix), the chance of a right answer from there.
        budget: C0, in tokens, at least 1.

    Raises:
        ValueError: If the cuts do not begin at 0, or the budget is below 1.

    >>> regret([0, 10, 20], [0.0, 0.0, 1.0], 40)
    0.375
    """
    import numpy as np

    if not cuts or cuts[0] != 0 or budget < 1:
        raise ValueError(
            f"cuts must rise from 0 and budget be at least 1, got {quoted(cuts)}, {budget}"
        )
    at = [*(cut for cut in cuts if cut < budget), budget]
    heights = np.interp(at, cuts, values)
    area = float(np.sum(np.diff(at) * (heights[:-1] + heights[1:]) / 2))
    return 1 - area / budget


def curve(row: ThoughtRow) -> tuple[list[int], list[float]]:
    """The curve of one thought: tokens, and the chance of a right answer.

    It begins at (0, 0); the point of each prefix stands at its tokens and those of the mean
    answer to it, as in the authors' evaluation. Their notebook divides the answers' tokens by 16
    where 8 were drawn; here they are divided by their number.
    """
    tokens, values = [0], [0.0]
    for cut, right, spent in zip(row.cuts, row.correct, row.tokens, strict=True):
        at = cut + round(sum(spent) / len(spent))
        value = sum(right) / len(right)
        if at > tokens[-1]:
            tokens.append(at)
            values.append(value)
        else:  # A longer prefix with a shorter answer.
            values[-1] = value
    return tokens, values


def thought_regret(row: ThoughtRow, budget: int) -> float:
    """The normalised regret of one thought at a budget."""
    return regret(*curve(row), budget)


def mean_regret(rows: Sequence[ThoughtRow], budget: int, *, seed: int) -> Interval:
    """Mean normalised regret of thoughts at a budget; thoughts of one question are a cluster."""
    return bootstrap_mean(
        [thought_regret(row, budget) for row in rows],
        clusters=[row.uid for row in rows],
        seed=derive_seed("regret", seed, budget),
    )


def by_segments(
    rows: Sequence[ThoughtRow], *, votes: Sequence[int] = (1, 2, 4, 8), seed: int
) -> dict[int, SegmentFigures]:
    """Right answers by number of segments, of one answer and of majorities.

    Comparing maj@p after few segments with pass@1 after more, at equal tokens, tells whether
    going on is worth more than asking again (the paper's [maj@p]_j).

    Args:
        rows: Thoughts of one policy.
        votes: Sizes of the majorities; those above the number of answers are left out.
        seed: Of the bootstrap.
    """
    sizes = [size for size in votes if size <= len(rows[0].correct[0])]
    longest = max(len(row.cuts) for row in rows)
    return {place: _after(rows, place, sizes, seed) for place in range(longest)}


def _after(
    rows: Sequence[ThoughtRow], place: int, sizes: Sequence[int], seed: int
) -> SegmentFigures:
    """The figures after `place` segments."""
    answers = len(rows[0].correct[0])
    clusters = [row.uid for row in rows]
    ends = [min(place, len(row.cuts) - 1) for row in rows]
    cut = sum(row.cuts[end] for row, end in zip(rows, ends, strict=True)) / len(rows)
    spent = sum(sum(row.tokens[end]) for row, end in zip(rows, ends, strict=True))
    each = spent / (answers * len(rows))

    def mean(name: str, value: Callable[[ThoughtRow, int], float]) -> Interval:
        return bootstrap_mean(
            [value(row, end) for row, end in zip(rows, ends, strict=True)],
            clusters=clusters,
            seed=derive_seed("segments", seed, place, name),
        )

    def voted(size: int) -> Interval:
        return mean(
            f"majority {size}",
            lambda row, end: majority(row.extracted[end], row.correct[end], size),
        )

    return SegmentFigures(
        thoughts=sum(len(row.cuts) > place for row in rows),
        tokens=cut + each,
        right=mean("right", lambda row, end: sum(row.correct[end]) / answers),
        majority={size: voted(size) for size in sizes},
        majority_tokens={size: cut + size * each for size in sizes},
    )


def majority(extracted: Sequence[str | None], correct: Sequence[int], size: int) -> float:
    """Chance that the majority of so many of the answers is right; see `maj_at_k`."""
    return maj_at_k(*votes_of(extracted, correct), size)
