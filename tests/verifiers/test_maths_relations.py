"""How an answer is read and compared: grammar, equations, lists, sets of numbers, matrices."""

import itertools
from fractions import Fraction

import pytest

from ponder.verifiers import grade
from ponder.verifiers.maths import Rules, read, same
from tests.verifiers.test_maths import judge

# What is read as the gold, and what is read as something else or not at all.
GRAMMAR = {
    "-5": (["-(5)", "(-5)", "0-5", "-10/2", "5*-1", "10/-2", "-5^1"], ["--5", "-+5", "+-5", "5"]),
    "7": (["+7", "4+3", "9-2", "1-2+8", "1-(2-8)"], ["5+-(-2)", "5--2", "1-2-8"]),
    "x/2": (["1/2x", r"\frac12x", "x*1/2", "2x/4", r"x\cdot\frac 12"], ["1/(2x)", "2/x", "1/2/x"]),
    "1/6": (["2/3/4", "2/(3*4)", "1/2*1/3"], ["2/(3/4)", "2/3*4"]),
    "y/x": (["1/xy", "1/x*y", "y*x^{-1}", "y*x^-1"], ["1/(xy)", "x/y"]),
    "-x^2": (["-(x^2)", "-1x^2", "-x*x", "-x**2"], ["(-x)^2", "x^2", "-x^-2"]),
    "512": (["2^3^2", "2^{3^2}", "2^(9)", "2**9"], ["(2^3)^2", "2*9"]),
    "64": (["2^3!", "(2^3)^2", "2^{6}"], ["(2^3)!", "3!^2"]),
    "36": (["3!^2", "(3!)^2", "3!3!", "3! 6", "6*3!"], ["3!!", "3! + 3!", "(3)12"]),
    "5!x": (["120x", r"x\cdot5!", "5*4!x"], ["5x!", "(5x)!"]),
    "6": (["2(3)", "(2)(3)", r"2\cdot 3"], ["(2)3", "2 3", "23", "x6"]),
    "3/2": (
        ["1 1/2", r"1\frac12", r"1\tfrac{1}{2}", "(1 1/2)", "1.5"],
        ["1 3/2", "1 1/0", "1.0 1/2"],
    ),
    "1": (["2/2", "(-1)^2", "0.5+0.5"], ["1 0/2", "1 2/2", r"1\frac{0}{5}", r"1\frac{2}{2}"]),
    "25/4": (["(2 1/2)^2", r"(2\frac12)^2"], ["2 1/2^2", r"2\frac12^2", "2 1/4"]),
    r"\frac{3x}{2}": ([r"3\frac{x}{2}", r"\frac32x", r"\frac{3}2 x"], [r"3\frac12 x", "3/2"]),
    "1 234/567": (["801/567", r"1\frac{234}{567}", "89/63"], ["1234/567", "1/567"]),
    r"\frac{1}{23}": ([r"\frac1{23}", "1/23", r"\frac{1}{23}"], [r"\frac123", r"\frac1 2 3"]),
    r"\frac{x}{y}": (
        [r"\frac xy", r"\frac x{y}", r"\frac{x}y", "x/y"],
        [r"\frac x", r"\frac{x}", "y/x"],
    ),
    r"\frac{\sqrt2}{3}": ([r"\frac{\sqrt 2}3", "sqrt2/3"], [r"\sqrt{2/3}", r"\frac 1.5"]),
    r"2\sqrt3": (
        [r"\sqrt{12}", r"\sqrt12", "sqrt 12", "sqrt(12)", "12^{1/2}"],
        [r"\sqrt1 2", r"\sqrt{}12"],
    ),
    "2": (
        [r"\sqrt[3]{8}", r"\sqrt[3]8", r"\sqrt4", r"\sqrt[5]{32}", r"\frac{8^{1/3}}1"],
        [r"\sqrt[2]{8}", r"\sqrt[3]"],
    ),
    r"(\sin x)^2": (
        [r"\sin^2x", r"\sin^{2}(x)", r"\sin x\sin x"],
        [r"\sin(x^2)", r"\sin x^2", r"\sin^{-2}x"],
    ),
    r"\frac{1}{\sin^2x}": (
        [r"\sin^{-2}x", r"(\sin x)^{-2}", r"\csc^2 x"],
        [r"\sin^{-1}x", r"\arcsin^2 x"],
    ),
    r"\sin(2x)\cos(x)": (
        [r"\sin 2x\cos x", r"\cos x\sin 2x"],
        [r"\sin(2x\cos x)", r"\sin 2\cos x"],
    ),
    r"\sin(xy)": (
        [r"\sin xy", r"\sin x y", "sin(y x)", r"\sin[xy]", r"\sin{xy}"],
        [r"\sin(x)y", r"y\sin x"],
    ),
    r"-\sin x": ([r"\sin(-x)", r"\sin -x", r"-\sin(x)"], [r"\sin x", r"\sin(+x)"]),
    r"\frac{\sin x}{2}": (
        [r"\sin x/2", r"\sin(x)/2", r"\frac12\sin x"],
        [r"\sin(x/2)", r"\sin\frac x2"],
    ),
    r"\sin(\cos(x))": ([r"\sin\cos x", r"\sin(\cos x)"], [r"\cos\sin x", r"\sin x\cos x"]),
    r"\sin(|x|)": ([r"\sin|x|", r"\sin\left|x\right|", r"\sin(\sqrt{x^2})"], [r"\sin x"]),
    "9": ([r"\log_2^2 8", r"(\log_2 8)^2"], [r"\log_2 8^2", r"\log_2(64)"]),
    "3": (
        ["log(8,2)", r"\log_{2}8", r"\log_{\sqrt4}{8}", r"\log_2(2)+2"],
        ["log(2,8)", "log(8)", r"\log_82"],
    ),
    r"\exp(x)": (["e^x", r"\exp x", r"\exp{x}", r"\exp[x]"], [r"\exp(x,2)", r"x^e", r"\exp^2 x"]),
    "35": (
        ["binomial(7,3)", r"\binom73", "binomial(7,4)", "7!/(3!4!)"],
        ["binomial(3,7)", "binomial(35)", "binomial(7,3,1)"],
    ),
    r"\arcsin x": (
        [r"\sin^{-1}x", r"\sin^{-1}(x)", "asin(x)"],
        [r"\sin^{-1}", r"\ln^{-1}x", r"\sinh^{-1}x", r"\abs^{-1}x"],
    ),
    "|xy|": (
        ["|x||y|", "|x|*|y|", "|-xy|", r"\lvert xy\rvert", "|y||x|"],
        ["|x|+|y|", "xy", "|x||y"],
    ),
    "|3-x|": (["|x-3|", r"\left|x-3\right|", "abs(x-3)"], ["|x+3|", "x-3", "|x|-3"]),
    "|x-|y||": (["||y|-x|"], ["|x|-|y|", "|x-y|"]),
    "10": (["|-3|+|-7|", "2|-5|", "|(|-10|)|"], ["|-3+|-7|", "|-3|-7|"]),
    "7.0": (
        [r"\sum_{k=1}^3k+1", r"1+\sum_{k=1}^{3}{k}", r"\sum_{k=0}^{2}2^k"],
        [r"\sum_{k=1}^3(k+1)", r"\sum_{1}^3k+1"],
    ),
    "12": (
        [r"\sum_{k=1}^32k", r"2\sum_{k=1}^3k", r"\sum_{k=-3}^3|k|"],
        [r"\sum_{k=1}^3k2", r"\sum_kk", r"\sum k"],
    ),
    "6.0": ([r"\sum_{k=1}^2\sum_{k=1}^2k", r"\prod_{k=1}^3k"], [r"\sum_{k=1}^2\sum_{j=1}^kj"]),
    "5.0": (
        [r"\sum_{i=1}^2\sum_{j=i}^2j", r"\sum_{i=1}^{2}\sum_{j=1}^{2}j-1"],
        [r"\sum_{i=1}^2\sum_{j=1}^2j"],
    ),
    "1.0": ([r"\prod_{k=2}^1k", r"\sum_{k=2}^1k+1"], [r"\sum_{k=2}^1k", r"\prod_{k=2}^2k"]),
    "4x": ([r"\sum_{k=1}^4x", "x+3x"], [r"\sum_{x=1}^4x", r"\prod_{k=1}^4x"]),
    "1234567": (
        ["1,234,567", "1 234 567", r"1\,234\,567", r"1\ 234\ 567", "1~234~567", "1{,}234{,}567",
         r"1,\!234,\!567", r"1\!234\!567", "1\u2009234\u2009567", "1\u202f234\u202f567"],
        ["1,234,56", "1,234,5678", "12,34,567", "1 234 56", "1234,567", "1,234 567"],
    ),
    "1234.5": (
        ["1,234.5", "1 234.5", "1{,}234.50", "1.2345e3", "12345e-01", "123450E-02"],
        ["1,234,5", "1.234.5", "1,2345", "12345e1"],
    ),
    "2000.0": (
        ["2e3", "2E3", "2e+03", "2.0e3", "2 x 10^3", "2X10**3", r"2\times10^3", "2x 10^{3}"],
        ["2e+3", "2e", "2x10", "2y10^3"],
    ),
    "2e+3": (["3+2e", r"3+2\mathrm{e}", r"2\exp(1)+3"], ["2000", "2e+03"]),
    r"0.\overline{3}": (
        ["1/3", r"0.\bar{3}", r"0.\dot{3}", r".\overline{3}", r"0.3\overline{3}",
         r"0.\overline{33}"],
        ["0.3", r"0.\overline{4}", r"0.0\overline{3}"],
    ),
    "x+1": (
        ["(x+1)", "[x+1]", "{x+1}", r"\left[x+1\right]", r"\bigl(x+1\bigr)"],
        ["(x+1]", "[x+1)", "(x+1}", "(x+1", "x+1)", r"\{x+1)"],
    ),
    r"\lfloor x\rfloor": (
        ["floor(x)", r"\left\lfloor x\right\rfloor"],
        [r"\lfloor x\rceil", r"\lceil x\rceil", r"\lfloor x]"],
    ),
    r"\langle 1,2\rangle": (
        [r"\langle 2-1,2\rangle"],
        [r"\langle 1,2)", "(1,2)", r"\langle 2,1\rangle", r"\langle 1,2]"],
    ),
    "21": (
        [r"{7\choose 2}", r"(7\choose 2)", "(7 choose 5)"],
        [r"[7\choose 2]", r"7\choose 2", r"\{7\choose 2\}"],
    ),
    "x_1+x_{12}": (
        ["x_{12}+x_1", "x_{1}+x_{12}", r"x_{12} + x_{\text{1}}"],
        ["x_1+x_2", "x_{11}+x_2", "x_1_2+x_1"],
    ),
    r"v_{\text{max}}+1": (
        [r"1+v_{\text{max}}", "1+v_{max}"],
        ["v+1", r"v_{\text{min}}+1", "max+1"],
    ),
    r"\mathbf{v}+1": ([r"1+\mathbf{v}", "1+v", r"1+\vec{v}"], [r"1+\mathbf{u}", r"1+\mathrm{v}"]),
    r"\mathrm{e}+\mathrm{i}+1": (["1+i+e"], ["1+e", "1+i"]),
    "1101_2": (
        ["1101_{2}", "(1101)_2", "1101 base 2", "1101 (base 2)", "1101 base two",
         r"1101_{\text{two}}", "1101", "1101 base-2"],
        ["1101_3", "13", "1011_2", "1101_x", "(1101)_{10}", "11012", "1101 base ten", "1101.0"],
    ),
    "100_{16}": (["100 base sixteen", "100_{sixteen}"], ["256", "100_{15}", "100 base six"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (same, _) in GRAMMAR.items() for answer in same]
)
def test_the_grammar_reads_the_same(gold, answer):
    assert judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer"),
    [(gold, answer) for gold, (_, others) in GRAMMAR.items() for answer in others],
)
def test_the_grammar_reads_another_thing(gold, answer):
    assert judge(gold + " ", gold)
    assert not judge(answer, gold)


# Equations, names, lists, classes, matrices.
SHAPES = {
    "x = 5": (
        ["5", "Area = 5", "AB = 5", "5 = x", "2x = 10", "x = 2+3", "x = 2+3 = 5", "x=10/2",
         r"x \in \{5\}", "x == 5"],
        ["y = 5", "f(x) = 5", "x_1 = 5", "x' = 5", "x = 6", "x = 2+3 = 6", "x = 6 = 5", "x > 5",
         "x = 5, y = 5", r"x \ne 5", r"y \in \{5\}", "x = 5 = y"],
    ),
    "Area = 5": (
        ["x = 5", "5", "Area=10/2"],
        ["Length = 5", "AB = 5", "Area = 6", "x = 6", "area of it = 6"],
    ),
    "x = 3, b = 4": (
        ["b = 4, x = 3", "slope = 3, intercept = 4", "b = 4, slope = 3", "slope = 3, b = 4"],
        ["slope = 4, intercept = 3", "slope = 4 and intercept = 3", "intercept = 4, slope = 3",
         "x = 4, b = 3", "slope = 4, b = 3", "first = 3, second = 4, b = 4", "first = 3",
         "|AB| = 4, |AC| = 3", "AB = 4; AC = 3", r"\{AB = 4, AC = 3\}"],
    ),
    "AB = 5": (["x = 5", "y = 5", "5"], ["CD = 5", "BA = 5", "Ab = 5", "AB = 6", "ab = 5"]),
    "Ab = 5": (["bA = 5", "2Ab = 10"], ["5", "Ab = 6", "AB = 5"]),
    "f(x) = 2x": (
        ["2x", "f(x)=x+x", "2x + 0"],
        ["g(x) = 2x", "f(y) = 2x", "z = 2x", "f(x) = 3x", "fx = 2x"],
    ),
    "f(x,y) = x+y": (
        ["y+x", "f(x, y) = y+x"],
        ["g(x,y) = x+y", "f(x) = x+y", "f[x,y] = x + y"],
    ),
    "f(x,y,z) = xyz": (["zyx", "f(x,y,z) = yxz"], ["f(x,y) = xyz", "xy"]),
    "P(A) = 1/2": (["0.5", "P(A) = 0.5"], ["P(B) = 1/2", "P(A) = 1/3"]),
    "f'(x) = 3": (["3", "f'(x)=1+2"], ["f(x) = 3", "f''(x) = 3"]),
    r"x_1 = 5": (["5", "x_{1} = 5"], ["x_2 = 5", "x = 5"]),
    "5": (
        ["2+3=5", "5=5", "10/2=5", "x = 5", "AB=5", r"\{5\}", "x=2+3=5"],
        ["2+2=5", "5=6", "6=5", r"\pi = 5", "e = 5", "x=5=6", "5=x+y"],
    ),
    r"\pi = 3": ([r"\pi=3"], ["3", "x = 3"]),
    "x = x+1": (["x=x+1"], ["x+1", "1"]),
    "x+y = 5": (
        ["y = 5-x", "2x+2y=10", "x = 5-y", "-x-y=-5", "5=y+x", "(x+y)/2 = 5/2"],
        ["x+y=6", "x+y", "x+2y=5", "5", "x+y>5", "x+z=5", "0=0", "x+y-5"],
    ),
    r"x = \sqrt2y+z": (
        [r"x-z=\sqrt2y", r"\sqrt2x = 2y+\sqrt2z", r"-x=-\sqrt2y-z"],
        [r"x=\sqrt2y-z", r"x=\sqrt3y+z", r"x = \sqrt2 y + 2z"],
    ),
    "2x = 3y = 6": (["x+x = 3y = 6"], ["2x = 3y", "2x = 3y = 7", "2x=6"]),
    "xy = 0": (["yx = 0", "2xy = 0"], ["x=0", "xy=1", "x+y=0"]),
    "1, 2": (
        ["2,1", "1 and 2", "1; 2", r"\{1,2\}", "x=1, x=2", "x = 1, 2", "x = 1 or 2",
         r"x\in\{1,2\}", r"x=\{1,2\}", "1.0, 4/2", "$1$, $2$"],
        ["1,3", "1,2,2", "1", "(1,2)", "[1,2]", "x=1,y=2", "x=1, 3", r"x\in\{1,3\}",
         r"x \in (1,2)", "1,,2", "1 and and 2", "x = 1, x > 2", "1 2"],
    ),
    "1, 2, 2": (["2,1,2", "2, 2 and 1"], ["1,2", "1,1,2", r"\{1,2,2,3\}"]),
    r"\{1,2\}": (
        [r"\{1,1,2\}", "1,2", r"\{2,1,2\}", r"\{\frac22, \sqrt4\}", r"x \in \{1,2\}"],
        [r"\{1\}", r"\{1,2,3\}", r"\{1,3\}", r"\{\sqrt2, 1\}"],
    ),
    r"\{\sqrt2,-\sqrt2\}": (
        [r"\pm\sqrt2", r"-\sqrt2,\sqrt2", r"\{-\sqrt2,\sqrt2,\sqrt2\}", r"x=\mp\sqrt2"],
        [r"\sqrt2", r"\{\sqrt2\}", r"\{\sqrt2,-\sqrt3\}", r"\{\sqrt2, \sqrt3,-\sqrt2\}",
         r"\pm\sqrt3"],
    ),
    "-1, 1": ([r"\pm1", "-1, 1.0", "1 and -1"], ["1, 1", "-1, -1", r"\pm2", "-(1), 2"]),
    r"1\pm2\pm3": (["6, -4", "-4, 6"], ["0, 2", "6, -4, 0, 2", "6", "4,-6"]),
    r"1\pm2\mp3": (["0, 2", r"1\mp2\pm3"], ["6, -4"]),
    r"x=\pm3": (
        ["3,-3", "x=3 or x=-3", r"\pm 3", r"\{3,-3\}"],
        ["x=3", r"y=\pm3", "x=3, y=-3", r"\pm4"],
    ),
    r"\{5\}": (
        ["5", "x=5", r"x\in\{5\}", r"\{5,5\}"],
        [r"\{6\}", r"\{5,6\}", "(5,5)", r"\emptyset"],
    ),
    r"\emptyset": ([r"\{\}", "no solution"], [r"\{\emptyset\}", "0", r"\{0\}"]),
    "x = 1, y = 2": (
        ["y=2, x=1", "(x,y) = (1,2)", "(y,x)=(2,1)", "x=1 and y=2", "y=2; x=2/2"],
        ["1,2", "x=1", "x=1,y=3", "x=2,y=1", "(x,y)=(1,3)", "(2,1)", "(x,y)=(1,2,3)",
         "(x,z)=(1,2)", "x=1, x=2", "a=1, b=2"],
    ),
    "(x,y) = (1,2)": (
        ["(1,2)", "x=1,y=2", "(x, y) = (2/2, 2)"],
        ["(2,1)", "(y,x) = (1,2)", "x=2,y=1", "1,2", "(x,y)=(1,3)"],
    ),
    "x=1, x=2": (
        ["1,2", "x=2, x=1", "x = 1, 2", "x=1 or x=2"],
        ["y=1, y=2", "x=1, y=2", "x=1", "x=1,x=3", "y = 1, 2"],
    ),
    "(1,2), (3,4)": (
        ["(3,4), (1,2)", r"\{(1,2),(3,4)\}", "(1,2) and (3,4)"],
        ["(1,2)", "(2,1), (3,4)", "(1,2),(4,3)", "1,2,3,4"],
    ),
    "x=1, y=2 or x=2, y=1": (["x=1, y=2 or x=2,y=1"], ["x=1, y=2"]),
    r"3\pmod 7": (
        ["10 mod 7", r"-4\pmod7", r"x\equiv3\pmod7", r"3\ (\mathrm{mod}\ 7)", "3 (mod 14/2)",
         "17 [mod 7]"],
        ["3", "4 mod 7", "3 mod 8", "3.5 mod 7", r"\sqrt9+\sqrt2 \pmod 7", "3 (mod 7]", "3 mod",
         "(3 mod 7"],
    ),
    r"x \equiv 1, 3 \pmod 4": ([r"x\equiv 1,3\pmod 4"], [r"x\equiv1\pmod4", "1,3"]),
    "2:3": (
        ["2 : 3", "2 to 3", r"2\colon3", "4/2 : 3"],
        ["2/3", "4:6", "3:2", "2:3:1", "2,3", "2"],
    ),
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": (
        [r"\begin{bmatrix}1&2\\3&4\\\end{bmatrix}", r"\begin{matrix}1&2\\3&4\end{matrix}",
         r"\begin{Bmatrix}1&2\\3&4\end{Bmatrix}", r"\begin{smallmatrix}1&2\\3&4\end{smallmatrix}",
         r"\begin{array}{cc}1&2\\3&4\end{array}", r"\left(\begin{array}1&2\\3&4\end{array}\right)",
         r"\begin{pmatrix*}1&2\\3&4\end{pmatrix*}", "[[1,2],[3,4]]",
         r"\frac12\begin{pmatrix}2&4\\6&8\end{pmatrix}",
         r"-\begin{pmatrix}-1&-2\\-3&-4\end{pmatrix}", r"\begin{pmatrix}2&4\\6&8\end{pmatrix}/2",
         r"\begin{pmatrix}2&4\\6&8\end{pmatrix}\cdot\frac12",
         r"2\cdot\frac12\begin{pmatrix}1&2\\3&4\end{pmatrix}",
         r"\frac{\begin{pmatrix}2&4\\6&8\end{pmatrix}}{2}"],
        [r"\begin{pmatrix}1&2\\3&5\end{pmatrix}", r"\begin{pmatrix}1&3\\2&4\end{pmatrix}",
         r"\begin{pmatrix}1&2&3&4\end{pmatrix}", r"\begin{pmatrix}1&2\\3\end{pmatrix}",
         r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", r"\begin{cases}1&2\\3&4\end{cases}",
         r"\begin{pmatrix}1&2\\3&4\end{bmatrix}", r"\begin{pmatrix}1&2\\3&4", "[[1,2],[3,5]]",
         "[1,2,3,4]", r"2\begin{pmatrix}1&2\\3&4\end{pmatrix}",
         r"\begin{pmatrix}1&2\\3&4\end{pmatrix}\begin{pmatrix}1&0\\0&1\end{pmatrix}", "-2",
         r"x=\begin{pmatrix}1&2\\3&5\end{pmatrix}", r"\begin{pmatrix}1&2\\3&4\\5&6\end{pmatrix}"],
    ),
    r"A = \begin{pmatrix}1&2\end{pmatrix}": (
        [r"\begin{pmatrix}1&2\end{pmatrix}", r"A=\begin{bmatrix}1&2\end{bmatrix}"],
        [r"B=\begin{pmatrix}1&2\end{pmatrix}", r"\begin{pmatrix}2&1\end{pmatrix}", "(1,2)"],
    ),
    r"\{\begin{pmatrix}1\\2\end{pmatrix},\begin{pmatrix}0\\1\end{pmatrix}\}": (
        [r"\begin{bmatrix}0\\1\end{bmatrix},\begin{bmatrix}1\\2\end{bmatrix}"],
        [r"\begin{bmatrix}0\\1\end{bmatrix},\begin{bmatrix}1\\1\end{bmatrix}"],
    ),
    "-2": (
        [r"\begin{vmatrix}1&2\\3&4\end{vmatrix}", r"\begin{vmatrix}-2\end{vmatrix}",
         r"\begin{vmatrix}2&0&0\\0&1&1\\0&2&1\end{vmatrix}",
         r"\begin{vmatrix}0&2\\1&0\end{vmatrix}\begin{vmatrix}1&0\\0&1\end{vmatrix}"],
        [r"\begin{vmatrix}2&1\\4&3\end{vmatrix}", r"\begin{vmatrix}1&2\end{vmatrix}",
         r"\begin{vmatrix}\begin{vmatrix}-2\end{vmatrix}\end{vmatrix}"],
    ),
    "aei+bfg+cdh-ceg-bdi-afh": (
        [r"\begin{vmatrix}a&b&c\\d&e&f\\g&h&i\end{vmatrix}"],
        [r"\begin{vmatrix}a&b&c\\d&e&f\\h&g&i\end{vmatrix}"],
    ),
    "even": (["Even", r"\text{even}", r"\mathrm{Even}"], ["odd", "evens", "4"]),
    r"\text{red and blue}": (["red and blue"], ["blue", "red or blue"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (same, _) in SHAPES.items() for answer in same]
)
def test_a_shape_is_the_same(gold, answer):
    assert judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer"),
    [(gold, answer) for gold, (_, others) in SHAPES.items() for answer in others],
)
def test_another_shape_is_refused(gold, answer):
    assert judge(gold + " ", gold)
    assert not judge(answer, gold)


ENDS = [
    (low, high, *ends)
    for low, high in ((0, 1), (0, 2), (1, 2))
    for ends in ("()", "(]", "[)", "[]")
]
PLACES = [Fraction(n, 2) for n in range(-1, 6)]


def text(low, high, opening, closing):
    return f"{opening}{low},{high}{closing}"


def holds(place, low, high, opening, closing):
    return (
        low < place < high
        or (place == low and opening == "[")
        or (place == high and closing == "]")
    )


def canonical(members):
    """Writes the set that holds these places of PLACES, and what lies between them, in pieces."""
    pieces, at = [], 0
    while at < len(members):
        if not members[at]:
            at += 1
            continue
        end = at
        while members[end + 1]:
            end += 1
        low, high = (PLACES[at], "["), (PLACES[end], "]")
        if low[0].denominator == 2:
            low = PLACES[at - 1], "("
        if high[0].denominator == 2:
            high = PLACES[end + 1], ")"
        alone = low[0] == high[0]
        pieces.append(rf"\{{{low[0]}\}}" if alone else f"{low[1]}{low[0]},{high[0]}{high[1]}")
        at = end + 1
    return r"\cup".join(reversed(pieces)) or r"\emptyset"


@pytest.mark.parametrize("first", ENDS)
@pytest.mark.parametrize(
    ("sign", "operation"),
    [
        (r"\cup", lambda a, b: a or b),
        (r"\cap", lambda a, b: a and b),
        (r"\setminus", lambda a, b: a and not b),
    ],
)
def test_operations_on_intervals(first, sign, operation):
    for second in ENDS:
        members = [operation(holds(at, *first), holds(at, *second)) for at in PLACES]
        answer = f"{text(*first)}{sign}{text(*second)}"
        assert judge(answer, canonical(members)), answer
        changed = [*members]
        changed[2 * (second[0] + 1) - 1] ^= True
        assert not judge(answer, canonical(changed)), answer


@pytest.mark.parametrize(
    ("operator", "ends"),
    [
        ("<", ("-oo", "c", "(", ")")),
        ("<=", ("-oo", "c", "(", "]")),
        (">", ("c", "oo", "(", ")")),
        (">=", ("c", "oo", "[", ")")),
    ],
)
def test_an_inequality_is_an_interval(operator, ends):
    flipped = operator.translate(str.maketrans("<>", "><"))
    low, high, opening, closing = (each.replace("c", "3/2") for each in ends)
    gold = f"{opening}{low},{high}{closing}"
    forms = [
        f"x{operator}3/2",
        f"3/2{flipped}x",
        f"2x{operator}3",
        f"-2x{flipped}-3",
        f"x-3/2{operator}0",
        f"x/-2{flipped}-3/4",
        f"3-x{flipped}x",
        f"2(x+1){operator}5",
        rf"\sqrt4x{operator}3",
        rf"\{{t : t{operator}1.5\}}",
        rf"x \in {gold}",
        rf"\sqrt2x{operator}\frac{{3}}{{\sqrt2}}",
    ]
    for form, wrong in itertools.product(forms, ("<", "<=", ">", ">=", "=", "!=")):
        assert judge(form, gold), form
        if wrong != operator:
            assert not judge(form, f"x{wrong}3/2"), form
    strict = operator.rstrip("=") if "=" in operator else operator + "="
    assert not judge(f"x{strict}3/2", gold)


SETS = {
    r"\{2\}": (
        ["x=2", r"[1,2]\cap[2,3]", "x<=2 and x>=2", r"x \in \{2\}"],
        [r"[1,2)\cap[2,3]", "x<=2", r"\{3\}", "[2,2]"],
    ),
    r"x \ne 2": (
        [r"(-\infty,2)\cup(2,\infty)", r"\mathbb{R}\setminus\{2\}", "x<2 or x>2", r"2\ne x",
         r"2x\neq4", "-x != -2"],
        ["x=2", r"x\ne3", r"\mathbb R", "x>2", "x<2 and x>2"],
    ),
    r"(-\infty,\infty)": (
        [r"\mathbb{R}", "x<1 or x>=1", r"|x|\ge0", r"|x|>-1", r"x\in\mathbb R", r"x<\infty"],
        ["x<1 or x>1", "|x|>0", r"[-\infty,\infty]", r"(0,\infty)"],
    ),
    r"\emptyset": (
        ["x<1 and x>1", "|x|<0", "|x|<=-1", r"(1,2)\cap(2,3)", "x<1 and x=2"],
        ["|x|<=0", r"[1,2]\cap[2,3]", "x<1 or x>1"],
    ),
    "|x| < 3": (
        ["-3<x<3", "(-3,3)", "|-x|<3", "3>|x|", "2|x|-1<5", "|2x|<6", "-|x|>-3", "x>-3 and x<3",
         "|x|/3<1"],
        ["|x|<=3", "|x|>3", "x<3", "-3<=x<3", "|x|<2", "|y|<3", "|x-1|<3"],
    ),
    "|x| >= 3": (
        [r"(-\infty,-3]\cup[3,\infty)", "x<=-3 or x>=3", "3<=|x|", "-|x|<=-3"],
        ["|x|>3", "-3<=x<=3", "x>=3", "|x|<=3"],
    ),
    "|x-1| = 3": (["|1-x|=3", "2|x-1|=6"], ["|x+1|=3", "|x-1|=2"]),
    r"|x-1| \ne 3": (
        [r"\mathbb{R}\setminus\{4,-2\}", r"|1-x|\neq 3", r"(-\infty,-2)\cup(-2,4)\cup(4,\infty)"],
        ["x!=4", r"\mathbb{R}\setminus\{4\}", r"|x-1|\ne2"],
    ),
    "||x|-2| < 1": ([r"(1,3)\cup(-3,-1)", "1<|x|<3"], ["|x|<3", r"(1,3)", r"[1,3]\cup[-3,-1]"]),
    "|2x+1| <= 5": (
        ["[-3,2]", "-5<=2x+1<=5", "-3<=x<=2", "|x+1/2|<=5/2"],
        ["(-3,2)", "[-2,3]", "|2x-1|<=5"],
    ),
    "1 < x < 2": (
        ["(1,2)", "2>x>1", "x>1 and x<2", r"x\in(1,2)", "1<x and 2>x", r"\{x: 1<x<2\}", "2<2x<4",
         "-2<-x<-1"],
        ["1<x<=2", "(2,1)", "1<y<2", "1<x<3", "x>1", "x>1 or x<2", "1,2", "1<x>2", "[1,2]"],
    ),
    r"(1,2)\cup(2,3)": (
        [r"(1,3)\setminus\{2\}", "1<x<3 and x!=2", "1<x<2 or 2<x<3", r"(2,3)\cup(1,2)"],
        ["(1,3)", r"(1,2]\cup(2,3)", r"(1,2)\cap(2,3)"],
    ),
    r"(1,2)\cup(3,4)\cup(5,6)": (
        [r"(5,6)\cup(1,2)\cup(3,4)", r"(1,6)\setminus([2,3]\cup[4,5])"],
        [r"(1,2)\cup(3,4)", r"(1,2)\cup(3,4)\cap(5,6)", r"(1,6)\setminus[2,3]\setminus[4,5]"],
    ),
    r"[0,1]\cap([2,3]\cup[1/2,4])": (["[1/2,1]"], ["[1/2,4]", r"[0,1]\cap[2,3]\cup[1/2,4]"]),
    r"[3,\infty)": (["x>=3"], [r"[3,\infty]", r"(3,\infty)", r"[-\infty,3)", r"(-\infty,3]"]),
    r"(-\infty,\sqrt2]": (
        [r"x\le\sqrt2", r"x\sqrt2\le2", r"(-\infty,\frac{2}{\sqrt2}]"],
        [r"x<\sqrt2", r"x\le\sqrt3", "x<=1.41421356"],
    ),
    r"(\sqrt2,\pi)": (
        [r"\sqrt2<x<\pi", r"2<\sqrt2x<\sqrt2\pi", r"(\sqrt2,3]\cup(2,\pi)"],
        [r"(\pi,\sqrt2)", r"(\sqrt2,3]\cup(\pi,4)", r"(\sqrt2,3.14)"],
    ),
    r"\{x \in \mathbb{Z} : 1<x<4\}": (
        [r"\{x\in\mathbb{Z} \mid x>1, x<4\}", r"\{x\in\mathbb{Z} : x>1 \text{ and } x<4\}"],
        ["(1,4)", r"\{x\in\mathbb{N}:1<x<4\}", r"\{x\in\mathbb{Z}:1<x<5\}", r"\{x : 1<x<4\}"],
    ),
    r"\{(x,y) : x>y\}": (
        [r"\{(x,y) \mid y<x\}", r"\{(x,y): 2x>2y\}"],
        [r"\{(x,y) : x<y\}", "x>y", r"\{(y,x) : x>y\}"],
    ),
    "x < y": (
        ["y > x", "x-y<0", "2x<2y", "-x>-y", r"\sqrt2x<\sqrt2y"],
        ["x<=y", "x>y", "x=y", "-x<-y", r"-\sqrt2x<-\sqrt2y", "x<z", "x<2y"],
    ),
    "x < y < z": (
        ["z>y>x", "x<y and y<z", "y<z and x<y"],
        ["x<y", "x<z<y", "x<y or y<z", "x<y<=z", "x<y and x<z"],
    ),
    "x<y or y<z": (["y<z or x<y", "y>x or z>y"], ["x<y and y<z", "x<y", "x<y or y<z or x<z"]),
    r"x \ne y": ([r"y\neq x", "2x!=2y", "-x != -y"], ["x=y", "x>y", "x != z"]),
    "x^2 < y": (["y>x^2", "x^2-y<0"], ["x<y", "y<x^2"]),
    "y > 2": (["2<y", r"(2,\infty)", "3y>6"], ["x>2", "y>=2"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (same, _) in SETS.items() for answer in same]
)
def test_a_set_of_solutions_is_the_same(gold, answer):
    assert judge(answer, gold)
    assert judge(gold, answer)


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (_, others) in SETS.items() for answer in others]
)
def test_another_set_of_solutions_is_refused(gold, answer):
    assert judge(gold + " ", gold)
    assert not judge(answer, gold)


MORE = [
    # what stands side by side
    (r"\sin(x\sqrt y)", r"\sin x\sqrt y", True),
    (r"\sin(x/2)", r"\sin x\frac12", True),
    (r"\sin(3x)", r"\sin x\binom32", True),
    (r"\sin(2x)", r"\sin x2", True),
    (r"\sin(x)\cdot\sum_{k=1}^2k", r"\sin x\sum_{k=1}^2k", True),
    ("3x", r"x\binom32", True),
    ("x/2", r"x\frac12", True),
    (r"\sqrt2x", r"x\sqrt2", True),
    (r"\sin x\cdot x", r"x\sin x", True),
    ("3x", r"x\sum_{k=1}^2k", True),
    ("3x", r"x\begin{vmatrix}3\end{vmatrix}", True),
    ("x", r"x\emptyset", False),
    ("3x", r"x\begin{matrix}3\end{matrix}", False),
    # sets with letters for their ends
    (r"x\in(a,b)", "a<x<b", True),
    (r"x\in(a,b]", "a<x<=b", True),
    ("a<x<b", r"x\in(a,b)", True),
    ("a<x<b", r"x\in(a,b]", False),
    ("a<x<b", r"y\in(a,b)", False),
    (r"x\in(a,b)", "a<y<b", False),
    (r"x\in(a,b)", r"x\in[a,b)", False),
    (r"x\in(a,b)", r"x\in(a,b+0)", True),
    (r"x\in(a,\infty)", "x>a", True),
    (r"x\in(-\infty,a]", "a>=x", True),
    (r"x\in(-\infty,a]", "x<a", False),
    # operations on sets without brackets have no order
    ("[1,2]", r"[0,1]\cup[1/2,4]\cap[1,2]", False),
    ("[0,2]", r"[0,1]\cup[1/2,4]\cap[1,2]", False),
    ("[1,2]", r"[0,4]\setminus[0,1)\cap[0,2]", False),
    ("[0,1]", r"[0,3]\cap[0,1]\cup[0,1]", False),
    ("[0,1]", r"[0,1]\cup[0,1]\setminus[2,3]", False),
    ("[0,1]", r"[0,1]\cup[0,1]\cup[0,1]", True),
    # absolute values at their turn
    (r"\{0\}\cup(1,\infty)", "|x|=0 or x>1", True),
    (r"(1,\infty)", "|x|=0 or x>1", False),
    (r"(1,\infty)", "|x|=-1 or x>1", True),
    (r"\{-2\}\cup\{2\}\cup[3,4]", "|x|=2 or 3<=x<=4", True),
    (r"\{2\}\cup[3,4]", "|x|=2 or 3<=x<=4", False),
    (r"\{2\}\cup[3,4]", "x=2 or 3<=x<=4", True),
    (r"(-\infty,-2)\cup(-2,2)\cup(2,\infty)", r"|x|\ne2", True),
    (r"(-\infty,\infty)", r"|x|\ne-2", True),
    (r"(-\infty,0)\cup(0,\infty)", "|x|>0", True),
    (r"(-\infty,0)\cup(0,\infty)", r"|x|\ne0", True),
    (r"\{0\}\cup[1,2]", "|x|<=0 or 1<=x<=2", True),
    (r"(0,4)\setminus\{1,3\}", "0<x<4 and |x-2|!=1", True),
    (r"(0,1)\cup(3,4)", "0<x<4 and |x-2|>1", True),
    (r"[1,3]", "5-2|x-2|>=3", True),
    (r"(-\infty,1]\cup[3,\infty)", "5-2|x-2|<=3", True),
    ("x(x-3)<-2", "x^2-3x+2<0", True),
    ("x(x-3)<-2", "x^2-3x+2>0", False),
    # matrices by their brackets alone
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "([1,2],[3,4])", False),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\{[1,2],[3,4]\}", False),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "[(1,2),(3,4)]", False),
    (r"\begin{pmatrix}x\\2y\end{pmatrix}", r"\begin{bmatrix}x\\y+y\end{bmatrix}", True),
    (r"\begin{pmatrix}x\\2y\end{pmatrix}", r"\begin{bmatrix}x\\y\end{bmatrix}", False),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", r"1\begin{pmatrix}1\\2\end{pmatrix}", True),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", "(1,2)", True),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", "(2,1)", False),
    (r"\begin{pmatrix}1\\2\end{pmatrix}", "x", False),
    # dots and numerals among other things
    ("12", "1 . 2", False),
    ("x+1", "x . + 1", False),
    ("1101_2, 5", "5, (1101)_2", True),
    ("1101_2, 5", "5, (1101)_3", False),
    # braces
    ("x^{10}", "x^10", True),
    ("x^{1}0", "x^10", False),
    ("x^{2y}", "(x^y)^2", True),
    ("x_1+y", "y+x_{1}", True),
]


@pytest.mark.parametrize(("gold", "answer", "right"), MORE)
def test_more_of_the_grammar_and_of_sets(gold, answer, right):
    assert judge(gold + " ", gold)
    assert judge(answer, gold) == right


def test_the_rules_by_default():
    def agree(gold, answer, **options):
        return same(read(gold).node, read(answer).node, Rules(**options))

    assert agree("5 cm", "5")
    assert not agree("5 cm", "50 mm")
    assert not agree("5 cm", "5", units="require")
    assert not agree("1.5", "1.50001")
    assert agree("1, 2", "2, 1")
    assert not agree("(1,2)", "(2,1)")
    assert not agree("2:4", "1:2")
    assert agree("x=5", "5")
    assert not agree("x=5", "5", names=True)
    assert agree("x+y", "y+x", texts=("x+y", "another"))


@pytest.mark.parametrize(
    ("gold", "answer", "options", "right"),
    [
        ("1,2", "2,1", {"order": "kept"}, False),
        ("1,2", "1,4/2", {"order": "kept"}, True),
        ("1,2", r"\{1,2\}", {"order": "kept"}, False),
        (r"\{1,2\}", "2,1", {"order": "kept"}, True),
        ("x=1,x=2", "x=1,x=2.0", {"order": "kept"}, True),
        ("(1,2)", "(2,1)", {"order": "kept"}, False),
        ("(1,2)", "(2,1)", {"order": "free"}, True),
        ("(1,2)", "(2,2)", {"order": "free"}, False),
        ("(1,2)", "(1,2,2)", {"order": "free"}, False),
        (r"(1,\sqrt2)", r"(\sqrt2,1)", {"order": "free"}, True),
        (r"(1,\sqrt2)", r"(\sqrt3,1)", {"order": "free"}, False),
        (r"\langle1,2\rangle", r"\langle2,1\rangle", {"order": "free"}, True),
        ("1:2", "2:1", {"order": "free"}, False),
        ("2:4", "1:2", {"ratios": "reduce"}, True),
        ("2:4", "1:3", {"ratios": "reduce"}, False),
        ("2:4", "1/2", {"ratios": "reduce"}, True),
        ("1/2", "2:4", {"ratios": "reduce"}, True),
        ("5:1", "5", {"ratios": "reduce"}, True),
        ("5:2", "5", {"ratios": "reduce"}, False),
        ("0:1", "0:5", {"ratios": "reduce"}, True),
        ("0:1", "1:0", {"ratios": "reduce"}, False),
        ("0:0", "1:2", {"ratios": "reduce"}, False),
        ("1:0:2", "2:0:4", {"ratios": "reduce"}, True),
        ("1:0:2", "2:1:4", {"ratios": "reduce"}, False),
        ("1:0:2", "2:0:5", {"ratios": "reduce"}, False),
        ("1:2:3", "1:2", {"ratios": "reduce"}, False),
        (r"\sqrt2:2", r"1:\sqrt2", {"ratios": "reduce"}, True),
        ("x:2x", "1:2", {"ratios": "reduce"}, True),
        ("1/2", "2/4", {"ratios": "reduce"}, True),
        ("2:4", "1:2", {}, False),
    ],
)
def test_rules_of_comparison(gold, answer, options, right):
    assert judge(answer, gold, **options) == right


@pytest.mark.parametrize(
    ("gold", "right", "wrong"),
    [
        (
            "(A)",
            [
                "A",
                "A.",
                "A)",
                "option A",
                "(A) 5",
                r"\textbf{(A)}\ 5",
                "(A) the red ball",
                "(A) x=5",
            ],
            [
                *("(A) is wrong, B is correct", "(A) B", "(A) B C D", "(A) / C", "(A) isn't it"),
                *("(A) False", "(A) maybe C", "(A) or (B)", "(A) not 5", "(A) b", "(B) 5", "B"),
                *("(A) 5 and 6", "(A) " + "x" * 81),
            ],
        ),
        (
            r"\textbf{(A)}\ 5",
            ["A", "(A)", "5", "5.0", "(A) 5", "(A) 10/2", r"\text{(A)}\ 5"],
            ["(A) 6", r"\textbf{(A)}\ 6", "(B) 5", r"\textbf{(B)}\ 5", "B", "6", "(A) 5 B"],
        ),
        ("(A) the red ball", ["A", "(A)", "(A) The red ball"], ["(A) the blue ball", "B"]),
        ("5", ["(A) 5"], ["(A) 6", "A"]),
    ],
)
def test_options_agree_in_what_both_state(gold, right, wrong):
    assert [answer for answer in right if not judge(answer, gold)] == []
    assert [answer for answer in wrong if judge(answer, gold)] == []


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("C", "C"),
        ("(C)", "C"),
        ("( C )", "C"),
        ("C.", "C"),
        ("C)", "C"),
        ("C:", "C"),
        ("option C", "C"),
        ("Choice (C)", "C"),
        ("c", ""),
        ("CD", ""),
    ],
)
def test_letters_of_choices(text, letter):
    assert read(text).letter == letter


@pytest.mark.parametrize(
    "answer", [r"([2,3]\cup[1/2,4])\cap[0,1]", r"([1/2,4]\cap[0,1])\cup[3/4,1]"]
)
def test_a_bracket_is_one_operand(answer):
    assert judge(answer, "[1/2,1]")


@pytest.mark.parametrize("answer", [r"\log^2_2 8", r"\log^{2}_{2} 8", r"\log^n_2 8"])
def test_a_logarithm_may_have_its_exponent_first(answer):
    assert judge(answer, r"(\log_2 8)^n" if "n" in answer else "9")


def test_a_factorial_after_an_exponent_in_braces():
    assert judge("2^{3}!", "40320")
    assert not judge("2^{3}!", "64")


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("1-x", "|x-1|"),
        ("x+2", r"\sqrt{(x+2)^2}"),
        (r"|\sin x|", r"\sin|x|"),
        ("x", r"\arctan(\tan x)"),
        ("1", r"\lceil|x|\rceil"),
    ],
)
def test_expressions_must_agree_far_from_zero(answer, gold):
    assert not judge(answer, gold)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [(r"\pi x+\pi y=1", r"x+y=\frac1\pi"), (r"\pi x<\pi y", "x<y"), ("ex=ey+e", "x=y+1")],
)
def test_an_equation_may_be_multiplied_by_a_constant(answer, gold):
    assert judge(answer, gold)


def test_a_numerator_may_be_grouped_by_commas():
    assert judge("1,234/5", "246.8")


def test_a_point_is_no_number_and_a_set_of_one_inside_another_not_its_element():
    assert judge("(x,y)=(1,2)", "(1,2)")
    assert not judge("(x,y)=5", "5")
    assert not judge("5", "(x,y)=5")
    assert judge(r"\{5\}", "5")
    assert not judge(r"\{1,\{2\}\}", r"\{1,2\}")
    assert not judge(r"\{1,2\}", r"\{1,\{2\}\}")


@pytest.mark.parametrize("doubt", ["anything but", "perhaps", "below", "rather", "almost", "not"])
@pytest.mark.parametrize("gold", ["x = 5", "A = 14, B = -4"])
def test_an_equation_that_is_doubted_or_denied_is_no_answer(doubt: str, gold: str) -> None:
    assert grade(gold, gold, kind="math").correct
    assert not grade(f"{doubt} {gold}", gold, kind="math").correct
    last = gold.rsplit(", ", 1)
    assert not grade(", ".join([*last[:-1], f"{doubt} {last[-1]}"]), gold, kind="math").correct
