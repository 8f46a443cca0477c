"""Where a response holds its answer, rule by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.verifiers import extract
from ponder.verifiers.extraction import last_paragraph

HOWS = {
    "tag", "boxed", "phrase", "hash", "whole", "last_line", "paragraph", "truncated", "none",
}  # fmt: skip

FOUND = [
    # reasoning is set aside, with or without an opener
    ("<think>it is 3</think>5", "whole", "5"),
    ("it is <answer>3</answer></think>5", "whole", "5"),
    ("<reasoning>a\n</reasoning>\n\\boxed{5}", "boxed", "5"),
    ("<think>a</think>b</think><answer>5</answer>", "tag", "5"),
    # the last tag, then the last box, then the last phrase or hash
    ("<answer>3</answer> no: <answer> 5 </answer> \\boxed{4}", "tag", "5"),
    ("the answer is 3 \\boxed{4} so \\boxed{5}.", "boxed", "5"),
    (r"\boxed{\frac{1}{2}}", "boxed", r"\frac{1}{2}"),
    (r"\boxed{\left\{1, 2\right\}}", "boxed", r"\left\{1, 2\right\}"),
    (r"\boxed {\text{a}}", "boxed", r"\text{a}"),
    (r"\boxed  {5}", "boxed", "5"),
    (r"\boxed{\boxed{5}}", "boxed", "5"),
    ("I fill \\boxed{5}, not \\boxed{}.", "boxed", "5"),
    ("The answer is 5.", "phrase", "5."),
    ("THE ANSWER IS 5", "phrase", "5"),
    ("Final Answer: 5", "phrase", "5"),
    ("**Answer:** 5", "phrase", "5"),
    ("**Answer**: 5", "phrase", "5"),
    ("The answer is: 3. No, the answer is 5", "phrase", "5"),
    ("The answer is:\n1 2\n3 4\n\nI hope this helps.", "phrase", "1 2\n3 4"),
    ("The answer is:\n\n1 2\n3 4", "phrase", "1 2\n3 4"),
    ("**Final Answer**\n\n5", "phrase", "5"),
    ("### Answer\n5", "phrase", "5"),
    ("#### Final Answer\n5", "phrase", "5"),
    ("2+3=5\n#### 5", "hash", "5"),
    ("The answer is 3\n#### 5", "hash", "5"),
    ("#### 3\nThe answer is 5", "phrase", "5"),
    # a phrase that nothing follows is no phrase
    ("5 is what the answer is.", "whole", "5 is what the answer is."),
    ("The answer is 5\n\nIs that what the answer is?", "phrase", "5"),
    ("The answer is 5\n\nThat is what the **answer is**!", "phrase", "5"),
    # a denied phrase is none either
    ("It is not true that the answer is 5", "whole", "It is not true that the answer is 5"),
    ("It isn't the case that the answer is 5", "whole", "It isn't the case that the answer is 5"),
    ("I do not know. The answer is 5", "phrase", "5"),
    # the last line
    ("5", "whole", "5"),
    ("  5 \n", "whole", "5"),
    ("2+3\n\n5\n\n", "last_line", "5"),
    ("So\n\\[\nx = 5\n\\]", "last_line", "x = 5"),
    ("So\n\\(\nx = 5\n\\)", "last_line", "x = 5"),
    ("So\n$$\nx = 5\n$$", "last_line", "x = 5"),
    ("```\n5\n```", "last_line", "5"),
]
MISSING = [
    ("", "none"),
    ("   \n ", "none"),
    ("<think>5", "truncated"),
    ("<reasoning>\\boxed{5}", "truncated"),
    ("a</think>b<think>\\boxed{5}", "truncated"),
    ("<answer>5", "truncated"),
    ("<answer>3</answer> or <answer>5", "truncated"),
    (r"so \boxed{\frac{1}{2}", "truncated"),
]


@pytest.mark.parametrize(("response", "how", "answer"), FOUND)
def test_an_answer_is_found_by_the_first_rule_that_applies(response, how, answer):
    found = extract(response)
    assert (found.answer, found.how) == (answer, how)


@pytest.mark.parametrize(("response", "how"), MISSING)
def test_a_response_without_an_answer_says_why(response, how):
    found = extract(response)
    assert (found.answer, found.how, found.start) == (None, how, len(response))
    assert found.reason.endswith(".")


@pytest.mark.parametrize("response", [5, None, [1], b"5", {"a": 1}, 1.5, object()])
def test_what_is_not_text_holds_no_answer(response):
    assert extract(response).answer is None


def test_strict_extraction_wants_a_mark():
    assert extract("2+3\n5", lenient=False).how == "none"
    assert extract("\\boxed{5}", lenient=False).answer == "5"


def test_reasoning_that_the_prompt_opened_must_close():
    assert extract("\\boxed{5}", reasoning_open=True).how == "truncated"
    assert extract("3</think>\\boxed{5}", reasoning_open=True).answer == "5"
    assert extract("3</think>5<think>", reasoning_open=True).how == "truncated"


def test_the_last_200_000_characters_are_read():
    assert extract("\\boxed{5}" + "\n" * 199_991).answer == "5"
    assert extract("\\boxed{5}" + "\n" * 199_992).answer == "boxed{5}"
    assert "200000 characters" in extract("\n" * 200_001).reason


@pytest.mark.parametrize("around", ["{}", "\\boxed{{{}}}", "<answer>{}</answer>", "Answer: {}"])
def test_answers_of_20_000_characters_are_read(around):
    assert extract(around.format("x" * 20_000)).answer == "x" * 20_000
    assert extract(around.format("x" * 20_001)).answer is None


def test_other_reasoning_tags_can_be_named():
    response = "<thought>5"
    assert extract(response).how == "whole"
    assert extract(response, reasoning_tags=("thought",)).how == "truncated"


@pytest.mark.parametrize(
    ("response", "construct"),
    [
        ("ab <answer>5</answer>", "<answer>"),
        ("ab \\boxed{4} c \\boxed{5}", "\\boxed{5}"),
        ("ab. The answer is 5", "answer is"),
        ("ab\n#### 5", "####"),
        ("</think>\nab\ncd", "cd"),
        ("</think>\n  cd", "  cd"),
    ],
)
def test_start_is_where_the_construct_begins(response, construct):
    assert response[extract(response).start :].startswith(construct)


@pytest.mark.parametrize(
    ("before", "paragraph"),
    [
        ("So\n\n", "1 2\n3 4"),
        ("So\n \t\n", "1 2\n3 4\n5 6"),
        ("<think>\n7 8\n</think>", "1 2\n3 4"),
        ("", "x" * 19_998 + "\ny"),
    ],
)
def test_a_last_line_widens_to_its_paragraph(before, paragraph):
    response = before + paragraph
    found = last_paragraph(response, extract(response))
    assert (found.answer, found.how, found.start) == (paragraph, "paragraph", len(before))


@pytest.mark.parametrize("response", ["5", "So\n\n5", "So\n\n  5\n", "x" * 19_999 + "\ny"])
def test_a_paragraph_of_one_line_or_too_many_characters_adds_nothing(response):
    assert last_paragraph(response, extract(response)) is None


@given(st.text(alphabet=st.sampled_from("answer isA:#{}\\boxed<>/think 5\n*`$.")))
def test_extraction_is_total_and_consistent(response):
    for lenient in (True, False):
        for reasoning_open in (True, False):
            found = extract(response, lenient=lenient, reasoning_open=reasoning_open)
            assert found.how in HOWS
            assert 0 <= found.start <= len(response)
            assert (found.answer is None) == (found.how in ("none", "truncated"))
            assert found.answer is None or found.answer in response


@given(st.text(max_size=60), st.integers(-(10**9), 10**9))
def test_a_final_box_wins_over_any_text_before_it(before, value):
    for mark in ("<think>", "<reasoning>", "<answer>", "\\boxed"):
        before = before.replace(mark, "")
    assert extract(f"{before}\\boxed{{{value}}}").answer == str(value)
