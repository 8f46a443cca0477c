"""The limits of `math`, at their values and one past them, and its arithmetic up to them."""

import itertools
import math
from fractions import Fraction

import pytest

from ponder.verifiers import bounds, checkers
from ponder.verifiers.maths import exact, field, intervals, numeric, points, read
from ponder.verifiers.maths.parsing import parse
from ponder.verifiers.maths.values import order, profile, same_value
from ponder.verifiers.verdict import Unreadable
from tests.verifiers.test_maths import judge

SEED = b"points for the tests of bounds"


def sines(count, form=r"\sin x"):
    return "+".join([form] * count)


# What is still read, what is read no more, and the number that the reason names.
READ = {
    "characters": ("0.5" + " " * 19_997, "0.5" + " " * 19_998, "20000 characters"),
    "tokens": ("-1" + "+1" * 499, "-1" + "+1" * 499 + "!", "1000 parts"),
    "digits": ("0" * 999 + "5", "0" * 1_000 + "5", "1000 characters"),
    "decimal": ("0." + "0" * 997 + "5", "0." + "0" * 998 + "5", "1000 characters"),
    "period": (
        r"0.\overline{" + "3" * 987 + "}",
        r"0.\overline{" + "3" * 988 + "}",
        "",
    ),
    "power of ten": ("1e500", "1e501", "beyond 500"),
    "negative power of ten": ("1e-500", "1e-501", "beyond 500"),
    "long power of ten": ("1e+00500", "1e+00501", "beyond 500"),
    "exponents": ("2" + "^1" * 32, "2" + "^1" * 33, "32 deep"),
    "brackets": ("(" * 32 + "1" + ")" * 32, "(" * 33 + "1" + ")" * 33, "32 deep"),
    "bars": ("|" * 32 + "1" + "|" * 32, "|" * 33 + "1" + "|" * 33, "32 deep"),
    "roots": (r"\sqrt" * 32 + "1", r"\sqrt" * 33 + "1", "32 deep"),
    "functions in functions": (r"\cosh" * 32 + "0", r"\cosh" * 33 + "0", "32 deep"),
    "indices": (
        r"\sqrt[" * 32 + "3" + "]{1}" * 32,
        r"\sqrt[" * 33 + "3" + "]{1}" * 33,
        "32 deep",
    ),
    "matrices": (
        r"\begin{matrix}" * 32 + "1" + r"\end{matrix}" * 32,
        r"\begin{matrix}" * 33 + "1" + r"\end{matrix}" * 33,
        "32 deep",
    ),
    "groups": ("2" + "^{1" * 32 + "}" * 32, "2" + "^{1" * 33 + "}" * 33, "32 deep"),
    "fractions": (
        r"\frac{1}{" * 32 + "1" + "}" * 32,
        r"\frac{1}{" * 33 + "1" + "}" * 33,
        "32 deep",
    ),
    "roots of groups": (
        r"\sqrt{" * 32 + "1" + "}" * 32,
        r"\sqrt{" * 33 + "1" + "}" * 33,
        "32 deep",
    ),
    # Here each bracket has four operations: a product, a percentage, a sum, a sign.
    "height": ("2(1-" * 31 + "1" + r")\%" * 31, "2(1-" * 32 + "1" + r")\%" * 32, "128 deep"),
    "functions": (sines(64), sines(65), "64 functions"),
    "roots in a sum": (sines(64, r"\sqrt{x}"), sines(65, r"\sqrt{x}"), "64 functions"),
    "variable powers": (sines(64, "2^x"), sines(65, "2^x"), "64 functions"),
    "factorials": (
        sines(10, "x!") + "+" + sines(4),
        sines(10, "x!") + "+" + sines(5),
        "64 functions",
    ),
    "binomials": (
        sines(10, r"\binom{5}{x}") + "+" + sines(4),
        sines(10, r"\binom{x}{5}") + "+" + sines(5),
        "64 functions",
    ),
    "a sum": (r"\sum_{k=1}^{2000}k", r"\sum_{k=1}^{2001}k", "too long"),
    "a sum of products": (r"\sum_{k=1}^{500}kkk", r"\sum_{k=1}^{501}kkk", "too long"),
    "two sums": (
        r"\sum_{k=1}^{1000}k+\sum_{k=1}^{1000}k",
        r"\sum_{k=1}^{1000}k+\sum_{k=1}^{1001}k",
        "too long",
    ),
    "a late sum": (
        r"\sum_{k=4294967296}^{4294967296}k",
        r"\sum_{k=4294967297}^{4294967297}k",
        "no integers",
    ),
    "an early sum": (
        r"\sum_{k=-4294967296}^{-4294967296}k",
        r"\sum_{k=-4294967297}^{-4294967297}k",
        "no integers",
    ),
    "ends": (r"\sum_{k=1}^{4/2}k", r"\sum_{k=1}^{5/2}k", "no integers"),
    "a variable end": (r"\sum_{k=1}^{2}kn", r"\sum_{k=1}^{n}kn", "holds n"),
    "determinant": (
        r"\begin{vmatrix}2&0&0&0\\0&3&0&0\\0&0&5&0\\0&0&0&7\end{vmatrix}",
        r"\begin{vmatrix}2&0&0&0&0\\0&3&0&0&0\\0&0&5&0&0\\0&0&0&7&0\\0&0&0&0&1\end{vmatrix}",
        "4 rows at most",
    ),
    "signs": (r"1" + r"\pm 1" * 16, "1" + r"\pm 1" * 17, "signs"),
    "postfixes": (r"1\%\%\%", r"1\%\%\%\%", "row of signs"),
    "unit": ("5 apples" + " of" * 5, "5 apples" + " of" * 6, "words after"),
    "primes": ("x" + "'" * 40, "x" + "'" * 41, "prime"),
    "base": ("11_{36}", "11_{37}", "subscript"),
    "small base": ("11_2", "11_1", "subscript"),
    "subscript": ("x_{123456789012}", "x_{1234567890123}", ""),
}


@pytest.mark.parametrize(("inside", "outside", "limit"), READ.values(), ids=READ.keys())
def test_a_text_is_read_up_to_a_limit(inside, outside, limit):
    found = read(inside)
    assert found.node is not None, found.why
    try:
        found = read(outside)
    except Unreadable as why:
        assert limit in str(why)
    else:
        assert found.node is None
        assert limit in found.why


VALUES = {
    "498": "-1" + "+1" * 499,
    "5": "0" * 999 + "5",
    "1/3": r"0.\overline{" + "3" * 987 + "}",
    "2001000": r"\sum_{k=1}^{2000}k",
    "4294967296": r"\sum_{k=4294967296}^{4294967296}k",
    "210": r"\begin{vmatrix}2&0&0&0\\0&3&0&0\\0&0&5&0\\0&0&0&7\end{vmatrix}",
    "1/2": "0.5" + " " * 19_997,
    "1000000/1000000": r"1\%" + r"\cdot100",
}


@pytest.mark.parametrize(("gold", "answer"), VALUES.items())
def test_a_text_at_a_limit_has_its_value(gold, answer):
    assert judge(answer, gold)
    assert not judge(answer, f"{gold}+1")


@pytest.mark.parametrize(
    "form",
    [
        "(x)",
        "|x|",
        r"\sqrt{x}",
        r"\sqrt[3]{x}",
        r"\sin(x)",
        "x^{2x}",
        "x^2",
        r"\frac{x}{2}",
        r"\lfloor x\rfloor",
        r"\sum_{k=1}^{2}k",
        r"\log_{2}x",
        r"\{x, 2x\}",
        "[x, 2x)",
    ],
)
def test_what_is_side_by_side_is_not_deep(form):
    assert parse("+".join([form] * 40)) is not None
    matrix = r"\begin{vmatrix}x\end{vmatrix}"
    assert parse("+".join([matrix, form] * 20)) is not None


def test_functions_of_numbers_cost_less():
    assert parse(sines(70, "5!")) is not None
    assert parse(sines(70, r"\binom{5}{2}")) is not None
    assert parse(sines(70, "|x|")) is not None
    assert parse(sines(70, r"\lfloor x\rfloor")) is not None
    assert parse(sines(70, r"\lceil x\rceil")) is not None
    assert parse(sines(70, "x^2")) is not None


EXACT = {
    # what has an exact value, and what has none
    "2^{4096}": 2**4096,
    "2^{4097}": None,
    "2^{-4096}": Fraction(1, 2**4096),
    "2^{-4097}": None,
    r"2^{2047}\cdot2^{2047}": 2**4094,
    r"2^{2048}\cdot2^{2047}": None,
    "2^{2046}+2^{2047}": 3 * 2**2046,
    "2^{2047}+2^{2047}": None,
    "1^{10000}": 1,
    "1^{10001}": None,
    "1^{-10000}": 1,
    "1^{-10001}": None,
    "512!": math.factorial(512),
    "513!": None,
    r"0!": 1,
    r"(-1)!": None,
    r"(1/2)!": None,
    r"\binom{4095}{1}": 4095,
    r"\binom{4096}{1}": None,
    r"\binom{3}{4096}": 0,
    r"\binom{3}{4097}": None,
    r"\binom{3}{-1}": None,
    r"\binom{-3}{1}": None,
    r"\binom{7}{3}": 35,
    r"\sqrt[64]{1}": 1,
    r"\sqrt[65]{1}": None,
    r"\sqrt[2]{9/4}": Fraction(3, 2),
    r"\sqrt[1]{9}": None,
    r"\sqrt[3]{-8/27}": Fraction(-2, 3),
    r"\sqrt{-4}": None,
    r"\sqrt{2}": None,
    "1^{1/64}": 1,
    "1^{1/65}": None,
    "4^{3/2}": 8,
    "4^{-3/2}": Fraction(1, 8),
    "8^{2/3}": 4,
    "2^{1/2}": None,
    r"(-8)^{1/3}": -2,
    "0^{2}": 0,
    "0^{0}": None,
    "0^{-1}": None,
    r"150\%": Fraction(3, 2),
    "|-7/2|": Fraction(7, 2),
    "|7/2|": Fraction(7, 2),
    r"\lfloor -7/2\rfloor": -4,
    r"\lceil -7/2\rceil": -3,
    r"\lfloor 3\rfloor": 3,
    "-(1-3)": 2,
    "2-3+4": 3,
    r"2\cdot3\cdot4": 24,
    "7/2": Fraction(7, 2),
    "7/(1-1)": None,
    "x": None,
    r"\pi": None,
    r"\sin 0": None,
    r"\log_2 4": None,
    "(1,2)": None,
    r"\{1,2,3\}": None,
    r"0.1\overline{6}": Fraction(1, 6),
    r"12.3\bar{45}": Fraction(679, 55),
    r".\dot{3}": Fraction(1, 3),
    "1.5e3": 1500,
    "1.5E-3": Fraction(3, 2000),
}


@pytest.mark.parametrize(("text", "value"), EXACT.items())
def test_exact_values(text, value):
    node = parse(text)
    assert profile(node).exact == value
    if value is None:
        with pytest.raises(Unreadable):
            exact.value_of(node)
    else:
        assert exact.value_of(node) == value


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("513!", "512"),
        (r"\binom{4096}{1}", "4095"),
        (r"\binom{3}{4097}", "4096"),
        (r"\sqrt[65]{1}", "64"),
        ("1^{10001}", "10000"),
        ("2^{4097}", "4096"),
    ],
)
def test_a_limit_of_exact_values_is_named(text, limit):
    with pytest.raises(Unreadable, match=limit):
        exact.value_of(parse(text))


FIELD = [
    ("x^{4294967296}", True),
    ("x^{4294967297}", False),
    ("x^{-4294967296}", True),
    ("x^{-4294967297}", False),
    ("x^{1/2}", False),
    ("(x^{4294967296})^{4294967296}", True),
    (r"x\cdot(x^{4294967296})^{4294967296}", False),
    ("x+(x^{4294967296})^{4294967296}", False),
    (r"1/(x^{4294967296})^{4294967296}", True),
    (r"x/(x^{4294967296})^{4294967296}", False),
    ("2000!", True),
    ("2001!", False),
    ("x!", False),
    (r"\sin x", False),
    (r"\lfloor x\rfloor", False),
    ("1/(x-x)", False),
    ("(x-x)^{-1}", False),
    ("(x-x)^{0}", False),
    ("(x-x)^{2}", True),
    ("x/0", False),
    (r"\infty+x", False),
    (r"\lfloor 7/2\rfloor x", True),
    ("|-7/2|x", True),
]


@pytest.mark.parametrize(("text", "inside"), FIELD)
def test_rational_functions_are_known_up_to_a_degree(text, inside):
    node = parse(text)
    if inside:
        assert len(field.values(node, SEED)) == 2
    else:
        with pytest.raises(Unreadable):
            field.values(node, SEED)


def test_residues_follow_the_rules_of_arithmetic():
    for first, second in [
        ("(x+y)^3", "x^3+3x^2y+3xy^2+y^3"),
        ("x/y+y/x", "(x^2+y^2)/(xy)"),
        ("1/x-1/y", "(y-x)/(xy)"),
        ("x^{-2}", "1/(x*x)"),
        ("x^0", "1"),
        ("x/(1/y)", "xy"),
        (r"50\% x", "x/2"),
        (r"(x/3)\%", "x/300"),
        ("5!x", "120x"),
        (r"\lfloor 7/2\rfloor x", "3x"),
        (r"\sqrt{9}x", "3x"),
        ("(x+i)(x-i)", "x^2+1"),
        (r"(\pi+1)^2", r"\pi^2+2\pi+1"),
        ("1/2+1/2x+1/3x", "(3+5x)/6"),
        ("-(x/y)", "(-x)/y"),
        ("x/2+y/2", "(x+y)/2"),
    ]:
        left, right = (field.values(parse(text), SEED) for text in (first, second))
        assert left == right, first
        assert (left[0] != left[1]) == (first not in ("x^0", r"(\pi+1)^2"))
        assert left != field.values(parse(f"{second}+1"), SEED)
        assert left != field.values(parse(f"-({second})"), SEED)
        assert all(0 <= residue < field.PRIME for residue in left)


# Weights: a node 1, a function or a power 10 more, one of the gamma function's 50 more.
NUMERIC = [
    (sines(33, r"\sin 1") + "+1+1+1", sines(33, r"\sin 1") + "+1+1+1+1", "too large"),
    (sines(33, r"\sqrt 2") + "+1", sines(33, r"\sqrt 2") + "+1+1+1+1", "too large"),
    (sines(16, r"2^{\sqrt 2}") + "+1" * 15, sines(16, r"2^{\sqrt 2}") + "+1" * 16, "too large"),
    (sines(7, "(1/2)!") + "+1" * 21, sines(7, "(1/2)!") + "+1" * 22, "too large"),
    (r"\sin 100000", r"\sin 100001", "large number"),
    (r"\ln 100001", r"\sinh 100001", "large number"),
    (r"\arctan 100001", r"\cos(-100001)", "large number"),
    ("e^{99999}", "e^{100001}", "power that is too large"),
    (r"1.5^{100000}", "1.5^{100001}", "power that is too large"),
    (r"\pi^{87356}", r"\pi^{87357}", "power that is too large"),
    (r"\pi^{-87356}", r"\pi^{-87357}", "power that is too large"),
    (r"(1999+1/2)!", "(2000+1/2)!", "factorial of a large number"),
    (r"\binom{1999+1/2}{2}", r"\binom{2000+1/2}{2}", "factorial of a large number"),
    (r"0^{\sqrt2}", r"0^{-\sqrt2}", "not positive"),
    (r"0^{\sqrt2}", "0^{i}", "not positive"),
    (r"\sqrt{0}", "0^{0}", "not positive"),
    (r"\lfloor\sqrt2+10^{-25}\rfloor", r"\lfloor\sqrt2\cdot\sqrt2\rfloor", "close to an integer"),
    (r"\lceil\sqrt2\rceil", r"\lceil\sqrt2\cdot i\rceil", "close to an integer"),
    ("(1/2)!", "(1/2+i)!", "complex"),
    (r"\sqrt6-\sqrt2\sqrt3+10^{-60}", r"(4/3)!-4/3\cdot(1/3)!+10^{-60}", "too many digits"),
    (r"\tan 1", r"1/(\sin 1-\sin 1)", "no value"),
    (r"\ln 2", r"\ln 0", "no"),
    (r"\ln 2", r"\infty+\sin 1", "infinity"),
    (r"\sin 1", r"\sin\{\}", "no value"),
    (r"\sin 1", r"\sin(\{1,2\})", "no value"),
]


@pytest.mark.parametrize(("inside", "outside", "limit"), NUMERIC)
def test_numbers_are_computed_up_to_a_limit(inside, outside, limit):
    assert numeric.value_at(parse(inside), 0, SEED).number is not None
    value = numeric.value_at(parse(outside), 0, SEED)
    assert value.number is None
    assert limit in value.why


@pytest.mark.parametrize(
    ("inside", "outside", "limit"),
    [
        (
            ["2000!", "2000*1999!"],
            ["2001!/2000!", "2001"],
            "factorial of a large number",
        ),
        (
            [",".join(rf"\sqrt{{{n}}}" for n in range(32, 0, -1))],
            [",".join(rf"\sqrt{{{n}}}" for n in range(33, 0, -1))],
            "32 elements",
        ),
    ],
)
def test_two_answers_are_compared_up_to_a_limit(inside, outside, limit):
    check = checkers.find("math").check
    answer = inside[-1]
    gold = inside[0] if len(inside) > 1 else ",".join(reversed(answer.split(",")))
    assert check(answer, gold, {}, {}).correct
    answer = outside[-1]
    gold = outside[0] if len(outside) > 1 else ",".join(reversed(answer.split(",")))
    with pytest.raises(Unreadable, match=limit):
        check(answer, gold, {}, {})


def roots(count, opening="", closing="", *, backwards=False):
    numbers = [rf"\sqrt{{{n}}}" for n in range(1, count + 1)]
    return opening + ",".join(reversed(numbers) if backwards else numbers) + closing


def test_sets_and_ratios_are_compared_up_to_a_limit():
    first, second = (roots(32, r"\{", r"\}", backwards=back) for back in (True, False))
    assert judge(first, second)
    check = checkers.find("math").check
    first, second = (roots(33, r"\{", r"\}", backwards=back) for back in (True, False))
    with pytest.raises(Unreadable, match="32 elements"):
        check(first, second, {}, {})
    for count, right in ((32, True), (33, False)):
        ratios = [":".join(str(n * k) for n in range(1, count + 1)) for k in (1, 2)]
        assert judge(*ratios, ratios="reduce") == right
    numbers = [",".join(map(str, order)) for order in (range(40), range(39, -1, -1))]
    assert judge(*numbers)
    assert judge(*(rf"\{{{each}\}}" for each in numbers))
    assert not judge(rf"\{{{numbers[0]}\}}", rf"\{{{numbers[0]},41\}}")


def test_a_set_of_numbers_has_a_limit_of_intervals():
    pieces = [f"({n},{n}.5)" for n in range(17)]
    assert len(intervals.real_set(parse(r"\cup".join(pieces[:16])))) == 32
    with pytest.raises(Unreadable, match="16 intervals"):
        intervals.real_set(parse(r"\cup".join(pieces)))
    for form in ("x>1", "x<1", "x>=1", "x<=1", "x!=1"):
        assert intervals.real_set(parse(" and ".join([form] * 16)))
        with pytest.raises(Unreadable, match="16 intervals"):
            intervals.real_set(parse(" and ".join([form] * 17)))
    with pytest.raises(Unreadable, match="16 intervals"):
        intervals.real_set(parse("x>1 and " + " and ".join(["x=2"] * 16)))
    assert intervals.real_set(parse("x>1 and " + " and ".join(["x=2"] * 15)))


def test_bars_are_solved_up_to_a_limit():
    assert len(intervals.real_set(parse("||x|-2|<1"))) == 4
    with pytest.raises(Unreadable, match="absolute values"):
        intervals.real_set(parse("|||x|-2|-1|<1/2"))


def test_a_verdict_takes_a_twentieth_of_a_second():
    assert bounds.MATHS_SECONDS <= 0.05


def test_a_name_has_a_limit():
    assert judge("1", "angle" + " A" * 11 + " = 1")
    assert not judge("1", "angle" + " A" * 12 + " = 1")


# Roots, powers and functions where they have several values, or lose digits.
NUMBERS = {
    "i": ([r"\sqrt{-1}", "(-1)^{1/2}", r"e^{i\pi/2}", r"\sqrt[2]{-1}"], ["-i", "1", "-1"]),
    r"i\pi": ([r"\ln(-1)", r"\ln(-2)-\ln 2"], [r"-i\pi", r"\pi", "0"]),
    "-2": ([r"\sqrt[3]{-8}", "(-8)^{1/3}", r"-\sqrt[3]8", r"\sqrt[-3]{-1/8}"], [r"\sqrt[3]8"]),
    r"-\sqrt[3]{2}": (
        ["(-2)^{1/3}", r"\sqrt[3]{-2}", "-2^{1/3}", r"(-4)^{1/3}\cdot2^{-1/3}", r"(-1/2)^{-1/3}"],
        [r"\sqrt[3]2", "(-2)^{1/6}", r"-\sqrt2", "(-2)^{2/3}"],
    ),
    r"\sqrt[3]{4}": (["(-2)^{2/3}", "2^{2/3}", r"\sqrt[3]{-2}^2"], [r"-\sqrt[3]4", "(-2)^{1/3}"]),
    r"i\sqrt2": ([r"\sqrt{-2}", "(-2)^{1/2}", "(-2)^{0.5}"], [r"\sqrt2", r"-i\sqrt2"]),
    r"-2i\sqrt2": (["(-2)^{3/2}", r"(\sqrt{-2})^3"], [r"2i\sqrt2", r"-2\sqrt2"]),
    r"\frac{1+i}{\sqrt2}": ([r"\sqrt[4]{-1}", r"\sqrt i", r"e^{i\pi/4}"], [r"-\sqrt i", "1"]),
    r"\sqrt{5}": (["|1+2i|", r"|\sqrt2+i\sqrt3|", r"-(-\sqrt5)"], ["3", r"\sqrt3", r"1+2i"]),
    r"-2.0": ([r"\lfloor-\sqrt2\rfloor", r"\lceil-\sqrt5\rceil"], [r"\lceil-\sqrt2\rceil"]),
    "3": ([r"\lceil\sqrt5\rceil", r"\lfloor\pi\rfloor"], [r"\lfloor\sqrt5\rfloor"]),
    r"\frac{\sqrt\pi}{2}": (["(1/2)!", r"\frac{(3/2)!}{3/2}"], [r"\sqrt\pi", "(-1/2)!"]),
    "-1/8": ([r"\binom{1/2}{2}", r"-\binom{1/2}{2}-\frac14"], [r"\binom{1/2}{3}", "1/8"]),
    r"\sqrt2+\sqrt3": ([r"\sqrt{5+2\sqrt6}"], [r"\sqrt{5+2\sqrt7}", r"\sqrt5"]),
    "0": (
        [r"\sqrt2\sqrt3-\sqrt6", r"\sin\pi", r"\ln e-1", r"0^{\sqrt2}"],
        [r"\sqrt2\sqrt3-\sqrt6+10^{-59}", r"10^{-59}", r"\infty", r"-\infty"],
    ),
    "10^{-59}": ([r"\sqrt2\sqrt3-\sqrt6+10^{-59}"], [r"\sqrt2\sqrt3-\sqrt6", r"\sqrt2-\sqrt3"]),
    r"\infty": ([r"+\infty", "infinity"], [r"-\infty", "0", "10^{99}", "x"]),
    r"-\infty": (["-oo", r"-\infty"], [r"\infty", "0"]),
    r"90^\circ+\pi": ([r"\frac{3\pi}{2}+0^\circ"], [r"90+\pi", r"91^\circ+\pi"]),
    r"\sin 90^\circ": (["1", r"\sin\frac\pi2", r"\cos0"], [r"\sin90"]),
    r"\sin50\%": ([r"\sin\frac12"], [r"\sin50"]),
    r"|x|": ([r"\sqrt{x^2}", r"|-x|", r"(x^2)^{1/2}"], ["x", "-x", r"|x|+x"]),
    r"\ln(x^2)": ([r"2\ln|x|", r"2\ln x"], [r"\ln x", r"(\ln x)^2", r"\ln|x|"]),
    r"\sqrt[3]{x}": (["x^{1/3}", r"-\sqrt[3]{-x}", r"(\sqrt[3]x)^1"], ["x^{1/2}", r"|x|^{1/3}"]),
    "x^{2/3}": ([r"\sqrt[3]{x^2}", r"(\sqrt[3]x)^2", r"|x|^{2/3}"], ["x^{3/2}", "x^{-2/3}"]),
    r"\sqrt x\sqrt y": ([r"\sqrt y\sqrt x"], [r"\sqrt{x+y}", r"\sqrt{x}y"]),
    r"\frac\pi2\cdot\frac{|x|}{x}": ([r"\arctan x+\arctan\frac1x"], [r"\frac\pi2", r"-\frac\pi2"]),
    r"\log x": ([r"\frac{\log x^2}{2}", r"\log 2x-\log 2"], [r"\ln x", r"\log_{2}x", r"\log 2x"]),
    r"\frac{\log 8}{\log 2}": (["3", r"\log_28"], [r"\log 4", r"\log 6", "4"]),
    r"2^x": ([r"e^{x\ln2}", r"4^{x/2}", r"2\cdot2^{x-1}"], [r"x^2", r"3^x", r"2^{-x}"]),
    r"\sin x+\sin y": ([r"2\sin\frac{x+y}2\cos\frac{x-y}2"], [r"\sin(x+y)", r"\sin x+\sin z"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold, (same, _) in NUMBERS.items() for answer in same]
)
def test_a_value_is_the_same(gold, answer):
    assert judge(answer, gold)
    assert judge(gold, answer)


@pytest.mark.parametrize(
    ("gold", "answer"),
    [(gold, answer) for gold, (_, others) in NUMBERS.items() for answer in others],
)
def test_another_value_is_refused(gold, answer):
    assert judge(gold + " ", gold)
    assert not judge(answer, gold)
    assert not judge(gold, answer)


@pytest.mark.parametrize("gold", ["|xy|", r"\sqrt{x^2y^2}"])
def test_variables_of_two_signs_are_tried(gold):
    forms = ["xy", "yx", "x*y", "y*x", "x y", "1xy", "xy+0", "y x", "(x)(y)"]
    assert not [form for form in forms if judge(form, gold)]


APART = {
    "pt+q+r+s": "|pt|+q+r+s",
    "|xy|": "xy+x|y|-|x|y",
    r"|x|\sqrt{1-x^2}": r"x\sqrt{1-x^2}",
    r"x\sqrt{1-x^2}": r"\sqrt{x^2-x^4}",
    r"\frac{|x|}{\sqrt{1-x^2}}": r"\frac{x}{\sqrt{1-x^2}}",
    r"\arccos x": r"\arcsin(\sqrt{1-x^2})",
    r"\arccos(x)": r"\arctan(\sqrt{1-x^2}/x)",
    r"2\arcsin x": r"\arcsin(2x\sqrt{1-x^2})",
    r"(x-0.2)\sqrt{4-x^2}": r"|x-0.2|\sqrt{4-x^2}",
    r"(3-x)\sqrt{16-x^2}": r"|x-3|\sqrt{16-x^2}",
    r"(2-x)\sqrt{9-x^2}": r"|x-2|\sqrt{9-x^2}",
    r"x^2": r"x^2+\lfloor x^2/10000\rfloor",
    # No digit may be lost on the way.
    "x": "x+10^{-20}(|x|-x)",
    r"\sin x": r"\sin x+((10^{200}+x)\cdot1-10^{200})",
    r"\sin(x)": r"\sin x+((10^{30}+|x-1|-1+x)\cdot1-10^{30})",
}


@pytest.mark.parametrize("gold", APART)
def test_expressions_that_differ_in_one_region_are_two(gold):
    for spaces in range(4):
        assert not judge(APART[gold] + " " * spaces, gold)
        assert not judge(gold + " " * spaces, APART[gold])


ALIKE = {
    r"\frac\pi2": [r"\arcsin x+\arccos x"],
    "x+1": [r"\sin^2x+\cos^2x+x", r"x^{1/3}x^{2/3}+1"],
    "1-x^2": [r"\sqrt{1-x^2}\sqrt{1-x^2}"],
    "|xyz|": [r"\sqrt{x^2y^2z^2}", r"|x| \cdot |yz|"],
    "1+|x|": [r"\cosh^2x-\sinh^2x+|x|"],
    "0": [r"e^{30}\sin 1-e^{29}e\sin 1", r"\sin^2 1+\cos^2 1-1"],
}


@pytest.mark.parametrize("gold", ALIKE)
def test_expressions_that_agree_in_all_regions_are_one(gold):
    assert [answer for answer in ALIKE[gold] if not judge(answer, gold)] == []


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 10, 11, 35, 36, 60])
def test_every_two_variables_have_all_four_combinations_of_signs(count):
    names = [f"x_{place}" for place in range(count)]
    later = points.points(names)[points.COMPLEX_POINTS :]
    columns = [
        [points.coordinate(SEED, name, place, count, point) > 0 for point in later]
        for place, name in enumerate(names)
    ]
    assert all(set(column) == {True, False} for column in columns)
    for first, second in itertools.combinations(columns, 2):
        assert len(set(zip(first, second, strict=True))) == 4


def test_a_variable_is_small_and_large_in_both_signs():
    values = [
        points.coordinate(SEED, "x", 0, 1, point)
        for point in points.points("x")[points.COMPLEX_POINTS :]
    ]
    for sign in (1, -1):
        sizes = [sign * value for value in values if sign * value > 0]
        for low, high in ((0.04, 0.06), (0.2, 0.4), (0.8, 1), (1, 2), (3, 8), (50, 1000)):
            assert any(low < size < high for size in sizes)


def through(roots, gold):
    """Writes an expression that is equal to the gold at all these points."""
    factors = "".join(rf"(x-\frac{{{p.numerator}}}{{{p.denominator}}})" for p in roots)
    return f"{gold}+{factors}".replace("--", "+")


@pytest.mark.parametrize("seed", [b"", SEED])
def test_points_of_another_seed_are_of_no_use(seed):
    known = [Fraction(field._coordinate(seed, "x", point)) for point in range(field.POINTS)]
    answer = through(known, "x")
    assert field.values(parse(answer), seed) == field.values(parse("x"), seed)
    assert not judge(answer, "x")
    sine, every = parse(r"\sin x"), points.points("x")
    known = [points.coordinate(seed, "x", 0, 1, point) for point in every]
    other = parse(through(known, r"\sin x"))
    assert same_value(sine, other, seed)
    assert not same_value(sine, other, b"another seed")
    first = [points.coordinate(b"another seed", "x", 0, 1, point) for point in range(2)]
    assert not same_value(sine, parse(through(first + known[2:], r"\sin x")), b"another seed")


ORDERED = [r"-\infty", "-100", r"-\sqrt2", "-1.41", "0", "1/3", "0.34", r"\sqrt2", "e", r"\pi"]
ORDERED += [r"\infty"]


@pytest.mark.parametrize("first", range(len(ORDERED)))
def test_constants_have_an_order(first):
    for second, other in enumerate(ORDERED):
        found = order(parse(ORDERED[first]), parse(other))
        assert (found > 0) - (found < 0) == (first > second) - (first < second)


@pytest.mark.parametrize("text", ["x", "i", r"\sqrt{-2}", r"\ln x", "(1,2)"])
def test_what_is_no_real_constant_has_no_order(text):
    for pair in ((text, r"\sqrt3"), (r"\sqrt3", text)):
        with pytest.raises(Unreadable):
            order(*map(parse, pair))


@pytest.mark.parametrize("answer", [r"\sqrt{xy}", r"(xy)^{1/2}"])
def test_expressions_are_equal_where_all_their_parts_are_real(answer):
    assert judge(answer, r"\sqrt x\sqrt y")


@pytest.mark.parametrize(
    ("answer", "gold"),
    [(r"\frac{x|x|}{2}", "x|x|/2"), ("2^{x|x|}", "2^(|x|x)"), (r"\sqrt{x|y|}", "sqrt(|y|x)")],
)
def test_bars_in_braces_are_absolute_values(answer, gold):
    assert judge(answer, gold)
