"""The parser and exact arithmetic, against `fractions.Fraction` and sympy."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from ponder.verifiers import bounds
from ponder.verifiers.expressions import evaluate

VALUES = [
    ("42", 42), ("-7", -7), ("+7", 7), ("007", 7), ("1,234,567", 1234567), ("1{,}234", 1234),
    (r"10,\!000", 10000), (r"10\,000", 10000), ("3.25", "13/4"), (".5", "1/2"), ("5.", 5),
    ("1,234.5", "2469/2"), ("2.5e3", 2500), ("25E-1", "5/2"), ("1/2", "1/2"), ("-1/2", "-1/2"),
    (r"\frac{1}{2}", "1/2"), (r"\dfrac{-3}{4}", "-3/4"), (r"\tfrac12", "1/2"),
    (r"\frac1{2}", "1/2"),
    (r"-\frac{1}{2}", "-1/2"), ("1 1/2", "3/2"), ("-1 1/2", "-3/2"), (r"3\frac{1}{4}", "13/4"),
    ("50%", "1/2"), (r"12.5\%", "1/8"), ("50% * 20", 10), ("2^10", 1024), ("2**10", 1024),
    ("2^{10}", 1024), ("2^-2", "1/4"), ("2^{-2}", "1/4"), ("-2^2", -4), ("(-2)^2", 4),
    ("2^3^2", 512), ("5\N{SUPERSCRIPT TWO}", 25), (r"\sqrt{16}", 4), (r"\sqrt{\frac{4}{9}}", "2/3"),
    (r"\sqrt[3]{-27}", -3), ("sqrt(49)", 7), ("\N{SQUARE ROOT}16", 4), (r"\sqrt9", 3),
    ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("2(3 + 4)", 14), ("(1+2)(3+4)", 21), ("8 / 4 / 2", 1),
    ("8 - 4 - 2", 2), ("5 - -3", 8), ("5--3", 8), ("2 * -3", -6), ("6 \N{DIVISION SIGN} 4", "3/2"),
    ("3 \N{MULTIPLICATION SIGN} 4", 12), (r"3 \times 4 \cdot 2", 24), (r"6 \div 3", 2),
    ("\N{MINUS SIGN}4", -4), (r"\left( 1 + 2 \right) \cdot 3", 9), ("[1 + {2 * (3)}]", 7),
    (r"\frac{1 + 2}{3 \cdot 4}", "1/4"), ("2x3", None), ("1/2/2", "1/4"), ("3(2)^2", 12),
]  # fmt: skip
REFUSED = [
    "", " ", "x", "3 5", "3, 5", "3 or 5", "1,23", "12,34,567", "0x8b", "0b11", "nan", "inf",
    "1/0", "0^0", "0^-1", "2^(1/2)", r"\sqrt{2}", r"\sqrt{-4}", "(1", "1)", "1 +", "* 3", "--5",
    "1 3/2", "1 2/2", "1 0/2", r"2\frac{0}{3}", "1..2", "1e999999999", "1e-999999999", "9**9**9**9",
    "2^100000", "(2^4000)^4000", "__import__('os')", "5!", r"\int x", r"\text{5}", "5 apples",
    "1_000",
    "\N{ARABIC-INDIC DIGIT ONE}",
    "\N{FULLWIDTH DIGIT ONE}", r"\sqrt23", r"\frac123", r"\sqrt[1]{5}", r"\sqrt[x]{1}",
    "\x00", "5;", "==", "5 = 5", "True",
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_a_closed_expression_has_its_exact_value(text, value):
    assert evaluate(text) == (None if value is None else Fraction(value))


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_has_no_value(text):
    assert evaluate(text) is None


def test_superscripts_are_exponents():
    for exponent, digit in enumerate(
        "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
    ):
        assert evaluate(f"2{digit}") == 2**exponent
    assert evaluate("2\u00b9\u2070") == 1024


@pytest.mark.parametrize(
    ("signs", "value"),
    [
        ("\N{MINUS SIGN}\N{EN DASH}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}", 4),
        ("\N{MULTIPLICATION SIGN}\N{MIDDLE DOT}\N{DOT OPERATOR}", 12),
        ("\N{DIVISION SIGN}\N{DIVISION SLASH}\N{FRACTION SLASH}", 3),
    ],
)
def test_typographic_operators_are_operators(signs, value):
    for sign in signs:
        assert evaluate(f"6{sign}2") == value


def test_bounds_hold_on_both_sides():
    assert evaluate("9" * bounds.DIGITS) == 10**bounds.DIGITS - 1
    assert evaluate("9" * (bounds.DIGITS + 1)) is None
    assert evaluate(f"1e{bounds.SCIENTIFIC_EXPONENT}") == 10**bounds.SCIENTIFIC_EXPONENT
    assert evaluate(f"1e{bounds.SCIENTIFIC_EXPONENT + 1}") is None
    deep = bounds.NESTING - 1
    assert evaluate("(" * deep + "1" + ")" * deep) == 1
    assert evaluate("(" * (deep + 1) + "1" + ")" * (deep + 1)) is None
    assert evaluate("+".join(["1"] * 2000)) == 2000
    assert evaluate("*".join(["1"] * 2000)) == 1
    assert evaluate("/".join(["1"] * 2000)) == 1
    assert evaluate("+".join(["1"] * bounds.NODES)) is None


@pytest.mark.parametrize(
    ("largest", "beyond"),
    [
        ("9" * 1000, "9" * 1001),
        ("1e500", "1e501"),
        ("1e-500", "1e-501"),
        ("1^10000", "1^10001"),
        ("1^-10000", "1^-10001"),
        (r"\sqrt[64]{1}", r"\sqrt[65]{1}"),
        ("(" * 31 + "1" + ")" * 31, "(" * 32 + "1" + ")" * 32),
        ("1^" * 31 + "1", "1^" * 32 + "1"),
        # 4,096 bits, and one more: of a power, a product and a sum
        ("2^4096", "2^4097"),
        ("2^-4096", "2^-4097"),
        ("2^2047 * 2^2047", "2^2048 * 2^2047"),
        ("2^2047 + 2^2046", "2^2047 + 2^2047"),
        ("1" + " " * 19_999, "1" + " " * 20_000),
        # 5,000 tokens, and one more
        ("-1" + "+1" * 2499, "1" + "+1" * 2500),
    ],
)
def test_each_bound_is_where_it_is_said_to_be(largest, beyond):
    assert evaluate(largest) is not None
    assert evaluate(beyond) is None


def _integers(largest):
    return st.integers(0, largest).map(lambda n: (str(n), Fraction(n)))


def _fractions():
    pairs = st.tuples(st.integers(0, 99), st.integers(1, 99))
    return st.one_of(
        pairs.map(lambda p: (rf"\frac{{{p[0]}}}{{{p[1]}}}", Fraction(*p))),
        pairs.map(lambda p: (f"({p[0]}/{p[1]})", Fraction(*p))),
        pairs.map(lambda p: (f"{p[0]}.{p[1]:02}", Fraction(f"{p[0]}.{p[1]:02}"))),
        pairs.map(lambda p: (f"{p[0]}%", Fraction(p[0], 100))),
    )


def _combined(children):
    def join(parts):
        (left, a), (right, b), how = parts
        if how == "+":
            return f"({left} + {right})", a + b
        if how == "-":
            return f"({left}-{right})", a - b
        if how == "*":
            return rf"\left({left}\right) \cdot ({right})", a * b
        if how == "^":
            return f"({left})^{{{min(abs(b.numerator), 3) + 1}}}", a ** (
                min(abs(b.numerator), 3) + 1
            )
        if how == "sqrt":
            return rf"\sqrt{{({left})^2}}", abs(a)
        if not b:
            return f"-({left})", -a
        return rf"\frac{{{left}}}{{{right}}}", a / b

    hows = st.sampled_from(["+", "-", "*", "/", "^", "sqrt"])
    return st.tuples(children, children, hows).map(join)


@given(st.recursive(st.one_of(_integers(999), _fractions()), _combined, max_leaves=8))
def test_arithmetic_agrees_with_fraction(expression):
    text, value = expression
    if max(value.numerator.bit_length(), value.denominator.bit_length()) < 300:
        assert evaluate(text) == value


@given(st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(1, 50)), min_size=1, max_size=12))
def test_precedence_agrees_with_sympy(chain):
    text = "7" + "".join(f" {sign} {number}" for sign, number in chain)
    value = sympy.sympify(text, rational=True)
    assert evaluate(text) == Fraction(int(value.p), int(value.q))


@given(st.integers(2, 6), st.integers(0, 10**12))
def test_roots_are_exact_or_refused(index, radicand):
    root = sympy.integer_nthroot(radicand, index)
    assert evaluate(rf"\sqrt[{index}]{{{radicand}}}") == (root[0] if root[1] else None)


@given(st.integers(-(10**40), 10**40))
def test_thousands_separators_change_nothing(value):
    assert evaluate(f"{value:,}") == value
    assert evaluate(f"{value:,}".replace(",", "{,}")) == value


@given(st.integers(1, 10**6), st.integers(1, 10**3), st.integers(2, 10**3))
def test_mixed_numbers(whole, above, below):
    if above < below:
        assert evaluate(f"{whole} {above}/{below}") == whole + Fraction(above, below)
        assert evaluate(rf"{whole}\frac{{{above}}}{{{below}}}") == whole + Fraction(above, below)


@given(st.text(), st.text(alphabet=st.sampled_from("0123456789+-*/^().,%{}[]xye\\ \n")))
def test_evaluation_is_total(anything, soup):
    for text in (anything, soup, anything + soup):
        value = evaluate(text)
        assert value is None or isinstance(value, Fraction)
