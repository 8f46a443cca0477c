"""What was measured of Reasoning Gym 0.1.25, carried over: each fault a case that is none here.

Where Ponder has the family of that name, its own tasks are judged; where not, the checker that
such a family would use.
"""

import json
import time
from functools import cache

import pytest

from ponder import generate
from ponder.generators import names
from ponder.generators.registry import family
from ponder.task import Task
from ponder.testing.guesses import shaped
from ponder.verifiers import verify
from tests.verifiers.conftest import built_in_checkers, task_of

NATIVE = [name for name in names() if not name.startswith("rg/")]
LEVELS = (1, 4, 9)
SECONDS = 0.5


@cache
def tasks(name: str) -> list[Task]:
    return [generate(name, level=level, seed=5, index=i) for level in LEVELS for i in range(2)]


def everywhere() -> list[str]:
    return [*NATIVE, *(f"checker {kind}" for kind in built_in_checkers())]


def tasks_of(place: str) -> list[Task]:
    kind = place.removeprefix("checker ")
    return tasks(place) if kind == place else [task_of(kind)]


def judge(kind, gold, reply, options=None, facts=None):
    return verify(task_of(kind, gold, options or {}, facts or {}), reply)


WORDS = {"edges": [["cold", "cord"], ["cord", "card"], ["card", "ward"], ["ward", "warm"]],
         "start": "cold", "goal": "warm"}  # fmt: skip
HALTING = {"choices": ["True", "False"], "labels": False}
TWENTY_FOUR = {"numbers": [4, 3, 9, 8], "target": 24}
LARGE = {"numbers": [36, 29, 95, 32, 4, 15], "target": 139}
BOARD = "0 0 0\n0 1 0\n0 1 0"
PRODUCT = "1404z^5 - 7410z^4 - 216z^3 + 1140z^2"

# Why credit was given; the checker such a family has; the gold; the reply; options; facts.
EXPLOITS = [
    ("nan passes every comparison of a distance", "math", "-7 + i", "nan", {}, {}),
    ("a prefix is measured against the shorter text", "rational", "0.875", "0", {}, {}),
    ("a prefix is measured against the shorter text", "decimal", "0.875", "0", {}, {}),
    ("the given numbers are not checked", "expression", "(9-8)*3*8", "6*4*1*1",
     {"use_all": True}, TWENTY_FOUR),
    ("numbers that are not listed pass", "expression", "36+95+4+4", "139*1", {}, LARGE),
    ("base 16 escapes the check of the numbers", "expression", "139",
     "(36+29+95+32+4+15)*S.Zero+0x8b", {}, LARGE),
    ("base 16 escapes the check of the numbers", "expression", "139",
     "(36+29+95+32+4+15)*0+0x8b", {}, LARGE),
    ("the question restated is called equal", "polynomial", "10x^7 + 4/5x^3",
     "Integral(70*x**6 + 12*x**2/5, x)", {}, {}),
    ("the question restated is called equal", "math", "10x^7 + 4/5x^3",
     "Integral(70*x**6 + 12*x**2/5, x)", {}, {}),
    ("the question restated is called equal", "math", "10x^7 + 4/5x^3",
     r"\int (70x^6 + \frac{12}{5}x^2)\,dx", {}, {}),
    ("a call is evaluated", "polynomial", PRODUCT,
     "expand((18*z**3 - 95*z**2)*(78*z**2 - 12))", {"expanded": True}, {}),
    ("a product is left standing", "polynomial", "x^2 - 1", "(x - 1)(x + 1)",
     {"expanded": True}, {}),
    ("each number may be off by one", "sequence", "-95.0, -51.0, 47.29, 48.13",
     '["-94.1", "-50.1", "48.19", "49.03"]', {"of": "rational"}, {}),
    ("each number may be off by one", "sequence", "-95.0, -51.0, 47.29, 48.13",
     '["-95", "-51", "47", "48"]', {"of": "rational"}, {}),
    ("any text is true", "choice", "True", "x", HALTING, {}),
    ("any text is true", "choice", "False", "x", HALTING, {}),
    ("any text is true", "choice", "True", "False", HALTING, {}),
    ("any text is true", "choice", "False", "True", HALTING, {}),
    ("any text is true", "choice", "True", " ", HALTING, {}),
    ("dead cells are most of the board", "grid", BOARD, "0 0 0\n0 0 0\n0 0 0", {}, {}),
    ("a premise follows from itself", "choice", "B", "X and Y",
     {"choices": ["X", "Y", "not X"]}, {}),
    ("anything follows from premises that contradict", "choice", "B", "(X \u2227 \u00acX)",
     {"choices": ["X", "Y", "not X"]}, {}),
    ("the form alone is paid for", "text", "03:14:15", "00:00:00", {}, {}),
    ("the number itself divides itself", "multiset", "2, 2, 2, 2, 41", "656", {}, {}),
    ("factors that multiply to it but are not prime", "multiset", "2, 2, 2, 2, 41",
     "4, 4, 41", {}, {}),
    ("a constant", "integer", "17", "3", {}, {}),
    ("a constant", "set", "-3, 5", "0", {}, {}),
    ("a constant", "math", "-3, 5", "0", {}, {}),
    ("a gold inside the answer", "text", "ziuqer", "ziuqerzzzz", {}, {}),
    ("a gold inside the answer", "text", "ziuqer", "ziuqer" + " junk " * 50, {}, {}),
    ("a gold inside the answer", "text", "sphinx", "sphinxzzzz", {}, {}),
    ("steps through words that are none", "path", "cold -> cord -> card -> ward -> warm",
     "cold -> wold -> wald -> ward -> warm", {"optimal": False}, WORDS),
    ("no route is always an answer", "path", "cold -> cord -> card -> ward -> warm",
     "infeasible", {}, WORDS),
    ("the first number wins", "integer", "2744", "2744 or 7", {}, {}),
    ("within one per cent", "integer", "10518", "10612", {}, {}),
    ("within one per cent", "integer", "10518", "10523", {}, {}),
    ("within one per cent", "text", "10518", "10612", {}, {}),
    ("within one per cent", "decimal", "10518", "10523", {}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("why", "kind_", "gold", "reply", "options", "facts"), EXPLOITS)
def test_an_exploit_earns_nothing(why, kind_, gold, reply, options, facts):
    if kind_ != "expression":
        assert judge(kind_, gold, gold, options, facts).correct
    task = task_of(kind_, gold, options, facts)
    for form in ("{}", "<answer>{}</answer>", "\\boxed{{{}}}", "The answer is {}."):
        verdict = verify(task, form.format(reply))
        assert (verdict.score, verdict.correct) == (0.0, False), why
        # Two numbers of four in their places are progress, but never the answer.
        assert verify(task, form.format(reply), partial=True).score <= 0.5, why


def everyone_both(task):
    names_ = task.facts["names"]
    return f"{names_[0]} is a knight, {names_[0]} is a knave, " + task.answer


def denied(task):
    return f"It is not true that {task.answer}."


def raised(task):
    numbers = [part.strip() for part in task.answer.split(",")]
    return ", ".join(number + ("9" if "." in number else ".9") for number in numbers)


def blanks_filled(task):
    return dict(shaped())["the grid with blanks as '1'"](task)


def question_product(task):
    return task.question.removeprefix("Expand ").rstrip(".")


# The family; why credit was given; the reply.
NATIVE_EXPLOITS = [
    ("knights_knaves", "the first name is both, and a half is paid", everyone_both),
    ("knights_knaves", "a denial holds the sentence that was looked for", denied),
    ("number_sorting", "each number may be off by one", raised),
    ("mini_sudoku", "cells that were given are paid for", blanks_filled),
    ("polynomial_multiplication", "the question is handed back", question_product),
    ("polynomial_multiplication", "a call is evaluated",
     lambda task: f"expand({question_product(task)})"),
    ("countdown", "the target in base 16",
     lambda task: f"({'+'.join(map(str, task.facts['numbers']))})*0+{task.facts['target']:#x}"),
    ("countdown", "numbers that are not listed", lambda task: str(task.facts["target"])),
    ("shortest_path", "a constant", lambda task: "infeasible"),
    ("shortest_path", "start and goal alone",
     lambda task: f"{task.facts['start']} -> {task.facts['goal']} -> {task.facts['goal']}"),
    ("spell_backward", "a gold inside the answer", lambda task: task.answer + "zzzz"),
    ("propositional_logic", "the first premise copied",
     lambda task: task.question.splitlines()[1]),
    ("fraction_simplification", "a fraction that is not reduced",
     lambda task: "/".join(str(int(part) * 2) for part in task.answer.split("/"))),
]  # fmt: skip


@pytest.mark.parametrize(("name", "why", "attack"), NATIVE_EXPLOITS)
def test_an_exploit_of_a_family_earns_nothing(name, why, attack):
    for task in tasks(name):
        for form in ("{}", "<answer>{}</answer>", "\\boxed{{{}}}"):
            verdict = verify(task, form.format(attack(task)))
            assert (verdict.score, verdict.correct) == (0.0, False), (why, task.uid)


@pytest.mark.parametrize("place", everywhere())
def test_an_answer_among_others_earns_nothing(place):
    for task in tasks_of(place):
        gold = task.answer
        others = [f"wrong {n}" for n in range(9)]
        for reply in (
            f"{gold} or 7000001", f"7000001 or {gold}", f"It is not {gold}", f"not {gold}",
            " ".join([*others[:4], gold, *others[4:]]), f"{gold} {' junk ' * 50}",
            "True False", "Yes No", "", " ", "abc", task.question, task.answer_format,
        ):  # fmt: skip
            assert not verify(task, f"<answer>{reply}</answer>").correct, (task.uid, reply)


def of_integers(name: str) -> list[Task]:
    """Those of a family's tasks that ask for an integer; a family may ask for other things too."""
    return [task for task in tasks(name) if task.checker.name == "integer"]


@pytest.mark.parametrize("name", [name for name in NATIVE if of_integers(name)])
def test_no_whole_number_is_near_enough(name):
    for task in of_integers(name):
        gold = int(task.answer)
        for other in (gold + 1, gold - 1, gold + max(1, abs(gold) // 100), -gold or 1, gold * 1.01):
            assert verify(task, str(other)).correct == (other == gold)


HANGS = {
    "a tower of powers": "9**9**9**9",
    "a tower of powers in LaTeX": "9^{9^{9^{9}}}",
    "a large exponent": "1E+999999999",
    "a small exponent": "1e-999999999",
    "an exponent of seven digits": "1e9999999",
    "a factorial": "factorial(10**7)",
    "many steps": "A+999999999",
    "many turns": "R1000000",
    "many negations": "\u00ac" * 2_000 + "P",
    "many brackets": "(" * 300_000 + "1" + ")" * 300_000,
    "many commas": "," * 10**6,
}
CODE = {
    "code": "__import__('os').system('touch {canary}')",
    "code that writes": "open({canary!r}, 'w')",
    "an exit": "exit()",
    "an exit raised": "raise SystemExit(0)",
}
EXCEPTIONS = {
    "words": "abc",
    "no number": "nan",
    "a list": "[1, 2, 3]",
    "a product": "2 x 2",
    "a bare number": "7000001",
    "an overflow": "1e400",
    "null": "null",
    "an object": '{"a": 1}',
    "an empty object": "{}",
    "nested objects": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "nested brackets": "(" * 3_000 + "P" + ")" * 3_000,
}
NOT_TEXT = {"an integer": 5, "a list of numbers": [1], "nothing": None, "bytes": b"5"}


@pytest.mark.parametrize("place", everywhere())
def test_what_hung_or_raised_is_wrong_at_once(place, tmp_path):
    canary = tmp_path / "canary"
    codes = {what: text.format(canary=str(canary)) for what, text in CODE.items()}
    for task in tasks_of(place)[:2]:
        for what, reply in {**HANGS, **codes, **EXCEPTIONS, **NOT_TEXT}.items():
            started = time.thread_time()
            verdict = verify(task, reply)
            assert (verdict.score, verdict.correct) == (0.0, False), what
            assert time.thread_time() - started < SECONDS, what
        assert not verify(task, f"{task.answer} exit()").correct
    assert not canary.exists()


# How it was written; the template; whether it stands for a formula or a number only.
WRAPPINGS = {
    "as it is": "{}",
    "spaces": "  {}  ",
    "newlines": "\n{}\n",
    "Windows newlines": "\r\n{}\r\n",
    "a full stop": "{}.",
    "dollars": "${}$",
    "display dollars": "$${}$$",
    "a box": "\\boxed{{{}}}",
    "a box in dollars": "$\\boxed{{{}}}$",
    "a raw tag": "<answer>{}</answer>",
    "a tag with newlines": "<answer>\n{}\n</answer>",
    "a box in a tag": "<answer>\\boxed{{{}}}</answer>",
    "a sentence": "The answer is {}.",
    "a sentence with a colon": "The final answer is: {}",
    "bold": "**{}**",
    "a bold sentence": "**Answer:** {}",
    "backticks": "`{}`",
    "quotation marks": '<answer>"{}"</answer>',
    "a code fence": "```\n{}\n```",
    "a code fence with a language": "<answer>\n```text\n{}\n```\n</answer>",
    "an equals sign": "= {}",
    "a hash": "#### {}",
    "a preamble": "Step 1: we look closely.\n\nThe answer is {}",
    "prose after it": "The answer is {}.\n\nLet me know if you want more.",
    "reasoning before it": "<think>Is it 7000001?</think>\n\n{}",
    "a byte order mark": "\ufeff{}",
}


@pytest.mark.parametrize("place", everywhere())
def test_harmless_writing_is_accepted(place):
    for task in tasks_of(place):
        for how, template in WRAPPINGS.items():
            verdict = verify(task, template.format(task.answer))
            assert (verdict.score, verdict.correct) == (1.0, True), (task.uid, how, verdict)


ACCEPTED = [
    ("a separator of thousands", "integer", "2744", "2,744"),
    ("a separator of thousands", "integer", "2744", r"2{,}744"),
    ("a separator of thousands", "decimal", "2744.5", "2,744.5"),
    ("a separator of thousands", "text", "2744", "2,744"),
    ("a name before the answer", "integer", "2744", "x = 2744"),
    ("a unit of money", "integer", "2744", "$2,744"),
    ("the zeros of a decimal", "integer", "2744", "2744.00"),
    ("the zeros of a decimal", "rational", "5/2", "2.50"),
    ("factors in another order", "multiset", "2, 2, 2, 2, 41", "41, 2, 2, 2, 2"),
    ("capital letters", "text", "hello", "Hello"),
    ("capital letters", "choice", "B", "b"),
    ("rows as JSON", "grid", "1 2\n3 4", "[[1, 2], [3, 4]]"),
    ("rows as text", "grid", "1 2\n3 4", "1 2\n3 4\n"),
    ("a list as JSON", "sequence", "-95, 47.29", '["-95.0", "47.29"]'),
    ("an arrow of another kind", "path", "A -> B", "A \u2192 B"),
    ("powers with stars", "polynomial", "3x^2 - 1", "3*x**2 - 1"),
    ("a complex number", "math", "-7 + i", "-7.0 + 1.0i"),
]
EXTRA = {"sequence": ({"of": "rational"}, {}), "choice": ({"choices": ["x", "y"]}, {}),
         "path": ({}, {"edges": [["A", "B"]], "start": "A", "goal": "B"})}  # fmt: skip


@pytest.mark.parametrize(("why", "kind_", "gold", "reply"), ACCEPTED)
def test_another_way_to_write_it_is_accepted(why, kind_, gold, reply):
    options, facts = EXTRA.get(kind_, ({}, {}))
    for form in ("{}", "\\boxed{{{}}}", "<answer>{}</answer>"):
        verdict = judge(kind_, gold, form.format(reply), options, facts)
        assert (verdict.score, verdict.correct) == (1.0, True), (why, verdict)


@pytest.mark.parametrize("name", NATIVE)
def test_a_task_judges_the_same_after_json(name):
    for task in tasks(name):
        again = Task.from_json(json.dumps(json.loads(task.to_json())))
        for reply in (task.answer, task.question, "7000001"):
            assert verify(again, reply) == verify(task, reply)


def test_the_families_that_rivals_failed_are_here():
    failed = {name for name, *_ in NATIVE_EXPLOITS}
    assert failed <= set(NATIVE)
    assert all(family(name).domain != "rg" for name in failed)
