"""Where a response holds its answer, rule by rule."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponder.verifiers import extract, grade
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
    (r"\fbox{5}", "boxed", "5"),
    (r"\boxed{4} or \fbox{5}", "boxed", "5"),
    (r"\boxed{\fbox{5}}", "boxed", "5"),
    # a box without braces holds the number or term that follows
    (r"so \boxed 5", "boxed", "5"),
    (r"so $\boxed 5$.", "boxed", "5"),
    (r"so \(\boxed5\)", "boxed", "5"),
    (r"\[\boxed -12,345.5\]", "boxed", "-12,345.5"),
    (r"\boxed 5, not 6", "boxed", "5"),
    (r"\boxed 5 apples", "boxed", "5"),
    (r"$\boxed\frac{1}{2}$", "boxed", r"\frac{1}{2}"),
    (r"$\boxed \sqrt{ 1 + \sqrt{2} }$ m", "boxed", r"\sqrt{ 1 + \sqrt{2} }"),
    (r"$\boxed 5\text{ cm}\\$", "boxed", r"5\text{ cm}"),
    (r"$\boxed B$", "boxed", "B"),
    ("so \\boxed B.\nDone", "boxed", "B"),
    # the word alone marks nothing
    (r"I use \boxed to mark it. The answer is 5", "phrase", "5"),
    (r"I use \boxed. The answer is 5", "phrase", "5"),
    (r"A \boxed a day. The answer is 5", "phrase", "5"),
    (r"\boxed{5} is in \boxed\fbox", "boxed", "5"),
    # tags in capitals
    ("<ANSWER>5</ANSWER>", "tag", "5"),
    ("<Answer>5</answer> <b>", "tag", "5"),
    ("<answer>4</answer><ANSWER>5</ANSWER>", "tag", "5"),
    ("<ANSWER>4</ANSWER><answer>5</answer>", "tag", "5"),
    ("The answer is 5.", "phrase", "5."),
    ("THE ANSWER IS 5", "phrase", "5"),
    ("Final Answer: 5", "phrase", "5"),
    ("**Answer:** 5", "phrase", "5"),
    ("**Answer**: 5", "phrase", "5"),
    ("The answer is: 3. No, the answer is 5", "phrase", "5"),
    ("The correct option is B", "phrase", "B"),
    ("So the Correct Option: **B**", "phrase", "**B**"),
    ("The correct choice is (B).", "phrase", "(B)."),
    ("The correct answer is (B)", "phrase", "(B)"),
    ("The correct answer choice is B", "phrase", "B"),
    ("The correct option is to add.\n\n5", "last_line", "5"),
    ("The incorrect option is A.\n\nB", "last_line", "B"),
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
    (r"so \boxed \frac{1}{2", "truncated"),
    (r"so \fbox{5", "truncated"),
    ("<ANSWER>5", "truncated"),
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


MARKED = [r"\boxed{5}", r"$\boxed 5$", "<answer>5</answer>", "The answer is 5", "#### 5"]
TAKEN_BACK = [
    ". Wait, no, it is 6.",
    ".\n\nWait, no.",
    ". No wait, it is 6.",
    ". Hmm, wait - no: it is 6.",
    ". No, that is wrong.",
    ". No, that's not right.",
    ".\nThat is wrong.",
    ". But that is incorrect.",
    ". Actually, this is not correct.",
    ". That can't be right.",
    ". It isn\u2019t the answer.",
]
NOT_TAKEN_BACK = [
    ". Wait, let me check: 2 + 3 = 5. Yes.",
    ". Wait, no need to check.",
    ". No, 6 would be wrong.",
    ". Not 6.",
    ". It is not 6.",
    ". It is not the only answer to such questions.",
    ". It is not correct to say 6.",
    ". It is wrong to say 6.",
    ". It is incorrect that 2 + 3 is 6.",
    ". No problem.",
    ". The first guess was wrong.",
    ".\n\nIs 6 wrong? Yes, that is wrong.",
]


@pytest.mark.parametrize("after", TAKEN_BACK)
@pytest.mark.parametrize("marked", MARKED)
def test_an_answer_that_is_taken_back_is_none(marked, after):
    found = extract(marked + after)
    assert (found.answer, found.how, found.start) == (None, "none", len(marked + after))
    assert "taken back" in found.reason
    assert not grade(marked + after, "5").correct
    assert not grade(marked + after, "5", lenient=False).correct


@pytest.mark.parametrize("after", NOT_TAKEN_BACK)
@pytest.mark.parametrize("marked", MARKED)
def test_text_that_goes_on_takes_nothing_back(marked, after):
    assert grade(marked + after, "5", kind="integer").correct


@pytest.mark.parametrize("mark", [r"\boxed{5}", r"$\boxed{5}$", "<answer>5</answer>"])
def test_a_mark_may_be_denied_in_its_own_sentence(mark):
    for denial in (
        " is wrong", " is incorrect.", " is not the answer.", " is not the correct answer",
        " is clearly wrong, since 2 + 2 is 4.", ", which is wrong", " isn't right.",
    ):  # fmt: skip
        assert extract(mark + denial).answer is None
    for harmless in (", not 6.", " is not 6", " is not only odd but prime.", " is right.", " (6?)"):
        assert extract(mark + harmless).answer == "5"


@pytest.mark.parametrize("answer", ["No", r"\text{False}", "B", "(C)", r"\text{D}", "B) a cat"])
def test_what_may_itself_be_wrong_is_not_taken_back_by_saying_so(answer):
    for after in (". This is incorrect because 2 + 2 is 4.", " is wrong."):
        assert extract(f"\\boxed{{{answer}}}{after}").answer == answer
    for after in (". Wait, no.", " is not the answer."):
        assert extract(f"\\boxed{{{answer}}}{after}").answer is None


def test_a_later_mark_stands_though_an_earlier_one_was_taken_back():
    assert extract(r"\boxed{4}. Wait, no. It is \boxed{5}.").answer == "5"
    assert extract("The answer is 4. Wait, no. The answer is 5.").answer == "5."


EXPLAINED = [
    " because 2 + 3 = 5",
    ", because 2 + 3 = 5.",
    " (because $2+3=5$).",
    ", since it adds up.",
    " since 2 + 3 is 5",
    ", as 2 + 3 is 5.",
    ", so we are done.",
    ", which is odd.",
    " \u2014 because it is.",
    ", since it adds up. So we are done.",
]
HEDGED = [
    ", because x = 1, or 6 because x = 2",
    ", as x = 1 or 6",
    " as well as 6",
    ", so 6",
    ", which is wrong.",
    ", which is not the answer.",
    " or 6, because 2 + 3 is odd.",
    ", since I guessed, but it may be 6.",
]


@pytest.mark.parametrize("kind_", ["integer", "rational"])
def test_an_explanation_in_the_same_sentence_is_left_out(kind_):
    for after in EXPLAINED:
        assert grade("The answer is 5" + after, "5", kind=kind_).correct, after
    for after in HEDGED:
        assert not grade("The answer is 5" + after, "5", kind=kind_).correct, after


def test_an_explanation_of_words_is_left_out_unless_the_reference_has_one():
    assert grade("The answer is yes, because 3 < 4.", "yes", kind="text").correct
    assert grade("Answer: yes since 3 < 4", "yes", kind="text").correct
    gold = "Ana is tall, so Ben is short"
    assert grade(f"The answer is {gold}.", gold, kind="text").correct
    assert not grade("The answer is Ana is tall.", gold, kind="text").correct
    words = "apple, because, so, which"
    assert grade(f"The answer is {words}", words, kind="sequence", options={"of": "text"}).correct


def test_only_a_phrase_is_followed_by_an_explanation():
    for marked in ("<answer>5 because</answer>", "\\boxed{5 because}", "#### 5 because"):
        assert not grade(marked, "5", kind="integer").correct


@pytest.mark.parametrize(
    "piece",
    [
        "\\fbox ", "\\fbox{}", "\\boxed 5{", "\\boxed \\a", "<ANSWER>", "<Answer></ANSWER>",
        "Correct ", "correct option ", "answer choice ", " because", ", so as",
        "wait, no need ", "no wai",
        "The answer is 5, wait ", "The answer is correct. ", "the answer to ",
        "\u7b54\u6848\u662f ",
        "r\u00e9ponse est ", "the answer, a b c d e f g h", "but hmm ", " is not the final correct",
    ],
)  # fmt: skip
def test_ten_million_characters_are_read_soon(piece):
    for text in (piece * (10_000_000 // len(piece)), "The answer is 5" + piece * 1_000):
        started = time.thread_time()
        grade(text, "5", kind="integer")
        assert time.thread_time() - started < 0.5


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


@pytest.mark.parametrize("tags", [5, None, "think", [5], [[]]])
def test_reasoning_tags_must_be_names(tags):
    with pytest.raises(ValueError, match="reasoning_tags must be a list of names"):
        extract("5", reasoning_tags=tags)


@pytest.mark.parametrize(
    "before",
    [
        *("The answer is not ", "It is definitely not $", "The result isn't ", "x cannot be "),
        *("It does not equal $", "So it is not equal to the "),
    ],
)
def test_a_box_that_is_denied_is_no_answer(before):
    assert extract(before + "\\boxed{5}").how == "none"


@pytest.mark.parametrize("before", ["It is not 4 but ", "That is not all. So ", "Not bad: ", "is "])
def test_a_denial_of_something_else_leaves_the_box(before):
    assert extract(before + "\\boxed{5}").answer == "5"


@pytest.mark.parametrize(
    "phrase", ["must be", "is clearly", "is therefore", "will be", "equals", "becomes"]
)
def test_the_answer_may_be_led_to_in_other_words(phrase):
    assert extract(f"So the answer {phrase} 5").answer == "5"


LED_TO = [
    "The answer would be 18.", "The answer should be $18$.", "The answer has to be 18",
    "The answer comes out to 18.", "The answer comes out to be **18**.", "The answer comes to 18",
    "The answer turns out to be 18.", "The answer works out to 18.",
    "The answer to the question is 18.", "The answer in dollars is $18.", "My answer for it is 18",
    "The answer we get is: 18", "The answer, then, is 18.", "The answer is thus 18",
    "The answer is therefore 18.",
    "\u7b54\u6848\u662f18\u3002", "\u7b54\u6848\uff1a18", "Ok.\n\u6240\u4ee5\u7b54\u6848\u662f 18",
    "**\u7b54\u6848\uff1a** 18", "\u7b54\u6848\u662f18\u3002\u56e0\u4e3a 9+9=18\u3002",
    "La r\u00e9ponse est 18.", "R\u00e9ponse : 18", "La respuesta es 18.", "Respuesta: 18",
    "Die Antwort ist 18.", "Die Antwort lautet 18.", "**Antwort:** 18",
    "\u041e\u0442\u0432\u0435\u0442: 18",
]  # fmt: skip
NOT_LED_TO = [
    "I answer for what there is: 18 or 20", "The answer should be in a box.",
    "The answer to 20 is not 18", "The answer would be 18 million.", "The answer is never 18.",
    "Wrong answer: 18", "The answer is not 18 but 20.", "La r\u00e9ponse n'est pas 18",
    "Die Antwort ist nicht 18", "La respuesta no es 18", "\u7b54\u6848\u4e0d\u662f18\u3002",
    "The answer is 18? No.", "The answer is 18, not quite right.",
]  # fmt: skip


@pytest.mark.parametrize("kind_", ["math", "integer"])
def test_phrases_in_other_words_and_languages(kind_):
    for response in LED_TO:
        verdict = grade(response, "18", kind=kind_)
        assert (verdict.correct, verdict.how) == (True, "phrase"), response
    for response in NOT_LED_TO:
        assert not grade(response, "18", kind=kind_).correct, response


def test_a_phrase_about_the_answer_leaves_the_one_before():
    for praise in ("correct.", "right!", "**correct**.", "correct because 9 + 9 = 18.", "verified"):
        for gap in ("\n", "\n\n", " "):
            assert grade(f"The answer is 18.{gap}The answer is {praise}", "18").correct
    assert grade("The answer is right.", "right", kind="text").correct
    assert grade("The answer is right angle.", "right angle", kind="text").correct


@pytest.mark.parametrize("kind_", ["math", "integer"])
def test_a_note_at_the_end_of_a_phrase_is_left_out(kind_):
    for note in (
        ", not 20.", " (rounded to the nearest whole number).", " (eighteen of them)", "!",
        " \U0001f600", " apples!", " \U0001f389\U0001f389",
    ):  # fmt: skip
        assert grade("The answer is 18" + note, "18", kind=kind_).correct, note
    for other in (
        " (in thousands).", " (or twenty of them)", " (wrong, I fear)", " (20 of them)",
        " not 20 5",
        " (a b) (c d)", "! 20",
    ):  # fmt: skip
        assert not grade("The answer is 18" + other, "18", kind=kind_).correct, other


def test_a_bullet_is_no_minus_sign():
    for before in ("The answer is:\n\n", "Answer:\n", "**Answer**\n\n", "It follows that:\n"):
        for bullet in ("- ", "* ", "+ ", "-  "):
            assert grade(f"{before}{bullet}18", "18", kind="integer").correct
            assert not grade(f"{before}{bullet}18", "-18", kind="integer").correct
        assert grade(f"{before}-18", "-18", kind="integer").correct
        assert grade(f"{before}- -18", "-18", kind="integer").correct
    assert grade("The answer is: -18", "-18").correct
    assert extract("The answer is:\n- 1\n- 2").answer == "- 1\n- 2"


@pytest.mark.parametrize(
    "rest", ["(a b)" * 3_900, " not 6" * 3_000, "\U0001f600" * 19_000, "\U0001f600 " * 9_000]
)
def test_notes_without_end_are_read_soon(rest):
    started = time.thread_time()
    assert not grade("The answer is 5 " + rest, "5").correct
    assert time.thread_time() - started < 0.5


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


@given(st.text(alphabet=st.sampled_from("answer isA:#{}\\boxedf<>/think 5\n*`$.,w")))
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
    assert extract(f"{before} = \\boxed{{{value}}}").answer == str(value)
