"""What stands around an answer: denials, corrections, and what is computed with a box."""

import time

import pytest

from ponder.verifiers import extract, grade

DENIED = [
    r"\boxed{18} is not quite right.",
    r"\boxed{18} (incorrect)",
    r"\boxed{18} [WRONG]",
    r"$\boxed{18}$ (not correct)",
    r"\boxed{18}. Wrong.",
    r"\boxed{18}? No.",
    r"\boxed{18}. No.",
    "\\boxed{18} \u2013 no, 20.",
    "\\boxed{18} \u274c",
    r"\boxed{18} or 20",
    r"$\boxed{18}$, or perhaps $20$.",
    "\\boxed{18}\n\nActually, the answer is 20.",
    "\\boxed{18}. Correction: it should be 20.",
    r"Wrong answer: \boxed{18}",
    r"**Incorrect:** \boxed{18}",
    r"Not \boxed{18}.",
    r"It is 20 and not $\boxed{18}$.",
    r"The answer is never \boxed{18}.",
    "<answer>18</answer> (wrong)",
    "Not <answer>18</answer>",
    r"$x \neq \boxed{18}$",
    "x \u2260 \\boxed{18}",
    "<answer>18</answer> or 20",
]
NOT_DENIED = [
    r"\boxed{18}, not 20",
    r"\boxed{18} or 18.00",
    r"\boxed{18}, or 36/2.",
    r"\boxed{18} or more precisely eighteen",
    r"\boxed{18}. Actually, the answer is 18.",
    r"\boxed{18}. Actually, it is even.",
    r"\boxed{18} (no remainder)",
    r"\boxed{18}. No remainder is left.",
    r"I was wrong: 20 is \boxed{20}, so \boxed{18}",
    r"It is not 20 but \boxed{18}",
]


@pytest.mark.parametrize("response", DENIED)
def test_a_mark_that_is_denied_is_none(response):
    found = extract(response)
    assert (found.answer, found.how) == (None, "none")
    assert "denied" in found.reason or "taken back" in found.reason


@pytest.mark.parametrize("response", NOT_DENIED)
def test_a_mark_that_is_not_denied_stands(response):
    assert grade(response, "18", kind="integer").correct


@pytest.mark.parametrize("answer", ["B", r"\text{C}", "No"])
def test_what_a_question_may_call_wrong_can_be_named_so(answer):
    assert extract(rf"Incorrect: \boxed{{{answer}}}").answer == answer
    assert extract(rf"\boxed{{{answer}}} (incorrect)").answer == answer
    assert extract(rf"Not \boxed{{{answer}}}").answer is None


COMPUTED = [
    r"-\boxed{18}", r"$-\boxed{18}$", r"-$\boxed{18}$", r"x = -\boxed{18}", r"x = - \boxed{18}",
    "x = \u2212\\boxed{18}", "x = \u2013\\boxed{18}", r"-\boxed 18", r"\boxed{-\boxed{18}}",
    r"\boxed{18}^2", r"(\boxed{18})^2", r"2^{\boxed{18}}", r"2^\boxed{18}",
    r"\boxed{18}00", r"\boxed{18},000", r"\boxed{18}.5", r"1\boxed{18}",
    r"2\cdot\boxed{18}", r"$2 \times \boxed{18}$", "2\u00d7\\boxed{18}", r"2*\boxed{18}",
    r"36/\boxed{18}", r"\boxed{18}/2", r"\boxed{18}*2", r"5 + \boxed{18}", r"\boxed{18} + 2",
    r"23 = 5 + \boxed{18}", r"20 - \boxed{18}", r"\boxed{18} - 2", "\\boxed{18}\u201320",
    r"\sqrt{\boxed{18}}", r"\sqrt[3]{\boxed{18}}", r"\frac{1}{\boxed{18}}",
    r"\frac{\boxed{18}}{2}", r"\dfrac{\boxed{18}}{2}", r"\log \boxed{18}",
    r"\boxed{18}\frac{1}{2}", r"\boxed{18}\pi", r"$\boxed{18}!$", r"\boxed{18}! = 5",
    r"\boxed{18} million", r"$\boxed{18}$ thousand", r"\boxed{18}\text{ billion}",
    r"\boxed{18}\,\text{million}", r"\boxed{18}{}^2", r"2(\boxed{18})", r"\boxed{18}x",
    r"\boxed{18} squared", r"(-\boxed{18})", r"\left(-\boxed{18}\right)",
    r"\boxed{18} dozens", r"\boxed{18} \times 10^3", r"$\boxed{18}$ $\times$ 2",
]  # fmt: skip
NOT_COMPUTED = [
    r"x = \boxed{18}", r"$\boxed{18}$", r"$\boxed{18}$ dollars", r"\boxed{18}$ dollars",
    r"\boxed{18} cm", r"\boxed{18}cm", r"\boxed{18}\text{ cm}^2", r"\boxed{18}\%", r"\boxed{18}%",
    r"\boxed{18}^\circ", r"\boxed{18}^{\circ}", r"\boxed{18}^{\text{th}}", r"\boxed{18} \pmod{7}",
    r"= \boxed{18}", r"8 + 10 = \boxed{18}", r"\boxed{18} = x", r"\boxed{18} = 9 \cdot 2",
    r"- \boxed{18}", "So:\n- \\boxed{18}", "So:\n  * **\\boxed{18}**", "So:\n+ $\\boxed{18}$",
    "\\boxed{18}\n- 20 is too many", "\\boxed{18}\n+ 2",
    r"The total - \boxed{18}", "The total \u2013 \\boxed{18}", "The total \u2014 \\boxed{18}",
    r"\boxed{18} - a good number", r"\boxed{18} - \(x\) is found",
    r"\boxed{18}!", r"**\boxed{18}!**", "\\boxed{18}!\nDone", r"**\boxed{18}**", r"*\boxed{18}*",
    r"_\boxed{18}_", r"\textbf{\boxed{18}}", r"\(\boxed{18}\)", r"\[\boxed{18}\]", r"(\boxed{18})",
    r"$|x| = \boxed{18}$", r"$3 \cdot 3! = \boxed{18}$", r"$3!+3!+3!=\boxed{18}$",
    r"| \boxed{18} |", r"> \boxed{18}", r"\approx \boxed{18}",
    r"\boxed{18}\,\text{km}", r"2. (\boxed{18})",
    r"1. \boxed{18}", r"Step 2: \boxed{18}.", r"\boxed{18} (5 + 13)", r"\boxed{18}, 5 more",
    r"5 + \boxed{18} = 23", r"\boxed{18} + 5 = 23.", r"$2 \times \boxed{18} = 36$",
]  # fmt: skip


@pytest.mark.parametrize("response", COMPUTED)
def test_a_box_inside_a_computation_is_no_answer(response):
    found = extract(response)
    assert (found.answer, found.how) == (None, "none")
    assert found.reason == "The box is only a part of what is computed around it."
    assert not grade(response, "18").correct


@pytest.mark.parametrize("response", NOT_COMPUTED)
def test_what_stands_beside_a_box_without_computing_is_harmless(response):
    assert grade(response, "18").correct
    assert grade(response, "18", kind="integer").correct


@pytest.mark.parametrize(
    "piece",
    [
        "-", "- ", "\\sqrt{", "\\frac{1}{", "not the ", "wrong answer: ", "\\boxed{1} or 2 ",
        "\\boxed{1}. Actually, ", "-\\boxed{1}", "\\boxed{1}!", "\\boxed{1}$) ",
    ],
)  # fmt: skip
def test_ten_million_characters_around_a_box_are_read_soon(piece):
    many = piece * (10_000_000 // len(piece))
    for text in (many + "\\boxed{5}", "\\boxed{5}" + piece * 5_000, many):
        started = time.thread_time()
        grade(text, "5", kind="integer")
        assert time.thread_time() - started < 0.5
