"""Laws of every verdict, over arbitrary text: surrogates, control characters, broken markup."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.verifiers import extract, verify
from tests.verifiers.hostile import replies
from tests.verifiers.targets import malformed, target, target_names

MARKS = [
    "<think>", "</think>", "<reasoning>", "</reasoning>", "[THINK]", "[/THINK]", "<answer>",
    "</answer>", "\\boxed{", "}", "The answer is ", "Answer:", "#### ", "\n", "\n\n", "```", "$",
    "**", ".", ",", " ", "<|channel|>analysis<|message|>", "<|channel|>final<|message|>",
    "<|im_end|>", "</s>", "not ", " or ", "=", "\\frac{", "{", "\\text{", "-", "(", ")", "x", "0",
]  # fmt: skip
LINES = [text for text in (reply.build() for reply in replies()) if len(text) < 200]

# `st.text` alone leaves out surrogates.
any_text = st.text(st.characters(exclude_categories=()), max_size=60)
pieces = st.lists(st.one_of(st.sampled_from(MARKS), any_text), max_size=12)
corpus = st.lists(st.one_of(st.sampled_from(LINES), st.sampled_from(MARKS)), max_size=6)
text = st.one_of(any_text, pieces.map("".join), corpus.map("".join))


def spliced(mark, before, after):
    """Text around the right answer and a wrong one, in the middle of which all goes on."""
    return before + mark.task.answer + after + mark.wrong


@pytest.mark.parametrize("name", target_names())
@settings(max_examples=25)
@given(before=text, after=text, partial=st.booleans(), lenient=st.booleans(), opened=st.booleans())
def test_any_text_is_judged_alike_twice(name, before, after, partial, lenient, opened):
    mark = target(name)
    for reply in (before, spliced(mark, before, after)):
        options = {"lenient": lenient, "reasoning_open": opened}
        verdict = verify(mark.task, reply, **options)
        assert not malformed(verdict)
        assert verify(mark.task, reply, **options) == verdict
        part = verify(mark.task, reply, partial=True, **options)
        assert part.correct == verdict.correct
        assert verdict.score <= part.score <= 1
        found = extract(reply, **options)
        assert found.answer is not None or not verdict.correct
        assert 0 <= found.start <= len(reply)


@pytest.mark.parametrize("name", target_names())
@settings(max_examples=8)
@given(before=text, after=text)
def test_only_what_follows_the_reasoning_counts(name, before, after):
    mark = target(name)
    closed = verify(mark.task, f"{before}</think>{mark.task.answer}")
    assert closed.correct == verify(mark.task, mark.task.answer).correct
    assert not verify(mark.task, f"{before}</think>{after}<think>{mark.task.answer}").correct
    assert not verify(mark.task, f"{before}<answer>{mark.task.answer}").correct


@pytest.mark.parametrize("name", target_names())
@settings(max_examples=8)
@given(before=text)
def test_the_last_tag_decides(name, before):
    mark = target(name)
    right, wrong = (f"</think><answer>{each}</answer>" for each in (mark.task.answer, mark.wrong))
    assert verify(mark.task, before + wrong + right).correct
    assert not verify(mark.task, before + right + wrong).correct
