"""What `math` reads: real sets, units, sums, numerals, words, ratios, and who cannot fool it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponder.verifiers.maths import field
from ponder.verifiers.maths.parsing import parse
from ponder.verifiers.maths.units import unit
from ponder.verifiers.maths.values import seed_of
from ponder.verifiers.maths.words import number_in_words
from tests.verifiers.test_maths import judge

SAME = {
    # real sets
    "|x|<1": ["-1<x<1", "(-1,1)", r"x \in (-1,1)", r"\{x : |x|<1\}", "-1<x and x<1"],
    "-1<x<1": ["|x|<1", "(-1,1)", "2|x|<2", "|-x|<1", "|3x|<3"],
    "(-1,1)": ["|x|<1", "-1<x<1", r"(-1,0]\cup[0,1)"],
    r"|x-2|\le 3": ["[-1,5]", r"-1 \le x \le 5", r"5 \ge x \ge -1"],
    "|x|>2": [r"(-\infty,-2)\cup(2,\infty)", "x<-2 or x>2"],
    "||x|-2|<1": [r"(-3,-1)\cup(1,3)"],
    r"(1,3)\cup(2,5)": ["(1,5)", "1<x<5"],
    "(1,5)": [r"(1,3)\cup(2,5)", r"(1,3]\cup(3,5)"],
    r"[1,2]\cup\{3\}": [r"\{3\}\cup[1,2]"],
    r"(1,\sqrt{8})": [r"(1,2\sqrt2)", r"1<x<2\sqrt{2}"],
    r"x \ne 3": [r"(-\infty,3)\cup(3,\infty)", r"\mathbb{R}\setminus\{3\}", "x<3 or x>3"],
    r"\mathbb{R}": [r"(-\infty,\infty)", "all real numbers", r"x \in \mathbb{R}"],
    r"(0,3)\cap(1,5)": ["(1,3)", "1<x<3"],
    r"\{x : x > 2\}": [
        r"(2,\infty)",
        "x>2",
        r"\{x \mid x > 2\}",
        r"\{t | t>2\}",
        "{x : x > 2}",
        r"\{x \in \mathbb{R} : x > 2\}",
    ],
    r"\{n \in \mathbb{Z} : n > 2\}": [r"\{n \in \mathbb{Z} \mid n>2\}"],
    "y > x+1": ["y-x>1", "x+1<y", "2y>2x+2"],
    # units
    r"5 \text{ cm}": ["5", "5 cm", r"5\mathrm{~cm}", "5 centimeters", "5 units"],
    r"5 \text{ cm}^2": ["5 sq cm", r"5\text{ cm}^{2}", "5 square centimeters", "5"],
    r"5 \text{ m}": ["5 m", "5m", "5 meters", "5"],
    r"5 \text{ m/s}": ["5 m/s", r"5\ \text{m}/\text{s}", "5 meters per second"],
    r"5 \text{ km/h}": ["5 km/h", "5 km per hour", "5 kph"],
    r"5 \text{ m/s}^2": ["5 m/s^2", r"5\text{ m}\text{ s}^{-2}"],
    "5": ["5 m", "5m", "5 s", "5 g", "5L", "5 m/s", r"5^\circ", "5 apples", "5 €"],
    "5m": [r"5\text{ m}", r"m \cdot 5"],
    r"25^\circ\text{C}": ["25", "25\u00b0C", r"25^\circ C", "25 degrees Celsius"],
    "\u20ac5": ["5 euros", "5"],
    r"\$5": ["5 dollars", "5 USD", "$5$"],
    "6 \\text{ cubic inches}": ["6 cubic in.", "6 in^3"],
    r"5 \text{ s}": ["5 sec", "5s", "5 seconds"],
    r"2 \text{ hours}": ["2 hours", "2 hr", r"\text{2 hours}"],
    # sums, products, determinants, logarithms
    r"\sum_{k=1}^{5} k": ["15", r"\sum_{j=1}^{5}j", r"\sum\limits_{k=0}^{4}(k+1)"],
    r"\sum_{k=1}^{5} k^2 + 1": ["56"],
    r"\prod_{k=1}^{4} k": ["24", "4!"],
    "1+x+x^2+x^3": [r"\sum_{k=0}^{3} x^k"],
    "11/6": [r"\displaystyle\sum_{i=1}^3\frac1i"],
    "10": [r"\sum_{i=1}^{3}\sum_{j=1}^{i} j", r"\sum_{k=1}^4k"],
    "0": [r"\sum_{k=2}^{1} k"],
    "-2": [r"\begin{vmatrix}1&2\\3&4\end{vmatrix}"],
    "ad-bc": [r"\begin{vmatrix}a&b\\c&d\end{vmatrix}"],
    "1": [r"\begin{vmatrix}1&0&5\\0&1&7\\0&0&1\end{vmatrix}", r"\log_{\sqrt2}\sqrt{2}"],
    "-3": [r"\log_{1/2} 8", r"\log_{\frac12} 8"],
    r"\log_{x^2} y": [r"\frac{\ln y}{2\ln x}"],
    "6.72e-5": ["6.72 x 10^-5", r"6.72\times10^{-5}"],
    # numerals, words, choices, ratios
    "101_2": ["101_{2}", "(101)_2", r"101_{\text{two}}", "101 base 2", "101 (base two)"],
    "2000": ["two thousand", "2 thousand"],
    "5280": ["five thousand two hundred eighty", "five thousand, two hundred and eighty"],
    "1/2": ["one half", "one-half", r"\text{one half}"],
    "yes": ["true", r"\text{True}"],
    "False": ["no", "false."],
    "no solution": [r"\emptyset", r"\{\}", "No solutions.", "{}", "no real solutions"],
    r"\emptyset": ["no solution", r"\text{No solution}", "the empty set"],
    "B": ["option B", "Choice (B)", "(B) 17"],
    "2:3": ["2 : 3", r"2\colon 3", "2 to 3"],
    # sets and systems
    r"\{5\}": ["5", "x=5", r"x \in \{5\}"],
    "x=5": [r"\{5\}", r"x \in \{5\}"],
    "x=1, y=2": ["(x,y)=(1,2)", r"y=2 \text{ and } x=1"],
    r"x \equiv 3 \pmod{7}": [r"3 \pmod 7", r"x \equiv 10 \pmod 7", "x = 3 mod 7", r"-4 \pmod 7"],
}  # fmt: skip
DIFFERENT = {
    "|x|<1": [r"-1 \le x \le 1", "x<1", "|y|<1", "(-1,1]", "1", "|x|>1", "|x|<2"],
    "(-1,1)": ["|x|<2", r"|x|\le 1", r"(-1,0)\cup(0,1)"],
    "(1,5)": [r"(1,3)\cup(3,5)", r"[1,3)\cup(2,5)"],
    "[2,1]": ["[3,1]", r"\emptyset"],
    r"x \ne 3": [r"(-\infty,3)", r"x \ne -3", "x=3", r"\mathbb{R}"],
    r"\{x : x > 2\}": [r"\{x : x \ge 2\}", r"\{x : x<2\}", r"\{x \in \mathbb{Z} : x > 2\}", "2"],
    r"\{x \in \mathbb{Z} : x > 2\}": ["x>2", r"\{x \in \mathbb{N} : x > 2\}"],
    r"(1,\sqrt{8})": [r"(1,\sqrt{7})", "(1,2.8284271247461903)"],
    "y > x+1": ["y<x+1", "y>x-1"],
    r"5 \text{ cm}": ["5 m", "50 mm", "5 cm^2", "5 inches", "6 cm", "5 apples"],
    r"5 \text{ cm}^2": ["5 cm", "5 cm^3"],
    r"5 \text{ m}": ["5 s", "5 m/s", "5g"],
    r"\$5": ["\u20ac5", "\u00a35", "5 cents"],
    r"90^\circ": [r"90 \text{ radians}", "90 apples"],
    "5m": ["5", "5s", "5x", "5 cm"],
    "12": ["1 2", r"1\,2", r"1\ 2", r"1\,\,\,\,\,\,2", "1~2", "1  2", "1,2"],
    "5": ["5x", "5e", "5i", "5n", "5 m x", "5 m h", "m"],
    "2m+3": ["5", "2+3", r"5 \text{ m}"],
    "0.05": ["5 cm", r"5\text{ cm}"],
    r"\sum_{k=1}^{5} k": ["14", "10", r"\sum_{k=0}^{4} k", r"\prod_{k=1}^{5}k"],
    r"\begin{vmatrix}1&2\\3&4\end{vmatrix}": ["2", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}"],
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": ["-2", r"\begin{vmatrix}1&2\\3&4\end{vmatrix}"],
    "101_2": ["101_3", "5", "110_2", "5_{10}"],
    "2000": ["two hundred", "two"],
    "1/2": ["two", "one third", "half of it"],
    "yes": ["no", "false"],
    "no solution": ["0", "one solution", r"\{0\}", r"\{\emptyset\}"],
    "B": ["(A) or (B)", "option C", "option"],
    "2:3": ["4:6", "3:2", "2/3", "2:3:1"],
    r"\{5\}": ["6", r"\{5,6\}", "(5)x"],
    r"x \in \{5\}": ["y=5"],
    "x=1, y=2": ["(x,y)=(2,1)", "(y,x)=(1,2)", "(2,1)"],
    r"x \equiv 3 \pmod{7}": [r"x \equiv 4 \pmod 7", r"y \equiv 3 \pmod 7", "3"],
}


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in SAME for answer in [gold, *SAME[gold]]]
)
def test_the_same_thing_is_accepted(gold, answer):
    assert judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in DIFFERENT for answer in DIFFERENT[gold]]
)
def test_another_thing_is_refused(gold, answer):
    assert judge(gold, gold)
    assert not judge(answer, gold)


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        (r"5 \text{ cm}", "50 mm", True),
        (r"5 \text{ cm}", "0.05 m", True),
        (r"5 \text{ cm}", "5", True),
        (r"5 \text{ cm}", "5 m", False),
        (r"5 \text{ cm}", "5 s", False),
        (r"2 \text{ hours}", "120 minutes", True),
        (r"36 \text{ km/h}", "10 m/s", True),
        (r"2 \text{ L}", r"2000 \text{ cm}^3", True),
        (r"1 \text{ ft}", "12 inches", True),
        (r"\$0.50", "50 cents", True),
        (r"\$5", "\u20ac5", False),
        (r"6 \text{ ft}^2", "6 ft", False),
    ],
)
def test_units_are_converted_where_that_is_declared(gold, answer, right):
    assert judge(answer, gold, units="convert") == right


@pytest.mark.parametrize(
    ("gold", "answer", "order", "right"),
    [
        ("1, 2", "2, 1", "kept", False),
        ("1, 2", "1 and 2", "kept", True),
        (r"\{1,2\}", r"\{2,1\}", "kept", True),
        ("(1,2)", "(2,1)", "free", True),
        ("(1,1,2)", "(1,2,2)", "free", False),
        ("(1,2)", "(2,1)", "notation", False),
        ("1, 2", "2, 1", "notation", True),
    ],
)
def test_order_is_declared(gold, answer, order, right):
    assert judge(answer, gold, order=order) == right


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ("2:3", "4:6", True),
        ("2:3", "2/3", True),
        ("2:3", "3:2", False),
        ("1:2:3", "2:4:6", True),
        ("1:2:3", "2:4:5", False),
        ("0:1:2", "0:1:3", False),
        ("0:3", "3:0", False),
        (r"1:\sqrt{2}", r"\sqrt{2}:2", True),
    ],
)
def test_ratios_reduce_where_that_is_declared(gold, answer, right):
    assert judge(answer, gold, ratios="reduce") == right


@pytest.mark.parametrize("name", ["units", "order", "ratios", "tolerance"])
@pytest.mark.parametrize("value", ["some", 1, None, ["ignore"]])
def test_a_bad_option_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        judge("1", "1", **{name: value})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zero", 0),
        ("minus forty-two", -42),
        ("a hundred and one", 101),
        ("twelve thousand three hundred", 12_300),
        ("two million and six", 2_000_006),
        ("thousand", None),
        ("two hundred zero", None),
        ("twenty eleven", None),
        ("two million million", None),
        ("", None),
    ],
)
def test_numbers_in_words(text, value):
    assert number_in_words(text) == value


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("square cm", "cm^2"),
        ("mph", "miles per hour"),
        ("m s^-1", "meters/second"),
        ("cubic centimeters", "mL"),
        ("feet", "ft"),
    ],
)
def test_units_have_many_names(first, second):
    assert unit(first) == unit(second)
    assert unit(first) != unit(f"square {second}")


def coordinates(seed, point):
    return field.values(parse("x"), seed)[point]


@pytest.mark.parametrize("gold", ["x+1", "x^2-3x", r"\frac{x+1}{x-2}"])
def test_who_knows_the_points_of_one_answer_cannot_use_them_in_another(gold):
    """An answer that runs through the points of an honest one has points of its own."""
    first, second = (coordinates(seed_of(gold, gold), point) for point in range(field.POINTS))
    forged = f"{gold}+(x-{first})(x-{second})"
    seed = seed_of(gold, gold)
    assert field.values(parse(forged), seed) == field.values(parse(gold), seed)
    assert judge(gold, gold)
    assert not judge(forged, gold)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=8), st.text(max_size=8), st.text(max_size=8), st.text(max_size=8))
def test_points_depend_on_both_texts(gold, answer, other_gold, other_answer):
    same = (gold, answer) == (other_gold, other_answer)
    assert (seed_of(gold, answer) == seed_of(other_gold, other_answer)) == same


intervals = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(1, 4), st.sampled_from("(["), st.sampled_from(")]")),
    min_size=1,
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(intervals, intervals)
def test_unions_are_equal_if_they_hold_the_same_numbers(first, second):
    texts = [r"\cup".join(f"{o}{a},{a + n}{c}" for a, n, o, c in each) for each in (first, second)]
    halves = [place / 2 for place in range(-11, 20)]
    members = [[held(number, each) for number in halves] for each in (first, second)]
    assert judge(texts[0], texts[1] + r"\cup(1,2)") == (
        members[0] == [held(number, [*second, (1, 1, "(", ")")]) for number in halves]
    )


def held(number, intervals):
    return any(
        a < number < a + n or (number == a and o == "[") or (number == a + n and c == "]")
        for a, n, o, c in intervals
    )
