"""Polynomials against sympy, on text that the tests make."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from ponder.verifiers import Unreadable
from ponder.verifiers.parsing import parse
from ponder.verifiers.polynomials import expand, is_expanded

SYMBOLS = dict(zip("xyz", sympy.symbols("x y z"), strict=True))


def _as_sympy(polynomial):
    terms = (
        sympy.Rational(value.numerator, value.denominator)
        * sympy.prod(SYMBOLS[name] ** power for name, power in monomial)
        for monomial, value in polynomial.items()
    )
    return sympy.Add(*terms)


LEAVES = st.one_of(
    st.sampled_from("xyz"),
    st.integers(0, 9).map(str),
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda p: f"({p[0]}/{p[1]})"),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda p: f"({p[0]}{p[1]}{p[2]})"),
        st.tuples(inner, st.integers(0, 3)).map(lambda p: f"(({p[0]})**{p[1]})"),
    ),
    max_leaves=6,
)


@given(TREES)
def test_multiplying_out_agrees_with_sympy(text):
    try:
        ours = expand(parse(text))
    except Unreadable:
        # Sympy calls 0**0 one; Ponder refuses it.
        assert "**0" in text
        return
    assert sympy.expand(sympy.sympify(text, locals=SYMBOLS, rational=True) - _as_sympy(ours)) == 0


@given(st.dictionaries(st.integers(0, 8), st.integers(-20, 20), min_size=1))
def test_every_way_to_write_a_polynomial_is_the_same_one(coefficients):
    plain = " + ".join(f"({value})*x**{power}" for power, value in coefficients.items())
    latex = "+".join(rf"({value})x^{{{power}}}" for power, value in coefficients.items())
    expected = {
        ((("x", power),) if power else ()): value for power, value in coefficients.items() if value
    }
    assert expand(parse(plain)) == expand(parse(latex)) == expected


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("x^2 + 2x + 1", True), ("-x", True), ("7", True), (r"\frac{x}{2} - \frac{1}{2}", True),
        ("2*3*x", True), ("x*x + 1", True), ("(x+1)^2", False), ("x(x+2) + 1", False),
        ("(x+1)/2", False), ("x/(1+1)", False), ("2^{1+1}x", False), (r"\sqrt{3+1}x", False),
        ("(x+1)%", False), ("x + x", False), ("1 + x + 2", False), ("-(x+1)", False),
    ],
)  # fmt: skip
def test_expanded_means_a_sum_of_different_monomials(text, expanded):
    assert is_expanded(parse(text)) is expanded


@pytest.mark.parametrize(
    ("text", "polynomial"),
    [
        ("x_1", {(("x_1", 1),): 1}),
        ("x_{12}^2", {(("x_12", 2),): 1}),
        (r"\alpha\beta", {(("alpha", 1), ("beta", 1)): 1}),
        ("(x-x)^2", {}),
        ("50%x", {(("x", 1),): Fraction(1, 2)}),
        ("(2x)%", {(("x", 1),): Fraction(1, 50)}),
        (r"2\frac{x}{4}", {(("x", 1),): Fraction(1, 2)}),
    ],
)
def test_names_percents_and_zeros(text, polynomial):
    assert expand(parse(text)) == polynomial


@pytest.mark.parametrize(
    "text",
    ["x_1_2", "2_1", "_1", "(x-x)^0", "1/x", "x^x", "2^x", "x^(1/2)", "x^-1", r"\sqrt{x}",
     "(x+y+z+w)^1000", "x^1001", "(x^600)*(x^600)", "((x+1)^40)^40", "(1+2x)^999*(1-3x)^999"],
)  # fmt: skip
def test_what_is_no_polynomial_or_too_large_is_refused(text):
    with pytest.raises(Unreadable):
        expand(parse(text))


def _sum_of(letter, count):
    return "(" + "+".join(f"{letter}_{{{n}}}" for n in range(count)) + ")"


@pytest.mark.parametrize(
    ("largest", "beyond"),
    [
        ("x^1000", "x^1001"),
        ("x^500*y^500", "x^500*y^501"),
        # Reading sums of m and n variables takes m + n operations, multiplying them 1 * m + m * n:
        # 10,000 for 5 and 1665, 10,001 for 6 and 1427.
        (_sum_of("x", 5) + _sum_of("y", 1665), _sum_of("x", 6) + _sum_of("y", 1427)),
    ],
    ids=["exponent", "degree", "operations"],
)
def test_each_bound_is_where_it_is_said_to_be(largest, beyond):
    assert expand(parse(largest))
    with pytest.raises(Unreadable):
        expand(parse(beyond))
