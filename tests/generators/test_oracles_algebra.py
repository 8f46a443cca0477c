"""Independent oracles for the families of algebra and probability.

An oracle sees the question and the answer, and tells by other means than the family's whether
the one answers the other: by sympy, by enumeration, or by putting the answer back in.
"""

import functools
import itertools
import json
import math
import operator
import re
from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
import sympy
from sympy.parsing import sympy_parser

from ponder.generators import family, generate
from ponder.task import Task
from ponder.verifiers import verify

TASKS = 40
LEVELS = 6
NUMBER = r"-?\d+(?:/\d+)?"


def fractions(text: str) -> list[Fraction]:
    """Lists the numbers in a text."""
    return [Fraction(found) for found in re.findall(NUMBER, text)]


def expression(text: str) -> sympy.Expr:
    """Reads the short notation: `(3/4)x^2`, `2xe^(3x)`, `ln|x|`."""
    letters = {name: sympy.Symbol(name) for name in "krstuvwxyzn"}
    known = {**letters, "e": sympy.E, "i": sympy.I, "ln": sympy.log, "C": sympy.Integer(0)}
    return sympy_parser.parse_expr(
        re.sub(r"\|([^|]*)\|", r"(\1)", text),
        local_dict=known,
        transformations=(
            *sympy_parser.standard_transformations,
            sympy_parser.convert_xor,
            sympy_parser.split_symbols,
            sympy_parser.implicit_multiplication,
        ),
    )


def poly(text: str, name: str) -> sympy.Poly:
    return sympy.Poly(expression(text), sympy.Symbol(name), domain="QQ")


# --- algebra ---


def computes(question: str, answer: str) -> bool:
    """Works the whole expression out by sympy, to 40 digits."""
    body = question.removeprefix("Compute ").removesuffix(".").replace(")(", ")*(")
    return abs(sympy.N(expression(body) - expression(answer), 40)) < 1e-30


def integrates(question: str, answer: str) -> bool:
    """Differentiates the answer by sympy, and compares values at three points."""
    body, name = re.fullmatch(
        r"Find the indefinite integral of (.*) with respect to (\w)\.", question
    ).groups()
    variable = sympy.Symbol(name)
    difference = sympy.diff(expression(answer), variable) - expression(body)
    function = sympy.lambdify(variable, difference, "mpmath")
    with mpmath.workdps(50):
        return all(abs(function(mpmath.mpf(at))) < 1e-30 for at in ("0.43", "1.3", "1.8"))


def solves_equation(question: str, answer: str) -> bool:
    """Asks sympy for the real roots, which it isolates."""
    equation = re.fullmatch(r"Find all real solutions of (.*) = 0\.", question)[1]
    (name,) = set(re.findall("[a-z]", equation))
    roots = sorted(set(sympy.real_roots(poly(equation, name))), key=sympy.N)
    found = sorted((expression(part) for part in answer.split(", ")), key=sympy.N)
    return len(roots) == len(found) and all(
        abs(sympy.N(one - other, 40)) < 1e-30 for one, other in zip(roots, found, strict=True)
    )


def solves_system(question: str, answer: str) -> bool:
    """Asks sympy for all solutions."""
    values = dict(part.split(" = ") for part in answer.split(", "))
    names = sympy.symbols(sorted(values))
    sides = [side.split(" = ") for side in question[len("Solve the system ") : -1].split(", ")]
    system = [expression(left) - int(right) for left, right in sides]
    wanted = tuple(sympy.Integer(values[str(name)]) for name in names)
    return sympy.linsolve(system, *names) == sympy.FiniteSet(wanted)


def determinant(question: str, answer: str) -> bool:
    """Adds up Leibniz's products over all permutations."""
    matrix = json.loads(question.removeprefix("What is the determinant of ").removesuffix("?"))
    total = 0
    for order in itertools.permutations(range(len(matrix))):
        crossings = sum(a > b for a, b in itertools.combinations(order, 2))
        total += (-1) ** crossings * math.prod(matrix[i][j] for i, j in enumerate(order))
    return total == int(answer)


def divides(question: str, answer: str) -> bool:
    """Asks sympy for quotient and remainder."""
    dividend, divisor = re.fullmatch(r"Divide (.*) by (.*)\.", question).groups()
    (name,) = set(re.findall("[a-z]", dividend))
    found = [poly(part, name) for part in answer.split("; ")]
    return list(sympy.div(poly(dividend, name), poly(divisor, name))) == found


def holds(question: str, place: Fraction) -> bool:
    """Evaluates an inequality between a quotient of linear factors and zero."""
    quotient, relation = re.fullmatch(r"Solve (.*) ([<>]=?) 0 for \w\.", question).groups()
    above, _, below = quotient.partition("/")
    values = []
    for side in (above, below):
        value = Fraction(1)
        for inner, square in re.findall(r"\(([^()]+)\)(\^2)?", side):
            slope = -1 if re.search(r"- ?[a-z]", inner) else 1
            constant = re.sub(r"[a-z]| |- ?(?=[a-z])", "", inner)
            value *= (slope * place + int(constant or 0)) ** (2 if square else 1)
        values.append(value)
    if not values[1]:
        return False
    sign = values[0] / values[1]
    return {"<": sign < 0, ">": sign > 0, "<=": sign <= 0, ">=": sign >= 0}[relation]


def inside(answer: str, place: Fraction) -> bool:
    """Tells whether a union of intervals holds a place."""
    for opening, low, high, closing in re.findall(r"([\[(])(\S+), (\S+?)([\])])", answer):
        above = low == "-inf" or place > int(low) or (opening == "[" and place == int(low))
        below = high == "inf" or place < int(high) or (closing == "]" and place == int(high))
        if above and below:
            return True
    return False


def solves_inequality(question: str, answer: str) -> bool:
    """Tries every whole and half number around all roots, which are whole numbers."""
    places = [Fraction(half, 2) for half in range(-90, 91)]
    return all(holds(question, place) == inside(answer, place) for place in places)


def splits_up(question: str, answer: str) -> bool:
    """Adds the fractions up again, at more places than the numerators have coefficients."""
    whole, parts = re.fullmatch(r"Write (.*) as (.*)\.", question).groups()
    letters = dict(part.split(" = ") for part in answer.split(", "))
    terms = [
        (Fraction(letters[letter]), factor)
        for letter, factor in re.findall(r"([A-Z])/\(([^)]*)\)", parts)
    ]
    (name,) = set(re.findall("[a-z]", whole))
    left = sympy.lambdify(sympy.Symbol(name), expression(whole.replace(")(", ")*(")), "sympy")
    rights = [(a, sympy.lambdify(sympy.Symbol(name), expression(b), "sympy")) for a, b in terms]
    return len(letters) == len(terms) and all(
        left(sympy.Integer(at)) == sum(sympy.Rational(a) / right(at) for a, right in rights)
        for at in range(10, 20)
    )


def adds_up(question: str, answer: str) -> bool:
    """Telescopes: (ck + d) r^k is F(k+1) - F(k) with F(k) = r^k (Ak + B)."""
    text, start, end = re.fullmatch(
        r"What is the sum of (.*) for k from (\d+) to (\d+)\?", question
    ).groups()
    first, last = int(start), int(end)
    line, _, power = text.rpartition(" * ")
    ratio = Fraction(power.split("^")[0].strip("()")) if line else Fraction(1)
    slope, rest = re.fullmatch(r"\(?(?:(-?\d+)k)?(.*?)\)?", line.lstrip("(") or text).groups()
    c, d = Fraction(slope or 0), Fraction(re.sub(r"[ ()]", "", rest) or 0)
    if ratio == 1:
        total = (last - first + 1) * (c * (first + last) + 2 * d) / 2
    else:
        a = c / (ratio - 1)
        b = (d - ratio * a) / (ratio - 1)
        total = ratio ** (last + 1) * (a * (last + 1) + b) - ratio**first * (a * first + b)
    return total == Fraction(answer)


def runs(question: str, answer: str) -> bool:
    """Runs the recurrence for twenty terms and puts n into the formula."""
    given, rule = re.fullmatch(
        r"Find a\(n\) if (.*) and a\(n\) = (.*) for n >= \d+\.", question
    ).groups()
    values = [int(value) for value in re.findall(r"= (-?\d+)", given)]
    parts = re.findall(r"(^-| - | \+ |^)(\d*)a\(n-(\d+)\)", rule)
    weights = [
        (int(size or 1) * (-1 if "-" in sign else 1), int(back)) for sign, size, back in parts
    ]
    while len(values) < 20:
        values.append(sum(weight * values[-back] for weight, back in weights))
    formula = sympy.lambdify(sympy.Symbol("n"), expression(answer), "sympy")
    return all(formula(sympy.Integer(n)) == value for n, value in enumerate(values))


def solves_congruence(question: str, answer: str) -> bool:
    """Inverts by the built-in `pow`."""
    a, b, m = map(int, re.search(r"with (\d+)x ≡ (\d+) \(mod (\d+)\)", question).groups())
    common = math.gcd(a, m)
    return pow(a // common, -1, m // common) * (b // common) % (m // common) == int(answer)


# --- probability ---


def counts_heads(question: str, answer: str) -> bool:
    """Goes through every outcome of all coins."""
    coins, event, number = re.fullmatch(
        r"Coins with probabilities of heads (.*) are flipped once each\. "
        r"What is the probability of (exactly|at least|at most) (\d+) heads?\?",
        question,
    ).groups()
    wanted = {"exactly": operator.eq, "at least": operator.ge, "at most": operator.le}[event]
    total = Fraction()
    for outcome in itertools.product((0, 1), repeat=len(fractions(coins))):
        if wanted(sum(outcome), int(number)):
            pairs = zip(outcome, fractions(coins), strict=True)
            total += math.prod(p if head else 1 - p for head, p in pairs)
    return total == Fraction(answer)


def draws(question: str, answer: str) -> bool:
    """Counts subsets, or splits the draws into one binomial after the other."""
    filled, how, asked = re.fullmatch(
        r"An urn holds (.*) balls\. \d+ balls are drawn at random, (.*)\. "
        r"What is the probability that (.*)\?",
        question,
    ).groups()
    urn = {colour: int(count) for count, colour in re.findall(r"(\d+) (\w+)", filled)}
    wanted = re.findall(r"(\d+) (?:of them (?:is|are) )?(\w+)", asked)
    drawn = {colour: int(count) for count, colour in wanted}
    balls, left = sum(urn.values()), sum(drawn.values())
    if how == "and none is put back":
        ways = math.prod(math.comb(urn[colour], count) for colour, count in drawn.items())
        return Fraction(ways, math.comb(balls, left)) == Fraction(answer)
    likely = Fraction(1)
    for colour, number in urn.items():
        count, share = drawn.get(colour, 0), Fraction(number, balls)
        likely *= math.comb(left, count) * share**count * (1 - share) ** (left - count)
        left, balls = left - count, balls - number
        if not balls:
            break
    return likely == Fraction(answer)


def updates(question: str, answer: str) -> bool:
    """Compares whole numbers: weights times powers of how many balls have each colour."""
    size = int(re.search(r"holds (\d+) balls", question)[1])
    reds = [int(red) for red in re.findall(r"box \w (\d+) red", question)]
    priors = [Fraction(p) for p in re.findall(r"with probability (\d+/\d+)", question)]
    seen = re.search(r": ((?:red|blue)(?:, (?:red|blue))*)\.", question)[1].split(", ")
    asked = "ABCDEFGH".index(re.search(r"it is box (\w)\?", question)[1])
    reached = [
        p * red ** seen.count("red") * (size - red) ** seen.count("blue")
        for p, red in zip(priors, reds, strict=True)
    ]
    return sum(priors) == 1 and Fraction(answer) * sum(reached) == reached[asked]


def walks(question: str, answer: str) -> bool:
    """Goes through every path."""
    rows = {
        start: {
            to: Fraction(p) for to, p in re.findall(r"to (\w) with probability (\d+/\d+)", ways)
        }
        for start, ways in re.findall(r"From (\w) it goes ([^.]*)\.", question)
    }
    goal, steps = re.search(r"it is in (\w) after (\d+) steps", question).groups()
    total = Fraction()
    for path in itertools.product(rows, repeat=int(steps) - 1):
        stops = ("A", *path, goal)
        total += math.prod(rows[a].get(b, Fraction()) for a, b in itertools.pairwise(stops))
    return all(sum(row.values()) == 1 for row in rows.values()) and total == Fraction(answer)


def plays(question: str, answer: str) -> bool:
    """Tries every strategy that keeps the largest numbers of each spin, however many."""
    shown, spins = re.search(
        r"shows (.*), each equally likely.* up to (\d+) times", question
    ).groups()
    numbers = sorted(map(int, re.findall(r"\d+", shown)), reverse=True)
    best = Fraction()
    for kept in itertools.product(range(len(numbers) + 1), repeat=int(spins) - 1):
        value, going = Fraction(), Fraction(1)
        for count in (*kept, len(numbers)):
            value += going * Fraction(sum(numbers[:count]), len(numbers))
            going *= Fraction(len(numbers) - count, len(numbers))
        best = max(best, value)
    return best == Fraction(answer)


ORACLES: dict[str, Callable[[str, str], bool]] = {
    "complex_arithmetic": computes,
    "simple_integration": integrates,
    "intermediate_integration": integrates,
    "polynomial_equations": solves_equation,
    "linear_system": solves_system,
    "matrix_determinant": determinant,
    "polynomial_division": divides,
    "inequality_intervals": solves_inequality,
    "partial_fractions": splits_up,
    "arithmetic_geometric_series": adds_up,
    "recurrence_closed_form": runs,
    "modular_linear_equation": solves_congruence,
    "coin_flip": counts_heads,
    "urn_draws": draws,
    "bayes_update": updates,
    "markov_chain_steps": walks,
    "expected_value_game": plays,
}
named = pytest.mark.parametrize("name", ORACLES)


@functools.cache
def sample(name: str) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=61, index=i) for i in range(TASKS)]


@named
def test_oracle_agrees(name: str) -> None:
    for task in sample(name):
        assert ORACLES[name](task.question, task.answer), task.uid


@named
def test_oracle_tells_answers_apart(name: str) -> None:
    """An oracle that agrees with everything would be none."""
    for task, other in itertools.pairwise(sample(name)[::LEVELS]):
        if task.answer != other.answer and shape(task) == shape(other):
            assert not ORACLES[name](task.question, other.answer), task.uid


def shape(task: Task) -> str:
    """What an answer's letters are, so that one can be read as an answer to another question."""
    return "".join(dict.fromkeys(re.findall("[a-zA-Z]", task.answer)))


@named
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M | re.S).groups()
    assert ORACLES[name](" ".join(question.split()), answer)


def test_a_polynomial_is_divided_by_what_the_steps_say() -> None:
    """What is left times the linear factor is what there was, up to a number; roots are equal."""
    for task in sample("polynomial_equations"):
        equation = re.fullmatch(r"Find all real solutions of (.*) = 0\.", task.question)[1]
        (name,) = set(re.findall("[a-z]", equation))
        before, factor = poly(equation, name), poly("1", name)
        for line in task.steps:
            if line.startswith("divide by "):
                factor = poly(line.removeprefix("divide by "), name)
            elif line.startswith("left: "):
                left = poly(line.removeprefix("left: "), name)
                assert (left * factor).monic() == before.monic(), task.uid
                before = left
            elif "sqrt" in line and " = " in line:
                one, other = map(expression, line.split(" = "))
                assert abs(sympy.N(one - other, 40)) < 1e-30, (task.uid, line)


def test_each_function_in_a_sum_is_integrated() -> None:
    """The steps say what each function of the sum gives."""
    for index in range(20):
        task = generate("intermediate_integration", level=5, seed=62, index=index)
        name = task.checker.options["variable"]
        starts = [line for line in task.steps if line.startswith("integrate ")]
        ends = [line for line in task.steps if line.startswith("gives ")]
        assert len(starts) == len(ends) == 2
        for start, end in zip(starts, ends, strict=True):
            body = start.removeprefix("integrate ")
            question = f"Find the indefinite integral of {body} with respect to {name}."
            assert integrates(question, end.removeprefix("gives ")), (task.uid, start)


def test_coefficients_of_the_extended_algorithm_give_its_remainders() -> None:
    """Each coefficient times the number leaves the remainder before it, modulo the modulus."""
    for task in sample("modular_linear_equation"):
        a, m = map(int, re.search(r"with (\d+)x .* \(mod (\d+)\)", task.question).groups())
        common = math.gcd(a, m)
        for line, after in itertools.pairwise(task.steps):
            if after.startswith("coefficient: "):
                remainder, coefficient = (int(text.split(" = ")[1]) for text in (line, after))
                assert (coefficient * a - common * remainder) % m == 0, task.uid


def reversed_list(answer: str) -> str:
    return ", ".join(reversed(answer.split(", ")))


def in_latex(answer: str) -> str:
    """Writes powers, products, functions and signs of sets as LaTeX does."""
    answer = re.sub(r"\^\(([^()]*)\)", r"^{\1}", answer)
    answer = re.sub(r"\b(ln|sin|cos)(?=[|(])", r"\\\1", answer)
    answer = re.sub(r"sqrt\((\d+)\)", r"\\sqrt{\1}", answer)
    answer = re.sub(r"\((\d+)/(\d+)\)", r"\\frac{\1}{\2}", answer)
    return answer.replace("inf", "\\infty").replace(" U ", r" \cup ").replace("*", r"\cdot")


def as_point(answer: str) -> str:
    """Writes `x = 1, y = 2` as `(x, y) = (1, 2)`."""
    names, values = zip(*(part.split(" = ") for part in answer.split(", ")), strict=True)
    return f"({', '.join(names)}) = ({', '.join(values)})"


REWRITTEN: list[tuple[str, Callable[[str], str]]] = [
    ("complex_arithmetic", lambda answer: re.sub(r"(?<=\d)i", "*i", answer.replace(" ", ""))),
    ("simple_integration", lambda answer: answer.removesuffix(" + C")),
    ("simple_integration", lambda answer: f"F = {in_latex(answer)}"),
    ("intermediate_integration", lambda answer: answer.removesuffix(" + C")),
    ("intermediate_integration", in_latex),
    ("polynomial_equations", reversed_list),
    ("polynomial_equations", in_latex),
    ("linear_system", as_point),
    ("linear_system", reversed_list),
    ("polynomial_division", lambda answer: answer.replace("; ", ", ")),
    ("inequality_intervals", in_latex),
    ("partial_fractions", reversed_list),
    ("recurrence_closed_form", lambda answer: f"a(n) = {in_latex(answer)}"),
]


@pytest.mark.parametrize(("name", "rewrite"), REWRITTEN)
def test_an_answer_may_be_written_otherwise(name: str, rewrite: Callable[[str], str]) -> None:
    for level in (1, 4, 10, 20):
        task = generate(name, level=level, seed=63)
        verdict = verify(task, f"The answer is $\\boxed{{{rewrite(task.answer)}}}$.")
        assert verdict.correct, (task.uid, verdict)


@pytest.mark.parametrize("level", [1, 4, 10, 20])
def test_an_antiderivative_that_is_a_little_off_is_wrong(level: int) -> None:
    for name in ("simple_integration", "intermediate_integration"):
        task = generate(name, level=level, seed=64)
        letter = task.checker.options["variable"]
        for wrong in (f"{task.answer} + {letter}/1000", f"{task.answer} + C{letter}", "C"):
            assert not verify(task, f"<answer>{wrong}</answer>").correct, task.uid
        assert verify(task, f"<answer>{task.answer} + 7/3</answer>").correct
