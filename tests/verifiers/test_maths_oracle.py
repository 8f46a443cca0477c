"""`math` against sympy: what it prints in two ways is the same, what it changes is not."""

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ponder.verifiers.maths import field
from tests.verifiers.test_maths import judge

X, Y = sympy.symbols("x y", real=True)
small = st.integers(-9, 9)
rationals = st.builds(sympy.Rational, small, st.integers(1, 9))
surds = st.builds(lambda a, b, n: a + b * sympy.sqrt(n), rationals, rationals, st.integers(2, 30))
polynomials = st.builds(
    lambda a, b, c, d: (a * X + b * Y + c) * (X - d * Y) + a, small, small, small, small
)
quotients = st.builds(
    lambda p, a, b: p / (a * X + b * Y + 7), polynomials, st.integers(1, 9), small
)
transcendental = st.builds(
    lambda f, a, g, p: f(a * X) + sympy.sqrt(2) * g(X) * p,
    st.sampled_from([sympy.sin, sympy.cos, sympy.exp, sympy.atan]),
    st.integers(1, 5),
    st.sampled_from([sympy.cos, sympy.sin, sympy.cosh]),
    rationals,
)
expressions = st.one_of(rationals, surds, polynomials, quotients, transcendental)
FORMS = [
    lambda e: e,
    sympy.expand,
    sympy.factor,
    sympy.together,
    lambda e: sympy.expand(e, trig=True),
    lambda e: e.rewrite(sympy.sin),
]


def latex(expression):
    return sympy.latex(expression, ln_notation=True)


@settings(max_examples=120, deadline=None)
@given(expressions, st.sampled_from(FORMS))
def test_another_form_of_an_expression_is_accepted(expression, form):
    other = form(expression)
    assert judge(latex(other), latex(expression))
    assert judge(str(other), latex(expression))
    assert judge(latex(expression), str(other))


@settings(max_examples=120, deadline=None)
@given(expressions, expressions)
def test_another_expression_is_refused(first, second):
    assume(sympy.expand(first - second) != 0 and sympy.expand(second) != 0)
    points = [{X: sympy.Rational(1, 3), Y: sympy.Rational(7, 5)}, {X: 2, Y: sympy.Rational(1, 11)}]
    assume(any(abs(sympy.N((first - second).subs(point), 30)) > 1e-15 for point in points))
    assert not judge(latex(second), latex(first))


@settings(max_examples=60, deadline=None)
@given(polynomials, st.integers(1, 9), st.booleans())
def test_equations_are_equal_up_to_a_factor(polynomial, factor, negative):
    assume(polynomial.free_symbols == {X, Y} == sympy.expand(polynomial).free_symbols)
    left, right = sympy.expand(polynomial).as_independent(X)
    scale = -factor if negative else factor
    gold = f"{latex(polynomial)} = 0"
    assert judge(f"{latex(scale * right)} = {latex(sympy.expand(-scale * left))}", gold)
    assert not judge(f"{latex(scale * right)} = {latex(sympy.expand(1 - scale * left))}", gold)


@settings(max_examples=40, deadline=None)
@given(st.lists(surds, min_size=2, max_size=4, unique=True), st.randoms(use_true_random=False))
def test_sets_have_no_order_and_points_have(values, rng):
    shuffled = list(values)
    rng.shuffle(shuffled)
    texts, other = [", ".join(latex(each) for each in order) for order in (values, shuffled)]
    assert judge(rf"\{{{other}\}}", rf"\{{{texts}\}}")
    assert judge(other.replace(", ", " and "), texts)
    assert judge(f"({other})", f"({texts})") == (shuffled == values)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_matrices_agree_cell_by_cell(rows, columns, data):
    cells = data.draw(st.lists(rationals, min_size=rows * columns, max_size=rows * columns))
    matrix = sympy.Matrix(rows, columns, cells)
    changed = matrix.copy()
    changed[-1, -1] += 1
    assert judge(sympy.latex(matrix, mat_str="pmatrix", mat_delim=""), latex_matrix(matrix))
    assert not judge(latex_matrix(changed), latex_matrix(matrix))


def latex_matrix(matrix):
    body = r"\\".join(" & ".join(map(latex, matrix.row(row))) for row in range(matrix.rows))
    return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"


def test_the_field_is_a_field_with_a_root_of_minus_one():
    assert sympy.isprime(field.PRIME)
    assert field.PRIME.bit_length() == 256
    assert pow(field.ROOT_OF_MINUS_ONE, 2, field.PRIME) == field.PRIME - 1


@pytest.mark.parametrize("exponent", [521, 607, 1279, 2203, 4253])
def test_powers_of_two_do_not_fold(exponent):
    assert not judge(f"2^{{{20_000 - exponent}}}", "2^{20000}")
