import math

import pytest

from ponder.budget_env.budget import Budget, resolve_budget
from ponder.budget_env.config import EnvConfig
from ponder.budget_env.tokens import get_counter

SHOWN = ["What is 2 + 2?\nGive an integer.", "What is 3?\nGive an integer."]  # 31 and 27 characters


def test_config_rule_by_hand():
    # 4.0 * 10 * (10 + 800) / 2
    assert resolve_budget(EnvConfig(), ["?"] * 10) == Budget(16_200, "config")
    # 2.5 * 3 * (10 + 25) / 2 = 131.25
    small = EnvConfig(min_tokens=10, max_tokens=25, budget_ratio=2.5)
    assert resolve_budget(small, ["?"] * 3) == Budget(131, "config")


def test_tokenizer_rule_by_hand():
    # 4 * (31 + 27) characters; 4 * (8 + 7) tokens of four bytes, rounded up.
    chars, approx = get_counter("chars"), get_counter("approx")
    assert resolve_budget(EnvConfig(), SHOWN, counter=chars) == Budget(232, "tokenizer_native")
    assert resolve_budget(EnvConfig(), SHOWN, counter=approx) == Budget(60, "tokenizer_native")


def test_client_rule_comes_first():
    chars = get_counter("chars")
    budget = resolve_budget(EnvConfig(), SHOWN, total_budget=10, counter=chars)
    assert budget == Budget(10, "client")


def test_no_rule_gives_less_than_one_answer():
    tight = EnvConfig(min_tokens=50, budget_ratio=0.01)
    assert resolve_budget(tight, SHOWN).total == 50


@pytest.mark.parametrize("total", [9, 0, -5, 100.0, "100", True])
def test_client_budget_must_be_an_integer_of_at_least_min_tokens(total):
    with pytest.raises(ValueError, match="total_budget must be an integer of at least 10, got"):
        resolve_budget(EnvConfig(), SHOWN, total_budget=total)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_questions", 0),
        ("num_questions", 2.0),
        ("min_tokens", 0),
        ("max_tokens", 9),
        ("answer_reserve", -1),
        ("budget_ratio", 0),
        ("budget_ratio", -1.0),
        ("budget_ratio", math.nan),
        ("budget_ratio", math.inf),
        ("budget_mode", "firm"),
        ("allowed_tokenizers", "Qwen/*"),
    ],
)
def test_settings_are_checked(name, value):
    with pytest.raises(ValueError, match=f"^{name} must be"):
        EnvConfig(**{name: value})
