"""What every figure needs: bars that matplotlib takes, and names that nothing else is made of."""

import math
import os
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.evaluation import markup
from ponder.evaluation.comparison import number, show, show_change
from ponder.evaluation.intervals import Interval
from ponder.evaluation.plots import error_bars, panels, svg

matplotlib = pytest.importorskip("matplotlib")
NAN = float("nan")
FINITE = st.floats(-1e6, 1e6)


@given(st.lists(st.builds(Interval, FINITE, FINITE | st.just(NAN), FINITE), min_size=1))
def test_bars_end_at_the_interval_and_are_never_negative(values):
    below, above = error_bars(values)
    for value, down, up in zip(values, below, above, strict=True):
        assert down >= 0 and up >= 0
        if value.low <= value.estimate:
            assert value.estimate - down == pytest.approx(value.low, abs=1e-6)
        if value.high >= value.estimate:
            assert value.estimate + up == pytest.approx(value.high, abs=1e-6)
        assert not math.isnan(down + up)


def test_an_interval_beside_its_estimate_is_drawn():
    """0.1 + 0.2 is a little more than 0.3: rounding alone put a bound on the wrong side."""
    values = [Interval(0.3, 0.1 + 0.2, 0.5), Interval(0.5, 0.1, 0.4), Interval(0.5, NAN, NAN)]
    with panels(1) as (figure, (axes,)):
        axes.errorbar([1, 2, 3], [value.estimate for value in values], yerr=error_bars(values))
        assert "<svg" in svg(figure, "bars")


@pytest.mark.parametrize("name", ["$x^2$", "<b>&", "\u4e2d\u6587", os.fsdecode(b"\xff"), "a\x1bb"])
def test_any_name_is_text_in_a_figure_and_in_a_page(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with panels(1) as (figure, (axes,)):
            axes.set_title(name)
            drawn = svg(figure, "names")
    page = markup.page(name, markup.figure(drawn))
    page.encode()
    assert "<b>" not in page and "\x1b" not in page


def test_what_is_not_a_number_is_written_as_none():
    nothing = Interval(NAN, NAN, NAN)
    for unit in ("share", "tokens", "count"):
        assert number(NAN, unit) == show(nothing, unit) == show_change(nothing, unit) == "-"
