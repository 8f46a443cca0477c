"""What is equal may still have to be worked out, multiplied out or factored."""

import pytest

from ponder.verifiers import grade

WORKED_OUT = {
    "21": ["21.0", "42/2", "+21", "x = 21", "8 + 13 = 21", "twenty-one", r"\frac{42}{2}", "21 cm"],
    "5000": ["5 thousand", "5000.0", r"5 \times 10^3", r"5\text{ thousand}"],
    "-2500000": ["-2.5 million"],
    "-21": ["-21", r"-\frac{42}{2}", "negative twenty-one"],
    "3/4": ["0.75", "6/8", "75%", r"\frac{-3}{-4}"],
    "7/2": ["3 1/2", r"3\frac12", "3.5", "-(-7/2)"],
    "120000": [r"1.2 \times 10^5", "1.2e5", "120 thousand", "120,000"],
    "1000000": ["10^6", "1 million", "a million"],
    r"\frac{1}{1000}": ["10^{-3}", "0.001"],
    "(1, 2)": ["(1, 4/2)", "(1,2)"],
    "2x + 3": ["3 + 2x", "y = 2x + 3", r"2 \cdot x + 3", "x*2 + 3", "2(x + 3/2)", "2x + 3 + 0"],
    "2(x+1)": ["2x + 2", "2x+2"],
    "n(n-1)": ["n^2 - n"],
    "-x(x-2)": ["2x - x^2"],
    r"\frac12 x + 3": [r"\frac{x}{2} + 3", "0.5x + 3"],
    r"\frac12 bh": [r"\frac{bh}{2}", "bh/2"],
    r"\frac34 x": [r"\frac{3x}{4}"],
    r"\frac{1}{2}(a+b)": [r"\frac{a+b}{2}"],
    r"\frac{x+3}{2}": [r"\frac{x}{2} + \frac{3}{2}"],
    r"\frac ab": ["ab^{-1}"],
    r"\cot x": [r"\frac{1}{\tan x}"],
    r"\frac{x+1}{x-1}": [r"1 + \frac{2}{x-1}"],
    r"\frac{n(n+1)}{2}": [r"\frac{n^2+n}{2}"],
    "8": ["m+n = 8", "f(2)=8", "|S|=8", "[ABC]=8", "100a+10b+c=8", "m+n=3+5=8", "8 = 2^3"],
    r"\frac35": [r"\frac mn = \frac35"],
    "x - 2y + 2 = 0": [r"y = \frac x2 + 1"],
    "x + 2y = 3": [r"y = \frac{3-x}{2}"],
    "y^2 = 4x": [r"x = \frac{y^2}{4}"],
    "x^2 + y^2 = 4": ["x^2 + y^2 = 2^2"],
    "y = 2x + 1": ["y - 3 = 2(x - 1)", "2x - y + 1 = 0"],
    "x = 5": ["5", "x=5"],
    r"(1, \infty)": ["x > 1", "1 < x"],
    "-2 < x < 3": [r"(-2, 3)", r"x > -2 \text{ and } x < 3"],
    "1, -2": [r"x = 1 \text{ or } x = -2", r"\{1, -2\}", r"x \in \{1, -2\}"],
    r"5\text{ cm}": ["5 cm", "5"],
    r"3 \pmod 7": [r"x \equiv 3 \pmod 7"],
    r"\text{Evelyn}": ["Evelyn"],
    "(x+1)(x-1)": ["(x-1)(x+1)", "-(1-x)(x+1)"],
    "2(x+1)^2": ["(x+1)(2x+2)"],
    r"\begin{pmatrix} 1/3 \\ 2/3 \end{pmatrix}": [r"\frac13 \begin{pmatrix} 1 \\ 2 \end{pmatrix}"],
    # Where the reference itself is a calculation, anything equal will do.
    r"2\sqrt{2}": [r"\sqrt{8}", r"\sqrt 2 + \sqrt 2"],
    "2^{10}": ["1024", "4^5", "1000 + 24"],
    r"12\pi": [r"3 \cdot 4 \pi"],
    r"\binom{5}{2}": ["10", r"\frac{5!}{2!3!}"],
    "y = (x-1)^2 + 3": ["y = x^2 - 2x + 4"],
}
TO_DO = {
    "21": ["8 + 13", "x = 8 + 13", r"3 \cdot 7", "21 + 0", r"\sqrt{441}", "22 - 1", "(8+13)/1"],
    "5000": [r"5 \cdot 1000", "5 * 1000", r"50 \cdot 10^2 + 0"],
    "120": ["5!", r"\binom{10}{3}", "2 * 60", "12 * 10", "11^2 - 1"],
    "81": ["3^4", "9^2"],
    "3/4": ["1/2 + 1/4", r"\frac{3/2}{2}", "1 - 1/4", r"\sin^2 60^\circ"],
    "3": [r"\log_2 8", "|-3|", r"\lfloor \pi \rfloor", r"\sum_{k=1}^{2} k"],
    "(1, 2)": ["(1, 1+1)"],
    r"\{1, 2\}": [r"\{1, 3-1\}"],
    "8": ["m+n = 3+5"],
    "5": ["5x/x", "(x+5)-x", r"5 \tan x \cot x"],
    "0": ["x - x"],
    "x = 5": ["x + 3 = 8", "2x + 3 = 13", "2(x-1) = 8", r"\frac{x}{5} = 1"],
    r"(1, \infty)": ["2x + 3 > 5"],
    "x > 1": ["2x + 3 > 5", "3x > 3"],
    "(-2, 8)": ["|x-3| < 5"],
    r"(-\infty,-2)\cup(3,\infty)": ["|2x-1| > 5"],
    r"-\frac{\pi}{6}": [r"\arcsin(-\frac12)"],
    r"-\sqrt3": [r"\tan 100^\circ + 4\sin 100^\circ"],
    "2x + 3": ["x + x + 3", "2x + 1 + 2"],
    "x^2 + 2x + 1": ["(x+1)^2", "(x+1)(x+1)"],
    "6x": [r"2 \cdot 3x", "x + 5x"],
    "6x^2": ["(2x)(3x)", r"3x \cdot 2x"],
    "x^5": ["x^2x^3"],
    "x^6": ["(x^2)^3"],
    "(x+1)(x-1)": ["x^2 - 1", "1(x^2 - 1)", r"\frac12 (2x^2 - 2)"],
    "(a+5)(b+2)": ["(ab+5b+2a+10)(1)", r"\frac12(2ab+10b+4a+20)"],
    "(x-2)^2(x+2)": ["(x^2-4)(x-2)"],
}


@pytest.mark.parametrize(("gold", "answer"), [(g, a) for g in WORKED_OUT for a in WORKED_OUT[g]])
def test_another_way_to_write_the_result_is_accepted(gold, answer):
    assert grade(f"<answer>{answer}</answer>", gold).correct


@pytest.mark.parametrize(("gold", "answer"), [(g, a) for g in TO_DO for a in TO_DO[g]])
def test_what_is_still_to_be_done_is_said_and_refused_unless_any_form_will_do(gold, answer):
    verdict = grade(f"<answer>{answer}</answer>", gold)
    assert not verdict.correct
    assert verdict.reason.startswith("The answer is equal but still has to be ")
    assert grade(f"<answer>{answer}</answer>", gold, options={"form": "any"}).correct
