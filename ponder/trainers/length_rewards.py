"""Published rewards that weigh correctness against length, behind one interface.

A reward is called with a group, the G completions of one question, and gives G numbers:

    reward(correct, tokens) -> [r_1, ..., r_G]

`correct` says which are right, `tokens` how long each is. In the formulas c is 1 for a right
answer and 0 for a wrong one, L is its tokens, and clip(x, low, high) bounds x. Every docstring
says where its formula was read: in the authors' code, or else "recalled, not verified against
the paper".

Among completions of one length in one group a right one never earns less than a wrong one,
whichever the method. Two more laws hold for some of them only:

- a right answer never earns less than a wrong one, whatever their lengths: not `l1_exact`,
  `shorter_better`, `o1_pruner`;
- of two right answers the shorter never earns less: not `l1_exact`.
"""

import difflib
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from ponder.quoting import quoted
from ponder.trainers.choices import is_number


class LengthReward(Protocol):
    """The rewards of a group."""

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """Gives the reward of each of G completions.

        Args:
            correct: (G,) whether each is right.
            tokens: (G,) how long each is, at least 0.

        Raises:
            ValueError: If the group is empty, the two differ in length, or a count is negative.
        """


Difficulty = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class L1Exact:
    """L1-Exact, arXiv:2503.04697: `c - alpha |target - L|`, as in the authors' code.

    The prompt asks for `target` tokens, so a right answer may earn less than a wrong one nearer
    to it, and of two short right ones the longer earns more.

    Attributes:
        target: Tokens that the prompt asks for.
        alpha: What a token off the target costs.
    """

    target: int
    alpha: float = 3e-4

    def __post_init__(self) -> None:
        """Checks the ranges."""
        _require_told("target", self.target)
        require("alpha", self.alpha, 0)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        return [c - self.alpha * abs(self.target - length) for c, length in _pairs(correct, tokens)]


@dataclass(frozen=True, slots=True)
class L1Max:
    """L1-Max, arXiv:2503.04697: the prompt names the most tokens that may be spent.

    Two forms are published. The default is the paper's,
    `c clip(alpha (target - L) + delta, 0, 1)`; it is recalled, not verified against the paper.
    `additive` is the form in the authors' code, `c + (clip(alpha (target - L), -1, 1) + 1) / 2`,
    which pays for short wrong answers as well. (Their script turns it off and trains on
    correctness alone; their multiplied form is the paper's with alpha halved.)

    Attributes:
        target: Most tokens that the prompt allows.
        alpha: What a token more costs.
        delta: Of the paper's form: what a right answer of just `target` tokens earns.
        additive: Take the form of the code.
    """

    target: int
    alpha: float = 3e-4
    delta: float = 0.5
    additive: bool = False

    def __post_init__(self) -> None:
        """Checks the ranges."""
        _require_told("target", self.target)
        require("alpha", self.alpha, 0)
        require("delta", self.delta, 0, 1)
        if type(self.additive) is not bool:
            raise ValueError(f"additive must be true or false, got {quoted(self.additive)}")

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        saved = [(c, self.alpha * (self.target - length)) for c, length in _pairs(correct, tokens)]
        if self.additive:
            return [c + (_clip(value, -1, 1) + 1) / 2 for c, value in saved]
        return [c * _clip(value + self.delta, 0, 1) for c, value in saved]


@dataclass(frozen=True, slots=True)
class ShorterBetter:
    """ShorterBetter, arXiv:2504.21370: `alpha c - beta |L - L*|`, as in the authors' code.

    L* is the length of the group's shortest right answer; with none, the group's mean length.
    A right answer over `alpha / beta` tokens longer than L* earns less than a wrong one of L*.

    Attributes:
        alpha: What a right answer earns.
        beta: What a token off L* costs, right or wrong.
    """

    alpha: float = 2.0
    beta: float = 1e-3

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("alpha", self.alpha, 0)
        require("beta", self.beta, 0)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        group = _pairs(correct, tokens)
        right = [length for c, length in group if c]
        best = min(right) if right else sum(tokens) / len(tokens)
        return [self.alpha * c - self.beta * abs(length - best) for c, length in group]


@dataclass(frozen=True, slots=True)
class ThinkPrune:
    """ThinkPrune, arXiv:2504.01296: c if L <= limit, else 0, as in the authors' code.

    Training goes through rounds, each under a tighter limit. That the third is 2000 tokens is
    recalled, not verified against the paper.

    Attributes:
        limits: Most tokens, a round each; a call applies the first.
    """

    limits: Sequence[int] = (4000, 3000, 2000)

    def __post_init__(self) -> None:
        """Checks the ranges."""
        if not isinstance(self.limits, Sequence) or not self.limits:
            raise ValueError(f"limits must be a list of token counts, got {quoted(self.limits)}")
        for limit in self.limits:
            require("limits", limit, 1)

    def at(self, progress: float) -> "ThinkPrune":
        """The reward of the round that a run is in; its rounds are equally long.

        Args:
            progress: Share of the run that is done, from 0 to 1.
        """
        require("progress", progress, 0, 1)
        done = min(int(progress * len(self.limits)), len(self.limits) - 1)
        return replace(self, limits=self.limits[done:])

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        limit = self.limits[0]
        return [c if length <= limit else 0.0 for c, length in _pairs(correct, tokens)]


@dataclass(frozen=True, slots=True)
class Laser:
    """LASER, arXiv:2505.15612: `c + bonus c [L <= target]`, as in the authors' code.

    Attributes:
        target: Tokens up to which a right answer earns the bonus.
        bonus: The bonus.
    """

    target: int
    bonus: float = 0.5

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("target", self.target, 0)
        require("bonus", self.bonus, 0)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        return [
            c + self.bonus * c * (length <= self.target) for c, length in _pairs(correct, tokens)
        ]


@dataclass(frozen=True, slots=True)
class LaserD:
    """LASER-D, arXiv:2505.15612: LASER with a target for each difficulty, as in the authors' code.

    A question is easy if at least two thirds of its group are right, medium from one third on,
    and hard below. `laser_targets.py` measures the targets.

    Attributes:
        easy: Target of easy questions, in tokens.
        medium: Target of medium ones.
        hard: Target of hard ones.
        bonus: As of `Laser`.
    """

    easy: int
    medium: int
    hard: int
    bonus: float = 0.5

    def __post_init__(self) -> None:
        """Checks the ranges."""
        for name in ("easy", "medium", "hard"):
            require(name, getattr(self, name), 0)
        require("bonus", self.bonus, 0)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        _pairs(correct, tokens)
        return Laser(getattr(self, difficulty(correct)), self.bonus)(correct, tokens)


@dataclass(frozen=True, slots=True)
class O1Pruner:
    """O1-Pruner, arXiv:2501.12570: `clip(L_ref / L - 1 + weight (c - acc_ref), low, high)`.

    As in the authors' code, which standardises the rewards of its whole data set afterwards;
    that is left to the trainer. Its script sets no weight: 2 is recalled, not verified against
    the paper. A short wrong answer may earn more than a long right one. An answer of no tokens
    counts as one token.

    Attributes:
        reference_tokens: L_ref, the mean length of a reference policy's answers to the question.
        reference_accuracy: acc_ref, the share of them that is right.
        weight: Of correctness against length.
        low: The least reward.
        high: The largest.
    """

    reference_tokens: float
    reference_accuracy: float
    weight: float = 2.0
    low: float = -2.0
    high: float = 4.0

    def __post_init__(self) -> None:
        """Checks the ranges."""
        require("reference_tokens", self.reference_tokens, 0)
        require("reference_accuracy", self.reference_accuracy, 0, 1)
        require("weight", self.weight, 0)
        require("low", self.low, -math.inf)
        require("high", self.high, self.low)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        base = -1 - self.weight * self.reference_accuracy
        return [
            _clip(
                self.reference_tokens / max(1, length) + self.weight * c + base, self.low, self.high
            )
            for c, length in _pairs(correct, tokens)
        ]


@dataclass(frozen=True, slots=True)
class Kimi:
    """The length reward of Kimi k1.5, arXiv:2501.12599.

    `c + weight x` for a right answer and `c + weight min(0, x)` for a wrong one, where
    `x = 1/2 - (L - L_min) / (L_max - L_min)` over the whole group, or 0 if all are equally long.
    As the code of LASER implements it; 0.4 is its weight, the report gives none.

    Attributes:
        weight: Of length against correctness, at most 2: beyond, a long right answer would earn
            less than a wrong one.
    """

    weight: float = 0.4

    def __post_init__(self) -> None:
        """Checks the range."""
        require("weight", self.weight, 0, 2)

    def __call__(self, correct: Sequence[bool], tokens: Sequence[int], /) -> list[float]:
        """See `LengthReward`."""
        group = _pairs(correct, tokens)
        shortest, longest = min(tokens), max(tokens)
        if shortest == longest:
            return [c for c, _ in group]
        short = [(c, 0.5 - (length - shortest) / (longest - shortest)) for c, length in group]
        return [c + self.weight * (x if c else min(0.0, x)) for c, x in short]


LENGTH_REWARDS: Mapping[str, Callable[..., LengthReward]] = {
    "l1_exact": L1Exact,
    "l1_max": L1Max,
    "shorter_better": ShorterBetter,
    "think_prune": ThinkPrune,
    "laser": Laser,
    "laser_d": LaserD,
    "o1_pruner": O1Pruner,
    "kimi": Kimi,
}

MEASURED: Mapping[str, tuple[str, ...]] = {
    "l1_exact": ("target",),
    "l1_max": ("target",),
    "laser_d": ("easy", "medium", "hard"),
    "o1_pruner": ("reference_tokens", "reference_accuracy"),
}
"""Options that a run draws or measures where its settings do not give them."""


def make_length_reward(name: str, /, **options: object) -> LengthReward:
    """Makes a reward by name.

    Args:
        name: One of `LENGTH_REWARDS`.
        options: Its attributes; those without a default must be given.

    Raises:
        ValueError: If the name or an option is unknown, with close names, an option is missing,
            or one is out of range.

    >>> make_length_reward("laser", target=100)([True, True, False], [100, 101, 5])
    [1.5, 1.0, 0.0]
    """
    if name not in LENGTH_REWARDS:
        raise ValueError(
            f"there is no length reward {quoted(name)}; {_hint(name, [*LENGTH_REWARDS])}"
        )
    known = inspect.signature(LENGTH_REWARDS[name]).parameters
    for option in options:
        if option not in known:
            raise ValueError(f"{name!r} has no option {quoted(option)}; {_hint(option, [*known])}")
    for option, parameter in known.items():
        if parameter.default is parameter.empty and option not in options:
            raise ValueError(f"{name!r} needs the option {option!r}; there are {[*known]}")
    return LENGTH_REWARDS[name](**options)


def difficulty(correct: Sequence[bool]) -> Difficulty:
    """How hard a group's question is to LASER-D: two thirds and one third right are the borders."""
    thirds = 3 * sum(map(bool, correct))
    if thirds >= 2 * len(correct):
        return "easy"
    return "medium" if thirds >= len(correct) else "hard"


def _pairs(correct: Sequence[bool], tokens: Sequence[int]) -> list[tuple[float, int]]:
    """A group as pairs of c and L."""
    check_group(correct, tokens)
    return [(float(bool(c)), length) for c, length in zip(correct, tokens, strict=True)]


def check_group(values: Sequence[object], tokens: Sequence[int]) -> None:
    """Refuses an empty group, one whose parts differ in length, and negative lengths."""
    if len(values) != len(tokens) or len(tokens) == 0:
        raise ValueError(
            "a group must have at least one completion and a length for each, got "
            f"{len(values)} and {len(tokens)}"
        )
    if min(tokens) < 0:
        raise ValueError(f"tokens must be at least 0, got {min(tokens)}")


def _clip(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def require(name: str, value: object, low: float, high: float = math.inf) -> None:
    """Refuses what is no finite number from `low` to `high`, by name."""
    if not (is_number(value) and low <= value <= high):  # type: ignore[operator]
        allowed = f"from {low} to {high}" if math.isfinite(high) else f"at least {low}"
        raise ValueError(f"{name} must be a finite number, {allowed}, got {quoted(value)}")


def _require_told(name: str, value: object) -> None:
    """Refuses what a prompt cannot name: no whole number of tokens, or none at all."""
    require(name, value, 1)
    if type(value) is not int:
        raise ValueError(
            f"{name} must be a whole number, since prompts name it, got {quoted(value)}"
        )


def _hint(given: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(given, known, n=1)
    suggestion = f"did you mean {close[0]!r}? " if close else ""
    return f"{suggestion}there are {list(known)}"
