"""Answers made to be taken for the gold, and harmless ones that look as if they were."""

import pytest

from ponder.verifiers import grade

NUMBERS = ["math", "integer", "rational", "decimal"]


def accepts(answer: str, gold: str, kind: str = "math") -> bool:
    return grade(f"<answer>{answer}</answer>", gold, kind=kind).correct


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (r"\lfloor x\rfloor", "0"),
        ("|x|-x", "0"),
        ("2x", "x+|x|"),
        ("2|x|", "x+|x|"),
        ("|x|", r"\frac{x+|x|}{2}"),
        ("2", r"1+\frac{|x|}{x}"),
        (r"\lfloor x/99\rfloor", r"\lfloor x/100\rfloor"),
        (r"\lceil x/1000\rceil", r"\lceil x/999\rceil"),
        (r"\lfloor xy/100\rfloor", r"\lfloor xy/99\rfloor"),
        (r"\lfloor x\rfloor", "x"),
    ],
)
def test_functions_that_are_zero_or_agree_on_a_part_of_the_line_differ(answer, gold):
    assert not accepts(answer, gold)
    assert not accepts(gold, answer)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (r"\lfloor x+1\rfloor", r"\lfloor x\rfloor+1"),
        (r"-\lfloor -x\rfloor", r"\lceil x\rceil"),
        ("|x|", r"\sqrt{x^2}"),
        (r"\frac{x}{|x|}", r"\frac{|x|}{x}"),
        ("|x|+x", "x+|x|"),
    ],
)
def test_functions_that_are_the_same_everywhere_agree(answer, gold):
    assert accepts(answer, gold)
    assert accepts(gold, answer)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "words",
    [
        *("per mille", "ppm", "basis points", "bps", "grand", "thou", "mille", "giga", "mega"),
        *("kilo", "micro", "G", "hundredfold", "tenfold", "fold", "undefined", "is undefined"),
        *("DNE", "conjugate", "root", "under par", "tausend", "millones", "oder", "demi", "lies"),
    ],
)
def test_words_that_change_or_deny_a_number_are_no_unit(number, words):
    assert not accepts(f"1234 {words}", "1234", number)
    assert not accepts(rf"1234\text{{ {words}}}", "1234", number)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("words", ["kilos", "megabytes", "microns", "grandchildren", "roots"])
def test_words_that_only_begin_so_are_units(number, words):
    assert accepts(f"1234 {words}", "1234", number)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("function", ["sqrt", "cbrt", "sin", "log", "ln", "exp", "abs", "floor"])
def test_a_function_of_a_variable_is_no_name(number, function):
    assert not accepts(f"{function}(x)=1234", "1234", number)
    assert not accepts(f"{function} x = 1234", "1234", number)
    assert not accepts(f"{function}(x): 1234", "1234", number)


@pytest.mark.parametrize(
    "name", ["Floor", "Floor number", "f(x)", "Expected", "Section", "sqrt(25)"]
)
def test_words_like_functions_and_calculations_that_agree_are_names(name):
    assert accepts(f"{name} = 5", "5", "integer")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("answer", ["1234 pi", "1234 sqrt", "1234 log", "1234 theta", "~1234"])
def test_a_factor_or_a_tilde_is_not_left_out(number, answer):
    assert not accepts(answer, "1234", number)


@pytest.mark.parametrize("answer", [r"73\ldots", r"73\dots", r"73\cdots", "73..."])
def test_a_number_that_goes_on_is_another(answer):
    assert not accepts(answer, "73")


@pytest.mark.parametrize("answer", ["5th root", "5th roots", r"5^{th} root", r"5^{\text{th}} root"])
def test_an_ordinal_before_a_root_is_no_number(answer):
    assert not accepts(answer, "5")
    assert accepts("5th", "5")


@pytest.mark.parametrize("number", ["math", "rational"])
@pytest.mark.parametrize("answer", ["0 3/4", r"0\frac34", r"0\frac{3}{4}", "00 3/4"])
def test_a_mixed_number_has_a_whole_part(number, answer):
    assert not accepts(answer, "3/4", number)
    assert not accepts(f"-{answer}", "-3/4", number)


@pytest.mark.parametrize("number", ["math", "integer"])
def test_a_price_has_a_unit_below(number):
    for answer in (r"\$10/\text{hr}", "$10/hour", r"\$10/\text{hour}"):
        assert accepts(answer, "10", number), answer
    for answer in (r"\$10/\text{dozen}", r"\$10/\text{half}", r"\$10/\text{percent}"):
        assert not accepts(answer, "10", number), answer


@pytest.mark.parametrize(
    "answer",
    [
        *("C) 12", "C. 12", r"\textbf{C. } 12", r"\textbf{C) 12}", "**C. 12**", "(C) 12"),
        *("Option C is correct.", "C is the correct answer.", "C is correct", "(C) is correct"),
    ],
)
def test_a_choice_may_have_its_text_or_be_called_correct(answer):
    assert accepts(answer, "C")
    assert not accepts(answer, "B")


@pytest.mark.parametrize(
    "answer",
    [
        *("C) is wrong", "C) is not", "C: wrong", "C is incorrect", "C is not the correct answer"),
        *("Option C is wrong", "C) 12 or D", "C. D", "C) D) 12", "12 C", "C is correct, or D"),
    ],
)
def test_a_choice_that_is_denied_or_one_of_two_is_none(answer):
    assert not accepts(answer, "C")
    assert not accepts(answer, "D")


@pytest.mark.parametrize(
    ("answer", "gold", "other"),
    [
        (r"52_{\text{base }8}", "52_8", "52_9"),
        (r"52_{\text{base 8}}", "52_8", "52_9"),
        (r"52 \text{ (base 8)}", "52_8", "52_9"),
        (r"52\text{ base }8", "52_8", "53_8"),
        (r"\therefore 18", "18", "19"),
        (r"\therefore x = 18", "18", "19"),
        (r"\nicefrac12", r"\frac12", r"\frac13"),
        (r"\boxed{\begin{aligned}x&=18\end{aligned}}", "18", "19"),
        (r"\begin{align*}x&=18\end{align*}", "18", "19"),
        (r"\log_{10}x", r"\log x", r"\ln x"),
        (r"\log x", r"\log_{10}x", r"\log_2x"),
        (r"\frac\pi4-k\pi", r"\frac\pi4+k\pi", r"-\frac\pi4+k\pi"),
        (r"\frac\pi4-n\pi", r"\frac\pi4+k\pi", r"\frac\pi4+2k\pi"),
        (r"1-2k, k\in\mathbb{Z}", r"1+2k, k\in\mathbb{Z}", r"2+2k, k\in\mathbb{Z}"),
    ],
)
def test_other_ways_to_write_the_same(answer, gold, other):
    assert accepts(answer, gold)
    assert not accepts(answer, other)


@pytest.mark.parametrize("answer", ["x-k", r"\frac\pi4-x\pi", r"\log_{10}x+\log x", r"\log_2x"])
def test_what_is_no_integer_and_no_common_logarithm_stays(answer):
    for gold in ("x+k", r"\frac\pi4+x\pi", r"2\log x", r"\log x"):
        assert not accepts(answer, gold)


def test_lines_of_an_environment_are_not_joined():
    assert not accepts(r"\begin{aligned}x&=18\\y&=2\end{aligned}", "18")


def test_numbered_solutions_are_those_values():
    for answer in ("x_1=1, x_2=-2", r"x_1=1,\ x_2=-2", "x_1=1 and x_2=-2"):
        assert accepts(answer, "1,-2"), answer
        assert accepts(answer, r"\{-2,1\}"), answer
        assert not accepts(answer, "1,2"), answer
        assert not accepts(answer, "x_1=-2, x_2=1"), answer
    for answer in ("x_1=1, y_2=-2", "x_1=1, x_3=-2", "x_1=1", "x_1=1, x_2=-2, x_3=0"):
        assert not accepts(answer, "1,-2"), answer


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (r"\sqrt2\approx1.414", r"\sqrt2"),
        ("√2 ≈ 1.41", r"\sqrt2"),
        (r"x=\sqrt2\approx1.414", r"\sqrt2"),
        (r"\pi\approx3.14", r"\pi"),
        (r"\pi\approx3.14\text{ cm}", r"\pi\text{ cm}"),
        (r"\pi\text{ cm}\approx3.14\text{ cm}", r"\pi"),
        (r"\frac13\approx0.333", "1/3"),
        (r"\frac23\approx0.667", "2/3"),
        (r"-\sqrt2\approx-1.4", r"-\sqrt2"),
        (r"\sqrt2\approx1.41, \sqrt3\approx1.73", r"\sqrt3, \sqrt2"),
        (r"x\approx3.14", "3.14"),
        (r"\text{Area}\approx3.14", "3.14"),
        (r"\approx3.14", "3.14"),
    ],
)
def test_an_exact_value_may_be_rounded_beside_it(answer, gold):
    assert accepts(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        (r"\sqrt2\approx1.415", r"\sqrt2"),
        (r"\sqrt2\approx1.5", r"\sqrt2"),
        (r"\sqrt2\approx-1.41", r"\sqrt2"),
        (r"\sqrt2\approx1.5e0", r"\sqrt2"),
        (r"\frac23\approx0.666", "2/3"),
        (r"\frac12\approx0.5", "1/3"),
        (r"\pi\approx3.15", r"\pi"),
        (r"\pi\approx3.14", "3.15"),
        (r"x\approx3.14", r"\pi"),
        (r"3.14\approx\pi", r"\pi"),
        (r"\sqrt{-2}\approx1.41", r"\sqrt{-2}"),
        (r"\infty\approx0.5", r"\infty"),
        (r"x^2\approx3.14", "x^2"),
        (r"\pi\text{ cm}\approx3.14\text{ m}", r"\pi"),
        (r"2^{2^{100}}\approx0.5", "1"),
    ],
)
def test_a_decimal_that_is_no_rounding_is_refused(answer, gold):
    assert not accepts(answer, gold)


@pytest.mark.parametrize("answer", ["¾", "75 percent", "75%", "three quarters", "x = ¾"])
def test_a_rational_number_may_be_one_sign_words_or_percent(answer):
    assert accepts(answer, "3/4", "rational")
    assert not accepts(answer, "1/4", "rational")
    assert not accepts(f"not {answer}", "3/4", "rational")


def test_a_sign_after_an_integer_makes_a_mixed_number():
    assert accepts("12¾", "51/4", "rational")
    assert not accepts("0¾", "3/4", "rational")


def test_words_do_not_show_that_a_fraction_is_in_lowest_terms():
    lowest = {"lowest_terms": True}
    answer = "<answer>two quarters</answer>"
    assert not grade(answer, "1/2", kind="rational", options=lowest).correct


@pytest.mark.parametrize(
    "answer", [r"\langle 1,2,3\rangle", r"\left\langle 1,2,3\right\rangle", "⟨1, 2, 3⟩"]
)
def test_a_sequence_may_have_angle_brackets(answer):
    assert accepts(answer, "1,2,3", "sequence")
    assert not accepts(answer, "1,2,4", "sequence")


def test_approximations_are_few_and_moderate():
    assert not accepts(", ".join([r"\sqrt2\approx1.41"] * 5), ", ".join([r"\sqrt2"] * 5))
    assert not accepts("+".join([r"\sin1"] * 2000) + r"\approx1.5", r"\sqrt2")
    assert not accepts("(" * 300 + "2" + ")" * 300 + r"\approx2.0", "2")


@pytest.mark.parametrize(
    "answer", ["Option B is correct.", "B is the correct answer.", "(B) is correct"]
)
def test_an_option_may_be_called_correct(answer):
    options = {"choices": ["12", "18"]}
    assert grade(answer, "B", kind="choice", options=options).correct
    for other in (
        answer.replace("correct", "wrong"),
        answer.replace("is", "is not"),
        "A is correct",
    ):
        assert not grade(other, "B", kind="choice", options=options).correct
