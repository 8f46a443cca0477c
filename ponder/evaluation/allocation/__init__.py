"""Allocation: how a token budget is best divided over questions, and how far a policy is from it.

`Problem` holds the episodes, `response_curves` what answers say of accuracy by budget.
`oracle_bracket` shuts in what the best plan wins (`knapsack`); `gap_bracket` and `gap_parts` hold
a policy against it. `equal_split`, `greedy_marginal` and `equilibrium` stand beside the oracle,
and `fit_s_curve` sums a curve up. docs/study.md defines every figure.
"""

from ponder.evaluation.allocation.bracket import Bracket, oracle_bracket
from ponder.evaluation.allocation.curves import isotonic, response_curves
from ponder.evaluation.allocation.gap import (
    MISSES,
    Contest,
    GapBracket,
    GapParts,
    gap_bracket,
    gap_parts,
    gap_ratio,
    miss_kinds,
)
from ponder.evaluation.allocation.greedy import equal_split, greedy_marginal
from ponder.evaluation.allocation.knapsack import knapsack
from ponder.evaluation.allocation.problem import Plan, Problem
from ponder.evaluation.allocation.s_curve import (
    SCurve,
    SCurveIntervals,
    fit_s_curve,
    s_curve_intervals,
    s_curves_by_level,
)
from ponder.evaluation.allocation.shadow_price import Equilibrium, equilibrium, hull_slopes
from ponder.evaluation.allocation.spread import episode_ratio

__all__ = [
    "MISSES",
    "Bracket",
    "Contest",
    "Equilibrium",
    "GapBracket",
    "GapParts",
    "Plan",
    "Problem",
    "SCurve",
    "SCurveIntervals",
    "episode_ratio",
    "equal_split",
    "equilibrium",
    "fit_s_curve",
    "gap_bracket",
    "gap_parts",
    "gap_ratio",
    "greedy_marginal",
    "hull_slopes",
    "isotonic",
    "knapsack",
    "miss_kinds",
    "oracle_bracket",
    "response_curves",
    "s_curve_intervals",
    "s_curves_by_level",
]
