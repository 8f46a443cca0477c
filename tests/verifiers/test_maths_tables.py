"""Every entry of the tables of `math`: commands, characters, functions, words and phrases.

The tables are written down here once more, from LaTeX, Unicode and the dictionary; the values of
functions come from their definitions by exponentials and logarithms, in mpmath.
"""

import mpmath
import pytest

from ponder.verifiers.maths import read
from ponder.verifiers.maths.words import number_in_words
from tests.verifiers.test_maths import judge


def words(text):
    return text.split()


GREEK = words("""alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma
tau upsilon phi chi psi omega""")
CAPITALS = words("Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega")
LETTERS = {name: chr(at) for name, at in zip(GREEK[:14], range(0x3B1, 0x3BF), strict=True)} | {
    name: chr(at) for name, at in zip(GREEK[16:], range(0x3C4, 0x3CA), strict=True)
}


@pytest.mark.parametrize("name", [*GREEK, *CAPITALS, "ell"])
def test_a_greek_letter_is_a_variable(name):
    assert judge(rf"1+\{name}", rf"\{name}+1")
    assert judge(rf"\{name}^2", rf"\{name}\cdot\{name}")
    other = "beta" if name == "alpha" else "alpha"
    assert not judge(rf"1+\{other}", rf"\{name}+1")
    assert not judge("1+x", rf"\{name}+1")


@pytest.mark.parametrize("name", [name for name in [*GREEK, *CAPITALS, "ell"] if len(name) > 2])
def test_a_greek_letter_may_be_spelt(name):
    assert judge(f"1 + {name}", rf"\{name}+1")
    assert not judge(f"1 + {'*'.join(name)}", rf"\{name}+1")


@pytest.mark.parametrize("name", ["mu", "nu", "xi", "Xi", "Pi"])
def test_two_letters_are_a_product(name):
    assert judge(f"1 + {name}", f"{name[1]}*{name[0]} + 1")
    assert not judge(f"1 + {name}", rf"\{name}+1")


@pytest.mark.parametrize("name", ["epsilon", "theta", "phi"])
def test_a_variant_is_the_same_letter(name):
    assert judge(rf"1+\var{name}", rf"\{name}+1")


@pytest.mark.parametrize(("name", "letter"), [*LETTERS.items(), ("rho", "\u03c1")])
def test_a_greek_letter_may_be_typed(name, letter):
    assert judge(f"1+{letter}", rf"\{name}+1")
    assert not judge(f"1+{letter}", rf"\{'beta' if name == 'alpha' else 'alpha'}+1")


@pytest.mark.parametrize("letter", ["\u03c2", "\u03c3"])
def test_both_sigmas_are_one(letter):
    assert judge(f"1+{letter}", r"\sigma+1")


def test_an_omicron_is_no_letter_of_ours():
    assert read("1+\u03bf").node is None
    assert judge("2\u03c0", r"\pi+\pi")


@pytest.mark.parametrize("letter", [*GREEK, "Omega", "ell"])
def test_an_equation_for_a_greek_letter_is_about_that_variable(letter):
    assert judge("5", rf"\{letter} = 5")
    assert judge("Area = 5", rf"\{letter} = 5")
    assert not judge("x = 5", rf"\{letter} = 5")


def log_of(z):
    return mpmath.log(z)


def asin(x):
    return -1j * log_of(1j * x + mpmath.sqrt(1 - x * x))


def atan(x):
    return 0.5j * (log_of(1 - 1j * x) - log_of(1 + 1j * x))


def asinh(x):
    return log_of(x + mpmath.sqrt(x * x + 1))


def acosh(x):
    return log_of(x + mpmath.sqrt(x + 1) * mpmath.sqrt(x - 1))


def sine(x):
    return (mpmath.exp(1j * x) - mpmath.exp(-1j * x)) / 2j


def cosine(x):
    return (mpmath.exp(1j * x) + mpmath.exp(-1j * x)) / 2


def sinh(x):
    return (mpmath.exp(x) - mpmath.exp(-x)) / 2


def cosh(x):
    return (mpmath.exp(x) + mpmath.exp(-x)) / 2


DIRECT = {
    "sin": sine,
    "cos": cosine,
    "tan": lambda x: sine(x) / cosine(x),
    "cot": lambda x: cosine(x) / sine(x),
    "sec": lambda x: 1 / cosine(x),
    "csc": lambda x: 1 / sine(x),
    "sinh": sinh,
    "cosh": cosh,
    "tanh": lambda x: sinh(x) / cosh(x),
}
INVERSE = {
    "sin": (asin, "1/3"),
    "cos": (lambda x: mpmath.pi / 2 - asin(x), "1/3"),
    "tan": (atan, "5/2"),
    "cot": (lambda x: atan(1 / x), "5/2"),
    "sec": (lambda x: mpmath.pi / 2 - asin(1 / x), "5/2"),
    "csc": (lambda x: asin(1 / x), "5/2"),
    "sinh": (asinh, "5/2"),
    "cosh": (acosh, "5/2"),
    "tanh": (lambda x: log_of((1 + x) / (1 - x)) / 2, "1/3"),
}


def digits(function, argument):
    """A function's value at a fraction, to 75 digits."""
    with mpmath.workdps(90):
        above, _, below = argument.partition("/")
        value = function(mpmath.mpf(above) / mpmath.mpf(below or "1"))
        assert abs(mpmath.im(value)) < mpmath.mpf(10) ** -80
        return mpmath.nstr(mpmath.re(value), 75, strip_zeros=False)


def changed(number, place=70):
    """A number with one of its last digits changed; the changes up to it are seen."""
    assert len(number) > place
    return number[: place - 15] + str((int(number[place - 15]) + 5) % 10) + number[place - 14 :]


@pytest.mark.parametrize("name", DIRECT)
@pytest.mark.parametrize("argument", ["5/3", "-7/4"])
def test_a_function_has_its_value(name, argument):
    gold = digits(DIRECT[name], argument)
    for form in (rf"\{name}({argument})", f"{name}({argument})"):
        assert judge(form, gold)
        assert not judge(form, changed(gold))


@pytest.mark.parametrize("name", INVERSE)
def test_an_inverse_function_has_its_value(name):
    function, argument = INVERSE[name]
    gold = digits(function, argument)
    for form in (
        rf"\{name}^{{-1}}({argument})",
        f"a{name}({argument})",
        f"arc{name}({argument})",
        rf"\arc{name}({argument})",
        rf"\a{name}({argument})",
    ):
        assert judge(form, gold)
        assert not judge(form, changed(gold))


OTHERS = {
    "ln(5/3)": digits(log_of, "5/3"),
    r"\ln(5/3)": digits(log_of, "5/3"),
    "exp(5/3)": digits(mpmath.exp, "5/3"),
    r"\exp(5/3)": digits(mpmath.exp, "5/3"),
    "log_2(5/3)": digits(lambda x: log_of(x) / log_of(2), "5/3"),
    r"\lg_{10}(5/3)": digits(lambda x: log_of(x) / log_of(10), "5/3"),
    "cbrt(5/3)": digits(lambda x: mpmath.exp(log_of(x) / 3), "5/3"),
    "sqrt(5/3)": digits(mpmath.sqrt, "5/3"),
}


@pytest.mark.parametrize(("form", "gold"), OTHERS.items())
def test_another_function_has_its_value(form, gold):
    assert judge(form, gold)
    assert not judge(form, changed(gold))


@pytest.mark.parametrize("name", ["secant", "cosech", "coth", "ath", "invsin", "min"])
def test_other_names_are_no_functions(name):
    assert not judge(rf"\{name}(2)", digits(lambda x: x, "2"))
    assert read(rf"\{name}(2)").node is None


# What a command or a character means: the gold, and what says the same in other words.
SAME = {
    # fractions, binomials, roots
    "3.25": [r"\frac{13}{4}", r"\dfrac{13}4", r"\tfrac{13}{4}", r"\cfrac{13}{4}", r"13\div 4"],
    "35": [r"\binom{7}{3}", r"\dbinom{7}{3}", r"\tbinom 73", r"{7\choose 3}", "(7 choose 3)"],
    "5": [
        r"\sqrt{25}",
        "\u221a25",
        "\u221b125",
        "cbrt(125)",
        r"\sqrt[3]{125}",
        "abs(-5)",
        r"\abs(-5)",
        "floor(5.5)",
        "ceil(4.5)",
        "ceiling(4.5)",
        "\u230a5.5\u230b",
        "\u23084.5\u2309",
        r"\lfloor 5.5\rfloor",
        r"\lceil 4.5\rceil",
        r"\lvert 5\rvert",
        r"\vert 5\vert",
        r"\left|-5\right|",
        r"\mid -5\mid",
        r"\floor(5.5)",
        r"\ceil(4.5)",
        r"\ceiling(4.5)",
        "log_2(32)",
        r"\log_2 32",
        r"\lg_{2}(32)",
    ],
    "120": ["factorial(5)", r"\factorial(5)", "5!", "binomial(16,2)", r"\binomial(16,2)"],
    # operators
    "6x": [r"2\cdot 3x", r"2\times3x", r"2\ast 3x", "2*3x", "2\u22193x", "2\u22173x", "2\u00d73x"],
    r"\frac{x}{2}": [r"x\div 2", "x/2", "x\u00f72", "x\u22152", "x \u2044 2"],
    "x-2": ["x\u22122", "x\u20132", "x\u20112", "x\u20122"],
    "a+b, a-b": [r"a\pm b", r"a\mp b", "a\u00b1b", "a\u2213b"],
    # relations
    r"(-\infty,3]": [
        r"x\le 3",
        r"x\leq 3",
        r"x\leqslant 3",
        r"x\leqq 3",
        "x<=3",
        "x\u22643",
        "x\u2a7d3",
    ],
    r"[3,\infty)": [
        r"x\ge 3",
        r"x\geq 3",
        r"x\geqslant 3",
        r"x\geqq 3",
        "x>=3",
        "x\u22653",
        "x\u2a7e3",
    ],
    r"(-\infty,3)": [r"x\lt 3", "x<3", "(-\u221e,3)"],
    r"(3,\infty)": [r"x\gt 3", "x>3", "(3,oo)", "(3,inf)", "(3,infty)", "(3,infinity)"],
    r"(-\infty,3)\cup(3,\infty)": [r"x\ne 3", r"x\neq 3", "x!=3", "x\u22603"],
    "x+1=3": [r"x\equiv 2", "x\u22612", "x==2"],
    "1<=x<2": [r"x\in[1,2)", "x\u2208[1,2)", "x in [1,2)"],
    # sets
    "no solution": [r"\emptyset", r"\varnothing", "\u2205", r"\{\}"],
    r"[1,2]\cup[3,4]": [
        "[1,2]\u222a[3,4]",
        "[1,2] U [3,4]",
        "[1,2] union [3,4]",
        r"[1,2]\text{ union }[3,4]",
    ],
    "[2,3]": [r"[1,3]\cap[2,4]", "[1,3]\u2229[2,4]"],
    "[1,2)": [r"[1,2]\setminus\{2\}", "[1,2]\u2216\\{2\\}"],
    r"\{1,2\}": [r"\lbrace 2,1\rbrace", r"\{2,1\}"],
    "[1, 2]": [r"\lbrack 1,2\rbrack", "1<=x<=2"],
    r"\langle 1,2\rangle": ["\u27e81, 2\u27e9", r"\left\langle 1,\frac42\right\rangle"],
    # classes
    r"3\pmod 7": [
        r"10\bmod 7",
        r"10\mod 7",
        r"10\pod 7",
        "10 mod 7",
        "10 (mod 7)",
        r"10\ (\bmod 7)",
        "10 [mod 7]",
        r"10\text{ mod }7",
    ],
    # names
    r"2\pi": ["pi+pi", r"\text{pi}\cdot 2", "2\u03c0"],
    r"\angle ABC = 50": ["50", r"\text{angle}ABC = 50"],
    r"\triangle ABC = 50": ["50", r"\text{triangle} ABC = 50"],
    r"1,2,\dots,9": [r"1,2,\ldots,9", r"1,2,\cdots,9"],
    "f'(x) = 2x": ["2x", "f\u2032(x)=2x", "f\u2019(x) = x+x"],
    "x = 1, y = 2": [r"x=1 \land y=2", "x=1 and y=2", "y=2; x=1"],
    "x<1 or x>2": [r"x<1\lor x>2", r"x<1\text{ or }x>2", r"(-\infty,1)\cup(2,\infty)"],
    "2:3": [r"2\colon 3", "2 to 3", r"2\text{ to }3"],
    # sums and products
    "30": [r"\sum_{k=1}^{4}k^2", "\u2211_{k=1}^{4}k^2"],
    "576": [r"\prod_{k=1}^{4}k^2", "\u220f_{k=1}^{4}k^2"],
    # fractions in one character
    "0.5": ["\u00bd"],
    "1/3": ["\u2153"],
    "4/6": ["\u2154"],
    "0.25": ["\u00bc"],
    "0.75": ["\u00be"],
    # superscripts
    "x*x": ["x\u00b2"],
    "x*x*x": ["x\u00b3"],
    "1/x": ["x\u207b\u00b9"],
    "x^4+x^5": ["x\u2074+x\u2075"],
    "x^6+x^7": ["x\u2076+x\u2077"],
    "x^8+x^9": ["x\u2078+x\u2079"],
    "2^10": ["2\u00b9\u2070"],
    "y^n": ["y\u207f"],
    # words
    "yes": ["true"],
    "no": ["False"],
    "does not exist": ["DNE", "dne."],
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in SAME for answer in SAME[gold]]
)
def test_what_is_written_in_another_way_is_the_same(gold, answer):
    assert judge(answer, gold)


DIFFERENT = {
    "3.25": [r"\frac{13}{5}", r"\binom{13}{4}", r"13\cdot 4"],
    "35": [r"\frac{7}{3}", r"\binom{7}{2}", "(3 choose 7)"],
    "5": ["\u221b25", r"\sqrt[3]{25}", "abs(-6)", "floor(4.5)", "ceil(5.5)", "log_5(32)"],
    "6x": [r"2\div 3x", "2+3x", "5x"],
    "x-2": ["x+2", "x*2", "x/2"],
    "a+b, a-b": [r"a\pm c", "a+b", r"b\pm a"],
    r"1\pm 2\mp 3": [r"1\pm 2\pm 3", r"\{0, 1\}"],
    r"(-\infty,3]": ["x<3", r"x\ge 3", r"x\ne 3", "x=3"],
    r"[3,\infty)": ["x>3", r"x\le 3", r"x\ne 3"],
    r"(-\infty,3)": [r"x\gt 3", r"x\le 3", "x=3"],
    r"(3,\infty)": [r"x\lt 3", r"x\ge 3", "x=3"],
    r"[1,2]\cup[3,4]": [r"[1,2]\cap[3,4]", r"[1,2]\setminus[3,4]", "[1,4]"],
    "[2,3]": [r"[1,3]\cup[2,4]", r"[1,3]\setminus[2,4]"],
    r"[1,2)\setminus[2,3]": [r"[1,2)\cap[2,3]", "[1,2]"],
    "[1,2)": ["1<=x<=2", r"x\in(1,2)"],
    r"\langle 1,2\rangle": ["(1,2)", r"\langle 2,1\rangle"],
    r"3\pmod 7": ["10/7", "3*7", r"3\pmod 8", "10"],
    r"\angle ABC = 50": [r"\triangle ABC = 50", r"\angle ABD = 50", "51"],
    r"1,2,\dots,9": ["1,2,9", r"1,2,\dots,8", "1,2,dot,9"],
    "f'(x) = 2x": ["f(x) = 2x", "f''(x) = 2x", "g'(x) = 2x", "x"],
    "x' + y": ["x + y", "x'' + y", "x + y'"],
    "x_1' + y": ["x_1 + y", "x_2' + y"],
    "x = 1, y = 2": ["x = 1 or y = 3", "x=2 and y=1"],
    "x<1 or x>2": ["x<1 and x>2", "x<1"],
    "2:3": ["2/3", "3:2", "2, 3"],
    "30": [r"\sum_{k=1}^{5}k^2", r"\prod_{k=1}^{4}k^2", "10"],
    "576": [r"\sum_{k=1}^{4}k^2", r"\prod_{k=1}^{3}k^2"],
    "1/2": ["\u2153", "\u00bc", "2"],
    "1/3": ["\u2154", "\u00bd"],
    "3/4": ["\u00bc", "\u2154"],
    "x^{10}": ["x\u00b9", "x\u2070", "x\u00b2\u2070"],
    "x^{-1}": ["x\u00b9", "x\u207f"],
    "yes": ["false", "no", "dne"],
    "does not exist": ["true", "does exist"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "answer"), [(gold, answer) for gold in DIFFERENT for answer in DIFFERENT[gold]]
)
def test_what_says_something_else_is_refused(gold, answer):
    assert judge(gold + " ", gold)
    assert not judge(answer, gold)


@pytest.mark.parametrize("name", ["euro", "pounds"])
def test_currencies(name):
    sign = {"euro": "\u20ac", "pounds": "\u00a3"}[name]
    assert judge(rf"\{name} 5", f"{sign}5", units="require")
    assert not judge(rf"\{name} 5", "$5 dollars", units="require")
    assert not judge("5", f"{sign}5", units="require")


INVISIBLE = words("""left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr
quad qquad displaystyle textstyle limits boxed fbox mathbf mathit mathcal boldsymbol vec hat bf
rm""")


@pytest.mark.parametrize("name", INVISIBLE)
def test_what_only_changes_the_look_is_left_out(name):
    assert judge(rf"1 + \{name} (x)", "x+1")
    assert not judge(rf"1 + \{name} (x)", "x+2")


@pytest.mark.parametrize("name", ["left", "right", "middle"])
def test_a_bracket_that_is_not_seen_is_left_out(name):
    assert judge(rf"1 + \{name}. x", "x+1")
    assert not judge(r"1 + \big. x", "x+1")


@pytest.mark.parametrize("name", ["lefty", "overline", "foo", "int", "lim", "underbrace"])
def test_an_unknown_command_is_refused(name):
    assert not judge(rf"1 + \{name} x", "x+1")


SHORT = words("""yes no not the is are of by per an as at it all odd red cm mm km ft yd mi kg mg lb
lbs oz ml hr hrs min sec mph usd kph sq deg rad day one two six ten box men cup""")


@pytest.mark.parametrize("word", SHORT)
def test_a_short_word_is_no_product(word):
    for written in (word, word.capitalize(), word.upper()):
        product = "*".join(written)
        assert judge(" ".join(written), f"{product}+0")
        assert not judge(written, product)
        assert not judge(f"5{written}", f"5*{product}")


@pytest.mark.parametrize("letters", ["ab", "xyz", "nk", "cat", "zs"])
def test_other_short_words_are_products(letters):
    assert judge(letters, "*".join(reversed(letters)))
    assert not judge(letters + "wx", "*".join(letters + "wx"))


HEDGES = words("""not wrong except never either neither nor is isn't because but squared cubed
factorial plus minus times over divided more less than about approximately half halves thirds
quarters fourths fifths sixths sevenths eighths ninths tenths hundredths thousandths""")


@pytest.mark.parametrize("word", [*HEDGES, "and", "or"])
def test_words_that_change_a_number_are_no_unit(word):
    assert judge("5 apples", "5")
    assert not judge(f"5 {word}", "5")
    assert not judge(rf"5 \text{{{word}}}", "5")
    assert not judge(rf"5 \text{{ apples {word}}}", "5")
    assert not judge(rf"\text{{{word}}} = 5", "5")


SCALES = {
    "hundred": 100,
    "thousand": 1_000,
    "million": 1_000_000,
    "billion": 1_000_000_000,
    "trillion": 1_000_000_000_000,
    "dozen": 12,
}


@pytest.mark.parametrize(("word", "scale"), SCALES.items())
def test_a_scale_multiplies(word, scale):
    assert judge(f"2.5 {word}", f"{scale * 5}/2")
    assert judge(rf"2.5\text{{ {word} eggs}}", f"{scale * 5}/2")
    assert not judge(f"2.5 {word}", "2.5")
    assert not judge(f"2.5 {word}", f"{scale * 5}")
    assert judge(f"3 {word} thousand", f"{3000 * scale}")


NO_SOLUTION = [
    "no solution",
    "no solutions",
    "no real solution",
    "no real solutions",
    "there is no solution",
    "there are no solutions",
    "there is no real solution",
    "there are no real solutions",
    "empty set",
    "the empty set",
    "{}",
]
EVERYTHING = ["all real numbers", "all reals", "all real x", "all real values of x"]


@pytest.mark.parametrize("phrase", NO_SOLUTION)
def test_phrases_for_the_empty_set(phrase):
    assert judge(phrase.capitalize(), r"\emptyset")
    assert judge(r"\varnothing", phrase)
    assert not judge(phrase, r"\mathbb{R}")
    assert not judge(phrase, r"\{0\}")
    assert not judge(f"{phrase} or 1", r"\emptyset")


@pytest.mark.parametrize("phrase", EVERYTHING)
def test_phrases_for_the_real_numbers(phrase):
    assert judge(phrase, r"(-\infty,\infty)")
    assert judge(rf"\text{{{phrase}}}", r"\mathbb{R}")
    assert not judge(phrase, r"\emptyset")
    assert not judge(phrase, r"(0,\infty)")
    assert not judge(f"{phrase} but 1", r"\mathbb{R}")


ONES = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
)
ONES += words("fifteen sixteen seventeen eighteen nineteen")
TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")


def spelt(number):
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens - 2] + (f"-{ONES[ones]}" if ones else "")
    for scale, name in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if number >= scale:
            count, rest = divmod(number, scale)
            return f"{spelt(count)} {name}" + (f" {spelt(rest)}" if rest else "")
    raise AssertionError


@pytest.mark.parametrize("hundreds", range(10))
def test_every_number_below_a_thousand_can_be_spelt(hundreds):
    for number in range(100 * hundreds, 100 * hundreds + 100):
        assert number_in_words(spelt(number)) == number
        assert number_in_words(spelt(number).replace("-", " ")) == number
        assert number_in_words(spelt(number).replace("hundred ", "hundred and ")) == number
        assert number_in_words(f"negative {spelt(number)}") == -number


@pytest.mark.parametrize(
    "number",
    [
        1_000,
        1_001,
        21_000,
        100_100,
        999_999,
        1_000_000,
        1_000_001,
        5_400_000,
        2_000_000_000,
        7_000_300_000,
        3_000_000_000_000,
        912_305_006_001_002,
    ],
)
def test_large_numbers_can_be_spelt(number):
    assert number_in_words(spelt(number)) == number
    assert judge(spelt(number).upper(), str(number))
    assert not judge(spelt(number), str(number + 1))


PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
    "tenths": 10,
    "hundredth": 100,
    "hundredths": 100,
}


@pytest.mark.parametrize(("word", "below"), PARTS.items())
def test_every_part_can_be_spelt(word, below):
    for count in (1, 3, 21):
        assert judge(f"{spelt(count)} {word}", f"{count}/{below}")
        assert judge(f"minus {spelt(count)}-{word}", f"-{count}/{below}")
        assert not judge(f"{spelt(count)} {word}", f"{count}")
        assert not judge(f"{spelt(count)} {word}", f"{count}/{below + 1}")
    assert number_in_words(f"zero {word}") is None
    assert number_in_words(word) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a hundred", 100),
        ("a thousand", 1000),
        ("a million and a hundred", 1_000_100),
        ("two thousand and five", 2005),
        ("two thousand, five hundred", 2500),
        ("a hundred five", 105),
        ("minus one", -1),
        ("Negative Two Thirds", "-2/3"),
        ("minus minus one", None),
        ("minus", None),
        ("a", None),
        ("hundred", None),
        ("a hundred hundred", None),
        ("two hundred zero", None),
        ("two thousand zero", None),
        ("zero thousand", None),
        ("two thousandfold", None),
        ("two thousand million", None),
        ("thousand two", None),
        ("two  hundred", 200),
        ("twenty-zero", None),
        ("one two", None),
        ("ninety ten", None),
        ("5 thousand", None),
        ("1", None),
        ("two hundred and", None),
        ("one " + "half" * 40, None),
        ("zero", 0),
        ("zero zero", None),
    ],
)
def test_what_is_a_number_in_words(text, value):
    found = number_in_words(text)
    assert (found is None) == (value is None)
    assert value is None or str(found) == str(value)


def test_words_are_no_number_beyond_their_bound():
    assert number_in_words("one" + " " * 113 + "half") is not None
    assert number_in_words("one" + " " * 114 + "half") is None


@pytest.mark.parametrize("answer", [r"f\prime(x) = 2x", r"f^\prime(x) = 2x", r"f^{\prime}(x)=2x"])
def test_a_prime_may_be_a_command(answer):
    assert judge(answer, "f'(x) = x+x")
