import dataclasses
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.budget_env import reward
from ponder.budget_env.ledger import Ledger
from ponder.budget_env.reward import RewardConfig

DEFAULT = RewardConfig()


def play(total, mode, answers, num_questions, config=DEFAULT):
    """The return of a scripted player; `answers` are (correct, tokens) in order."""
    ledger, right, gained = Ledger(total, mode), 0, 0.0
    for correct, tokens in answers:
        after = ledger.charge(tokens)
        right += correct
        gained += reward.total(
            reward.question_components(
                correct=correct,
                tokens=tokens,
                share=total / num_questions,
                newly_overspent=after.overspent - ledger.overspent,
                config=config,
            )
        )
        ledger = after
    end = reward.final_components(
        correct=right,
        answered=len(answers),
        num_questions=num_questions,
        utilization=ledger.spent / total,
        config=config,
    )
    return gained + reward.total(end)


@pytest.mark.parametrize(
    ("correct", "tokens", "newly_overspent", "expected"),
    [
        # Fair share 100. Half of it, right: 0.15 * (1 - 0.5).
        (True, 50, 0, {"correctness": 1, "overuse": 0, "efficiency": 0.075, "overspend": 0}),
        # Three shares, right: -0.05 * 2 and 0.15 * (1 - 3).
        (True, 300, 0, {"correctness": 1, "overuse": -0.1, "efficiency": -0.3, "overspend": 0}),
        # Three shares, wrong, of which half a share beyond the budget: -0.3 * 0.5.
        (
            False,
            300,
            50,
            {"correctness": -0.1, "overuse": -0.1, "efficiency": 0, "overspend": -0.15},
        ),
        (False, 0, 0, {"correctness": -0.1, "overuse": 0, "efficiency": 0, "overspend": 0}),
    ],
)
def test_components_by_hand(correct, tokens, newly_overspent, expected):
    components = reward.question_components(
        correct=correct, tokens=tokens, share=100.0, newly_overspent=newly_overspent, config=DEFAULT
    )
    assert components == pytest.approx(expected)


def test_end_by_hand():
    end = reward.final_components(
        correct=6, answered=8, num_questions=10, utilization=1.0, config=DEFAULT
    )
    assert end == pytest.approx({"unanswered": -0.2, "bonus": 0.24})


@pytest.mark.parametrize(
    ("utilization", "expected"), [(0.85, 0.24), (0.0, 0.036), (1.0, 0.204), (1.85, 0.0), (3.0, 0.0)]
)
def test_ree_scales_the_bonus_around_its_target(utilization, expected):
    ree = RewardConfig.preset("ree")
    assert reward.bonus(6, 10, utilization, ree) == pytest.approx(expected)


@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.booleans(), st.integers(0, 300)), max_size=n)
        )
    ),
    st.integers(0, 11),
    st.integers(1, 400),
    st.integers(1, 1_000),
)
def test_more_tokens_at_equal_correctness_never_raise_the_return(game, where, extra, total):
    num_questions, answers = game
    if not answers:
        return
    longer = list(answers)
    correct, tokens = longer[where % len(longer)]
    longer[where % len(longer)] = (correct, tokens + extra)
    before = play(total, "soft", answers, num_questions)
    assert play(total, "soft", longer, num_questions) <= before + 1e-9


@given(
    st.integers(2, 12),
    st.integers(100, 2_000),
    st.lists(st.tuples(st.booleans(), st.integers(0, 500)), max_size=11),
    st.sampled_from(["default", "ree"]),
)
def test_stopping_early_never_beats_short_empty_answers(num_questions, total, answers, preset):
    """Whether all was spent on the first questions or not, the rest is better answered emptily."""
    config = RewardConfig.preset(preset)
    answers = answers[: num_questions - 1]
    stopped = play(total, "soft", answers, num_questions, config)
    emptily = answers + [(False, 0)] * (num_questions - len(answers))
    assert stopped <= play(total, "soft", emptily, num_questions, config) + 1e-9


@given(st.integers(1, 12), st.integers(12, 2_000), st.integers(0, 11), st.data())
def test_burning_the_budget_never_beats_short_empty_answers(num_questions, total, right, data):
    """Under the hard cap: the same right answers, then all that is left on one wrong answer."""
    right = min(right, num_questions - 1)
    tokens = data.draw(st.lists(st.integers(0, total // 12), min_size=right, max_size=right))
    answers = [(True, n) for n in tokens]
    burnt = [*answers, (False, total - sum(tokens))]
    emptily = answers + [(False, 0)] * (num_questions - right)
    assert (
        play(total, "hard", burnt, num_questions)
        <= play(total, "hard", emptily, num_questions) + 1e-9
    )


@given(st.integers(5, 20), st.integers(1, 50), st.data())
def test_doubling_a_spent_budget_never_pays_for_one_more_right_answer(n, share, data):
    """Under the soft cap, five questions or more: 0.3 a share outweighs 1.1 and the bonus."""
    total = n * share
    cuts = sorted(data.draw(st.lists(st.integers(0, total), min_size=n - 1, max_size=n - 1)))
    tokens = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
    correct = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    correct[data.draw(st.integers(0, n - 1))] = False
    gained = list(correct)
    gained[gained.index(False)] = True
    within = play(total, "soft", list(zip(correct, tokens, strict=True)), n)
    doubled = play(total, "soft", [(c, 2 * k) for c, k in zip(gained, tokens, strict=True)], n)
    assert doubled < within


def test_ree_breaks_the_first_law_as_its_original_does():
    """Idle tokens raise the bonus up to 85 %: why `ree` is not the default."""
    ree = RewardConfig.preset("ree")
    idle, spent = [(True, 100), (False, 0)], [(True, 100), (False, 300)]
    assert play(1_000, "hard", spent, 2, ree) > play(1_000, "hard", idle, 2, ree)


@given(
    tokens=st.integers(0, 10**9),
    share=st.floats(0.001, 10**9),
    overspent=st.integers(0, 10**6),
    preset=st.sampled_from(["default", "ree"]),
)
def test_right_never_earns_less_than_wrong_of_the_same_length(tokens, share, overspent, preset):
    def earned(correct):
        return reward.total(
            reward.question_components(
                correct=correct,
                tokens=tokens,
                share=share,
                newly_overspent=min(tokens, overspent),
                config=RewardConfig.preset(preset),
            )
        )

    wrong = earned(False)
    assert earned(True) >= wrong - 1e-9 * max(1, abs(wrong))


def test_the_bound_of_the_efficiency_by_hand():
    # 0.15 * (1 - n/F) falls to -(1 + 0.1) at n/F = 1 + 1.1 / 0.15 = 8.33...
    assert reward.efficiency(True, 833, 100.0, DEFAULT) == pytest.approx(-1.0995)
    assert reward.efficiency(True, 834, 100.0, DEFAULT) == pytest.approx(-1.1)
    assert reward.efficiency(True, 10**6, 100.0, DEFAULT) == pytest.approx(-1.1)
    assert reward.efficiency(False, 10**6, 100.0, DEFAULT) == 0


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1_000)), min_size=1, max_size=10))
def test_no_episode_leaves_the_range_that_the_manifest_tells(drawn):
    yaml = pytest.importorskip("yaml")
    manifest = Path(__file__).parents[2] / "openenv.yaml"
    low, high = yaml.safe_load(manifest.read_text())["validation"]["reward"]["range"]
    left, answers = 1_000, []
    for correct, tokens in drawn:
        answers.append((correct, min(tokens, left)))
        left -= answers[-1][1]
    assert low <= play(1_000, "hard", answers, 10) <= high
    assert play(1_000, "hard", [(True, 0)] * 10, 10) == pytest.approx(high)
    burnt = play(1_000, "hard", [(False, 1_000)], 10)
    assert burnt == pytest.approx(-1.45) and low <= burnt


@given(st.booleans(), st.integers(0, 10**9), st.integers(1, 10**9), st.integers(1, 100), st.data())
def test_components_are_finite(correct, tokens, total, num_questions, data):
    components = reward.question_components(
        correct=correct,
        tokens=tokens,
        share=total / num_questions,
        newly_overspent=data.draw(st.integers(0, tokens)),
        config=DEFAULT,
    )
    assert all(math.isfinite(amount) for amount in components.values())


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(RewardConfig)])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400, "1"])
def test_constants_must_be_finite_numbers(name, value):
    with pytest.raises(ValueError, match=name):
        RewardConfig(**{name: value})


@pytest.mark.parametrize("name", ["beta", "eta", "kappa", "bonus", "target_utilization"])
def test_weights_must_not_be_negative(name):
    with pytest.raises(ValueError, match=f"{name} must be a finite number of at least 0"):
        RewardConfig(**{name: -0.1})


def test_unknown_preset_names_the_known_ones():
    with pytest.raises(ValueError, match=r"\['default', 'ree'\]"):
        RewardConfig.preset("rea")
