"""What hostile replies are tried on: each checker, each family, and golds of a guessed kind."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from ponder import generate
from ponder.generators import names
from ponder.task import Checker, Task
from ponder.verifiers import Verdict, grade, verify
from tests.verifiers.conftest import GOLDS, built_in_checkers, task_of

LEVEL = 5
HOWS = frozenset(
    ("tag", "boxed", "phrase", "hash", "whole", "last_line", "paragraph", "truncated", "none")
)
NO_ANSWER = frozenset(("truncated", "none"))

WRONG: dict[str, str] = {
    "antiderivative": "(x^2 + 3)e^(2x) + 5ln|x| + C",
    "assignment": "Zoey is a knave, Riley is a knave, and Avery is a knight",
    "choice": "A",
    "coloring": "A: red, B: green, C: blue, D: blue",
    "decimal": "2.5",
    "expression": "8*5-3",
    "grid": "1 2 3\n4 5 7",
    "increasing_subsequence": "2, 4, 8",
    "integer": "1235",
    "math": r"2\sqrt{13}",
    "multiset": "2, 2, 43",
    "palindrome": "tests",
    "palindromes": "aba, c, c",
    "partition": "dust, stud; peach; cheap; tone",
    "path": "A -> C -> D",
    "polynomial": "x^2 + 2*x*y - 5",
    "pours": "fill A, pour B into A",
    "rational": "-3/5",
    "selection": "A, D",
    "sequence": "5, -1, 13",
    "set": "3, 7, 13",
    "text": "hello moon",
}
"""A wrong answer for each task of `conftest`, which its checker can read."""

# Other options and golds of a checker: its name, the gold, a wrong answer, the options.
_VARIANTS = {
    "words to choose from": (
        "choice", "maybe", "never", {"choices": ["maybe", "never"], "labels": False}
    ),
    "letters alone": ("choice", "K", "L", {}),
    "lowest terms": ("rational", "-22/7", "-22/9", {"lowest_terms": True}),
    "exact text": ("text", "Ada Byron", "Ada Lovelace", {"case": True}),
    "digits as text": ("text", "2130311", "2130312", {}),
    "words in order": ("sequence", "fox, owl, elk", "fox, elk, owl", {"of": "text"}),
    "fractions in any order": ("multiset", "2/3, -5", "2/3, -7", {"of": "rational"}),
    "decimals": ("set", "2.25, -0.5", "2.25, -0.75", {"of": "decimal"}),
    "a long grid": ("grid", "\n".join(["3 1 4 1 5 9 2 6 5"] * 9), "3 1 4", {}),
    "any walk": ("path", "A -> B -> C -> D", "A -> D", {"optimal": False}),
    "all numbers": ("expression", "8*(5-3)*1", "8*5*3*1", {"use_all": True}),
    "a product": ("polynomial", "(x-4)(x+9)", "(x-4)(x+8)", {}),
    "an interval": ("math", r"(3, 8]\cup[11,\infty)", "(3, 8]", {}),
    "a matrix": (
        "math", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", r"\begin{pmatrix}1\end{pmatrix}", {}
    ),
    "a function": ("math", r"\sin(3x)+\pi", r"\sin(3x)", {}),
}  # fmt: skip

_FREE_GOLDS = {
    "18234": "18235",
    r"\frac{22}{7}": r"\frac{22}{9}",
    "x^2-17": "x^2-19",
    "(3, 5, 99)": "(3, 5, 98)",
    r"\{3, 5, 99\}": r"\{3, 5, 98\}",
    r"2\sqrt{5}+1": r"2\sqrt{5}",
    "Monday morning": "Sunday",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What is attacked.

    Attributes:
        task: Its answer is the right one.
        wrong: An answer of the same form that is not right.
        judge: Gives the verdict on a reply.
    """

    task: Task
    wrong: str
    judge: Callable[[str], Verdict]


def target_names() -> list[str]:
    """Every checker, with more of their options; every family here; golds without a task."""
    return [
        *(f"checker {name}" for name in built_in_checkers()),
        *(f"option {name}" for name in _VARIANTS),
        *(f"family {name}" for name in names()),
        *(f"gold {gold}" for gold in _FREE_GOLDS),
    ]


@cache
def target(name: str) -> Target:
    """Makes a target.

    Raises:
        KeyError: If a checker has no task yet; add it to `conftest.GOLDS` and to `WRONG`.
    """
    group, _, rest = name.partition(" ")
    return {"checker": _checker, "option": _option, "family": _family, "gold": _free}[group](rest)


def _checker(kind: str) -> Target:
    task = task_of(kind)
    return Target(task, WRONG[kind], partial(verify, task))


def _option(name: str) -> Target:
    kind, gold, wrong, options = _VARIANTS[name]
    task = task_of(kind, gold, options)
    return Target(task, wrong, partial(verify, task))


def _family(name: str) -> Target:
    tasks = (generate(name, level=LEVEL, seed=41, index=index) for index in range(9))
    # Replies of the corpus list letters in their order, which a task may have for its answer.
    task = next(task for task in tasks if not verify(task, "A, B, C, D, E, F").correct)
    others = (generate(name, level=LEVEL, seed=43, index=i).answer for i in range(20))
    wrong = next(other for other in others if other != task.answer)
    return Target(task, wrong, partial(verify, task))


def _free(gold: str) -> Target:
    task = Task("free", "What is it?", "", gold, Checker("math", {}), (gold,), 1, {}, "free", 1)
    return Target(task, _FREE_GOLDS[gold], lambda reply: grade(reply, gold))


def malformed(verdict: Verdict) -> str:
    """Says what is wrong with the fields of a verdict; "" if nothing is."""
    rules = {
        "the score is a float from 0 to 1": type(verdict.score) is float
        and 0 <= verdict.score <= 1,
        "a right answer scores 1, and no other does": verdict.correct == (verdict.score == 1),
        "how is one of the table": verdict.how in HOWS,
        "extracted is text": verdict.extracted is None or isinstance(verdict.extracted, str),
        "there is an answer or a reason for none": (verdict.extracted is None)
        == (verdict.how in NO_ANSWER),
        "no answer is right without being there": verdict.extracted is not None
        or not verdict.correct,
        "the reason is one short sentence": verdict.reason.endswith(".")
        and len(verdict.reason) < 300,
    }
    return "; ".join(rule for rule, holds in rules.items() if not holds)


assert set(WRONG) == set(GOLDS)
