"""Independent oracles for the families of arithmetic, algebra and plain algorithms.

An oracle sees the question's text alone and solves it by other means than the family does.
"""

import functools
import math
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy

from ponder.generators import family, generate
from ponder.generators._words import WORDS
from ponder.generators.algebra import _polynomials
from ponder.task import Task
from ponder.verifiers import verify
from ponder.verifiers.expressions import evaluate

TASKS = 200
LEVELS = 6


def integers(text: str) -> list[int]:
    """Lists the whole numbers in a text without negative ones."""
    return [int(number) for number in re.findall(r"\d+", text)]


def product(question: str) -> str:
    """Multiplies by `math.prod`."""
    return str(math.prod(integers(question)))


def common_divisor(question: str) -> str:
    """Asks `math.gcd`."""
    return str(math.gcd(*integers(question)))


def lowest_terms(question: str) -> str:
    """Asks `Fraction`, which keeps lowest terms."""
    return str(Fraction(*integers(question)))


def solve(question: str) -> str:
    """Asks sympy for the only root."""
    name, left, right = re.fullmatch(r"Solve for ([a-z]): (.*) = (-?\d+)", question).groups()
    unknown = sympy.Symbol(name)
    equation = sympy.sympify(left, locals={name: unknown}) - int(right)
    (root,) = sympy.solve(equation, unknown)
    return str(root)


def polynomial(text: str) -> sympy.Poly:
    """Reads the short notation (`3x^2`, brackets side by side) as a polynomial of sympy."""
    name = re.search("[a-z]", text).group()
    written = re.sub(r"(?<=\d)(?=[a-z])", "*", text).replace(")(", ")*(").replace("^", "**")
    unknown = sympy.Symbol(name)
    return sympy.Poly(sympy.sympify(written, locals={name: unknown}), unknown)


def expand(question: str) -> sympy.Poly:
    """Multiplies by sympy."""
    return polynomial(question.removeprefix("Expand ").removesuffix("."))


def two_factors(question: str) -> list[int]:
    """Asks sympy for the prime factors: a product of two is unique only if there are two."""
    target = integers(question)[0]
    return sorted(sympy.factorint(target, multiple=True))


def backward(question: str) -> str:
    """Reverses the text that stands after the colon."""
    return "".join(reversed(question.split(": ")[1]))


def in_order(question: str) -> str:
    """Sorts the numbers as fractions, keeping how they are written."""
    numbers = question.split(": ")[1].split(", ")
    return ", ".join(sorted(numbers, key=Fraction, reverse="descending" in question))


def converted(question: str) -> tuple[int, int]:
    """Reads the number by `int`; an answer is judged by `value_in` the target base."""
    source, text, target = re.match(
        r"Write the base-(\d+) number (\w+) in base (\d+)\.", question
    ).groups()
    return int(text, int(source)), int(target)


ORACLES: dict[str, Callable[[str], object]] = {
    "products": product,
    "gcd": common_divisor,
    "factor_pair": two_factors,
    "fraction_simplification": lowest_terms,
    "simple_equations": solve,
    "polynomial_multiplication": expand,
    "spell_backward": backward,
    "number_sorting": in_order,
    "base_conversion": converted,
}


def solution(name: str, question: str, answer: str) -> object:
    """Brings an answer to the form that the oracle of its family gives."""
    if name == "polynomial_multiplication":
        return polynomial(answer)
    if name == "factor_pair":
        return sorted(integers(answer))
    if name == "base_conversion":
        target = converted(question)[1]
        return int(answer, target), target
    return answer


@functools.cache
def sample(name: str) -> list[Task]:
    """Draws tasks over the first levels."""
    return [generate(name, level=1 + i % LEVELS, seed=41, index=i) for i in range(TASKS)]


@pytest.mark.parametrize("name", ORACLES)
def test_oracle_agrees(name: str) -> None:
    """Another way of solving gives the reference answer."""
    for task in sample(name):
        found = solution(name, task.question, task.answer)
        assert ORACLES[name](task.question) == found, task.uid


@pytest.mark.parametrize("name", ORACLES)
def test_documented_example_is_right(name: str) -> None:
    """The docstring's question and answer, written by hand, satisfy the oracle."""
    question, answer = re.search(r"^Q: (.*)\nA: (.*)$", family(name).doc, re.M).groups()
    assert ORACLES[name](question) == solution(name, question, answer)


@pytest.mark.parametrize("name", ORACLES)
def test_arithmetic_in_steps_is_true(name: str) -> None:
    """Both sides of every line of arithmetic have the same exact value."""
    for task in sample(name):
        for line in task.steps:
            if " = " in line:
                left, right = map(evaluate, line.split(" = "))
                assert left is not None and left == right, (task.uid, line)


@pytest.mark.parametrize("name", ORACLES)
def test_steps_end_in_the_answer(name: str) -> None:
    """The last line holds the answer, whole."""
    for task in sample(name):
        assert re.search(rf"(?<![\w.-]){re.escape(task.answer)}$", task.steps[-1]), task.uid


@pytest.mark.parametrize("level", range(1, 21))
def test_gcd_takes_the_stated_number_of_divisions(level: int) -> None:
    """Euclid's algorithm, run forward, divides as often as the level says."""
    for index in range(20):
        small, large = sorted(integers(generate("gcd", level=level, index=index).question))
        divisions = 0
        while small:
            large, small = small, large % small
            divisions += 1
        assert divisions == level + 1


def test_gcd_is_seldom_one() -> None:
    """A gcd of one is one of a hundred, so it is no way to score."""
    assert sum(task.answer == "1" for task in sample("gcd")) <= TASKS // 20


@pytest.mark.parametrize("level", range(1, 21))
def test_equation_needs_the_stated_number_of_operations(level: int) -> None:
    """The signs in the question count up to the level's operations, as do the steps."""
    task = generate("simple_equations", level=level)
    left = task.question.split(": ")[1].split(" = ")[0]
    assert len(re.findall(r"\*| [+-] ", left)) == len(task.steps) == level + 1


def test_number_sorting_inserts_one_given_number_a_step() -> None:
    """Step i holds the first i given numbers, sorted in the wanted direction."""
    for task in sample("number_sorting"):
        given = task.question.split(": ")[1].split(", ")
        for count, line in enumerate(task.steps, start=1):
            wanted = sorted(given[:count], key=Fraction, reverse="descending" in task.question)
            assert line == ", ".join(wanted), task.uid


def test_spell_backward_turns_each_word_in_its_step() -> None:
    """The words come last first, each spelled out and turned round."""
    for task in sample("spell_backward"):
        words = task.question.split(": ")[1].split()
        for word, line in zip(reversed(words), task.steps[:-1], strict=True):
            plain, spelled, turned = line.split(" -> ")
            assert plain == word == "".join(spelled.split())
            assert turned == "".join(reversed(word))


@pytest.mark.parametrize(
    ("coefficients", "text"),
    [
        ([-12, -5, 2], "2x^2 - 5x - 12"),
        ([0, 0, -1], "-x^2"),
        ([1, 1], "x + 1"),
        ([-1, 0, 0, 10], "10x^3 - 1"),
    ],
)
def test_polynomials_are_written_as_by_hand(coefficients: list[int], text: str) -> None:
    """No factor one, no zero term, no sign doubled."""
    assert _polynomials.written(coefficients, "x") == text


def test_words_are_plain() -> None:
    """The word list keeps what it promises."""
    assert len(set(WORDS)) == len(WORDS) >= 600
    assert all(re.fullmatch("[a-z]{3,12}", word) and word != word[::-1] for word in WORDS)


RENDERINGS = (
    "{}",
    "  {} \n",
    "{}.",
    "${}$",
    "\\boxed{{{}}}",
    "So the result is \\boxed{{{}}}.",
    "<think>2 + 2 = 4</think><answer>{}</answer>",
    "The answer is {}.",
    "**{}**",
)


@pytest.mark.parametrize("rendering", RENDERINGS)
@pytest.mark.parametrize("name", ORACLES)
def test_reference_answer_scores_in_any_dress(name: str, rendering: str) -> None:
    """A harmless rendering never costs the point."""
    for task in sample(name)[:30]:
        verdict = verify(task, rendering.format(task.answer))
        assert verdict.score == 1.0, (task.uid, verdict)


def blind_answers(task: Task, other: Task) -> list[str]:
    """What can be said without working: pieces of the question, and another task's answer."""
    body = task.question.split(": ")[-1].rstrip(".?")
    numbers = re.findall(r"-?\d+(?:\.\d+)?", task.question)
    return [
        "0",
        "1",
        task.question,
        body,
        re.sub(r"^(Expand|What is|Write the fraction) | in lowest terms$", "", body),
        ", ".join(reversed(numbers)),
        numbers[0] if numbers else "",
        numbers[-1] if numbers else "",
        max(numbers, key=Fraction, default=""),
        other.answer,
    ]


@pytest.mark.parametrize("level", [1, 2, 4])
@pytest.mark.parametrize("name", ORACLES)
def test_blind_answers_stay_near_chance(name: str, level: int) -> None:
    """No blind answer beats the declared chance by four standard errors."""
    tasks = [generate(name, level=level, seed=43, index=i) for i in range(TASKS)]
    rows = [blind_answers(task, tasks[i - 1]) for i, task in enumerate(tasks)]
    chance = family(name).chance(level)
    allowed = chance + 4 * math.sqrt(chance * (1 - chance) / TASKS)
    for column in zip(*rows, strict=True):
        right = sum(verify(task, text).correct for task, text in zip(tasks, column, strict=True))
        assert right / TASKS <= allowed, column[0]
