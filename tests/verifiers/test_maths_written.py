"""What people write for an answer and what changes it: words, percents, bases, names, notation."""

import pytest

from ponder.verifiers.maths.vocabulary import NOT_UNIT_MARKS, NOT_UNITS
from tests.verifiers.test_maths import judge

SAME = {
    "12": [
        r"12\text{ dollars}",
        r"12\text{ apples}",
        r"12\text{ ways}",
        r"12\%",
        r"12\checkmark",
        r"12 \\",
        r"12 \qquad",
        r"\underline{12}",
        r"\color{red}{12}",
        r"\textcolor{red}{12}",
        r"{\color{red}12}",
        r"\large 12",
        r"\textbf{(C) } 12",
        r"\textbf{(C)}\ 12",
        "(C) 12",
        "x=y=12",
        "|AB|=12",
        "AB=12",
        "12th",
        r"12^{\text{th}}",
        r"12\text{ km}",
        r"x = 12 \approx 12",
        r"x \approx 12",
        "$12",
    ],
    "3/4": [r"75\%", r"{3 \over 4}", r"3 \over 4"],
    "0.12": [r"12\%"],
    r"25\%": ["25", "25 percent", "0.25", "25%", r"\frac14"],
    r"\frac{5}{12}": [r"\frac{125}{3}\%"],
    "101_2": ["101"],
    "5": ["101_2", "A=B=5", "5^{th}", "AB=5_8"],
    "CAT": ["CAT"],
    "\u20ac20": ["20", "20\u20ac"],
    "(3,-4)": ["x=3,y=-4", r"x=3 \text{ and } y=-4", "y=-4, x=3"],
    "x=1,y=2": ["(1,2)"],
    "(1,-2,3)": [r"\begin{pmatrix}1\\-2\\3\end{pmatrix}"],
    r"\langle 1,-2,3\rangle": [r"\begin{bmatrix}1\\-2\\3\end{bmatrix}"],
    r"\begin{pmatrix}1\\-2\\3\end{pmatrix}": ["(1,-2,3)", r"\langle 1,-2,3\rangle"],
    "42": [r"\approx 42"],
    "C": [r"\textbf{(C) } 12", r"\textbf{(C)}"],
    "(C)": ["(C) 12"],
    "|AB| = 12": ["12", "|AB|=12"],
    r"x=1 \text{ or } x=-2": [r"x=1 \vee x=-2"],
    r"(-\infty,2)": [r"]-\infty,2["],
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": [r"\begin{pmatrix}1&2\\[2pt]3&4\end{pmatrix}"],
    r"\sin^2 x": [r"{\sin}^2 x"],
    r"36\text{ cm}^2": ["36 \\text{ cm\xb2}"],
    "36": ["36 \\text{ cm\xb2}"],
    "60": [r"60\ \frac{\text{km}}{\text{h}}", r"60\ \frac{\text{m}}{\text{s}^2}"],
    r"60\text{ km/h}": [r"60\ \frac{\text{km}}{\text{h}}"],
    r"12^{\text{th}}": ["12th", r"12^{\text{th}}", "12"],
    r"70\sqrt{2}": [r"70\sqrt{2} m"],
    "80": ["80\xa2"],
    r"80\text{ cents}": ["80\xa2"],
    r"\frac{x+1}{x-1}": [r"f^{-1}(x)=\frac{x+1}{x-1}", r"\frac{x+1}{x-1}, x \ne 1"],
    "y=2x+1": ["f(x)=2x+1"],
    r"\mathbb{R}": ["\u211d", r"\Bbb R", r"\mathbf R", r"\mathbf{R}"],
    r"\mathbb{R}\setminus\{0\}": [r"\mathbb{R}\backslash\{0\}"],
    r"\{2k : k\in\mathbb Z\}": [r"\{2n \mid n\in\mathbb Z\}"],
    r"\frac\pi4+k\pi": [r"\frac\pi4+n\pi", r"\frac\pi4+n\pi, n\in\mathbb{Z}"],
    r"x=\frac\pi4+k\pi, k\in\mathbb{Z}": [r"\frac\pi4+n\pi, n\in\mathbb{Z}"],
    r"A\cap B\cap C": [r"A\cap C\cap B"],
    "120": ["C(10,3)", "{}^{10}C_3", "_{10}C_3", r"\binom{10}{3}", "{}_{10}C_3", "{}_{10}C_{3}"],
    r"\binom{10}{3}": ["C(10,3)"],
    r"4:30\text{ p.m.}": ["4:30 PM", "4:30 pm", "4:30 p.m."],
    r"2.5\text{ hours}": ["2 hr 30 min", "2 hours and 30 minutes"],
    r"2\text{ hr }30\text{ min}": ["2 hr 30 min"],
    r"5.5\text{ ft}": ["5 ft 6 in"],
    "25": ["25 percent"],
    r"5\text{ cm}^2": ["5 sq. cm", "5 square cm"],
    r"5\text{ pounds}": ["\xa35"],
    "\xa35": ["5 pounds"],
    r"\$5": ["5 dollars"],
    r"12\pi": ["12\u03c0", r"12\pi\text{ cm}^2"],
    "1,-2": [r"x=1\text{ or }x=-2", r"x\in\{1,-2\}"],
    "3:4": ["3 : 4"],
    r"11,\! 111,\! 111,\! 100": ["11111111100"],
    r"0.\overline{3}": ["1/3"],
    "x": [r"\vec{x}"],
    "5.5": [r"5\frac{1}{2}"],
    r"5^{\text{th}}": ["5th"],
    "21": [r"21^\text{st}"],
    "3": ["3rd"],
    r"12\text{ ways}": ["12"],
    r"2\frac12": [r"{5 \over 2}"],
    "(1,2)": [r"y=2 \text{ and } x=1"],
    "x=1, y=2": ["y=2, x=1"],
    r"x=1 \text{ or } y=2": [r"y=2 \text{ or } x=1"],
    r"(-\infty,1]\cup(2,3)": [
        r"]-\infty,1] \cup ]2,3[",
        r"\left]-\infty,1\right]\cup\left]2,3\right[",
    ],
    r"\sqrt[3]{2}, \sqrt[3]{5}": [r"\sqrt[3]{5}, \sqrt[3]{2}"],
    r"A \cup B": [r"B \cup A"],
    r"n=2k\pi+\frac{\pi}{3}": [r"n=\frac\pi3+2m\pi"],
    r"30^\circ+180^\circ k": [r"30^\circ + 180^\circ n"],
    r"6\text{ ft } 3\text{ in}": ["6 ft 3 in"],
    r"6.25\text{ ft}": ["6 ft 3 in"],
    r"2\text{ hours and }30\text{ minutes}": ["2 hours and 30 minutes"],
    r"300\text{ K}": [r"300\text{ K}"],
    r"66\frac{2}{3}": [r"66\frac{2}{3}\%"],
    "12.5": [r"12.5\%"],
    r"12.5\%": ["12.5", r"\frac{1}{8}"],
    "1": [r"100\%"],
    "0.05": [r"5\%"],
    r"60\text{ m/s}^2": [r"60\ \frac{\text{m}}{\text{s}^2}"],
    r"5 \text{ m}^2": [r"5 \text{m2}"],
    r"5\text{ in}": ["5 in."],
    r"5\text{ in}^2": ["5 sq. in."],
    "(10,3)": ["(10, 3)"],
    "f(x)=2x+1": ["y=2x+1"],
    r"\mathbb{Z}": ["\u2124"],
    r"x\in\mathbb{R}": ["\u211d"],
    r"x \ne 3": ["\u211d \\backslash \\{3\\}"],
    r"\$12": ["$12"],
    r"20\text{ euros}": ["\u20ac20"],
    r"\begin{pmatrix}1\\2\end{pmatrix}": ["(1,2)"],
    r"7\%": ["7"],
    "-5": [r"-5\%"],
    "-12.5": [r"-12.5\%"],
}
OTHER = {
    "12": [
        r"12\text{ maybe}",
        r"12\text{ doubled}",
        r"12 \text{ tens}",
        r"12\text{ bn}",
        r"12\text{ M}",
        r"1200\%",
        "12_{16}",
        "12_3",
        r"\hat{x}",
        "x=y=13",
        "13=y=12",
        r"\color{red}{13}",
        "(C) 13",
        "12 ft 6 in",
        r"12\checkmark 5",
        "12^{th}x",
        r"12 \text{ over}",
        "12^{st}",
        "|12 = AB|",
        "|AB|=13",
        r"12,\text{ or } 13",
        r"12\text{ or }13",
        r"12\text{ times }",
        r"12\text{ percent}00",
        r"12 \underline{5}",
        r"\color{red}12\color{blue}3",
        r"12 \\ 13",
        r"12\\ \text{ or } 13",
        "(B) 12 or (C) 13",
        "(B) 12, 13",
        "12 th 5",
    ],
    "18": [
        r"18\text{K}",
        r"18\text{ point five}",
        "18 lakh",
        "18 crore",
        "18 gross",
        "18 score",
        r"18\text{ or-so}",
        r"18\text{ three-halves}",
        r"18\text{ (approx.)}",
        r"18\text{ -3 dollars}",
    ],
    "3/4": [r"0.75\%", "75"],
    "0.5": [r"0.5\%", "0.5 percent", "50"],
    r"\frac{5}{12}": [r"\frac{5}{12}\%"],
    r"25\%": [r"0.25\%", "2500", r"2500\%"],
    "42": ["42_5", r"\approx 43", r"\approx 41.9"],
    "5": [
        "101_3",
        "5 ft 6 in",
        "f^{-1}(x)",
        "5 and a half",
        r"5\text{ and a half}",
        "9_{5}",
        "5 hr and 30 min",
    ],
    "x": [r"\frac{d}{dx}x^2", "x\xb0", r"x, x \ne x", r"\frac{dy}{dx}"],
    "CAT": ["ACT", "CATS"],
    "\u20ac20": ["$20", r"\$20", "\xa320"],
    r"\$20": [r"20\text{ euros}"],
    "(3,-4)": ["x=-4,y=3", "y=3,x=-4"],
    "(1,2)": ["x=1, y=2, z=3", "[1,2]", r"x=1 \text{ or } y=2", "x=1, x=2", "x+y=1, x-y=2"],
    "x=1,y=2": ["(2,1)"],
    "x=1,x=2": ["(1,2)"],
    r"\pi": [r"\approx 3.14", "\\pi\xb0"],
    "(C)": ["(B) 12"],
    "|AB|": ["12"],
    "y=2x+1": ["f(x)=2x+2"],
    "f(x)=2x+1": ["g(x)=2x+1"],
    r"\{2k : k\in\mathbb Z\}": [r"\{2n \mid n\in\mathbb N\}", r"\{2n+1 \mid n\in\mathbb Z\}"],
    r"\frac\pi4+k\pi": [
        r"\frac\pi4+x\pi",
        r"\frac\pi4+2n\pi",
        r"\frac\pi4+n\pi, n\in\mathbb{N}",
        r"\frac\pi4+m\pi+n",
    ],
    r"\frac\pi4+x\pi": [r"\frac\pi4+n\pi"],
    "k^2": ["n^2"],
    "2n+1": ["2m+1"],
    r"A\cap B\cap C": [r"A\cap B\cap D"],
    r"A\setminus B": [r"B\setminus A"],
    "120": ["C(10,4)"],
    r"4:30\text{ p.m.}": ["4:30 am", "4:31 pm"],
    r"2.5\text{ hours}": ["2 hr 20 min"],
    r"5\text{ cm}^{10}": [r"5\text{ cm}^{12}"],
    "1,-2": [r"x=1\text{ and }y=-2"],
    "3:4": ["4:3"],
    r"11,\! 111,\! 111,\! 100": ["11111111101"],
    r"\ln 2": [r"\log 2"],
    r"\$18.90": ["1890 cents"],
    r"12\text{ cm}": [r"12\text{ in}", r"12\text{ cm}^2"],
    r"12^\text{th}": ["13th"],
    r"\frac{x+1}{x-1}": [r"\frac{x+1}{x-1}, x = 1", r"\frac{x+1}{x-1}, y", r"f(x)=\frac{x+1}{x-2}"],
    "]1,2[": ["[1,2]"],
    r"36\text{ cm}^2": ["36 \\text{ cm\xb3}"],
    r"60\ \text{km/h}": [r"60\ \frac{\text{h}}{\text{km}}"],
    r"70\sqrt{2}": [r"70\sqrt{2} mx"],
    "(1,-2,3)": [r"\begin{pmatrix}1\\-2\\4\end{pmatrix}"],
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": [
        "(1,2,3,4)",
        r"\begin{pmatrix}1&3\\[2pt]2&4\end{pmatrix}",
    ],
    "-6": ["(-6)^2"],
    "1,2": ["12"],
    "0.12": ["0.12%"],
    "2": ["2^{th}x"],
    "x^{th}": ["12"],
    "10": [r"{10 \over 3}"],
    "6": [r"3 {2 \over 4}"],
    "(2,1)": ["x=1,y=2"],
    "(1,2,3)": ["x=1,y=2"],
    r"x=1 \text{ or } y=2": ["x=1, y=2"],
    "e^2C_1": ["e^{2}C_2"],
    "y = e^{2}C_1": ["y = e^2"],
    r"2n\pi": ["2k"],
    r"\{2k \mid k\in\mathbb{N}\}": [r"\{2n \mid n\in\mathbb{Z}\}"],
    "2k+1": ["2n+1"],
    "2x": [r"2n, n\in\mathbb{Z}"],
    r"k\pi + n": [r"n\pi + k"],
    "|x|=3": ["|y|=3"],
    "3": ["|x|=3"],
    "101_2": ["101_3"],
    r"A \cup B": [r"A \cap B"],
    "(0,1)": ["]0,1]"],
    "[0,1]": ["]0,1["],
    "(0,1]": ["[0,1["],
    r"\sqrt[3]{2}, \sqrt[3]{5}": [r"\sqrt[3]{2}, \sqrt[3]{6}"],
    r"5\text{ lb}": ["\xa35"],
    r"12\text{ cm}^2": [r"12\text{ cm}"],
    r"\$5": ["\u20ac5", "5 pounds"],
    "5.5": ["5 ft 6 m"],
    r"2\text{ hours}": ["2 hr 30 min"],
    "1000": [r"1\text{K}"],
    r"12\text{ ways}": [r"12\text{ thousand ways}"],
    "12000": [r"12\text{ dozen}"],
    "y": [r"\frac{dy}{dx}x"],
    r"\frac{a}{b}": [r"\frac{da}{db}"],
    "A": ["(B) 12"],
    "x+1": ["(A)(x+1)"],
    "4:30": ["4:31"],
    "12 pm": ["12 am"],
    r"4:30\text{ a.m.}": ["4:30 p.m."],
    "f(x)=2x": ["y(x)=3x"],
    "f^{-1}(x)=2x": ["f(x)=2x"],
    "f(x)=x": ["y=2x"],
    r"12\text{ in}": [r"12\text{ m}"],
    "1": [r"1000\%", r"10\%", r"1\%"],
    "-1": [r"-1\%"],
    "1/2": ["0.5%"],
    r"\sqrt2": [r"\sqrt2\%"],
    "0": [r"5\%"],
    "ABC": ["ABD"],
    "21": ["21th2"],
}


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in SAME for answer in [gold, *SAME[gold]]]
)
def test_it_is_the_same(gold, answer):
    assert judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in OTHER for answer in OTHER[gold]]
)
def test_it_is_another(gold, answer):
    assert judge(gold, gold)
    assert not judge(answer, gold)


@pytest.mark.parametrize("word", sorted(NOT_UNITS - {"percent"}))
def test_a_word_that_changes_a_number_is_no_unit(word):
    assert not judge(rf"7\text{{ {word}}}", "7")
    assert not judge(rf"7\text{{ apples {word}}}", "7")


@pytest.mark.parametrize("mark", sorted(NOT_UNIT_MARKS))
def test_a_scale_is_no_unit(mark):
    assert not judge(rf"7\text{{ {mark}}}", "7")


@pytest.mark.parametrize("text", ["x", " x", "y", "n", "pi", "nope nope"])
def test_a_variable_in_a_font_is_no_unit(text):
    assert not judge(rf"18\text{{{text}}}", "18")


@pytest.mark.parametrize(
    "answer",
    [
        *("18 dollars million", r"18\text{ (mod 19)}", "18 below zero", "18 quadrillion"),
        *("No = 18", "False = 18", "Incorrect = 18", "Negative = 18", "Minus = 18"),
        *("half of x = 18", "twice x = 18", "nope = 18", "Opposite = 18", "Kein = 18"),
    ],
)
def test_words_that_deny_or_change_a_number_are_refused(answer):
    assert not judge(answer, "18")


@pytest.mark.parametrize("name", ["Area", "Total", "Answer", "Minimum", "First term", "x", "Base"])
def test_a_name_before_a_number_is_harmless(name):
    assert judge(f"{name} = 18", "18")


@pytest.mark.parametrize(
    ("gold", "right", "wrong"),
    [
        (r"300\text{ K}", ["300", "300 K", "300 kelvin"], ["300000", r"300\text{ M}", "300 cm"]),
        ("300", ["300 kelvin"], [r"300\text{ K}", "300 K"]),
    ],
)
def test_k_is_kelvin_where_the_reference_has_it(gold, right, wrong):
    assert all(judge(answer, gold) for answer in right)
    assert not any(judge(answer, gold) for answer in wrong)


@pytest.mark.parametrize("noun", ["dollars", "apples", "ways", "m", "people per day"])
def test_a_noun_is_harmless(noun):
    assert judge(rf"7\text{{ {noun}}}", "7")


def test_sets_in_sets_end():
    deep = [r"\{1," * 30 + last + r"\}" * 30 for last in ("2", "3")]
    assert not judge(*deep)
