"""What `math` takes as the same, and what it keeps apart."""

import pytest

from ponder.verifiers import checkers, grade
from ponder.verifiers.verdict import Unreadable


def judge(answer, gold, **options):
    options = {"form": "any"} | options
    try:
        return checkers.find("math").check(answer, gold, {}, options).correct
    except Unreadable:
        return False


SAME = {
    # numbers
    "1234": [
        "1,234",
        "1{,}234",
        r"1\,234",
        "1 234",
        r"1,\!234",
        "$1234$",
        "1234.",
        "1234.0",
        "+1234",
    ],
    r"11,\! 111,\! 111,\! 100": ["11111111100", "11,111,111,100"],
    r"\frac{1}{2}": [
        "0.5",
        "1/2",
        ".5",
        "2/4",
        r"\frac12",
        r"\dfrac{1}{2}",
        r"\tfrac12",
        r"\cfrac{1}{2}",
    ],
    "-0.125": ["-1/8", r"-\frac{1}{8}", r"\frac{-1}{8}", "\u22121/8", "-.125", "-1.25e-1"],
    r"\frac 59": ["5/9", r"\frac{5}{9}", r"0.\overline{5}"],
    "7/2": [r"3\frac{1}{2}", "3 1/2", r"3\frac12", "3\u00bd", "3.5"],
    "-7/2": ["-3 1/2", r"-3\frac{1}{2}"],
    r"50\%": ["50%", "50", "1/2"],
    "50": [r"50\%"],
    "0.0000672": [r"6.72 \times 10^{-5}", "6.72e-5", r"6.72\cdot10^{-5}", ".0000672"],
    r"\$32,\!348": ["32348", "$32,348$", r"\$32348", "32,348 dollars"],
    r"5 \text{ cm}": ["5", "5 cm", r"5\text{cm}", r"5\,\mathrm{cm}", "x = 5 cm"],
    r"90^\circ": [
        "90",
        "90\u00b0",
        r"90^{\circ}",
        "90 degrees",
        r"90 \text{ degrees}",
        r"90\degree",
    ],
    r"12 \text{ inches}": ["12 in", "12 inches", "12"],
    "17": ["seventeen", r"\text{seventeen}", "Seventeen"],
    "321": ["three hundred and twenty-one"],
    "1000": ["one thousand", "10^3"],
    # roots and functions
    r"3\sqrt{13}": [
        r"\sqrt{117}",
        "3*sqrt(13)",
        "3\u221a13",
        r"\sqrt{13}\cdot 3",
        r"3\sqrt{13}{}"[:-2],
    ],
    r"11\sqrt2": [r"11\sqrt{2}", "11 sqrt 2", r"\frac{22}{\sqrt{2}}", "11*2^(1/2)"],
    r"\frac{\sqrt{3}}{3}": [r"\frac{1}{\sqrt{3}}", r"\frac13\sqrt3", "sqrt(3)/3", "3^(-1/2)"],
    r"\sqrt[3]{2}": ["2^{1/3}", r"2^\frac13", "cbrt(2)", "\u221b2"],
    r"\sqrt{3+2\sqrt{2}}": [r"1+\sqrt{2}", r"\sqrt 2 + 1"],
    r"-\sqrt[3]{5}": [r"\sqrt[3]{-5}"],
    r"288 \pi": ["288pi", "288\u03c0", r"\pi\cdot 288", r"288\cdot\pi"],
    r"\frac{\pi}{2}": ["pi/2", r"\frac12\pi", r"\frac\pi2", r"0.5\pi"],
    "e^2": [r"\exp(2)", "e**2", r"e\cdot e", r"\mathrm{e}^2"],
    "6 - 5i": ["-5i+6", "6-5*i", r"\frac{(6-5i)(1+i)}{1+i}"],
    "-1": ["i^2", r"e^{i\pi}", r"\cos\pi"],
    r"\log_2 3": [r"\frac{\ln 3}{\ln 2}", r"\frac{\log 3}{\log 2}", r"\log_{2}(3)", r"\log_2{3}"],
    "3": [
        r"\log_2 8",
        r"\frac{\log 8}{\log 2}",
        r"\lfloor \pi \rfloor",
        r"|-3|",
        r"\lvert -3\rvert",
    ],
    "4": [r"\lceil\pi\rceil", r"\left|-4\right|", r"\lceil 3.2 \rceil", "ceil(pi)"],
    "120": ["5!", r"\binom{10}{3}", r"\dbinom{10}{7}", r"{10 \choose 3}", "binomial(10,3)"],
    "1": [r"\sin^2 x + \cos^2 x", r"\sin^{2}(x)+\cos^{2}(x)", r"\tan 45^\circ", "0!"],
    r"\sin 2x": [r"2\sin x\cos x", r"2 \sin(x) \cos(x)", "sin(2x)", r"\sin{2x}", r"2\cos x \sin x"],
    r"\cot x": [r"\frac{\cos x}{\sin x}", r"\frac{1}{\tan x}", "cot(x)"],
    r"\arctan 2": [r"\tan^{-1} 2", r"\tan^{-1}(2)", "atan(2)", "arctan(2)"],
    r"\ln(x^2)": [r"2\ln x", r"2 \ln(x)"],
    # expressions
    "x^5 - x^4 + x^3 - x^2 + x - 1": ["-1 + x - x^2 + x^3 - x^4 + x^5", "(x-1)(x^4+x^2+1)"],
    "(a+5)(b+2)": ["ab+2a+5b+10", "(b+2)(a+5)", r"(5+a)\cdot(2+b)", "(a + 5)*(b + 2)"],
    r"\frac{x^2-1}{x-1}": ["x+1"],
    r"\frac{1}{x}+\frac{1}{y}": [r"\frac{x+y}{xy}", "(x+y)/(x*y)"],
    "2^{n+1}": [r"2\cdot 2^n", "2*2^n"],
    "(n+1)!": [r"(n+1)\cdot n!"],
    r"\binom{n}{2}": [r"\frac{n(n-1)}{2}"],
    "x_1+x_2": ["x_{2}+x_{1}"],
    "2^{10000}": ["4^{5000}", r"2\cdot2^{9999}"],
    # equations
    "x=5": ["5", "x = 5", "5 = x", "$x=5$", "2x=10"],
    "5": ["x=5", "x = 5", "n=5", "2+3=5"],
    "y=2x+1": ["2x-y+1=0", "2x+1", "y-1=2x", "4x - 2y = -2"],
    "5x - 7y + 11z + 4 = 0": ["-5x+7y-11z-4=0", "5x+11z+4=7y", "10x-14y+22z+8=0"],
    "f(x)=x^2": ["x^2", "f(x) = x^2"],
    r"\angle ABC = 50^\circ": ["50", "50^\\circ"],
    "AB = 12": ["12", "AB=12"],
    # inequalities and intervals
    "x > 3": ["3 < x", "2x>6", "-x<-3", r"(3,\infty)", r"x \in (3, \infty)", "x-3>0"],
    r"(3,\infty)": [r"\left(3, \infty\right)", "(3, oo)", r"(3,+\infty)", "x>3", "(3, infinity)"],
    r"x \in [1,2)": ["[1,2)", r"1 \le x < 2", "1<=x<2", r"[1, \frac{4}{2})"],
    r"1 < x < 2": ["(1,2)", "2 > x > 1", "x>1 and x<2"],
    r"(-\infty,1)\cup(2,\infty)": [
        r"(2,\infty)\cup(-\infty,1)",
        r"x<1 \text{ or } x>2",
        "(-oo,1) U (2,oo)",
        r"x\in(-\infty,1)\cup(2,\infty)",
    ],
    "(3,4]": [r"\left(3,4\right]", r"3 < x \le 4", r"(3, 4.0]"],
    "[-2,7]": [r"-2 \leq x \leq 7", r"\left[-2, 7\right]"],
    r"x \ne 3": [r"x \neq 3", "x != 3"],
    # points, vectors, matrices
    r"\left( 3, \frac{\pi}{2} \right)": ["(3, pi/2)", r"(3,\frac\pi2)", r"(\sqrt9, 0.5\pi)"],
    "(6,31,-1)": [r"\left(6, 31, -1\right)", "(6,31,-1)", r"(x,y,z) = (6,31,-1)"],
    "(1,234)": ["(1, 234)"],
    r"\begin{pmatrix} -1/3 \\ 2/3 \\ 5/3 \end{pmatrix}": [
        r"\begin{bmatrix} -\frac13 \\ \frac23 \\ \frac53 \end{bmatrix}",
        r"\frac13\begin{pmatrix} -1 \\ 2 \\ 5 \end{pmatrix}",
    ],
    r"\begin{pmatrix} -1 & 0 \\ 0 & -1 \end{pmatrix}": [
        r"\begin{bmatrix}-1&0\\0&-1\\\end{bmatrix}",
        "[[-1,0],[0,-1]]",
        r"-\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
    ],
    r"\langle 1,2 \rangle": [r"\left\langle 1, 2\right\rangle"],
    # sets and lists
    r"\{1,2\}": [r"\{2, 1\}", r"\left\{1,2\right\}", "{1, 2}", r"\{1,1,2\}", "1, 2"],
    "1,-2": [
        "-2, 1",
        "1 and -2",
        "-2 or 1",
        "x = 1, x = -2",
        r"x=1 \text{ or } x=-2",
        "$1$ and $-2$",
    ],
    "3, 5, 7": ["3, 5, and 7", "7,5,3", r"3,\ 5,\ 7", "3; 5; 7"],
    r"1 \pm \sqrt{19}": [
        r"1+\sqrt{19}, 1-\sqrt{19}",
        r"x = 1\pm\sqrt{19}",
        r"1 \mp \sqrt{19}",
        "1\u00b1\u221a19",
    ],
    r"\pm 2": ["2, -2", r"x = \pm 2", "-2 and 2", r"\{-2,2\}"],
    r"\emptyset": [r"\{\}", r"\varnothing", "\u2205"],
    "x=1, y=2": ["y=2, x=1"],
    "(1,2),(3,4)": ["(3,4), (1,2)", "(1, 2) and (3, 4)"],
    # classes, numerals, words
    r"3 \pmod 7": [r"10 \pmod{7}", "3 (mod 7)", "3 mod 7", r"x \equiv 3 \pmod 7"],
    "52_8": ["52_{8}", "52", "52_{\\text{8}}"],
    "101_2": ["101"],
    r"\text{(C)}": ["C", "(C)", r"\text{C}", r"\textbf{(C)}", "C.", r"\mathrm{(C)}"],
    "B": ["(B)", r"\text{B}"],
    r"\text{Evelyn}": ["Evelyn", "evelyn", "**Evelyn**", r"\mathrm{Evelyn}", '"Evelyn"'],
    r"\text{even}": ["even", "Even."],
    "yes": ["Yes", r"\text{yes}", "Yes."],
    r"\boxed{\boxed{7}}": ["7"],
    "5000000": ["5 million", r"5 \text{ million}"],
    "24": ["2 dozen"],
    "35": [r"\frac{7!}{3!4!}"],
    "C": [r"\textbf{(C)}\ 17", "(C) 17"],
    r"\text{Tom}": ["Tom", "tom"],
    r"\text{June 20}": ["June 20"],
    r"\mathbb{R}": [r"\mathbb R"],
    r"\frac{\sqrt{6}-\sqrt{2}}{4}": [r"\sin 15^\circ", r"\cos\frac{5\pi}{12}"],
    r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}": [
        r"\frac{-b+\sqrt{b^2-4ac}}{2a}, \frac{-b-\sqrt{b^2-4ac}}{2a}"
    ],
    "10^{100}": [r"10^{99}\cdot 10"],
    "n^2": [r"n \cdot n", "n*n"],
}
DIFFERENT = {
    "1234": ["1235", "12340", "1,234,0", "1.234", "-1234", "1, 234, 5", "1234x", ""],
    "1/3": ["0.333", "0.3333333333333333333333", "3", "-1/3", "1/3 or 1/2", "1, 3"],
    "50": ["0.5", "5", r"0.5\%"],
    r"50\%": ["5", "5%", "500", "0.05"],
    r"\frac{\pi}{2}": ["1.5707963267948966", "3.14/2", r"\frac{\pi}{3}", "90"],
    r"3\sqrt{13}": [
        r"13\sqrt{3}",
        r"3\sqrt{14}",
        r"-3\sqrt{13}",
        "10.816653826391969",
        r"\sqrt{39}",
    ],
    r"\sqrt{2}": [r"-\sqrt{2}", "1.41421356", r"\sqrt[3]{2}", r"\pm\sqrt2"],
    "x": [r"\sqrt{x^2}", "|x|", "y", "X", "2x"],
    r"\log_2 3": [r"\log_3 2", r"\log 3", r"\ln 3"],
    r"\ln 2": [r"\log 2", r"\log_2 2"],
    r"\sin 2x": [r"\sin x", r"2\sin x", r"\cos 2x", r"\sin^2 x", r"\sin 2y"],
    "x^2+1": ["x^2-1", "x^3+1", "y^2+1", "x^2+1=0", "2x^2+2"],
    "2^{10000}": ["2^{9743}", "2^{10001}", "2^{9479}"],
    "x=5": ["y=5", "x=6", "x>5", "x=5, x=6", "{5, 6}"],
    "x+y=5": ["5", "x=5", "x-y=5", "x+y=6"],
    "y=2x+1": ["y=2x-1", "x=2y+1", "2x-1", "y>2x+1"],
    "5x - 7y = 0": ["5x-7y", "5x+7y=0", "7x-5y=0"],
    "x > 3": ["x < 3", r"x \ge 3", "x > 4", "y > 3", "[3,\\infty)", "3", "-x>-3", "x=3"],
    r"(3,\infty)": [r"[3,\infty)", r"(-\infty,3)", "3", r"(3,-\infty)"],
    "(1,2)": ["[1,2]", "[1,2)", r"\{1,2\}", "1,2", "1<=x<2", "(2,1)", "(1,2,3)", "12", "1.2"],
    "(2,1)": ["1<x<2", "x>2 and x<1", "(1,2)"],
    "[1,2)": ["(1,2]", "(1,2)", "[1,2]", "[1,3)", "1<x<2"],
    r"(-\infty,1)\cup(2,\infty)": [
        r"(-\infty,1)\cap(2,\infty)",
        r"(-\infty,1]\cup(2,\infty)",
        r"(2,\infty)",
    ],
    "(1,234)": ["1234", "(1234)"],
    r"\{1,2\}": [r"\{1,2,3\}", r"\{1\}", "(1,2)", "[1,2]", r"\{1,3\}"],
    "1,-2": ["1,2", "-1,2", "1", "(1,-2)", "1,-2,1", "x=1,y=-2"],
    "2,2,3": ["2,3", "2,3,3"],
    "x=1, y=2": ["x=2, y=1", "1, 2", "x=1"],
    r"1 \pm \sqrt{19}": [r"1+\sqrt{19}", r"-1\pm\sqrt{19}", r"1\pm\sqrt{17}"],
    r"\begin{pmatrix} 1 \\ 2 \end{pmatrix}": [
        r"\begin{pmatrix} 2 \\ 1 \end{pmatrix}",
        r"\begin{pmatrix} 1 & 2 \end{pmatrix}",
        r"\begin{pmatrix} 1 \\ 2 \\ 0 \end{pmatrix}",
    ],
    r"3 \pmod 7": ["4 \\pmod 7", r"3 \pmod 8", "3"],
    "52_8": ["52_9", "42", "25_8", "52_{10}"],
    r"\text{(C)}": ["D", "(B)", "c+1"],
    r"\text{Evelyn}": ["Carla", "Evelyn and Carla", "not Evelyn", ""],
    "even": ["odd", "neve"],
    "yes": ["no"],
    "17": ["seven", "seventy", "sixteen", "not seventeen"],
    "6-5i": ["6+5i", "5-6i", "-6+5i", "6-5j"],
    "5": [
        "5 million",
        "5 percent of 10",
        "5 or 6",
        "5 not",
        "not 5",
        "-5",
        "5!",
        "5^2",
        "5e",
        "5i",
    ],
    "2": ["2 squared", "2 more", "2 halves", "2,", "2, 2", "2 because it is prime"],
    "0": ["10^{-70}", "x"],
    r"\sqrt{3}": [r"\sqrt{3+10^{-40}}"],
    "f(x)=2x": ["y=3x", "g(x)=2x", "f(x)=3x"],
    r"\theta = 5": [r"\alpha = 5", "x = 5"],
    "AB = 12": ["CD = 12", "AB = 13"],
    r"\log x": [r"\ln x"],
    "(n+1)!": ["n!+1", "n!", r"n\cdot n!"],
}


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in SAME for answer in [gold, *SAME[gold]]]
)
def test_the_same_thing_is_accepted(gold, answer):
    assert judge(answer, gold)
    assert judge(f"$\\boxed{{{answer}}}$.", gold)


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in DIFFERENT for answer in DIFFERENT[gold]]
)
def test_another_thing_is_refused(gold, answer):
    assert judge(gold, gold)
    assert not judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        (r"5 \text{ cm}", "5 cm", True),
        (r"5 \text{ cm}", "5 centimeters", True),
        (r"5 \text{ cm}", "5", False),
        (r"5 \text{ cm}", "5 m", False),
        (r"5 \text{ cm}^2", "5 square centimeters", True),
        (r"5 \text{ cm}^2", "5 cm", False),
        (r"90^\circ", "90", False),
        (r"90^\circ", "90 degrees", True),
        (r"\$5", "5 dollars", True),
        (r"\$5", "5", False),
        ("5", "5 cm", True),
    ],
)
def test_units_count_where_they_are_required(gold, answer, right):
    assert judge(answer, gold, units="require") == right


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("3.14", "3.1416", True),
        ("3.14", "3.151", False),
        ("3.14", "3.15", True),
        ("3", "3.001", False),
        ("1/3", "0.333", False),
        ("-2.5", "-2.505", True),
    ],
)
def test_only_decimals_have_a_tolerance(gold, answer, right):
    assert judge(answer, gold, tolerance="0.01") == right


@pytest.mark.parametrize(
    ("options", "part"),
    [({"units": "some"}, "units"), ({"tolerance": 0.1}, "tolerance"), ({"tolerance": "x"}, "x")],
)
def test_a_bad_option_is_named(options, part):
    with pytest.raises(ValueError, match=part):
        judge("1", "1", **options)


@pytest.mark.parametrize("gold", ["", "  ", "$$", "x" * 30_000])
def test_a_gold_that_says_nothing_is_a_mistake(gold):
    with pytest.raises(ValueError, match="gold must be readable"):
        judge("1", gold)


def test_what_is_struck_out_is_no_answer() -> None:
    assert grade(r"<answer>3~\sqrt{13}</answer>", r"3\sqrt{13}", kind="math").correct
    assert not grade(r"<answer>~~3\sqrt{13}~~</answer>", r"3\sqrt{13}", kind="math").correct
