"""The embedded policy's menu of styles, checked with Python's own arithmetic."""

import re

import pytest

from ponder.generators import generate
from ponder.policies.embedded import STYLES, build_tokenizer, render, trace
from ponder.policies.policy import Turn
from ponder.verifiers import verify

TOKENIZER = build_tokenizer()
TASKS = [generate("chain_sum", level=level, seed=11) for level in range(1, 11)]


def value(expression: str) -> int:
    """Adds up signed numbers."""
    return sum(int(term) for term in re.findall(r"[+-]?\d+", expression))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"L{task.level}")
def test_every_style_works_truly_and_is_judged_right(task, style: str) -> None:  # type: ignore[no-untyped-def]
    text = trace(task, style)
    *lines, _ = text.split("\n")
    for line in lines:
        left, result = line.split("=")
        assert value(left) == int(result)
    assert verify(task, text).correct


def test_cheaper_styles_are_shorter_and_checking_is_twice_the_work() -> None:
    task = TASKS[-1]
    sizes = [len(TOKENIZER(trace(task, style))["input_ids"]) for style in STYLES]
    assert sizes == sorted(sizes)
    answer = sizes[0]
    assert sizes[-1] - answer == 2 * (sizes[-2] - answer)


def test_operations_a_line_are_as_the_style_says() -> None:
    task = TASKS[4]  # 8 terms, 7 operations
    for style, lines in (("fold1", 7), ("fold2", 4), ("fold3", 3), ("check", 14), ("direct", 0)):
        assert trace(task, style).count("\n") == lines


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"L{task.level}")
def test_text_survives_the_tokenizer(task) -> None:  # type: ignore[no-untyped-def]
    prompt = render(Turn(task.question, "", 120, 4))
    for text in (prompt, *(trace(task, style) for style in STYLES)):
        ids = TOKENIZER(text)["input_ids"]
        assert TOKENIZER.decode(ids) == text
        assert TOKENIZER.unk_token_id not in ids


def test_what_is_not_ascii_becomes_unknown_and_no_error() -> None:
    assert TOKENIZER("é\ud7ff☃")["input_ids"].count(TOKENIZER.unk_token_id) >= 1


def test_the_budget_line_says_tokens_questions_and_share() -> None:
    assert render(Turn("Q?", "", 100, 3)) == "[100/3=33]Q?\n"
    assert render(Turn("Q?")) == "Q?\n"


def test_an_unknown_style_is_named() -> None:
    with pytest.raises(ValueError, match="fold9"):
        trace(TASKS[0], "fold9")
