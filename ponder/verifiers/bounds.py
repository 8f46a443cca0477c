"""Every limit of the verifiers, in one place.

A verdict must come quickly whatever the text, so each size is checked before the work that it
would cause. Past a limit the verdict is 0 and its reason names the limit.
"""

RESPONSE_CHARACTERS = 200_000
"""After the reasoning, only so many characters from the end of a response are read."""

REASONING_CHARACTERS = 1_000_000
"""At either end of a response, so many characters are searched for the tags of reasoning."""

ANSWER_CHARACTERS = 20_000
"""The longest answer that is judged."""

MARKS = 2_000
"""How many places that may mark an answer are looked at, from the last."""

UNWRAPPINGS = 8
"""How many layers of markup around an answer are removed."""

DIGITS = 1_000
"""Digits of one written number; CPython itself refuses to read more than 4,300."""

SCIENTIFIC_EXPONENT = 500
"""The largest power of ten, either way, of a number in scientific notation."""

BITS = 4_096
"""Size of a numerator or a denominator; more than `DIGITS` digits need."""

EXPONENT = 10_000
"""The largest exponent of a power, either way."""

ROOT_INDEX = 64
"""The largest index of a root."""

NESTING = 32
"""Depth of brackets, exponents, fractions and roots inside one another."""

NODES = 5_000
"""Tokens of one expression, and so nodes of its tree."""

DEGREE = 1_000
"""The largest total degree of a polynomial."""

COEFFICIENT_OPERATIONS = 10_000
"""Coefficient operations spent on expanding one polynomial."""

WALK = 2_000
"""Nodes of one walk through a graph."""

EDGES = 10_000
"""Edges of a graph that walks are judged in."""

GRID_MARKUP = 2_000
"""Characters of markup around a grid."""

GRID_CELL_MARKUP = 20
"""How many times as long as the reference a grid may be besides, for what stands between cells."""

MATHS_SECONDS = 0.05
"""What a verdict on a free-form mathematical answer takes at most; the bounds below see to it."""

MATHS_TOKENS = 1_000
"""Tokens of one free-form mathematical answer."""

MATHS_HEIGHT = 128
"""Operations inside one another in a free-form mathematical answer; 32 brackets hold fewer."""

MATHS_ITEMS = 32
"""Elements of a list or set whose values are not plain rational numbers."""

MATHS_INTERVALS = 16
"""Inequalities and intervals of a set of real numbers."""

MATHS_FUNCTIONS = 64
"""Roots, functions and powers that are no powers of a number's, in one answer."""

MATHS_WRITTEN_OUT = 2_000
"""Nodes that the finite sums and products of an answer become when they are written out."""

MATHS_DETERMINANT = 4
"""Rows of the largest determinant that is written out."""

MATHS_FACTORIAL = 2_000
"""The largest integer whose factorial is taken."""

MATHS_DEGREE = 2**64
"""The largest degree of a rational function that is compared at random points."""

MATHS_EXPONENT = 2**32
"""The largest exponent of a power in modular arithmetic."""

MATHS_OPERATIONS = 400
"""Weighted operations of one numerical evaluation to many digits; a function weighs 10."""

MATHS_WORK = 4_500
"""Weighted operations and comparisons of one verdict; an operation to more digits weighs more."""

MATHS_MAGNITUDE = 100_000
"""The largest argument of `exp` in a numerical evaluation, and of a sine or a logarithm's power."""
