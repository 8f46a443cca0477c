"""The figures of a comparison: a line a folder, told apart by colour, marker and dashes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from ponder.evaluation.plots import from_zero, panels, share_axis, svg
from ponder.evaluation.side_by_side.course import Course
from ponder.evaluation.study.plots import MARKERS, POLICY_COLOURS

_DASHES = ("-", "--", ":", "-.")


def line_styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Gives each name a line of its own; dashes change when the colours begin again."""
    return {
        name: {
            "color": POLICY_COLOURS[place % len(POLICY_COLOURS)],
            "marker": MARKERS[place % len(MARKERS)],
            "linestyle": _DASHES[place // len(POLICY_COLOURS) % len(_DASHES)],
        }
        for place, name in enumerate(names)
    }


def over_training(
    courses: Mapping[str, Course], styles: Mapping[str, Mapping[str, Any]], *, sampled: bool
) -> str:
    """Draws right answers, tokens and, where there is one, the score on the valid split.

    Args:
        courses: By the run's name.
        styles: How each run's line looks.
        sampled: Over the tokens sampled instead of the steps.
    """
    scored = any(course.scores for course in courses.values())
    over = "tokens sampled" if sampled else "training step"
    with panels(3 if scored else 2) as (figure, (right, tokens, *score)):
        share_axis(right, "Right answers")
        tokens.set_title("Tokens per answer")
        for name, course in courses.items():
            places = course.sampled if sampled else course.steps
            look = {"label": name, "linewidth": 1.7, "markersize": 4, **styles[name]}
            # Markers at some places only: they tell lines apart, and would hide long ones.
            look["markevery"] = max(1, len(places) // 8)
            right.plot(places, course.accuracy, **look)
            tokens.plot(places, course.tokens, **look)
            for axes in score:
                asked = course.valid_sampled if sampled else course.valid_steps
                axes.plot(asked, course.scores, **{**look, "markevery": 1})
        from_zero(tokens)
        for axes in score:
            axes.set_title("Score on the valid split")
        for axes in (right, tokens, *score):
            axes.set_xlabel(over)
        right.legend(loc="best", fontsize=8)
        return svg(figure, f"right answers and tokens over {over}")


def is_counted(course: Course) -> bool:
    """Tells whether a run's log says how many tokens were sampled."""
    return not any(map(math.isnan, course.sampled))
