"""What an error's message shows of a value: a line of it, however large it is."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder import curriculum
from ponder.budget_env._checks import require_int, require_number
from ponder.budget_env.config import EnvConfig
from ponder.budget_env.episodes import Episode
from ponder.evaluation.pass_at_k import pass_at_k
from ponder.generators.mixture import Mixture
from ponder.policies.sampling import check_temperature
from ponder.quoting import quoted
from ponder.trainers import objectives
from ponder.trainers.choices import check_choice
from ponder.trainers.length_rewards import make_length_reward

HUGE = 10**5_000
LONG = "x" * 100_000
MIXTURE = Mixture.parse("chain_sum:1-4")
SOURCES = {"chain_sum": range(1, 11)}


@given(st.text() | st.lists(st.text()) | st.integers(), st.integers(8, 60))
def test_a_value_is_shown_as_python_writes_it_or_cut_to_the_width(
    value: object, width: int
) -> None:
    shown = quoted(value, width)
    if len(repr(value)) <= width:
        assert shown == repr(value)
    else:
        assert len(shown) == width
        assert shown[:-4] == repr(value)[: width - 4]
        assert shown[-4:] == "..." + repr(value)[-1]


@pytest.mark.parametrize(
    ("named", "call"),
    [
        ("curriculum", lambda: curriculum.make(LONG, SOURCES)),
        ("option", lambda: curriculum.make("linear", SOURCES, **{LONG: 1})),
        ("last_k", lambda: curriculum.make("threshold", SOURCES, last_k=-HUGE)),
        ("down", lambda: curriculum.make("threshold", SOURCES, down=HUGE)),
        ("budget_mode", lambda: EnvConfig(budget_mode=LONG)),  # type: ignore[arg-type]
        ("profile", lambda: EnvConfig(profile=[LONG])),  # type: ignore[arg-type]
        ("num_questions", lambda: EnvConfig(num_questions=-HUGE)),
        ("budget_ratio", lambda: EnvConfig(budget_ratio=HUGE)),
        ("count", lambda: require_int("count", -HUGE, 0)),
        ("share", lambda: require_number("share", [LONG])),
        ("seed", lambda: Episode.draw(MIXTURE, seed=HUGE)),
        ("split", lambda: Episode.draw(MIXTURE, seed=0, split=LONG)),  # type: ignore[arg-type]
        ("right", lambda: pass_at_k(8, HUGE, 1)),
        ("k", lambda: pass_at_k(8, 1, HUGE)),
        ("temperature", lambda: check_temperature(-HUGE)),
        ("length reward", lambda: make_length_reward(LONG)),
        ("option", lambda: make_length_reward("l1_max", **{LONG: 1})),
        ("ratio", lambda: check_choice("ratio", LONG, ("token", "sequence"))),
        ("clip_low", lambda: objectives.Objective(clip_low=HUGE)),
        ("dual_clip", lambda: objectives.Objective(dual_clip=-HUGE)),
    ],
)
def test_a_huge_value_is_named_in_a_short_message(named: str, call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=named) as caught:
        call()
    assert len(str(caught.value)) < 500
