"""What k answers to a question are worth, estimated from the n >= k that were sampled.

pass@k is the chance that one of k answers is right, maj@k that the answer most often given among
them is. Both are means over all choices of k of the n answers, without replacement, and exact.
"""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache

from ponder.quoting import quoted
from ponder.verifiers import bounds
from ponder.verifiers.cleaning import plain, unwrap
from ponder.verifiers.literals import rational, right_side
from ponder.verifiers.verdict import Unreadable


def pass_at_k(answers: int, right: int, k: int) -> float:
    """Estimates the chance that at least one of k answers is right, without bias.

    1 - C(n - c, k) / C(n, k) for c right answers among n (Chen et al., Evaluating Large Language
    Models Trained on Code, arXiv:2107.03374, equation 1).

    Args:
        answers: n, at least k.
        right: c, from 0 to n.
        k: At least 1.

    Raises:
        ValueError: If a number is out of its range.

    >>> pass_at_k(4, 1, 2)
    0.5
    """
    _require_draw(answers, k)
    if not 0 <= right <= answers:
        raise ValueError(f"right must be from 0 to {answers}, the answers, got {quoted(right)}")
    return 1 - math.comb(answers - right, k) / math.comb(answers, k)


def maj_at_k(votes: Sequence[Hashable | None], right: Collection[Hashable], k: int) -> float:
    """Estimates the chance that the majority of k answers is right, without bias.

    The mean over all choices of k of the n votes of: 1 if a right vote is the most frequent, 0 if
    a wrong one is, and where several are, the share of the right ones among them. What is no
    answer has no vote, and never wins.

    Args:
        votes: (n,) each answer in a canonical form; None where there is none.
        right: The votes that are right.
        k: From 1 to n.

    Raises:
        ValueError: If k is out of its range.

    >>> maj_at_k(["5", "5", "6", None], {"5"}, 2)  # 5 5; 5 6 twice; 5 - twice; 6 -
    0.6666666666666666
    """
    _require_draw(len(votes), k)
    counts = Counter(vote for vote in votes if vote is not None)
    good = sorted(count for vote, count in counts.items() if vote in right)
    bad = sorted(count for vote, count in counts.items() if vote not in right)
    return _majority(tuple(good), tuple(bad), len(votes) - counts.total(), k)


def canonical(answer: str) -> str:
    """Writes an answer so that harmless differences are none: a number as a fraction, else text.

    >>> canonical("**0.50**"), canonical("x = 1/2"), canonical(" The Knight.")
    ('1/2', '1/2', 'the knight')
    """
    if len(answer) > bounds.ANSWER_CHARACTERS:
        return answer
    try:
        return str(rational(right_side(answer)))
    except Unreadable:
        return " ".join(plain(unwrap(answer)).casefold().split())


def votes_of(
    extracted: Sequence[str | None], correct: Sequence[bool | int]
) -> tuple[list[tuple[str, bool] | None], set[tuple[str, bool]]]:
    """Makes votes of judged answers, and tells which of them are right.

    Right and wrong answers that are written alike are not one vote: the checker tells them apart.

    Args:
        extracted: (n,) the answers that were judged; None where none was found.
        correct: (n,) whether each is right.

    >>> votes_of(["5", "5.0", None], [1, 0, 0])
    ([('5', True), ('5', False), None], {('5', True)})
    """
    votes = [
        None if answer is None else (canonical(answer), bool(good))
        for answer, good in zip(extracted, correct, strict=True)
    ]
    return votes, {vote for vote in votes if vote is not None and vote[1]}


def _require_draw(answers: int, k: int) -> None:
    if not 1 <= k <= answers:
        raise ValueError(f"k must be from 1 to {answers}, the answers there are, got {quoted(k)}")


@lru_cache(maxsize=65536)
def _majority(good: tuple[int, ...], bad: tuple[int, ...], blank: int, k: int) -> float:
    """Gives maj@k from how often each right and each wrong answer was given."""
    won = Fraction(0)
    for place, size in enumerate(good):
        rivals = good[:place] + good[place + 1 :] + bad
        for top in range(1, min(size, k) + 1):
            for ties, ways in _fillings(rivals, blank, k - top, top).items():
                won += Fraction(math.comb(size, top) * ways, ties + 1)
    return float(won / math.comb(sum(good) + sum(bad) + blank, k))


def _fillings(rivals: Sequence[int], blank: int, draws: int, top: int) -> dict[int, int]:
    """Counts the ways to draw the other votes so that no rival is drawn more than `top` times.

    Args:
        rivals: How often each other answer was given.
        blank: How many have no vote.
        draws: How many are drawn.
        top: Votes of the answer that is to win or to tie.

    Returns:
        The number of ways by the number of rivals that tie.
    """
    # What was given less than `top` times can be drawn at will.
    free = blank + sum(size for size in rivals if size < top)
    ways = {(0, 0): 1}
    for size in (size for size in rivals if size >= top):
        longer: dict[tuple[int, int], int] = {}
        for (used, ties), count in ways.items():
            for drawn in range(min(top, draws - used) + 1):
                key = (used + drawn, ties + (drawn == top))
                longer[key] = longer.get(key, 0) + count * math.comb(size, drawn)
        ways = longer
    found: dict[int, int] = {}
    for (used, ties), count in ways.items():
        found[ties] = found.get(ties, 0) + count * math.comb(free, draws - used)
    return found
