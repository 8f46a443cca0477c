"""The Gap Ratio: how much of what a perfect allocator wins a policy leaves, and why.

`contest` is the policy's own score in the episodes, `oracle` what the best plan wins there:

    Gap Ratio = (mean oracle - mean contest) / mean oracle

(R3-Bench, arXiv:2608.16033), a ratio of means over episodes, for the mean of the episodes' own
ratios would be undefined wherever one oracle is 0. It can be negative: a policy may be lucky, and
it may pass on what a question leaves, which no plan does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ponder.evaluation.allocation.bracket import Bracket
from ponder.evaluation.allocation.problem import Plan, Problem
from ponder.evaluation.allocation.spread import episode_ratio
from ponder.evaluation.intervals import CONFIDENCE, RESAMPLES, Interval

SPENT_ELSEWHERE = "spent_elsewhere"
STOPPED_EARLY = "stopped_early"
ABANDONED = "abandoned"
WRONG_AT_ANY_PRICE = "wrong_at_any_price"
WON_BEYOND = "won_beyond"
MISSES = (SPENT_ELSEWHERE, STOPPED_EARLY, ABANDONED, WRONG_AT_ANY_PRICE)


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """What a policy did in the episodes.

    Attributes:
        correct: (E, n) whether each question was answered right; never reached is wrong.
        tokens: (E, n) charged for each, at least 0; 0 if never reached.
    """

    correct: NDArray[np.bool_]
    tokens: NDArray[np.int64]

    def __post_init__(self) -> None:
        """Checks the types.

        Raises:
            ValueError: If `correct` is not boolean, or `tokens` are not integers from 0.
        """
        if self.correct.dtype != np.bool_:
            raise ValueError(f"correct must be boolean, got {self.correct.dtype}")
        if not np.issubdtype(self.tokens.dtype, np.integer) or (self.tokens < 0).any():
            raise ValueError(f"tokens must be integers of at least 0, got {self.tokens.dtype}")

    @property
    def score(self) -> NDArray[np.int64]:
        """(E,) right answers."""
        right: NDArray[np.int64] = self.correct.sum(axis=1)
        return right


class GapBracket(NamedTuple):
    """The Gap Ratio against either end of the oracle's bracket; None where that is 0.

    Attributes:
        lower: Against the cross-fitted oracle, which is too low.
        upper: Against the raised plug-in, which is too high.
    """

    lower: Interval | None
    upper: Interval | None


@dataclass(frozen=True, slots=True)
class GapParts:
    """What the gap is made of; see `gap_parts`.

    Attributes:
        shares: By name, the four of `MISSES` and `won_beyond`: each part over the oracle. They
            sum to the Gap Ratio. None where the oracle is 0.
        counts: By name, the four of `MISSES`: how many questions. They sum to the missed
            questions to which the plan gives tokens.
    """

    shares: Mapping[str, Interval] | None
    counts: Mapping[str, int]


def gap_ratio(
    oracle: ArrayLike,
    contest: ArrayLike,
    problem: Problem,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """Estimates the Gap Ratio against an oracle whose values are known.

    The interval speaks for new episodes of new questions, see `episode_ratio`. Where all episodes
    hold the same questions it covers the plays alone.

    Args:
        oracle: (E,) right answers that it expects.
        contest: (E,) right answers of the policy.
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Returns:
        None where the oracle's mean is 0.

    Raises:
        ValueError: If the lengths differ, or an argument is out of range.
    """
    best = np.asarray(oracle, dtype=float)
    lost = best - np.asarray(contest, dtype=float)
    found = episode_ratio(
        lost, best, problem, seed=seed, confidence=confidence, resamples=resamples
    )
    return found if best.sum() else None


def gap_bracket(
    bracket: Bracket,
    contest: Contest,
    problem: Problem,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> GapBracket:
    """Estimates the Gap Ratio against both ends of the oracle's bracket.

    From the lower end of the first interval to the upper end of the second it covers the gap to
    the oracle itself. The policy's plays must not be among the answers that made the bracket.

    Args:
        bracket: The oracle of the same episodes.
        contest: What the policy did.
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the shapes differ, or an argument is out of range.
    """
    _check(contest, problem)
    return GapBracket(
        *(
            gap_ratio(
                oracle,
                contest.score,
                problem,
                seed=seed,
                confidence=confidence,
                resamples=resamples,
            )
            for oracle in (bracket.lower_won.sum(axis=1), bracket.upper_won.sum(axis=1))
        )
    )


def miss_kinds(plan: Plan, contest: Contest, problem: Problem) -> NDArray[np.int64]:
    """Tells why each question that the plan pays for was missed.

    Let b > 0 be the plan's tokens for a question that the policy got wrong, t the policy's, and u
    what the policy left of the whole budget at the end. The first that holds:

    - `abandoned`: t < budgets[1]. It was never reached, or got less than the smallest budget at
      which answers were measured.
    - `wrong_at_any_price`: t >= b. It got all that the plan gives it and was wrong even so, by
      bad luck or because the policy spends worse than when it is measured.
    - `stopped_early`: t + u >= b. It got too little, and what was left at the end would have made
      up for it.
    - `spent_elsewhere`: t + u < b. It got too little, and other questions had the rest.

    Args:
        plan: The oracle's.
        contest: What the policy did.
        problem: The episodes.

    Returns:
        (E, n) a place in `MISSES`; -1 where the answer is right, or the plan gives nothing.

    Raises:
        ValueError: If the shapes differ.
    """
    _check(contest, problem)
    spent = contest.tokens
    unspent = (problem.totals - spent.sum(axis=1)).clip(0)[:, None]
    kinds = np.select(
        [spent < problem.budgets[1], spent >= plan.tokens, spent + unspent >= plan.tokens],
        [MISSES.index(kind) for kind in (ABANDONED, WRONG_AT_ANY_PRICE, STOPPED_EARLY)],
        MISSES.index(SPENT_ELSEWHERE),
    )
    return np.where(~contest.correct & (plan.tokens > 0), kinds, -1)


def gap_parts(
    plan: Plan,
    contest: Contest,
    problem: Problem,
    *,
    seed: int,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
) -> GapParts:
    """Takes the gap apart.

    With o the plan's chance of winning a question and c whether the policy did (1 or 0),

        oracle - contest = sum of (o - c) = sum over missed of o - sum over won of (1 - o).

    A missed question's o goes to its kind, see `miss_kinds`. What is won costs -(1 - o), which is
    `won_beyond`: right answers beyond the plan's expectation, among them those to questions that
    the plan gives nothing. So `wrong_at_any_price` and `won_beyond` cancel, in expectation, for a
    policy that spends as the plan does.

    Args:
        plan: The oracle's, such as `Bracket.plan`; the parts then sum to the Gap Ratio against
            what it expects to win.
        contest: What the policy did.
        problem: The episodes.
        seed: A derived seed, see `ponder.randomness.derive_seed`.
        confidence: Between 0 and 1.
        resamples: At least 1.

    Raises:
        ValueError: If the shapes differ, or an argument is out of range.
    """
    kinds = miss_kinds(plan, contest, problem)
    parts = {name: np.where(kinds == place, plan.won, 0.0) for place, name in enumerate(MISSES)}
    parts[WON_BEYOND] = np.where(contest.correct, plan.won - 1, 0.0)
    shares = None
    if plan.value.sum():
        shares = {
            name: episode_ratio(
                part.sum(axis=1),
                plan.value,
                problem,
                seed=seed,
                confidence=confidence,
                resamples=resamples,
            )
            for name, part in parts.items()
        }
    counts = {name: int((kinds == place).sum()) for place, name in enumerate(MISSES)}
    return GapParts(shares, counts)


def _check(contest: Contest, problem: Problem) -> None:
    shape = problem.episodes.shape
    if contest.correct.shape != shape or contest.tokens.shape != shape:
        raise ValueError(
            f"contest must be of the episodes' shape {shape}, got {contest.correct.shape} and "
            f"{contest.tokens.shape}"
        )
