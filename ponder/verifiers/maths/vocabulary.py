"""The names that mathematical text is written with: LaTeX commands, words, characters."""

GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "vartheta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Phi",
        "Psi",
        "Omega",
        "ell",
    ]
)
FUNCTIONS = {
    name: name
    for name in [
        "sin",
        "cos",
        "tan",
        "cot",
        "sec",
        "csc",
        "sinh",
        "cosh",
        "tanh",
        "log",
        "ln",
        "exp",
        "abs",
        "floor",
        "asin",
        "acos",
        "atan",
        "acot",
        "asec",
        "acsc",
        "asinh",
        "acosh",
        "atanh",
    ]
} | {
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "arccot": "acot",
    "arcsec": "asec",
    "arccsc": "acsc",
    "arcsinh": "asinh",
    "arccosh": "acosh",
    "arctanh": "atanh",
    "lg": "log",
    "ceil": "ceiling",
    "ceiling": "ceiling",
    "factorial": "!",
    "binomial": "binom",
    "cbrt": "cbrt",
}
GAMMA = frozenset({"!", "binom"})
"""Heads whose values between the integers come from the gamma function, which is slow."""
INVERSES = {
    name: f"a{name}" for name in ["sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh"]
}

# What a command or a word stands for: the kind of its token and its text.
COMMANDS: dict[str, tuple[str, str]] = (
    {name: ("name", name.removeprefix("var")) for name in GREEK}
    | {name: ("function", head) for name, head in FUNCTIONS.items()}
    | {name: ("frac", "frac") for name in ("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac")}
    | {name: ("binom", "binom") for name in ("binom", "dbinom", "tbinom")}
    | {name: ("relation", "<=") for name in ("le", "leq", "leqslant", "leqq")}
    | {name: ("relation", ">=") for name in ("ge", "geq", "geqslant", "geqq")}
    | {name: ("relation", "!=") for name in ("ne", "neq")}
    | {name: ("operator", "*") for name in ("cdot", "times", "ast")}
    | {name: ("separator", "or") for name in ("lor", "vee")}
    | {name: ("separator", "and") for name in ("land", "wedge")}
    | {name: ("join", "setminus") for name in ("setminus", "backslash")}
    | {name: ("bar", "|") for name in ("lvert", "rvert", "vert", "mid")}
    | {name: ("empty", "") for name in ("emptyset", "varnothing")}
    | {name: ("mod", "mod") for name in ("pmod", "bmod", "mod", "pod")}
    | {name: ("sign", name) for name in ("pm", "mp")}
    | {name: ("join", name) for name in ("cup", "cap")}
    | {
        "pi": ("name", "pi"),
        "infty": ("name", "infinity"),
        "sqrt": ("sqrt", "latex"),
        "choose": ("choose", "choose"),
        "over": ("choose", "over"),
        "approx": ("relation", "approx"),
        "div": ("operator", "/"),
        "lt": ("relation", "<"),
        "gt": ("relation", ">"),
        "in": ("relation", "in"),
        "equiv": ("relation", "="),
        "lbrace": ("open", "\\{"),
        "rbrace": ("close", "\\}"),
        "lbrack": ("open", "["),
        "rbrack": ("close", "]"),
        "langle": ("open", "<"),
        "rangle": ("close", ">"),
        "lfloor": ("open", "floor"),
        "rfloor": ("close", "floor"),
        "lceil": ("open", "ceiling"),
        "rceil": ("close", "ceiling"),
        "degree": ("degree", ""),
        "angle": ("word", "angle"),
        "triangle": ("word", "triangle"),
        "dots": ("word", "ellipsis"),
        "ldots": ("word", "ellipsis"),
        "cdots": ("word", "ellipsis"),
        "prime": ("prime", "'"),
        "sum": ("series", "+"),
        "prod": ("series", "*"),
        "colon": ("separator", ":"),
        "euro": ("currency", "\N{EURO SIGN}"),
        "pounds": ("currency", "\N{POUND SIGN}"),
    }
)
INVISIBLE_COMMANDS = frozenset(
    [
        "left",
        "right",
        "middle",
        "big",
        "Big",
        "bigg",
        "Bigg",
        "bigl",
        "bigr",
        "Bigl",
        "Bigr",
        "biggl",
        "biggr",
        "Biggl",
        "Biggr",
        "quad",
        "qquad",
        "displaystyle",
        "textstyle",
        "limits",
        "boxed",
        "fbox",
        "mathbf",
        "mathit",
        "mathcal",
        "boldsymbol",
        "vec",
        "hat",
        "bf",
        "rm",
        "underline",
        "tiny",
        "small",
        "normalsize",
        "large",
        "Large",
        "LARGE",
        "huge",
        "Huge",
    ]
)
PLAIN_WORDS: dict[str, tuple[str, str]] = (
    {name: ("name", name) for name in GREEK if len(name) > 2}
    | {name: ("function", head) for name, head in FUNCTIONS.items()}
    | {name: ("name", "infinity") for name in ("infinity", "infty", "inf", "oo")}
    | {
        "pi": ("name", "pi"),
        "sqrt": ("sqrt", "plain"),
        "and": ("separator", "and"),
        "or": ("separator", "or"),
        "to": ("separator", ":"),
        "mod": ("mod", "mod"),
        "union": ("join", "cup"),
        "choose": ("choose", "choose"),
    }
)
_SHORT = """
    cc dm eur gal gbp old wk yen yr yrs yes no not the is are of by per an as at it all odd
red cm mm km ft yd mi kg mg lb lbs oz ml hr hrs min sec mph usd kph sq deg rad day one two     six
ten box men cup nan
"""
SHORT_WORDS = frozenset(_SHORT.split())
"""Short words that are no products of variables; longer ones never are."""

CHARACTERS = str.maketrans(
    {
        "\N{SQUARE ROOT}": "\\sqrt ",
        "\N{CUBE ROOT}": "\\sqrt[3]",
        "\N{INFINITY}": "\\infty ",
        "\N{LESS-THAN OR EQUAL TO}": "\\le ",
        "\N{GREATER-THAN OR EQUAL TO}": "\\ge ",
        "\N{LESS-THAN OR SLANTED EQUAL TO}": "\\le ",
        "\N{GREATER-THAN OR SLANTED EQUAL TO}": "\\ge ",
        "\N{NOT EQUAL TO}": "\\ne ",
        "\N{IDENTICAL TO}": "\\equiv ",
        "\N{ELEMENT OF}": "\\in ",
        "\N{UNION}": "\\cup ",
        "\N{INTERSECTION}": "\\cap ",
        "\N{EMPTY SET}": "\\emptyset ",
        "\N{PLUS-MINUS SIGN}": "\\pm ",
        "\N{MINUS-OR-PLUS SIGN}": "\\mp ",
        "\N{DEGREE SIGN}": "\\degree ",
        "\N{RING OPERATOR}": "\\degree ",
        "\N{BULLET OPERATOR}": "*",
        "\N{ASTERISK OPERATOR}": "*",
        "\N{LEFT FLOOR}": "\\lfloor ",
        "\N{RIGHT FLOOR}": "\\rfloor ",
        "\N{LEFT CEILING}": "\\lceil ",
        "\N{RIGHT CEILING}": "\\rceil ",
        "\N{MATHEMATICAL LEFT ANGLE BRACKET}": "\\langle ",
        "\N{MATHEMATICAL RIGHT ANGLE BRACKET}": "\\rangle ",
        "\N{N-ARY SUMMATION}": "\\sum ",
        "\N{N-ARY PRODUCT}": "\\prod ",
        "\N{SET MINUS}": "\\setminus ",
        "\N{PRIME}": "'",
        "\N{ALMOST EQUAL TO}": "\\approx ",
        "\N{THEREFORE}": "\\therefore ",
        "\N{LOGICAL OR}": "\\lor ",
        "\N{LOGICAL AND}": "\\land ",
        "\N{CHECK MARK}": "\\checkmark ",
        "\N{HEAVY CHECK MARK}": "\\checkmark ",
        "\N{CENT SIGN}": "\\text{ cents}",
        "\N{DOUBLE-STRUCK CAPITAL R}": "\\mathbb{R}",
        "\N{DOUBLE-STRUCK CAPITAL Z}": "\\mathbb{Z}",
        "\N{DOUBLE-STRUCK CAPITAL Q}": "\\mathbb{Q}",
        "\N{DOUBLE-STRUCK CAPITAL N}": "\\mathbb{N}",
        "\N{DOUBLE-STRUCK CAPITAL C}": "\\mathbb{C}",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{VULGAR FRACTION ONE HALF}": "\\frac{1}{2}",
        "\N{VULGAR FRACTION ONE THIRD}": "\\frac{1}{3}",
        "\N{VULGAR FRACTION TWO THIRDS}": "\\frac{2}{3}",
        "\N{VULGAR FRACTION ONE QUARTER}": "\\frac{1}{4}",
        "\N{VULGAR FRACTION THREE QUARTERS}": "\\frac{3}{4}",
    }
    | {
        chr(0x3B1 + place): f"\\{name} "
        for place, name in enumerate(
            [
                "alpha",
                "beta",
                "gamma",
                "delta",
                "epsilon",
                "zeta",
                "eta",
                "theta",
                "iota",
                "kappa",
                "lambda",
                "mu",
                "nu",
                "xi",
                "omicron",
                "pi",
                "rho",
                "sigma",
                "sigma",
                "tau",
                "upsilon",
                "phi",
                "chi",
                "psi",
                "omega",
            ]
        )
        if name != "omicron"
    }
)
SUPERSCRIPTS = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207f", "0123456789-n"
)

_NUMERALS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety ones
twos threes fours fives sixes sevens eights nines tens twenties couple dozen dozens gross score
scores hundred hundreds thousand thousands million millions billion billions trillion trillions
quadrillion quadrillions lakh lakhs lac lacs crore crores myriad myriads percent percents
percentage pct permille mille ppm ppb basis bps grand thou kilo mega giga micro milli nano pico
tera tausend millionen milliarden millones milliards halb demi demie first half halves third
thirds fourth fourths quarter quarters fifth fifths sixth sixths seventh sevenths eighth eighths
ninth ninths tenth tenths eleventh elevenths twelfth twelfths thirteenth fourteenth fifteenth
sixteenth sixteenths twentieth twentieths hundredth hundredths thousandth thousandths millionth
millionths billionth billionths
"""
_OPERATIONS = """
squared cubed doubled tripled trebled quadrupled halved thirded quartered double twice thrice triple
factorial plus minus times multiplied add added subtract subtracted negative negated over divided
point dot to by with without power raised exponent reciprocal inverse inverted mod modulo modulus
remainder root conjugate under base binary octal hexadecimal hex increased decreased reduced
"""
_DENIALS = """
not no nope nah cannot never none neither nor wrong incorrect false untrue invalid isn't wasn't
aren't doesn't nicht kein keine nein falsch faux non falso incorrecto rejected denied refuted
disproved mistaken mistake erroneous impossible forbidden doubtful fake scrapped
excluded opposite except excluding unless unlike lies undefined dne ellipsis
"""
_HEDGES = """
either or oder ou and anything but although however is was were are be if then below above versus
vs choose because since so hence than more less fewer least most minimum maximum almost nearly
about approx approximate approximately approximated roughly around circa estimated rounded maybe
perhaps unlikely error zilch probably possibly likely presumably guess guessed unsure unknown
uncertain might could should something ish give take instead rather too answer
"""
_MARKS = "K k G M MM B T bn Bn BN mn mln bln tn trn tr cr mil mill"
DENIALS = frozenset(_DENIALS.split())
"""Words that deny what stands beside them."""

HEDGES = DENIALS | frozenset(_HEDGES.split())
"""Words that deny or hedge what stands before them, in lower case."""

_FOLDS = frozenset(f"{word}fold" for word in ("", "mani", "multi", *_NUMERALS.split()))

NOT_UNITS = HEDGES | _FOLDS | frozenset((_NUMERALS + _OPERATIONS).split())
"""Words after a number, in lower case, that scale, change, hedge or deny it: no unit of it."""

NOT_UNIT_LETTERS = frozenset("abceiknpqrtxyz") | {"pi"}
"""Letters that are no units, whatever their font: `18\\text{x}`."""

NOT_UNIT_MARKS = frozenset(_MARKS.split())
"""Abbreviations of scales, whose case matters: `12 M` is twelve million, `12 m` may be metres."""
